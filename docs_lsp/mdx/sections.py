"""Divides a page into parts: the content below its headings and within its elements."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from docs_lsp.core.text import Span
from docs_lsp.mdx.syntax import NOWHERE, MdxHeading, MdxPage, MdxTag, TagForm

MOST_NESTED = 100
"""The depth to which parts are nested; deeper ones are left out."""

Opening: TypeAlias = MdxHeading | MdxTag
"""The heading or tag with which a part begins."""


class PagePart(NamedTuple):
    """A part of a page. Two parts are nested or disjoint."""

    span: Span
    """The span from its heading to the next one of its level, or from opening to closing tag."""
    begins: Opening
    inner: Span
    """The span between the tags, or below the heading."""
    depth: int
    """The number of parts around it."""


def list_page_parts(page: MdxPage, end: int) -> tuple[PagePart, ...]:
    """Return the parts of a page, below headings and in elements, each before those within it."""
    parts = [*_find_element_parts(page.tags), *_find_heading_parts(page, end)]
    parts.sort(key=lambda page_part: (page_part.span.start, -page_part.span.end))
    return tuple(_nest_parts(parts))


def _find_element_parts(tags: tuple[MdxTag, ...]) -> Iterator[PagePart]:
    """Yield the part that each element forms, except those that are never closed."""
    for tag in tags:
        if tag.form is TagForm.SELF_CLOSING:
            yield PagePart(tag.span, tag, Span(tag.span.end, tag.span.end), 0)
        elif tag.form is TagForm.OPENING and tag.partner != NOWHERE:
            closing = tags[tag.partner].span
            whole = Span(tag.span.start, closing.end)
            yield PagePart(whole, tag, Span(tag.span.end, closing.start), 0)


def _find_heading_parts(page: MdxPage, end: int) -> Iterator[PagePart]:
    """Yield the part below each heading; only a heading in the same element ends it."""
    open_in: dict[int, list[MdxHeading]] = {}
    for heading in page.headings:
        before = open_in.setdefault(heading.parent, [])
        while before and before[-1].level >= heading.level:
            yield _build_heading_part(before.pop(), heading.span.start)
        before.append(heading)
    for parent, headings in open_in.items():
        stop = _find_element_end(page.tags, parent, end)
        for heading in headings:
            yield _build_heading_part(heading, stop)


def _build_heading_part(heading: MdxHeading, end: int) -> PagePart:
    stop = max(heading.span.end, end)
    return PagePart(Span(heading.span.start, stop), heading, Span(heading.span.end, stop), 0)


def _find_element_end(tags: tuple[MdxTag, ...], parent: int, end: int) -> int:
    """Return the offset at which the content of an element ends.

    An element that is never closed ends with its parent.
    """
    while parent != NOWHERE:
        tag = tags[parent]
        if tag.partner != NOWHERE:
            return tags[tag.partner].span.start
        parent = tag.parent
    return end


def _nest_parts(parts: list[PagePart]) -> Iterator[PagePart]:
    """Yield the parts with their depths, without overlapping or too deeply nested ones."""
    ends: list[int] = []
    for part in parts:
        while ends and ends[-1] <= part.span.start:
            ends.pop()
        if len(ends) < MOST_NESTED and (not ends or part.span.end <= ends[-1]):
            yield part._replace(depth=len(ends))
            ends.append(part.span.end)
