"""Converts the navigation of a mint.json to the tree that docs.json has.

In a mint.json the navigation was one list of groups. A page belonged to the tab or anchor whose
folder held it, and a group to the version it named, or else to all versions.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from docs_lsp.refactor.convert.older_groups import (
    JsonObject,
    convert_items,
    find_folder_index,
    iter_group_versions,
    select_version_groups,
)
from docs_lsp.refactor.convert.older_sections import Section, Sections, parse_sections
from docs_lsp.schema.model_languages import LANGUAGE_NAMES

NAVIGATION_KEYS = frozenset(
    ("navigation", "tabs", "primaryTab", "anchors", "topAnchor", "versions", "languages")
)


class _Version(NamedTuple):
    """A version of the older list, or one that only a group or a tab names."""

    name: str
    url: str = ""
    locale: str = ""
    is_default: bool = False


def convert_navigation(
    old: Mapping[str, Any], has_page: Callable[[str], bool], notes: list[str]
) -> object:
    """Return the navigation in the current format, with all listed pages; notes each loss.

    `has_page` decides whether the path of a tab or an anchor without content is a page.
    """
    given = old.get("navigation")
    if isinstance(given, dict):
        return _add_older_links(given, old, notes)
    if "languages" in old:
        notes.append("`languages` was dropped: a mint.json uses `versions` with `locale` instead.")
    groups = convert_items(given, notes)
    sections = Sections(old, has_page, notes)
    declared = _parse_versions(old.get("versions"), notes)
    named = dict.fromkeys(
        (*iter_group_versions(groups), *(one.version for one in sections.all if one.version))
    )
    links = [one for one in declared if one.url and one.name not in named]
    names = dict.fromkeys((*(one.name for one in declared), *named))
    if len(links) == len(names):
        navigation = sections.build_content([*select_version_groups(groups, None, bool)], None)
    else:
        known = {one.name: one for one in declared}
        versions = [known.get(name) or _Version(name) for name in names]
        navigation = _build_versions(versions, links, groups, sections, notes)
        links = []
    navigation |= sections.build_external_anchors(None)
    if links:
        elements = [{"version": one.name, "href": one.url} for one in links]
        navigation["global"] = {"versions": elements, **navigation.get("global", {})}
    sections.note_unused_sections()
    return navigation


def _add_older_links(given: JsonObject, old: Mapping[str, Any], notes: list[str]) -> JsonObject:
    """Return a current navigation, with older anchors if all are links; notes each loss."""
    member_notes: list[str] = []
    anchors = parse_sections("anchor", old.get("anchors"), member_notes)
    takes_links = (
        bool(anchors) and all(anchor.is_external for anchor in anchors) and "global" not in given
    )
    unused = NAVIGATION_KEYS & old.keys() - {"navigation"} - ({"anchors"} if takes_links else set())
    for key in sorted(unused):
        notes.append(f"`{key}` was dropped: `navigation` has the current format already.")
    if not takes_links:
        return given
    notes.extend(member_notes)
    return {**given, "global": {"anchors": [anchor.build_element({}) for anchor in anchors]}}


def _parse_versions(value: object, notes: list[str]) -> list[_Version]:
    """Parse the declared versions, each name once; adds notes for the rest."""
    versions: dict[str, _Version] = {}
    for entry in value if isinstance(value, list) else [] if value is None else [value]:
        given = entry if isinstance(entry, dict) else {"name": entry}
        name = given.get("name") or given.get("version") or given.get("locale")
        if not isinstance(name, str):
            notes.append(
                f"`{json.dumps(entry)}` in `versions` was dropped: a version needs a name."
            )
            continue
        url, locale = given.get("url"), given.get("locale")
        for key in sorted(given.keys() - {"name", "version", "url", "locale", "default"}):
            notes.append(f"`{key}` of version `{name}` was dropped: docs.json has no such key.")
        versions[name] = _Version(
            name,
            url if isinstance(url, str) else "",
            locale if isinstance(locale, str) else "",
            given.get("default") is True,
        )
    return [*versions.values()]


def _build_versions(
    versions: list[_Version],
    links: list[_Version],
    groups: list[JsonObject],
    sections: Sections,
    notes: list[str],
) -> JsonObject:
    """Build `versions` with their groups, or `languages` if each has a locale; notes each loss."""
    locales = {one.locale for one in versions if one.locale in LANGUAGE_NAMES}
    are_languages = len(locales) == len(versions)
    elements = []
    for one in versions:
        head: JsonObject = {"language": one.locale} if are_languages else {"version": one.name}
        if one.locale and not are_languages:
            notes.append(
                f"The locale `{one.locale}` of version `{one.name}` was dropped: not every "
                "version has one."
            )
        if one.is_default:
            head["default"] = True
        if one in links:
            elements.append({**head, "href": one.url})
            continue
        if one.url:
            notes.append(f"The `url` of version `{one.name}` was dropped: it has pages.")
        own = _select_groups(groups, one.name, sections.all)
        content = sections.build_content(own, one.name)
        elements.append({**head, **sections.build_external_anchors(one.name), **content})
    return {"languages" if are_languages else "versions": elements}


def _select_groups(
    groups: Iterable[JsonObject], version: str, sections: Iterable[Section]
) -> list[JsonObject]:
    """Return the groups of a version, without pages in folders of other versions' tabs and anchors.

    Such pages are included if no other page would remain.
    """
    bound = [one for one in sections if one.version is not None]
    own = [one.url for one in bound if one.version == version]
    others = [one.url for one in bound]

    def is_shared(page: str) -> bool:
        return find_folder_index(page, others) is None or find_folder_index(page, own) is not None

    selected = [*select_version_groups(groups, version, is_shared)]
    return selected or [*select_version_groups(groups, version, bool)]
