"""The navigation of a mint.json as the tree that docs.json has.

There it was one list of groups. A group belonged to a tab or an anchor if its pages lay in its
folder, and to a version if it named it, or else to all of them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from docs_lsp.schema.model_languages import LANGUAGE_NAMES
from docs_lsp.schema.model_parts import COLOUR_PAIR
from docs_lsp.schema.shape import fits

NAVIGATION_KEYS = frozenset(
    ("navigation", "tabs", "primaryTab", "anchors", "topAnchor", "versions", "languages")
)
_USUAL_NAME = "Documentation"
_ELSEWHERE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//")
_Object: TypeAlias = dict[str, Any]


class _Section(NamedTuple):
    """A tab or an anchor, and the folder of its pages."""

    kind: str
    old: _Object

    @property
    def url(self) -> str:
        return str(self.old.get("url") or "")

    @property
    def is_link(self) -> bool:
        """Whether it leads off the site."""
        return bool(_ELSEWHERE.match(self.url))

    @property
    def folder(self) -> str:
        return self.url.strip("/")

    def is_for(self, version: str | None) -> bool:
        own = self.old.get("version")
        return version is None or own is None or own == version

    def element(self, **content: object) -> _Object:
        """It as an element of today."""
        members: _Object = {self.kind: str(self.old.get("name") or self.folder or _USUAL_NAME)}
        icon, colour = self.old.get("icon"), self.old.get("color")
        if isinstance(icon, str) and icon:
            members["icon"] = icon
        pair = {"light": colour, "dark": colour}
        if self.kind == "anchor" and fits(COLOUR_PAIR, json.dumps(pair)):
            members["color"] = pair
        if self.old.get("isDefaultHidden") is True:
            members["hidden"] = True
        return {**members, **content}


def convert_navigation(old: Mapping[str, Any], notes: list[str]) -> object:
    """The navigation of today; each page that was listed is listed."""
    given = old.get("navigation")
    if isinstance(given, dict):
        return _add_older_links(given, old, notes)
    groups = (
        [group for one in given or () for group in _convert_item(one)] if _is_list(given) else []
    )
    sections = _Sections(old)
    names = _version_names(old, groups, sections)
    navigation = (
        _build_versions(old, names, groups, sections) if names else sections.content(groups, None)
    )
    links = [anchor.element(href=anchor.url) for anchor in sections.anchors if anchor.is_link]
    if links:
        navigation["global"] = {"anchors": links}
    return navigation


def _is_list(value: object) -> bool:
    return isinstance(value, list)


def _add_older_links(given: _Object, old: Mapping[str, Any], notes: list[str]) -> _Object:
    """A navigation of today, with the links that stood among the older anchors."""
    anchors = [_Section("anchor", one) for one in _objects(old.get("anchors"))]
    links = [anchor.element(href=anchor.url) for anchor in anchors if anchor.is_link]
    takes_links = bool(links) and len(links) == len(anchors) and "global" not in given
    unused = NAVIGATION_KEYS & old.keys() - {"navigation"} - ({"anchors"} if takes_links else set())
    for key in sorted(unused):
        notes.append(f"`{key}` was not kept: `navigation` has today's form and holds everything.")
    return {**given, "global": {"anchors": links}} if takes_links else given


def _convert_item(one: object) -> Iterator[_Object]:
    """An item of the old list as a group; pages that stand in it alone make one."""
    if isinstance(one, str):
        yield {"group": _USUAL_NAME, "pages": [one]}
    elif isinstance(one, dict):
        yield _convert_group(one)


def _convert_group(old: _Object) -> _Object:
    """A group with the keys of today, and the version that it named."""
    pages: list[object] = []
    for page in old.get("pages") or ():
        if isinstance(page, dict):
            pages.append(_drop_version(_convert_group(page)))
        elif isinstance(page, str):
            pages.append(page)
    dropped = ("iconType", "version", "pages", "group")
    more = {key: value for key, value in old.items() if key not in dropped}
    new_group: _Object = {"group": str(old.get("group") or _USUAL_NAME), **more, "pages": pages}
    if isinstance(old.get("version"), str):
        new_group["version"] = old["version"]
    return new_group


def _drop_version(group: _Object) -> _Object:
    return {key: value for key, value in group.items() if key != "version"}


def _version_names(
    old: Mapping[str, Any], groups: Iterable[_Object], sections: _Sections
) -> list[str]:
    """The versions that are declared, and those that a group names all the same."""
    given = old.get("versions")
    declared = [_name(one) for one in given if _name(one)] if isinstance(given, list) else []
    named = [group["version"] for group in groups if "version" in group]
    tabs = [str(section.old["version"]) for section in sections.all if section.old.get("version")]
    return list(dict.fromkeys((*declared, *named, *tabs)))


def _name(version: object) -> str:
    if isinstance(version, dict):
        return str(version.get("name") or version.get("version") or version.get("locale") or "")
    return version if isinstance(version, str) else ""


def _build_versions(
    old: Mapping[str, Any], names: list[str], groups: list[_Object], sections: _Sections
) -> _Object:
    given = old.get("versions")
    declared = {_name(one): one for one in given} if isinstance(given, list) else {}
    locales = {
        name: one["locale"]
        for name, one in declared.items()
        if isinstance(one, dict) and one.get("locale") in LANGUAGE_NAMES
    }
    are_languages = bool(locales) and len(locales) == len(names)
    elements = []
    for name in names:
        own = [group for group in groups if group.get("version", name) == name]
        one = declared.get(name)
        head: _Object = {"language": locales[name]} if are_languages else {"version": name}
        if isinstance(one, dict) and one.get("default") is True:
            head["default"] = True
        elements.append({**head, **sections.content(own, name)})
    return {"languages" if are_languages else "versions": elements}


class _Sections:
    """The tabs and anchors, which share the groups out among themselves."""

    def __init__(self, old: Mapping[str, Any]) -> None:
        self.tabs = [_Section("tab", one) for one in _objects(old.get("tabs"))]
        self.anchors = [_Section("anchor", one) for one in _objects(old.get("anchors"))]
        primary, top = old.get("primaryTab"), old.get("topAnchor")
        self.primary = primary if isinstance(primary, dict) else {}
        self.top = top if isinstance(top, dict) else {}

    @property
    def all(self) -> list[_Section]:
        return [*self.tabs, *self.anchors]

    def content(self, groups: Sequence[_Object], version: str | None) -> _Object:
        """The content of the navigation, or of one version of it."""
        tabs = [one for one in self.tabs if one.is_for(version)]
        if not tabs:
            return self._build_anchor_content(groups, version)
        rest, shares = _distribute_groups(groups, tabs)
        elements = []
        first = _Section("tab", {"name": _USUAL_NAME, **self.primary})
        if rest:
            elements.append(
                first.element(**self._build_anchor_content(rest, version, all_anchors=True))
            )
        name = first.element()["tab"] if rest else None
        for tab, own in zip(tabs, shares, strict=True):
            content = (
                self._build_anchor_content(own, version) if own else _build_groupless_content(tab)
            )
            element = tab.element(**content)
            is_first = not own and element["tab"] == name and "openapi" not in content
            if not is_first:
                elements.append(element)
        return {"tabs": elements}

    def _build_anchor_content(
        self, groups: Sequence[_Object], version: str | None, *, all_anchors: bool = False
    ) -> _Object:
        anchors = [one for one in self.anchors if one.is_for(version) and not one.is_link]
        rest, shares = _distribute_groups(groups, anchors)
        shown = [
            anchor.element(
                **({"groups": _drop_versions(own)} if own else _build_groupless_content(anchor))
            )
            for anchor, own in zip(anchors, shares, strict=True)
            if own or all_anchors or not self.tabs
        ]
        if not shown:
            return {"groups": _drop_versions(groups)}
        first = _Section("anchor", {"name": _USUAL_NAME, "icon": "book-open", **self.top})
        head = [first.element(groups=_drop_versions(rest))] if rest else []
        return {"anchors": [*head, *shown]}


def _objects(value: object) -> list[_Object]:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def _drop_versions(groups: Iterable[_Object]) -> list[_Object]:
    return [_drop_version(group) for group in groups]


def _build_groupless_content(section: _Section) -> _Object:
    """The content of a section that no group belongs to."""
    openapi = section.old.get("openapi")
    if openapi:
        return {"openapi": openapi}
    url = section.url
    return {"href": url if section.is_link else f"/{section.folder}"}


def _distribute_groups(
    groups: Iterable[_Object], sections: Sequence[_Section]
) -> tuple[list[_Object], list[list[_Object]]]:
    """The groups that belong to none of some sections, and those of each."""
    rest: list[_Object] = []
    shares: list[list[_Object]] = [[] for _ in sections]
    for group in groups:
        page = next(_collect_pages(group), "").strip("/")
        fitting = [
            (len(one.folder), number)
            for number, one in enumerate(sections)
            if one.folder and not one.is_link and f"{page}/".startswith(f"{one.folder}/")
        ]
        home = max(fitting, default=None)
        (rest if home is None else shares[home[1]]).append(group)
    return rest, shares


def _collect_pages(group: _Object) -> Iterator[str]:
    for page in group["pages"]:
        if isinstance(page, dict):
            yield from _collect_pages(page)
        else:
            yield page
