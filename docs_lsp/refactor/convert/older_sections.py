"""Converts the tabs and anchors of a mint.json, which group pages by their folders."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.refactor.convert.older_groups import (
    USUAL_NAME,
    JsonObject,
    convert_icon,
    distribute_groups,
    find_folder_index,
    note_dropped_member,
)
from docs_lsp.schema.model import get_element_record
from docs_lsp.schema.model_parts import COLOUR_PAIR
from docs_lsp.schema.shape import is_json_valid_for

_ELSEWHERE = compile_lazily(r"[A-Za-z][A-Za-z0-9+.-]*:|//")
_KNOWN = frozenset(
    ("name", "url", "version", "icon", "iconType", "color", "isDefaultHidden", "openapi")
)


class Section(NamedTuple):
    """A tab or an anchor, and the folder of its pages."""

    head: JsonObject
    """Its members in the current format, without the content."""
    url: str
    version: str | None

    @property
    def is_external(self) -> bool:
        """Whether the section is a link to another site."""
        return bool(_ELSEWHERE.match(self.url))

    def is_in_version(self, version: str | None) -> bool:
        """Return whether a version shows the section; None means a site without versions."""
        return version is None or self.version is None or self.version == version

    def build_element(self, content: Mapping[str, object]) -> JsonObject:
        """Build the element in the current format; without content or API it becomes a link."""
        if content or ("openapi" in self.head and not self.is_external):
            return {**self.head, **content}
        return {**self.head, "href": self.url if self.is_external else f"/{self.url.strip('/')}"}


def _parse_section(kind: str, old: Mapping[str, Any], notes: list[str]) -> Section:
    """Parse a tab or an anchor; adds a note for each member that is dropped."""
    url = str(old.get("url") or "").strip()
    name = str(old.get("name") or url.strip("/") or USUAL_NAME)
    place = f"{kind} `{name}`"
    head: JsonObject = {kind: name, **convert_icon(old, place, notes)}
    colour = old.get("color")
    if isinstance(colour, dict) and "from" in colour:
        notes.append(f"The gradient of {place} was replaced by its first color.")
        colour = colour["from"]
    if colour is not None:
        pair = {"light": colour, "dark": colour}
        if kind == "anchor" and is_json_valid_for(COLOUR_PAIR, json.dumps(pair)):
            head["color"] = pair
        else:
            note_dropped_member("color", place, notes, is_known=kind == "anchor")
    hidden = old.get("isDefaultHidden")
    if hidden is True:
        head["hidden"] = True
    elif hidden not in (None, False):
        note_dropped_member("isDefaultHidden", place, notes, is_known=True)
    if old.get("openapi"):
        folder = "" if _ELSEWHERE.match(url) else url.strip("/")
        openapi = _add_page_directory(old["openapi"], folder)
        if is_json_valid_for(
            get_element_record(kind).properties["openapi"].type, json.dumps(openapi)
        ):
            head["openapi"] = openapi
        else:
            note_dropped_member("openapi", place, notes, is_known=True)
    for key in sorted(old.keys() - _KNOWN):
        note_dropped_member(key, place, notes, is_known=False)
    version = old.get("version")
    return Section(head, url, str(version) if version else None)


def _add_page_directory(openapi: object, folder: str) -> object:
    """Return `openapi` with the folder of its pages for each source; unchanged if that is empty."""
    if isinstance(openapi, list):
        return [_add_page_directory(item, folder) for item in openapi]
    return {"source": openapi, "directory": folder} if folder else openapi


def parse_sections(kind: str, value: object, notes: list[str]) -> list[Section]:
    """Parse the tabs or anchors of a list; adds a note for each item that is not an object."""
    entries = value if isinstance(value, list) else [] if value is None else [value]
    for entry in entries:
        if not isinstance(entry, dict):
            notes.append(f"`{json.dumps(entry)}` in `{kind}s` was dropped: it is not an object.")
    return [_parse_section(kind, entry, notes) for entry in entries if isinstance(entry, dict)]


class Sections:
    """The tabs and anchors of a mint.json, which build the navigation from groups."""

    def __init__(
        self, old: Mapping[str, Any], has_page: Callable[[str], bool], notes: list[str]
    ) -> None:
        """Parse the tabs and anchors of a mint.json; `notes` collects what is dropped."""
        self._has_page = has_page
        self._notes = notes
        self.tabs = parse_sections("tab", old.get("tabs"), notes)
        self.anchors = parse_sections("anchor", old.get("anchors"), notes)
        self._first_tab = _parse_first("tab", old.get("primaryTab"), {}, notes)
        self._first_anchor = _parse_first(
            "anchor", old.get("topAnchor"), {"icon": "book-open"}, notes
        )
        self._given = {key for key in ("primaryTab", "topAnchor") if old.get(key)}
        self._used: set[str] = set()

    @property
    def all(self) -> list[Section]:
        """The tabs and anchors in order."""
        return [*self.tabs, *self.anchors]

    def build_external_anchors(self, version: str | None) -> JsonObject:
        """Build `global` with the external anchors of just this version; empty if it has none."""
        links = [
            anchor.build_element({})
            for anchor in self.anchors
            if anchor.is_external and anchor.version == version
        ]
        return {"global": {"anchors": links}} if links else {}

    def note_unused_sections(self) -> None:
        """Add a note if `primaryTab` or `topAnchor` has become no element; call this last."""
        for key in sorted(self._given - self._used):
            self._notes.append(f"`{key}` was dropped: no page belongs to it.")

    def build_content(self, groups: Sequence[JsonObject], version: str | None) -> JsonObject:
        """Distribute groups over the tabs and anchors of a version, and return these as members."""
        tabs = [tab for tab in self.tabs if tab.is_in_version(version)]
        anchors = [
            one for one in self.anchors if one.is_in_version(version) and not one.is_external
        ]
        if not tabs:
            content = self._build_anchors(groups, anchors)
            self._wrap_in_first_anchor([content])
            return content
        urls = [tab.url for tab in tabs]
        rest, shares = distribute_groups(groups, urls)
        placed = {number for own in (rest, *shares) for number in _find_used_anchors(own, anchors)}

        def find_shown(own: Sequence[JsonObject], home: int | None) -> list[Section]:
            """Return the anchors for some groups: those they use, and unused ones of the folder."""
            used = set(_find_used_anchors(own, anchors))
            return [
                anchor
                for number, anchor in enumerate(anchors)
                if number in used
                or (number not in placed and find_folder_index(anchor.url, urls) == home)
            ]

        elements: list[JsonObject] = []
        shown = find_shown(rest, None)
        if rest or shown:
            self._used.add("primaryTab")
            elements.append(self._first_tab.build_element(self._build_anchors(rest, shown)))
        name = self._first_tab.head["tab"] if elements else None
        for number, (tab, own) in enumerate(zip(tabs, shares, strict=True)):
            shown = find_shown(own, number)
            content = self._build_anchors(own, shown) if own or shown else {}
            # The first tab under another name is not repeated.
            if content or "openapi" in tab.head or tab.head["tab"] != name:
                elements.extend(self._build_elements(tab, content))
        self._wrap_in_first_anchor(elements)
        return {"tabs": elements} if elements else {"groups": []}

    def _wrap_in_first_anchor(self, elements: Sequence[JsonObject]) -> None:
        """Move the first `groups` of the elements into `topAnchor`, if it and other anchors exist.

        It was shown above anchors that are links, too.
        """
        name = self._first_anchor.head["anchor"]
        if "topAnchor" in self._given and self.anchors:
            inner = [anchor for element in elements for anchor in element.get("anchors", ())]
            for element in elements:
                if element.get("groups") and not any(one["anchor"] == name for one in inner):
                    element["anchors"] = [self._build_first_anchor(element.pop("groups"))]
                    break

    def _build_anchors(self, groups: Sequence[JsonObject], shown: list[Section]) -> JsonObject:
        """Return `anchors` with the groups distributed over them; `groups` if none is shown."""
        if not shown:
            return {"groups": list(groups)}
        rest, shares = distribute_groups(groups, [anchor.url for anchor in shown])
        elements = [
            made
            for anchor, own in zip(shown, shares, strict=True)
            for made in self._build_elements(anchor, {"groups": own} if own else {})
        ]
        if rest:
            elements.insert(0, self._build_first_anchor(rest))
        return {"anchors": elements} if elements else {"groups": []}

    def _build_elements(
        self, section: Section, content: Mapping[str, object]
    ) -> Iterator[JsonObject]:
        """Yield the element of a section; nothing, with a note, for a link to no page."""
        made = section.build_element(content)
        if "href" in made and not section.is_external and not self._has_page(section.url):
            kind = next(iter(made))
            self._notes.append(
                f"The {kind} `{made[kind]}` was dropped: no page is listed in its folder, and "
                f"`{made['href']}` is not a page."
            )
        else:
            yield made

    def _build_first_anchor(self, groups: Sequence[JsonObject]) -> JsonObject:
        """Build the first anchor with some groups, and record that it is used."""
        self._used.add("topAnchor")
        return self._first_anchor.build_element({"groups": list(groups)})


def _parse_first(kind: str, old: object, usual: Mapping[str, object], notes: list[str]) -> Section:
    """Parse the tab or anchor for pages of no other one, with `usual` members if it has none."""
    given = old if isinstance(old, dict) else {}
    return _parse_section(kind, {"name": USUAL_NAME, **usual, **given}, notes)


def _find_used_anchors(groups: Sequence[JsonObject], anchors: list[Section]) -> Iterator[int]:
    """Yield the indexes of the anchors whose folders hold pages of the groups."""
    _, shares = distribute_groups(groups, [anchor.url for anchor in anchors])
    return (number for number, own in enumerate(shares) if own)
