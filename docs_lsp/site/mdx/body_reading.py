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
from itertools import islice, starmap
from sys import intern
from typing import TypeAlias

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.text import Span
from docs_lsp.mdx.components.catalogue import COMPONENTS
from docs_lsp.mdx.components.component import PropKind
from docs_lsp.mdx.components.findings import find_component_faults, list_used_components
from docs_lsp.mdx.javascript.jsx_file import parse_jsx_file
from docs_lsp.mdx.reading import parse_page
from docs_lsp.mdx.syntax import MdxAttribute, MdxHeading, MdxPage, MdxTag, TagForm
from docs_lsp.schema.icon_names import LIBRARIES, has_icon
from docs_lsp.site.mdx.anchors import (
    NAMING,
    AnchorTexts,
    AttributeAnchors,
    UnclosedBlock,
    has_heading_id,
    is_element_heading,
    iter_heading_elements,
)
from docs_lsp.site.mdx.links import (
    LINKING,
    LISTING,
    find_constant_span,
    iter_attribute_values,
    iter_definition_targets,
    iter_markdown_targets,
    iter_srcset_addresses,
)
from docs_lsp.site.mdx.page_body import NO_BODY, NO_SYNTAX, ComponentIcon, PageBody, PageSyntax
from docs_lsp.site.mdx.page_modules import PageModules, collect_modules, may_have_modules
from docs_lsp.site.mdx.suppressions import MARK, read_suppressions

_LONGEST_HEADING = 500
_MOST_ICONS = 200
"""The number of icons stored for a page. No real page has a tenth as many."""
# The `src` of a component may be any name; that of a file has one of these characters.
_FILE_SIGN = compile_lazily(rb"[/.]")
_COMMENT = compile_lazily(rb"/\*.*?(?:\*/|\Z)", re.DOTALL)
# An ID that is the result of an expression is unknown.
_MADE_ID = compile_lazily(rb"[ \t\n]id=\{")
_FENCE = compile_lazily(rb"[ \t]*(`{3,}|~{3,})")
_CLOSING = compile_lazily(rb"[ \t]*(`{3,}|~{3,})[ \t\r\n]*\Z")


LocatedAttribute: TypeAlias = tuple[bytes, Span]
"""An attribute that may make an anchor or hold a link, and the span of its value, unquoted."""


def read_body(data: bytes, start: int, end: int) -> PageBody:
    """Parse a page's text between two offsets; if bytes follow, its syntax is left empty."""
    text = data if len(data) <= end else data[:end]
    page = parse_page(text)
    codes = list_code_spans(page)
    attributes = list(_iter_valued_attributes(text, page, codes, (*LINKING, *NAMING)))
    links = sorted(set(_iter_link_spans(text, start, page, codes, attributes)))
    is_all = text is data and (data.find(b"id={") < 0 or not _MADE_ID.search(data, start))
    naming, anchor_attributes = AttributeAnchors(text), _select_anchor_attributes(text, attributes)
    words = AnchorTexts(
        [heading for span, heading in list_headings(text, page, codes) if span.start >= start],
        filter(None, starmap(naming.extract_anchor_name, anchor_attributes)),
        is_all=is_all,
        unclosed=_find_headings_in_unclosed_code(text, page),
    )
    return PageBody(
        words,
        b"\n".join([text[begin:end] for begin, end in links]),
        array("I", [begin for begin, _ in links]) if links else NO_BODY.starts,
        _make_syntax(page, data, start) if text is data else NO_SYNTAX,
    )


def read_component_file(data: bytes, script: str) -> PageBody:
    """Parse a component file; `script` is its extension."""
    return PageBody(syntax=_read_script_syntax(data, script))


def list_code_spans(page: MdxPage) -> list[Span]:
    """Return the spans of JavaScript in a page: expressions, exports and values in braces."""
    attributes = (attribute for tag in page.tags for attribute in tag.attributes)
    return [
        *(expression.span for expression in page.expressions),
        *(export.span for export in page.exports),
        *(one.value_span for one in attributes if one.is_expression and one.value_span),
    ]


def _iter_link_spans(
    data: bytes, start: int, page: MdxPage, codes: list[Span], attributes: list[LocatedAttribute]
) -> Iterator[Span]:
    """Yield the spans of constant link targets within a line, without quotes or brackets."""
    spans = [link.target for link in page.links if link.target.end > link.target.start]
    for name, span in attributes:
        targets = iter_srcset_addresses(data, *span) if name in LISTING else (span,)
        if name in LINKING:
            spans += (
                target for target in targets if name == b"href" or _FILE_SIGN.search(data, *target)
            )
    spans += _iter_attribute_link_targets(data, page)
    if data.find(b"]:", start) >= 0:
        spans += iter_definition_targets(data, start, [*page.code, *codes])
    for span in spans:
        # The value of a target with braces is not known.
        if span.start >= start and data.find(b"{", *span) < 0 and data.find(b"\n", *span) < 0:
            yield span


def _iter_attribute_link_targets(data: bytes, page: MdxPage) -> Iterator[Span]:
    """Yield the targets of Markdown links in any attribute: some components show a caption."""
    for tag in page.tags:
        for attribute in tag.attributes:
            if attribute.value and "](" in attribute.value and attribute.value_span:
                yield from iter_markdown_targets(data, *attribute.value_span)


def _iter_valued_attributes(
    data: bytes, page: MdxPage, codes: list[Span], wanted: tuple[bytes, ...]
) -> Iterator[LocatedAttribute]:
    """Yield the attributes with one of some names that have plain or constant values."""
    names = {name.decode(): name for name in wanted}
    for tag in page.tags:
        for attribute in tag.attributes:
            name = names.get(attribute.name)
            inside = _find_text_span(data, attribute, name) if name else None
            if name and inside:
                yield name, inside
    for span in codes:
        if data.find(b"=", *span) >= 0:
            code = _mask_comments(data, span)
            for name, place in iter_attribute_values(code, wanted):
                yield name, Span(*place).shift(span.start)


def _find_text_span(data: bytes, attribute: MdxAttribute, name: bytes) -> Span | None:
    """Return the span of an attribute's text in quotes, for a link also in braces, or None."""
    span = attribute.value_span
    if attribute.value and span:
        return Span(span.start + 1, span.end - 1)
    return find_constant_span(data, span) if span and name in LINKING else None


def _mask_comments(data: bytes, span: Span) -> bytes:
    """Return the code in a span with its `/* … */` comments replaced by spaces."""
    code = data[slice(*span)]
    return _COMMENT.sub(lambda match: b" " * len(match[0]), code) if b"/*" in code else code


def iter_anchor_attributes(
    data: bytes, page: MdxPage, codes: list[Span]
) -> Iterator[LocatedAttribute]:
    """Yield the attributes of components that may make an anchor."""
    return _select_anchor_attributes(data, _iter_valued_attributes(data, page, codes, NAMING))


def _select_anchor_attributes(
    data: bytes, attributes: Iterable[LocatedAttribute]
) -> Iterator[LocatedAttribute]:
    """Yield the attributes that hold no link and have no line break in their value."""
    for name, span in attributes:
        if name not in LINKING and data.find(b"\n", *span) < 0:
            yield name, span


def list_headings(data: bytes, page: MdxPage, codes: list[Span]) -> list[tuple[Span, bytes]]:
    """Return the span and the text of each heading of a page that has an ID, in order.

    The span is that of the whole heading, and the text is as written, without the marks around it.
    """
    headings = [
        *_iter_markdown_headings(data, page.headings),
        *_iter_element_headings(data, page.tags),
    ]
    for span in codes:
        if data.find(b"</", *span) >= 0:
            headings += iter_heading_elements(data, *span)
    headings.sort()
    return headings


def _iter_markdown_headings(
    data: bytes, headings: tuple[MdxHeading, ...]
) -> Iterator[tuple[Span, bytes]]:
    """Yield the span and the text of each Markdown heading that has an ID."""
    for heading in headings:
        text = b" ".join(data[slice(*heading.text)].split(b"\n")).strip()[:_LONGEST_HEADING]
        if text and has_heading_id(heading.level, text):
            yield heading.span, text


def _iter_element_headings(data: bytes, tags: tuple[MdxTag, ...]) -> Iterator[tuple[Span, bytes]]:
    """Yield the span and the text of each heading that is an element, such as `<h2>`."""
    for tag in tags:
        if tag.form is TagForm.OPENING and tag.partner >= 0 and is_element_heading(tag.name):
            closing = tags[tag.partner].span
            text = data[tag.span.end : closing.start].strip()
            if text and len(text) <= _LONGEST_HEADING and b"\n" not in text:
                yield Span(tag.span.start, closing.end), text


def _find_headings_in_unclosed_code(data: bytes, page: MdxPage) -> UnclosedBlock | None:
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
    below = parse_page(data, line_end + 1)
    headings = [text for _, text in list_headings(data, below, [])]
    line = data.count(b"\n", 0, fence.start) + 1
    return UnclosedBlock(line, b"\n".join(headings)) if headings else None


def _make_syntax(page: MdxPage, data: bytes, start: int) -> PageSyntax:
    """Return the syntax data of a parsed page whose text begins at `start`."""
    syntax = PageSyntax(page.faults, find_component_faults(page, data), list_used_components(page))
    if icons := list_rare_icons(page):
        syntax = syntax._replace(icons=icons)
    if MARK in data:
        syntax = syntax._replace(suppressions=tuple(read_suppressions(data, page)))
    if may_have_modules(data, start, page):
        return syntax._replace(modules=collect_modules(data, start, page))
    if page.faults or syntax.component_faults or syntax.suppressions or icons:
        return syntax
    return _share_plain_syntax(syntax.components)


@lru_cache(maxsize=1024)
def _share_plain_syntax(components: tuple[str, ...]) -> PageSyntax:
    """Return the syntax data of a page without faults and modules, shared between pages."""
    return PageSyntax(components=components) if components else NO_SYNTAX


def _read_script_syntax(data: bytes, script: str) -> PageSyntax:
    """Parse a component file; `script` is its extension."""
    file = parse_jsx_file(data, typescript=script == ".tsx")
    modules = PageModules(file.imports, file.exports, is_exact=file.is_exact)
    return PageSyntax((file.fault,) if file.fault else (), modules=modules)


def list_rare_icons(page: MdxPage) -> tuple[ComponentIcon, ...]:
    """Return the icons in the props of a page that some library lacks, in order.

    Only these can be wrong, so only these are stored: most icons are in all libraries.
    """
    return tuple(islice(_iter_rare_icons(page), _MOST_ICONS))


def _iter_rare_icons(page: MdxPage) -> Iterator[ComponentIcon]:
    """Yield the icons of components that not all libraries have."""
    local = {name.local for each in page.imports for name in each.names}
    local |= {name.name for each in page.exports for name in each.names}
    for tag in page.tags:
        component = COMPONENTS.get(tag.name)
        if component is None or tag.name in local:
            continue
        for given in tag.attributes:
            if not (given.value and given.value_span) or given.name[:4] != "icon":
                continue
            prop = component.find_prop(given.name)
            if prop and prop.kind is PropKind.ICON and not _is_in_all_libraries(given.value):
                yield ComponentIcon(intern(given.value), given.value_span)


@lru_cache(maxsize=4096)
def _is_in_all_libraries(name: str) -> bool:
    return all(has_icon(library, name) for library in LIBRARIES)
