"""Find the navigation element that a declaration of docs-lsp.toml names, and its array."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from docs_lsp.core.text import Span
from docs_lsp.jsontree.cursor import build_pointer_at
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.nodes import Array
from docs_lsp.schema.kinds import CHILD_KEYS, SWITCHED
from docs_lsp.settings.settings import SyncSource
from docs_lsp.site.languages_and_versions import select_default_elements
from docs_lsp.site.navigation.origins import (
    BETWEEN_TITLES,
    is_title_path_match,
    iter_title_path,
    split_titles,
)
from docs_lsp.site.navigation.walk import Placed
from docs_lsp.site.overview import Overview
from docs_lsp.site.sync.wanted_entries import build_key_function, build_missing_target_test


class SyncFault(Exception):
    """Raised for a declaration that cannot be followed; `str` gives a sentence for the writer."""

    index = 0
    """The index of the declaration; `require_sync_result` sets it."""

    def __init__(self, key: str, message: str) -> None:
        """Store the key of the declaration that is wrong, and the sentence."""
        super().__init__(message)
        self.key = key


class SyncedElement(NamedTuple):
    """A navigation element that is kept in sync."""

    placed: Placed
    label: str
    key: str
    """The key of the array."""
    file: str
    at: int
    """The absolute byte offset in the file of the object that has the array, or will have it."""
    key_of: Callable[[str], str | None]
    """A function that gives the key of an entry; None for one from another source."""
    has_no_target: Callable[[str], bool]
    """A predicate for keys whose target no longer exists."""

    @property
    def spot(self) -> tuple[str, Span]:
        """The file and span of its title, or of its first character."""
        kind = self.placed.element.kind
        if kind is not None and kind.title and self.placed.element.has(kind.title):
            return self.placed.locate_spot(self.placed.element.find_value_spot(kind.title))
        return self.placed.file, Span(self.placed.at, self.placed.at + 1)


def require_synced_element(overview: Overview, source: SyncSource) -> SyncedElement:
    """Return the element whose array a declaration syncs.

    Raises `SyncFault` if it names no element or several, or if its array cannot be changed.
    """
    placed = (
        _require_language(overview, source)
        if source.language
        else _require_element(overview, source)
    )
    key = _require_list_key(placed, source)
    file, at = _locate_list(placed, key)
    if placed.element.get_ref_value(key):
        name = _get_name(placed)
        raise SyncFault(
            "element",
            f"The list of `{name}` is in another file. Replace the whole element, "
            "not only its list, by the `$ref`.",
        )
    if placed.element.has(key) and not isinstance(placed.element.get(key), Array):
        raise SyncFault("element", f"`{key}` of `{_get_name(placed)}` is not an array.")
    return SyncedElement(
        placed,
        _get_name(placed),
        key,
        file,
        at,
        build_key_function(overview, source),
        build_missing_target_test(overview, source),
    )


def _locate_list(placed: Placed, key: str) -> tuple[str, int]:
    """Return the file and offset of the object that has an array under a key, or will have it."""
    layers = placed.element.resolved.layers
    layer = placed.element.find_layer(key) if placed.element.has(key) else len(layers) - 1
    return layers[layer].file, placed.starts[layer]


def _require_language(overview: Overview, source: SyncSource) -> Placed:
    """Return the only element of a declared language. Raises `SyncFault`."""
    matches = [
        element
        for element in overview.navigation.elements
        if element.element.record.kind == "language"
        and element.element.get_text("language") == source.language
    ]
    if not matches:
        raise SyncFault(
            "language",
            f"The navigation has no language `{source.language}`. Add it to "
            "`navigation.languages`, or fix the code.",
        )
    if len(matches) > 1:
        raise SyncFault(
            "language",
            f"The navigation has {len(matches)} elements for the language "
            f"`{source.language}`; only one can follow the default language.",
        )
    return matches[0]


def _require_element(overview: Overview, source: SyncSource) -> Placed:
    """Return the only element with a declared title or pointer. Raises `SyncFault`."""
    if source.element.startswith("/"):
        matches = overview.cached(_map_json_pointers).get(source.element, ())
    else:
        matches = overview.cached_for(_find_by_title_path, source.element)
    if len(matches) == 1:
        return matches[0]
    if not matches:
        raise SyncFault(
            "element",
            f"The navigation has no element `{source.element}`. Write its title, "
            "with titles around it if others have the same (`English > Guides`), or its JSON "
            "pointer.",
        )
    raise SyncFault(
        "element",
        f"{len(matches)} elements are called `{source.element}`. "
        f"{_suggest_unambiguous_name(overview, matches[0])}",
    )


def _map_json_pointers(overview: Overview) -> Mapping[str, Sequence[Placed]]:
    pointers: dict[str, list[Placed]] = {}
    for element in overview.navigation.elements:
        pointers.setdefault(_make_json_pointer(overview, element), []).append(element)
    return pointers


def _map_last_titles(overview: Overview) -> Mapping[str, Mapping[Placed, list[str]]]:
    """Map titles to the elements that have them, with the titles around and of each."""
    elements: dict[str, dict[Placed, list[str]]] = {}
    for element in overview.navigation.elements:
        titles = list(iter_title_path(element))
        if titles:
            elements.setdefault(titles[-1], {})[element] = titles
    return elements


def _find_by_title_path(overview: Overview, title: str) -> Sequence[Placed]:
    """Return the elements that a path of titles names; only the preferred ones if several match.

    If several have it, one of the default language and version is preferred, and of these the one
    at the top, or else around the others: so an element that `sync` itself creates, a translation
    or a group within, does not make a declaration ambiguous.
    """
    wanted = split_titles(title)
    candidates = overview.cached(_map_last_titles).get(wanted[-1], {})
    matches = [element for element, titles in candidates.items() if titles == wanted]
    matches = matches or [
        element for element, titles in candidates.items() if is_title_path_match(titles, wanted)
    ]
    if len(matches) > 1:
        default = select_default_elements(overview.navigation.elements)
        matches = [match for match in matches if match in default] or matches
        matches = [
            match for match in matches if list(iter_title_path(match, SWITCHED)) == wanted
        ] or matches
        matches = [
            match for match in matches if all(match in other.list_outward() for other in matches)
        ] or matches
    return matches


def _suggest_unambiguous_name(overview: Overview, first: Placed) -> str:
    """Return a sentence that says how to refer to one of several elements with the same title."""
    title = BETWEEN_TITLES.join(iter_title_path(first))
    if overview.cached_for(_find_by_title_path, title) == [first]:
        return f"Write the titles around it too, such as `{title}`."
    pointer = _make_json_pointer(overview, first)
    return f"Write its JSON pointer{f', such as `{pointer}`' if pointer else ''}."


def _make_json_pointer(overview: Overview, placed: Placed) -> str:
    """Return the JSON pointer of an element; empty if it is not in docs.json itself."""
    part = overview.parts.get(placed.file)
    is_whole = placed.file == overview.name and isinstance(part, Document)
    return build_pointer_at(part, placed.at) if is_whole and isinstance(part, Document) else ""


def _require_list_key(placed: Placed, source: SyncSource) -> str:
    """Return the key of the only list to fill, by default `pages`. Raises `SyncFault`."""
    keys = [key for key in placed.element.content_keys if key in CHILD_KEYS]
    if source.language:
        if len(keys) == 1:
            return keys[0]
        raise SyncFault(
            "language",
            f"`{_get_name(placed)}` lists nothing yet, so its structure is "
            "unknown. Add the language with the quick fix first.",
        )
    if placed.element.accepted_key == "href":
        raise SyncFault(
            "element",
            f"`{_get_name(placed)}` is a link and lists nothing. Remove its `href`, or name "
            "another element.",
        )
    if not keys:
        return "pages"
    if len(keys) == 1 and keys[0] in ("pages", "groups"):
        return keys[0]
    raise SyncFault(
        "element",
        f"`{_get_name(placed)}` contains `{keys[0]}`, but only `pages` and `groups` can "
        "be filled. Name an element in it.",
    )


def _get_name(placed: Placed) -> str:
    """Return the title of an element, or `navigation` if it has none."""
    return next(iter(list(iter_title_path(placed))[-1:]), "navigation")
