"""Inlay hints in docs.json, for its visible part.

Page entries get titles, unless the path says as much already, and endpoints summaries. The title of
an element gets the `openapi` or `directory` that it inherits, if that has an effect, and a note if
it is the default language or version without being marked.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from typing import NamedTuple

from docs_lsp.core.text import Encoding, Span, Text
from docs_lsp.features._prose import shorten_text
from docs_lsp.features._view import View
from docs_lsp.features.to_lsp import Json
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.nodes import Array, Node, String
from docs_lsp.settings.settings import INLAY_HINTS
from docs_lsp.site.navigation.origins import find_origin, get_title
from docs_lsp.site.navigation.walk import Placed
from docs_lsp.site.specifications.endpoints import Endpoint, parse_endpoint_entry
from docs_lsp.site.specifications.facts import SiteFacts
from docs_lsp.site.specifications.named_operation import find_listed_operation
from docs_lsp.site.summaries.page_titles import (
    find_page_of_entry,
    get_page_title,
    is_title_implied_by_path,
)

_MOST, _FARTHEST = 5000, 1 << 19
"""The maximum number of hints, and of bytes they cover.

Some clients ask for a whole file at once, and few files are as large as that.
"""
_TITLES, _SUMMARIES, _INHERITED, _DEFAULTS = "titles", "summaries", "inherited", "defaults"
assert {_TITLES, _SUMMARIES, _INHERITED, _DEFAULTS} == INLAY_HINTS
_LONGEST = 60
_LONGEST_TOOLTIP = 400


def answer_inlay_hints(
    view: View, file: str, span: Span, encoding: Encoding, *, resolves: bool = False
) -> list[Json]:
    """Return the answer to `textDocument/inlayHint` for a range of byte offsets.

    With `resolves`, tooltips are left to `resolve_hint_tooltip`.
    """
    seen = Span(span.start, min(span.end, span.start + _FARTHEST))
    data = {"uri": view.uri(file), "file": file, "version": view.versions.get(file)}
    text = view.text(file)
    return [
        _build_lsp_hint(hint, text, encoding, data if resolves else None)
        for hint in islice(_iter_hints_in_range(view, file, seen), _MOST)
    ]


def resolve_hint_tooltip(view: View, data: Json) -> str | None:
    """Return the tooltip of a hint made with this `data`, or None if it is outdated."""
    match data:
        case {"file": str(file), "at": int(at), "kind": kind, "version": version}:
            if view.versions.get(file) == version:
                # A hint follows a quote and a comma, which may be behind a broken object.
                hints = _iter_hints_in_range(view, file, Span(max(at - 2, 0), at))
                same = (hint for hint in hints if (hint.at, hint.kind) == (at, kind))
                return next((hint.tooltip() for hint in same), None)
    return None


def _iter_hints_in_range(view: View, file: str, span: Span) -> Iterator[Hint]:
    """Yield the hints in a byte range, in no particular order."""
    site = view.site
    document = site.parts.get(file)
    if not isinstance(document, Document) or not site.is_service_site:
        return
    seen: set[tuple[int, str]] = set()
    hint_range = HintRange(document.text.data, file, span)
    for placed in site.navigator.find_objects_in_range(file, span):
        if placed.element.kind is None:
            continue
        for hint in _iter_object_hints(placed, view, hint_range):
            # An object that several `$ref`s include gets the hints of the first one only.
            if hint[:2] not in seen and hint.kind in site.settings.inlay_hints:
                seen.add(hint[:2])
                yield hint


def _iter_object_hints(placed: Placed, view: View, hint_range: HintRange) -> Iterator[Hint]:
    kind = placed.element.kind
    at = find_key_hint_offset(placed, kind.title, hint_range) if kind and kind.title else None
    if at is not None:
        yield from iter_element_hints(placed, at)
    yield from iter_entry_hints(placed, view, hint_range)


def _build_lsp_hint(hint: Hint, text: Text, encoding: Encoding, data: Json | None) -> Json:
    line, character = text.to_position(hint.at, encoding)
    shape: Json = {
        "position": {"line": line, "character": character},
        "label": hint.label,
        "paddingLeft": True,
    }
    if data is None:
        return {**shape, "tooltip": hint.tooltip()}
    return {**shape, "data": {**data, "at": hint.at, "kind": hint.kind}}


class Hint(NamedTuple):
    """A text to be shown, and its position."""

    at: int
    """The absolute byte offset that the text is shown before."""
    kind: str
    label: str
    tooltip: Callable[[], str]
    """Returns the plain text shown when the pointer rests on the hint; computed on demand."""


class HintRange(NamedTuple):
    """The range of a file for which hints are wanted."""

    data: bytes
    file: str
    span: Span

    def find_hint_offset(self, value: Node | None, start: int) -> int | None:
        """Return the offset of a hint after the string at `start`; None if unfinished or outside.

        It is a byte offset, after the comma if one follows.
        """
        if type(value) is not String or not value.clean:
            return None
        end = start + value.size
        at = end + 1 if self.data[end : end + 1] == b"," else end
        return at if self.span.start <= at <= self.span.end else None


def iter_entry_hints(placed: Placed, view: View, hint_range: HintRange) -> Iterator[Hint]:
    """Yield the hints at an element's pages and endpoints in a range."""
    facts = view.site.facts
    if facts is not None:
        for entry, at in (
            *_find_visible_root(placed, hint_range),
            *_find_visible_entries(placed, hint_range),
        ):
            yield from _iter_entry_hint(entry, at, placed, view, facts)


def _find_visible_root(placed: Placed, hint_range: HintRange) -> Iterator[tuple[str, int]]:
    """Yield the `root` of an element and the offset of its hint, if that is in the range."""
    root = placed.element.find_root_entry()
    at = find_key_hint_offset(placed, "root", hint_range)
    if root is not None and at is not None:
        yield root.text, at


def find_key_hint_offset(placed: Placed, key: str, hint_range: HintRange) -> int | None:
    """Return the offset of a hint after a key's string; None if missing or outside the range."""
    element = placed.element
    value, layer = element.get(key), element.find_layer(key)
    if value is None or element.resolved.layers[layer].file != hint_range.file:
        return None
    return hint_range.find_hint_offset(
        value, placed.starts[layer] + element.get_layer_node(layer).get_value_span(key).start
    )


def _find_visible_entries(placed: Placed, hint_range: HintRange) -> Iterator[tuple[str, int]]:
    """Yield the strings in `pages` that are in the range, each with the offset of its hint."""
    located = placed.find_value("pages")
    if located is None:
        return
    file, at, pages = located
    if file != hint_range.file or not isinstance(pages, Array):
        return
    first = bisect_left(pages.starts, hint_range.span.start - at)
    for index in range(max(first - 1, 0), len(pages.items)):
        start, item = at + pages.starts[index], pages.items[index]
        if start > hint_range.span.end:
            break
        behind = hint_range.find_hint_offset(item, start)
        if isinstance(item, String) and behind is not None:
            yield item.value, behind


def _iter_entry_hint(
    entry: str, at: int, placed: Placed, view: View, facts: SiteFacts
) -> Iterator[Hint]:
    """Yield the hint at an entry, if its title or summary is known and not implied by its path."""
    page = find_page_of_entry(entry, facts.pages)
    if page is None:
        endpoint = parse_endpoint_entry(entry) if " " in entry else None
        if isinstance(endpoint, Endpoint):
            yield from _iter_summary_hint(endpoint, at, placed, facts)
        return
    title = get_page_title(page, facts, view.site.contents)
    if title and not is_title_implied_by_path(page.page, title):
        content = (view.site.contents or {})[page.file]
        tooltip = partial(
            _render_tooltip, title, lambda: content.fields.get("description"), page.file
        )
        yield Hint(at, _TITLES, shorten_text(title, _LONGEST), tooltip)


def _iter_summary_hint(
    endpoint: Endpoint, at: int, placed: Placed, facts: SiteFacts
) -> Iterator[Hint]:
    """Yield the hint with the summary of an endpoint, if its operation is known and has one."""
    match = find_listed_operation(endpoint, placed.element.inner.openapi, facts)
    summary = " ".join((match.operation.summary or "").split()) if match else ""
    if match and summary:
        operation, spec = match.operation, match.spec
        source = f"{operation} in {spec.file}"
        tooltip = partial(_render_tooltip, summary, lambda: operation.description, source)
        yield Hint(at, _SUMMARIES, shorten_text(summary, _LONGEST), tooltip)


def _render_tooltip(title: str, get_description: Callable[[], object], source: str) -> str:
    """Return the tooltip of a page or an endpoint."""
    text = get_description()
    first = text.strip().split("\n\n")[0] if isinstance(text, str) else ""
    parts = (shorten_text(part, _LONGEST_TOOLTIP) for part in (title, first, source))
    return "\n\n".join(filter(None, parts))


def iter_element_hints(placed: Placed, at: int) -> Iterator[Hint]:
    """Yield the hints at an absolute byte offset after the title of an element."""
    yield from _build_inherited_hint(placed, at)
    yield from _build_default_hint(placed, at)


def _build_inherited_hint(placed: Placed, at: int) -> Iterator[Hint]:
    """Yield the hint with the keys that an element inherits and uses, if there are any."""
    element, context = placed.element, placed.element.context
    used = {}
    if context.openapi and not element.has("openapi") and _lists_inherited_endpoint(placed):
        used["openapi"] = ", ".join(context.openapi)
    listing = context.directory or "none"
    if listing != "none" and element.has("root") and not element.has("directory"):
        used["directory"] = listing
    if used:
        pairs = [f"{key}: {value}" for key, value in used.items()]
        tooltip = partial(_describe_origins, placed, tuple(used))
        yield Hint(at, _INHERITED, shorten_text(", ".join(pairs), _LONGEST), tooltip)


def _describe_origins(placed: Placed, keys: tuple[str, ...]) -> str:
    """Return a sentence for each key that names the element it is inherited from."""
    lines = []
    for key in keys:
        origin = find_origin(placed.around, key)
        element = origin.placed.element if origin else None
        if origin and element and element.kind:
            where = f"{element.kind.label} {get_title(element)}".strip()
            sentence = f"{key}: {', '.join(origin.values)}, inherited from the {where}."
            lines.append(shorten_text(sentence, _LONGEST_TOOLTIP))
    return "\n\n".join(lines)


def _lists_inherited_endpoint(placed: Placed) -> bool:
    """Return whether an element lists an endpoint that refers to an inherited specification."""
    endpoints = (parse_endpoint_entry(text) for text in placed.element.listed if " " in text)
    return any(isinstance(endpoint, Endpoint) and endpoint.spec is None for endpoint in endpoints)


def _build_default_hint(placed: Placed, at: int) -> Iterator[Hint]:
    """Yield the hint at a language or version that is the default only because it comes first."""
    key, around = placed.key, placed.around
    if key not in ("languages", "versions") or around is None:
        return
    siblings = list(around.element.list_children(key))
    if len(siblings) < 2 or not all(sibling.resolved.known for sibling in siblings):
        return
    first = siblings[0]
    is_first = first.get_layer_node(0) is placed.element.get_layer_node(0)
    is_marked = any(
        sibling.has("default") and sibling.get_flag("default") is not False for sibling in siblings
    )
    if is_first and not is_marked and not first.get_flag("hidden"):
        why = f"No {key.removesuffix('s')} has default: true, so readers land in the first one."
        yield Hint(at, _DEFAULTS, "default", lambda: why)
