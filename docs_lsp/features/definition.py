"""Definitions: the page of an entry, the operation of an endpoint, or a file.

In a page also the snippet or the export behind a name, and the key of a variable.
"""

from __future__ import annotations

from docs_lsp.core.text import Encoding, Span, Text
from docs_lsp.features._locations import (
    find_shared_at_cursor,
    place_of,
    reference_at_cursor,
    resolver_of,
)
from docs_lsp.features._view import View
from docs_lsp.features.to_lsp import Json, range_of
from docs_lsp.site.references.shared_places import (
    definition_of,
)


def definition(
    view: View, file: str, offset: int, encoding: Encoding, *, takes_links: bool
) -> list[Json]:
    """Return the answer to `textDocument/definition`, as `LocationLink`s with `takes_links`.

    An operation that several specifications define is returned for all of them. If the reference
    goes through redirects, the page comes before the redirects.
    """
    resolver = resolver_of(view)
    reference = reference_at_cursor(view, resolver, file, offset)
    if reference is None:
        shared = find_shared_at_cursor(view, file, offset)
        declaration = definition_of(shared.shared, view.site, view.files) if shared else None
        span, places = shared.span if shared else Span(0, 0), [declaration]
    else:
        span, places = reference.span, [place_of(view, one) for one in resolver.resolve(reference)]
    origin = range_of(view.text(file), span, encoding)
    return [
        _link(view, *place, origin, encoding) if takes_links else _location(view, *place, encoding)
        for place in places
        if place is not None
    ]


def _location(view: View, file: str, span: Span, encoding: Encoding) -> Json:
    return {"uri": view.uri(file), "range": range_of(view.text(file), span, encoding)}


def _link(view: View, file: str, span: Span, origin: Json, encoding: Encoding) -> Json:
    text = view.text(file)
    return {
        "originSelectionRange": origin,
        "targetUri": view.uri(file),
        "targetRange": range_of(text, _lines(text, span), encoding),
        "targetSelectionRange": range_of(text, span, encoding),
    }


def _lines(text: Text, span: Span) -> Span:
    """Return the span of the whole lines that a span touches."""
    first, last = text.line_at(span.start), text.line_at(span.end)
    return Span(text.line_start(first), text.line_span(last).end)
