"""Definitions: the page of an entry, the operation of an endpoint, or a file.

In a page also the snippet or the export behind a name, and the key of a variable.
"""

from __future__ import annotations

from docs_lsp.core.text import Encoding, Span, Text
from docs_lsp.features._locations import (
    build_location,
    build_resolver,
    find_reference_in_file,
    find_shared_in_file,
    find_target_location,
)
from docs_lsp.features._view import View
from docs_lsp.features.to_lsp import Json, build_range
from docs_lsp.site.references.shared_names import locate_definition
from docs_lsp.site.routes.redirect_card import LocatedRedirect


def answer_definition(
    view: View, file: str, offset: int, encoding: Encoding, *, takes_links: bool
) -> list[Json]:
    """Return the answer to `textDocument/definition`, as `LocationLink`s with `takes_links`.

    An operation that several specifications define is returned for all of them. If the reference
    goes through redirects, the page comes before the redirects.
    """
    return _answer_targets(view, file, offset, encoding, (), takes_links=takes_links)


def answer_implementation(
    view: View, file: str, offset: int, encoding: Encoding, *, takes_links: bool
) -> list[Json]:
    """Return the answer to `textDocument/implementation`: what a string becomes for readers.

    That is the operation of an endpoint, the page at the end of redirects, the file of a snippet or
    a `$ref`.
    """
    return _answer_targets(view, file, offset, encoding, LocatedRedirect, takes_links=takes_links)


def _answer_targets(
    view: View,
    file: str,
    offset: int,
    encoding: Encoding,
    without: type | tuple[()],
    *,
    takes_links: bool,
) -> list[Json]:
    """Return the places of what is named at an offset, but for targets of some type."""
    resolver = build_resolver(view)
    reference = find_reference_in_file(view, file, offset)
    if reference is None:
        shared = find_shared_in_file(view, file, offset)
        declaration = locate_definition(shared.shared, view.site, view.files) if shared else None
        span, places = shared.span if shared else Span(0, 0), [declaration]
    else:
        targets = [one for one in resolver.resolve(reference) if not isinstance(one, without)]
        span, places = reference.span, [find_target_location(view, one) for one in targets]
    origin = build_range(view.text(file), span, encoding)
    return [
        _build_location_link(view, *place, origin, encoding)
        if takes_links
        else build_location(view, *place, encoding)
        for place in places
        if place is not None
    ]


def _build_location_link(
    view: View, file: str, span: Span, origin: Json, encoding: Encoding
) -> Json:
    text = view.text(file)
    return {
        "originSelectionRange": origin,
        "targetUri": view.uri(file),
        "targetRange": build_range(text, _expand_to_lines(text, span), encoding),
        "targetSelectionRange": build_range(text, span, encoding),
    }


def _expand_to_lines(text: Text, span: Span) -> Span:
    """Return the span of the whole lines that a span touches."""
    first, last = text.find_line_number(span.start), text.find_line_number(span.end)
    return Span(text.get_line_start(first), text.get_line_span(last).end)
