"""Converts the groups of a mint.json and distributes them over the folders of tabs and anchors."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.schema.model import get_element_record
from docs_lsp.schema.model_parts import ICON
from docs_lsp.schema.shape import is_json_valid_for

USUAL_NAME = "Documentation"
_NO_PATH = compile_lazily(r"[A-Za-z][A-Za-z0-9+.-]*:|//|[A-Z]+ /")
"""An external link or an operation, which belongs to no folder."""
JsonObject: TypeAlias = dict[str, Any]


def convert_items(value: object, notes: list[str]) -> list[JsonObject]:
    """Convert the older list to groups, a page outside of one to its own; notes each loss."""
    groups = []
    for item in value if isinstance(value, list) else ():
        if isinstance(item, dict):
            groups.append(_convert_group(item, notes))
        elif isinstance(item, str) and item:
            groups.append({"group": USUAL_NAME, "pages": [item]})
        else:
            notes.append(
                f"`{json.dumps(item)}` in `navigation` was dropped: it is neither a page nor a "
                "group."
            )
    if not isinstance(value, list):
        notes.append("`navigation` was dropped: it is not an array of groups.")
    return groups


def _convert_group(old: Mapping[str, Any], notes: list[str]) -> JsonObject:
    """Convert a group to the current keys, and its `version` if it is a string; notes each loss."""
    title = str(old.get("group") or USUAL_NAME)
    place = f"group `{title}`"
    if not old.get("group"):
        notes.append(f"A group had no title; it is set to `{title}`. Choose another title.")
    members: JsonObject = {"group": title, **convert_icon(old, place, notes)}
    properties = get_element_record("group").properties
    for key, value in old.items():
        if key in ("group", "pages", "version", "icon", "iconType"):
            continue
        if key in properties and is_json_valid_for(properties[key].type, json.dumps(value)):
            members[key] = value
        else:
            note_dropped_member(key, place, notes, is_known=key in properties)
    version = old.get("version")
    if isinstance(version, str):
        members["version"] = version
    elif version is not None:
        note_dropped_member("version", place, notes, is_known=True)
    pages: list[object] = []
    entries = old.get("pages", [])
    for page in entries if isinstance(entries, list) else [entries]:
        if isinstance(page, dict):
            pages.append(_convert_group(page, notes))
        elif isinstance(page, str) and page:
            pages.append(page)
        else:
            notes.append(
                f"`{json.dumps(page)}` in {place} was dropped: it is neither a page nor a group."
            )
    return {**members, "pages": pages}


def convert_icon(old: Mapping[str, Any], place: str, notes: list[str]) -> JsonObject:
    """Return a valid `icon` member with its older `iconType`, or {}; notes each loss."""
    icon, style = old.get("icon"), old.get("iconType")
    if icon and style and is_json_valid_for(ICON, json.dumps({"name": icon, "style": style})):
        return {"icon": {"name": icon, "style": style}}
    if style is not None:
        note_dropped_member("iconType", place, notes, is_known=True)
    if icon and is_json_valid_for(ICON, json.dumps(icon)):
        return {"icon": icon}
    if icon:
        note_dropped_member("icon", place, notes, is_known=True)
    return {}


def note_dropped_member(key: str, place: str, notes: list[str], *, is_known: bool) -> None:
    """Add a note that a member of an element was dropped.

    `is_known` if docs.json has the key, so that only the value does not fit.
    """
    why = "its value is not valid" if is_known else "docs.json has no such key"
    notes.append(f"`{key}` of {place} was dropped: {why}.")


def iter_group_versions(groups: Iterable[JsonObject]) -> Iterator[str]:
    """Yield the versions that groups name, at any depth, with duplicates."""
    for group in groups:
        if "version" in group:
            yield group["version"]
        yield from iter_group_versions(page for page in group["pages"] if isinstance(page, dict))


def select_version_groups(
    groups: Iterable[JsonObject], version: str | None, is_shared: Callable[[str], bool]
) -> Iterator[JsonObject]:
    """Yield the groups that a version shows, with its pages only and without their `version`.

    `is_shared` decides whether a page outside of the version's own groups belongs to the version.
    None for `version` selects all groups.
    """
    for group in groups:
        own = group.get("version")
        if version is None or own is None or own == version:
            is_in_version = is_shared if own is None else _accept_any
            pages: list[object] = []
            for page in group["pages"]:
                if isinstance(page, dict):
                    pages.extend(select_version_groups([page], version, is_in_version))
                elif is_in_version(page):
                    pages.append(page)
            if pages or not group["pages"]:
                members = {key: value for key, value in group.items() if key != "version"}
                yield {**members, "pages": pages}


def _accept_any(_: str) -> bool:
    return True


def distribute_groups(
    groups: Iterable[JsonObject], urls: list[str]
) -> tuple[list[JsonObject], list[list[JsonObject]]]:
    """Split groups by folder: those in none of the folders, and a list for each folder.

    A group with pages in several folders is split.
    """
    rest: list[JsonObject] = []
    shares: list[list[JsonObject]] = [[] for _ in urls]
    for group in groups:
        first = next(_collect_pages(group), None)
        home = None if first is None else find_folder_index(first, urls)
        for number, part in _split_group(group, urls, home).items():
            (rest if number is None else shares[number]).append(part)
    return rest, shares


def find_folder_index(page: str, urls: list[str]) -> int | None:
    """Return the index of the innermost folder that holds a page, or None; `/` holds all."""
    path = f"{page.strip('/')}/"
    matches = [
        (len(url.strip("/")), -number)
        for number, url in enumerate(urls)
        if url and not _NO_PATH.match(url) and (url == "/" or path.startswith(f"{url.strip('/')}/"))
    ]
    return -max(matches)[1] if matches else None


def _split_group(
    group: JsonObject, urls: list[str], home: int | None
) -> dict[int | None, JsonObject]:
    """Split a group into one for each folder index, None for pages in no folder.

    An external link or an operation stays with the entry before it; `home` is the folder of the
    first ones.
    """
    pages: dict[int | None, list[object]] = {}
    for page in group["pages"]:
        if isinstance(page, dict):
            for number, part in _split_group(page, urls, home).items():
                pages.setdefault(number, []).append(part)
                home = number
        else:
            home = home if _NO_PATH.match(page) else find_folder_index(page, urls)
            pages.setdefault(home, []).append(page)
    if len(pages) < 2:
        return {next(iter(pages), home): group}
    root = group.get("root")
    owner = find_folder_index(root, urls) if isinstance(root, str) else None
    if owner not in pages:
        owner = next(iter(pages))
    members = {key: value for key, value in group.items() if key != "root"}
    return {
        number: {**(group if number == owner else members), "pages": own}
        for number, own in pages.items()
    }


def _collect_pages(group: JsonObject) -> Iterator[str]:
    """Yield the entries of a converted group and of the groups in it, in order."""
    for page in group["pages"]:
        if isinstance(page, dict):
            yield from _collect_pages(page)
        else:
            yield page
