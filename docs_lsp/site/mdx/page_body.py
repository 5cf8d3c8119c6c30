"""Collect what the rest of a site needs from the text of a page, in one reading.

That is its links, its anchors and its MDX syntax. The page is parsed as the service does. Only
JavaScript, which the parser treats as opaque code, is searched for attributes and elements. Offsets
are UTF-8 byte offsets.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.text import Span
from docs_lsp.mdx.components.findings import component_faults, components_used
from docs_lsp.mdx.javascript.jsx_file import read_jsx
from docs_lsp.mdx.reading import read_mdx
from docs_lsp.mdx.syntax import MdxAttribute, MdxHeading, MdxPage, MdxTag, TagForm
from docs_lsp.site.mdx.anchors import (
    NAMING,
    AnchorWords,
    Naming,
    Swallowed,
    has_heading_id,
    heading_elements_in,
    is_element_heading,
)
from docs_lsp.site.mdx.links import (
    LINKING,
    LISTING,
    attributes_in,
    candidates_in,
    constant_in,
    definitions_in,
    links_in_text,
)
from docs_lsp.site.mdx.page_modules import PageModules, may_have_modules, modules_in
from docs_lsp.site.mdx.page_syntax import NO_SYNTAX, PageSyntax
from docs_lsp.site.mdx.suppressions import MARK, read_suppressions

_LONGEST_HEADING = 500
# The `src` of a component may be any name; that of a file has one of these characters.
_FILE_SIGN = compile_lazily(rb"[/.]")
_COMMENT = compile_lazily(rb"/\*.*?(?:\*/|\Z)", re.DOTALL)
# An ID that is the result of an expression is unknown.
_MADE_ID = compile_lazily(rb"[ \t\n]id=\{")
_FENCE = compile_lazily(rb"[ \t]*(`{3,}|~{3,})")
_CLOSING = compile_lazily(rb"[ \t]*(`{3,}|~{3,})[ \t\r\n]*\Z")


class PageBody(NamedTuple):
    """The stored data about the text of a page."""

    words: AnchorWords = AnchorWords((), ())
    """Its anchors, without those of its imports."""
    targets: bytes = b""
    """The targets of its links as written, one per line, in the order of the text."""
    starts: array[int] = array("I")
    """The byte offset of each target."""
    syntax: PageSyntax = NO_SYNTAX
    """Its MDX syntax."""


NO_BODY = PageBody()


class PlacedName(NamedTuple):
    """An attribute that may make an anchor or hold a link, and its position."""

    attribute: bytes
    span: Span
    """The value inside the quotes or braces."""


def read_body(data: bytes, start: int, end: int) -> PageBody:
    """Parse the text of a page, which begins at `start`; bytes after `end` are ignored."""
    text = data if len(data) <= end else data[:end]
    page = read_mdx(text)
    codes = list(_codes(page))
    attributes = list(_attributes(text, page, codes, (*LINKING, *NAMING)))
    links = sorted(set(_links(text, start, page, codes, attributes)))
    is_all = text is data and (data.find(b"id={") < 0 or not _MADE_ID.search(data, start))
    naming = Naming(text)
    words = AnchorWords(
        [heading for span, heading in headings_in(text, page, codes) if span.start >= start],
        [
            *filter(
                None,
                (
                    naming.name_in(*attribute)
                    for attribute in _select_anchor_attributes(text, attributes)
                ),
            )
        ],
        is_all=is_all,
        swallowed=_find_swallowed_headings(text, page),
    )
    return PageBody(
        words,
        b"\n".join([text[begin:end] for begin, end in links]),
        array("I", [begin for begin, _ in links]) if links else NO_BODY.starts,
        _syntax(page, data, start) if text is data else NO_SYNTAX,
    )


def read_script(data: bytes, script: str) -> PageBody:
    """Parse a component file; `script` is its extension."""
    return PageBody(syntax=_script_syntax(data, script))


def code_spans_in(page: MdxPage) -> list[Span]:
    """Return the spans of JavaScript in a page, which may contain elements."""
    return list(_codes(page))


def _codes(page: MdxPage) -> Iterator[Span]:
    yield from (expression.span for expression in page.expressions)
    yield from (export.span for export in page.exports)
    for tag in page.tags:
        for attribute in tag.attributes:
            if attribute.is_expression and attribute.value_span:
                yield attribute.value_span


def _links(
    data: bytes, start: int, page: MdxPage, codes: list[Span], attributes: list[PlacedName]
) -> Iterator[Span]:
    """Yield the spans of link targets, without quotes or brackets."""
    spans = [link.target for link in page.links if link.target.end > link.target.start]
    for name, span in attributes:
        targets = candidates_in(data, *span) if name in LISTING else (span,)
        if name in LINKING:
            spans += (
                target for target in targets if name == b"href" or _FILE_SIGN.search(data, *target)
            )
    spans += _links_in_values(data, page)
    if data.find(b"]:", start) >= 0:
        spans += definitions_in(data, start, [*page.code, *codes])
    for span in spans:
        # The value of a target with braces is not known.
        if span.start >= start and data.find(b"{", *span) < 0 and data.find(b"\n", *span) < 0:
            yield span


def _links_in_values(data: bytes, page: MdxPage) -> Iterator[Span]:
    """Yield the links in attributes that components show as Markdown, such as a caption."""
    for tag in page.tags:
        for attribute in tag.attributes:
            if attribute.value and "](" in attribute.value and attribute.value_span:
                yield from links_in_text(data, *attribute.value_span)


def _attributes(
    data: bytes, page: MdxPage, codes: list[Span], wanted: tuple[bytes, ...]
) -> Iterator[PlacedName]:
    """Yield the attributes with one of some names that have plain or constant values."""
    names = {name.decode(): name for name in wanted}
    for tag in page.tags:
        for attribute in tag.attributes:
            name = names.get(attribute.name)
            inside = _constant(data, attribute, name) if name else None
            if name and inside:
                yield PlacedName(name, inside)
    for span in codes:
        if data.find(b"=", *span) >= 0:
            code = _mask_comments(data, span)
            for name, place in attributes_in(code, 0, len(code), wanted):
                yield PlacedName(name, Span(*place).shift(span.start))


def _constant(data: bytes, attribute: MdxAttribute, name: bytes) -> Span | None:
    """Return the span of an attribute's value, without quotes or braces, or None."""
    span = attribute.value_span
    if attribute.value and span:
        return Span(span.start + 1, span.end - 1)
    return constant_in(data, span) if span and name in LINKING else None


def _mask_comments(data: bytes, span: Span) -> bytes:
    code = data[slice(*span)]
    return _COMMENT.sub(lambda match: b" " * len(match[0]), code) if b"/*" in code else code


def anchor_names_in(data: bytes, page: MdxPage, codes: list[Span]) -> Iterator[PlacedName]:
    """Yield the attributes of components that may make an anchor."""
    return _select_anchor_attributes(data, _attributes(data, page, codes, NAMING))


def _select_anchor_attributes(
    data: bytes, attributes: Iterable[PlacedName]
) -> Iterator[PlacedName]:
    for attribute in attributes:
        if attribute.attribute not in LINKING and data.find(b"\n", *attribute.span) < 0:
            yield attribute


def headings_in(data: bytes, page: MdxPage, codes: list[Span]) -> list[tuple[Span, bytes]]:
    """Return the headings of a page that have an ID, in order.

    Each has the span of the whole heading, and its text as written, without the marks around it.
    """
    headings = [*_headings_of_markdown(data, page.headings), *_headings_of_tags(data, page.tags)]
    for span in codes:
        if data.find(b"</", *span) >= 0:
            headings += heading_elements_in(data, *span)
    headings.sort()
    return headings


def _headings_of_markdown(
    data: bytes, headings: tuple[MdxHeading, ...]
) -> Iterator[tuple[Span, bytes]]:
    for heading in headings:
        text = b" ".join(data[slice(*heading.text)].split(b"\n")).strip()[:_LONGEST_HEADING]
        if text and has_heading_id(heading.level, text):
            yield heading.span, text


def _headings_of_tags(data: bytes, tags: tuple[MdxTag, ...]) -> Iterator[tuple[Span, bytes]]:
    for tag in tags:
        if tag.form is TagForm.OPENING and tag.partner >= 0 and is_element_heading(tag.name):
            closing = tags[tag.partner].span
            text = data[tag.span.end : closing.start].strip()
            if text and len(text) <= _LONGEST_HEADING and b"\n" not in text:
                yield Span(tag.span.start, closing.end), text


def _find_swallowed_headings(data: bytes, page: MdxPage) -> Swallowed | None:
    """Return the headings in a code block that is never closed, or None."""
    fence = page.code[-1] if page.code else None
    if fence is None or fence.end < len(data):
        return None
    opening = _FENCE.match(data, fence.start)
    line_end = data.find(b"\n", fence.start)
    if opening is None or line_end < 0:
        return None
    last = data.rstrip(b" \t\r\n").rfind(b"\n")
    closing = _CLOSING.match(data, last + 1) if last >= line_end else None
    if closing and closing[1].startswith(opening[1]):
        return None
    below = read_mdx(data, line_end + 1)
    headings = [text for _, text in headings_in(data, below, [])]
    line = data.count(b"\n", 0, fence.start) + 1
    return Swallowed(line, b"\n".join(headings)) if headings else None


def _syntax(page: MdxPage, data: bytes, start: int) -> PageSyntax:
    """Return the syntax data of a parsed page whose text begins at `start`."""
    syntax = PageSyntax(page.faults, component_faults(page, data), components_used(page))
    if MARK in data:
        syntax = syntax._replace(suppressions=tuple(read_suppressions(data, page)))
    if may_have_modules(data, start, page):
        return syntax._replace(modules=modules_in(data, start, page))
    if page.faults or syntax.component_faults or syntax.suppressions:
        return syntax
    return _plain_syntax(syntax.components)


@lru_cache(maxsize=1024)
def _plain_syntax(components: tuple[str, ...]) -> PageSyntax:
    """Return the syntax data of a page without faults and modules, shared between pages."""
    return PageSyntax(components=components) if components else NO_SYNTAX


def _script_syntax(data: bytes, script: str) -> PageSyntax:
    """Parse a component file; `script` is its extension."""
    file = read_jsx(data, typescript=script == ".tsx")
    modules = PageModules(file.imports, file.exports, is_exact=file.is_exact)
    return PageSyntax((file.fault,) if file.fault else (), modules=modules)
