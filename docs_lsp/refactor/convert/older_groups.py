"""The groups of a mint.json, with the keys of today and shared out by folders."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.schema.model import element
from docs_lsp.schema.model_parts import ICON
from docs_lsp.schema.shape import fits

USUAL_NAME = "Documentation"
_NO_PATH = compile_lazily(r"[A-Za-z][A-Za-z0-9+.-]*:|//|[A-Z]+ /")
"""A link that leads off the site, or an operation: no folder is theirs."""
JsonObject: TypeAlias = dict[str, Any]


def convert_items(value: object, notes: list[str]) -> list[JsonObject]:
    """The items of the old list as groups; a page that is in no group makes one."""
    groups = []
    for item in value if isinstance(value, list) else ():
        if isinstance(item, dict):
            groups.append(_convert_group(item, notes))
        elif isinstance(item, str) and item:
            groups.append({"group": USUAL_NAME, "pages": [item]})
        else:
            notes.append(
                f"`{json.dumps(item)}` in `navigation` was not kept: it is no page and no group."
            )
    if not isinstance(value, list):
        notes.append("`navigation` was not kept: it is no array of groups.")
    return groups


def _convert_group(old: Mapping[str, Any], notes: list[str]) -> JsonObject:
    """A group with the keys of today, and the version that it named."""
    title = str(old.get("group") or USUAL_NAME)
    place = f"group `{title}`"
    if not old.get("group"):
        notes.append(f"A group has no title, which docs.json needs: it is `{title}` for now.")
    members: JsonObject = {"group": title, **convert_icon(old, place, notes)}
    properties = element("group").properties
    for key, value in old.items():
        if key in ("group", "pages", "version", "icon", "iconType"):
            continue
        if key in properties and fits(properties[key].type, json.dumps(value)):
            members[key] = value
        else:
            note_member(key, place, notes, is_known=key in properties)
    version = old.get("version")
    if isinstance(version, str):
        members["version"] = version
    elif version is not None:
        note_member("version", place, notes, is_known=True)
    pages: list[object] = []
    entries = old.get("pages", [])
    for page in entries if isinstance(entries, list) else [entries]:
        if isinstance(page, dict):
            pages.append(_convert_group(page, notes))
        elif isinstance(page, str) and page:
            pages.append(page)
        else:
            notes.append(
                f"`{json.dumps(page)}` in {place} was not kept: it is no page and no group."
            )
    return {**members, "pages": pages}


def convert_icon(old: Mapping[str, Any], place: str, notes: list[str]) -> JsonObject:
    """The member `icon`, with the style that had a key of its own."""
    icon, style = old.get("icon"), old.get("iconType")
    if icon and style and fits(ICON, json.dumps({"name": icon, "style": style})):
        return {"icon": {"name": icon, "style": style}}
    if style is not None:
        note_member("iconType", place, notes, is_known=True)
    if icon and fits(ICON, json.dumps(icon)):
        return {"icon": icon}
    if icon:
        note_member("icon", place, notes, is_known=True)
    return {}


def note_member(key: str, place: str, notes: list[str], *, is_known: bool) -> None:
    """Note that a member of an element was left out; `is_known` if only its value is at fault."""
    why = f"its value does not fit `{key}`" if is_known else "docs.json has no such key"
    notes.append(f"`{key}` of {place} was not kept: {why}.")


def find_versions(groups: Iterable[JsonObject]) -> Iterator[str]:
    """The versions that groups name, at any depth."""
    for group in groups:
        if "version" in group:
            yield group["version"]
        yield from find_versions(page for page in group["pages"] if isinstance(page, dict))


def select_version(
    groups: Iterable[JsonObject], version: str | None, is_shared: Callable[[str], bool]
) -> Iterator[JsonObject]:
    """The groups of a version, without that key. `is_shared` says of a page that is in no group
    of the version's own whether the version has it; None selects all."""
    for group in groups:
        own = group.get("version")
        if version is None or own is None or own == version:
            is_kept = is_shared if own is None else _is_any
            pages: list[object] = []
            for page in group["pages"]:
                if isinstance(page, dict):
                    pages.extend(select_version([page], version, is_kept))
                elif is_kept(page):
                    pages.append(page)
            if pages or not group["pages"]:
                members = {key: value for key, value in group.items() if key != "version"}
                yield {**members, "pages": pages}


def _is_any(_: str) -> bool:
    return True


def distribute_groups(
    groups: Iterable[JsonObject], urls: list[str]
) -> tuple[list[JsonObject], list[list[JsonObject]]]:
    """The groups in none of some folders, and those of each; a group with pages in several is
    split."""
    rest: list[JsonObject] = []
    shares: list[list[JsonObject]] = [[] for _ in urls]
    for group in groups:
        first = next(_collect_pages(group), None)
        home = None if first is None else find_home(first, urls)
        for number, part in _split_group(group, urls, home).items():
            (rest if number is None else shares[number]).append(part)
    return rest, shares


def find_home(page: str, urls: list[str]) -> int | None:
    """The number of the innermost folder that a page is in; `/` is around all."""
    path = f"{page.strip('/')}/"
    fitting = [
        (len(url.strip("/")), -number)
        for number, url in enumerate(urls)
        if url and not _NO_PATH.match(url) and (url == "/" or path.startswith(f"{url.strip('/')}/"))
    ]
    return -max(fitting)[1] if fitting else None


def _split_group(
    group: JsonObject, urls: list[str], home: int | None
) -> dict[int | None, JsonObject]:
    """A group as one for each folder; `home` is that of entries without one, which stay with the
    entry before them."""
    pages: dict[int | None, list[object]] = {}
    for page in group["pages"]:
        if isinstance(page, dict):
            for number, part in _split_group(page, urls, home).items():
                pages.setdefault(number, []).append(part)
                home = number
        else:
            home = home if _NO_PATH.match(page) else find_home(page, urls)
            pages.setdefault(home, []).append(page)
    if len(pages) < 2:
        return {next(iter(pages), home): group}
    root = group.get("root")
    owner = find_home(root, urls) if isinstance(root, str) else None
    if owner not in pages:
        owner = next(iter(pages))
    members = {key: value for key, value in group.items() if key != "root"}
    return {
        number: {**(group if number == owner else members), "pages": own}
        for number, own in pages.items()
    }


def _collect_pages(group: JsonObject) -> Iterator[str]:
    for page in group["pages"]:
        if isinstance(page, dict):
            yield from _collect_pages(page)
        else:
            yield page
