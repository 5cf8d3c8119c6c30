"""Inlay hints in docs.json, for its visible part.

Page entries get titles, unless the path says as much already, and endpoints summaries. The title of
an element gets the `openapi` or `directory` that it inherits, if that has an effect, and a note if
it is the default language or version without being marked.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from docs_lsp.core.text import Encoding, Span, Text
from docs_lsp.features._view import View
from docs_lsp.features.inlay_hints.hints import (
    Hint,
    HintRange,
    find_key_hint_offset,
    iter_element_hints,
    iter_entry_hints,
)
from docs_lsp.features.to_lsp import Json
from docs_lsp.jsontree.document import Document
from docs_lsp.site.navigation.walk import Placed

__all__ = ["answer_inlay_hints", "resolve_hint_tooltip"]

_MOST, _FARTHEST = 5000, 1 << 19
"""The maximum number of hints, and of bytes they cover.

Some clients ask for a whole file at once, and few files are as large as that.
"""


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
    sight = HintRange(document.text.data, file, span)
    for placed in site.navigator.find_objects_in_range(file, span):
        if placed.element.kind is None:
            continue
        for hint in _iter_object_hints(placed, view, sight):
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
