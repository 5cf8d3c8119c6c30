"""Divides a page into nested sections: the content below its headings and within its elements."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from docs_lsp.core.text import Span
from docs_lsp.mdx.syntax import NOWHERE, MdxHeading, MdxPage, MdxTag, TagForm

MOST_NESTED = 100
"""The depth to which sections are nested; deeper ones are left out."""

Opening: TypeAlias = MdxHeading | MdxTag
"""The heading or tag with which a section begins."""


class OutlineSection(NamedTuple):
    """A section of a page. Two sections are nested or disjoint."""

    span: Span
    """The span from its heading to the next one of its level, or from opening to closing tag."""
    begins: Opening
    inner: Span
    """The span between the tags, or below the heading."""
    depth: int
    """The number of sections around it."""


def list_outline_sections(page: MdxPage, end: int) -> tuple[OutlineSection, ...]:
    """Return the sections of a page, below headings and in elements, outer before inner ones."""
    sections = [*_find_element_sections(page.tags), *_find_heading_sections(page, end)]
    sections.sort(key=lambda section: (section.span.start, -section.span.end))
    return tuple(_nest_sections(sections))


def _find_element_sections(tags: tuple[MdxTag, ...]) -> Iterator[OutlineSection]:
    """Yield the section that each element forms, except those that are never closed."""
    for tag in tags:
        if tag.form is TagForm.SELF_CLOSING:
            yield OutlineSection(tag.span, tag, Span(tag.span.end, tag.span.end), 0)
        elif tag.form is TagForm.OPENING and tag.partner != NOWHERE:
            closing = tags[tag.partner].span
            whole = Span(tag.span.start, closing.end)
            yield OutlineSection(whole, tag, Span(tag.span.end, closing.start), 0)


def _find_heading_sections(page: MdxPage, end: int) -> Iterator[OutlineSection]:
    """Yield the section below each heading; only a heading in the same element ends it."""
    open_in: dict[int, list[MdxHeading]] = {}
    for heading in page.headings:
        before = open_in.setdefault(heading.parent, [])
        while before and before[-1].level >= heading.level:
            yield _build_heading_section(before.pop(), heading.span.start)
        before.append(heading)
    for parent, headings in open_in.items():
        stop = _find_element_end(page.tags, parent, end)
        for heading in headings:
            yield _build_heading_section(heading, stop)


def _build_heading_section(heading: MdxHeading, end: int) -> OutlineSection:
    stop = max(heading.span.end, end)
    return OutlineSection(Span(heading.span.start, stop), heading, Span(heading.span.end, stop), 0)


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


def _nest_sections(sections: list[OutlineSection]) -> Iterator[OutlineSection]:
    """Yield the sections with their depths, without overlapping or too deeply nested ones."""
    ends: list[int] = []
    for section in sections:
        while ends and ends[-1] <= section.span.start:
            ends.pop()
        if len(ends) < MOST_NESTED and (not ends or section.span.end <= ends[-1]):
            yield section._replace(depth=len(ends))
            ends.append(section.span.end)
