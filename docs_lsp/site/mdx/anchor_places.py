"""Find the target of an anchor in a page: the line of a heading, or a component's name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple
from urllib.parse import unquote

from docs_lsp.core.text import Span
from docs_lsp.mdx.reading import read_mdx
from docs_lsp.mdx.syntax import MdxPage
from docs_lsp.site.mdx.anchors import COUNT_SUFFIX, FIELD_PREFIX, anchor_of
from docs_lsp.site.mdx.content import MOST_READ
from docs_lsp.site.mdx.heading_ids import Numbers, id_of_fragment, unify_quotes
from docs_lsp.site.mdx.page_body import anchor_names_in, code_spans_in, headings_in
from docs_lsp.site.pages import letters


class Anchor(NamedTuple):
    """An anchor of a page and its position."""

    name: str
    """The heading ID that the service makes, or the name as it is written in a component."""
    span: Span
    """The heading, or the name in the component."""


def place_of(data: bytes, fragment: str) -> Span | None:
    """Return the position in a page that a fragment refers to, or None.

    A heading with exactly this ID is preferred, then one with the same letters, then a component.
    """
    wanted = unquote(fragment)
    page = read_mdx(data[:MOST_READ])
    headings = list(_headings(data, page))
    meant = {
        letters(one) for one in (wanted, COUNT_SUFFIX.sub("", wanted), FIELD_PREFIX.sub("", wanted))
    }
    meant.discard("")

    def is_alike(anchor: Anchor) -> bool:
        return letters(anchor.name) in meant

    def is_same(anchor: Anchor) -> bool:
        return unify_quotes(anchor.name) == id_of_fragment(wanted)

    first = _find_first_span(headings, is_same) or _find_first_span(headings, is_alike)
    return first or _find_first_span(list(_names(data, page)), is_alike)


def headings_of(data: bytes) -> Iterator[Anchor]:
    """Yield the headings of a page that have an ID, in the order of the text."""
    page = read_mdx(data[:MOST_READ])
    yield from _headings(data, page)


def _headings(data: bytes, page: MdxPage) -> Iterator[Anchor]:
    numbers = Numbers()
    for span, heading in headings_in(data, page, code_spans_in(page)):
        anchor = anchor_of(heading.decode("utf-8", "replace"))
        if anchor:
            yield Anchor(numbers.make_unique(anchor), span)


def _names(data: bytes, page: MdxPage) -> Iterator[Anchor]:
    """Yield the names of components that may make an anchor."""
    for _, span in sorted(
        anchor_names_in(data, page, code_spans_in(page)), key=lambda placed_name: placed_name.span
    ):
        yield Anchor(data[slice(*span)].decode("utf-8", "replace"), span)


def _find_first_span(anchors: list[Anchor], fits: Callable[[Anchor], bool]) -> Span | None:
    return next((anchor.span for anchor in anchors if fits(anchor)), None)
