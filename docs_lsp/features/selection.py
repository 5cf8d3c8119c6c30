"""Selection ranges in docs.json and in pages, from the text between quotes to the whole file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.text import Encoding, Span, Text
from docs_lsp.features._page_syntax import get_page_syntax, parse_page_parts
from docs_lsp.features.to_lsp import Json, build_range
from docs_lsp.jsontree.cursor import Step, find_steps_to
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.nodes import Container, Member, Node, String
from docs_lsp.mdx.syntax import MdxLink, MdxTag
from docs_lsp.site.mdx.frontmatter import locate_frontmatter

_BLANK_LINE = compile_lazily(rb"\n[ \t\r]*\n")
_QUOTES = (b'"', b"'")


def answer_selection_ranges(
    document: Document, offsets: Sequence[int], encoding: Encoding
) -> list[Json]:
    """Return the answer to `textDocument/selectionRange` for byte offsets, one for each."""
    return [_build_selection_range(document, offset, encoding) for offset in offsets]


def _build_selection_range(document: Document, offset: int, encoding: Encoding) -> Json:
    shape: Json | None = None
    last: Span | None = None
    for span in _iter_enclosing_spans(document, offset):
        if span != last:
            shape = {"range": build_range(document.text, span, encoding)} | (
                {"parent": shape} if shape else {}
            )
            last = span
    assert shape is not None
    return shape


def _iter_enclosing_spans(document: Document, offset: int) -> Iterator[Span]:
    """Yield the spans around an offset, the widest first, each inside the one before."""
    yield Span(0, len(document.text))
    root = document.tree.root
    start = document.tree.start
    if not start <= offset <= start + root.size:
        return
    yield Span(start, start + root.size)
    if not isinstance(root, Container):
        yield from _iter_node_spans(root, start, offset)
    for step in find_steps_to(document, offset):
        yield from _iter_container_spans(step, offset, document.text.data)


def _iter_container_spans(step: Step, offset: int, data: bytes) -> Iterator[Span]:
    node, at = step.node, step.at
    # A key without an object around it makes one that has no bracket.
    opened = data[at] == node.bracket
    inner = Span(at + opened, at + node.size - node.closed)
    if inner.start <= offset <= inner.end:
        yield inner
    child = step.child
    if child is None or not step.child_offset <= offset <= step.child_offset + child.size:
        return
    yield Span(step.child_offset, step.child_offset + child.size)
    if isinstance(child, Member):
        if offset <= step.child_offset + child.key.size:
            yield from _iter_node_spans(child.key, step.child_offset, offset)
        elif offset >= step.value_offset:
            yield from _iter_node_spans(child.value, step.value_offset, offset)
    else:
        yield from _iter_node_spans(child, step.child_offset, offset)


def _iter_node_spans(node: Node, at: int, offset: int) -> Iterator[Span]:
    """Yield the span of a node, and that between the quotes if the offset is there."""
    yield Span(at, at + node.size)
    if isinstance(node, String):
        inner = node.inner.shift(at)
        if inner.start <= offset <= inner.end:
            yield inner


def answer_page_selection_ranges(
    text: Text, offsets: Sequence[int], encoding: Encoding
) -> list[Json]:
    """Return the answer to `textDocument/selectionRange` for byte offsets of a page.

    There is one range for each offset.
    """
    return [_build_page_selection_range(text, offset, encoding) for offset in offsets]


def _build_page_selection_range(text: Text, offset: int, encoding: Encoding) -> Json:
    spans = (_move_out_of_crlf(text.data, span) for span in _iter_candidate_spans(text, offset))
    around = [span for span in spans if span.start <= offset <= span.end]
    around.sort(key=lambda span: (span.start - span.end, span.start))
    whole = Span(0, len(text))
    shape: Json = {"range": build_range(text, whole, encoding)}
    last = whole
    for span in around:
        # Blocks of text may overlap elements partly; those are skipped.
        if span != last and last.start <= span.start and span.end <= last.end:
            shape = {"range": build_range(text, span, encoding), "parent": shape}
            last = span
    return shape


def _move_out_of_crlf(data: bytes, span: Span) -> Span:
    """Return a span neither of whose ends splits a CRLF, which no editor position can do."""
    start, end = (at - (data[max(at - 1, 0) : at + 1] == b"\r\n") for at in span)
    return Span(start, end)


def _iter_candidate_spans(text: Text, offset: int) -> Iterator[Span]:
    """Yield spans that may contain an offset, in no particular order."""
    data = text.data
    page, block = get_page_syntax(data), locate_frontmatter(data)
    if block.end > 0:
        yield Span(block.start, block.end)
    yield Span(block.body_start, len(data))
    for part in parse_page_parts(data):
        yield part.span
        yield _trim_span(data, part.inner)
    for tag in page.tags:
        if tag.span.start <= offset <= tag.span.end:
            yield from _iter_tag_spans(tag, data)
    for link in page.links:
        if link.span.start <= offset <= link.span.end:
            yield from _iter_link_spans(link)
    for heading in page.headings:
        yield heading.text
    yield from (expression.span for expression in page.expressions)
    yield from (mdx_import.span for mdx_import in page.imports)
    yield from (export.span for export in page.exports)
    yield from page.code
    yield _find_paragraph(data, offset)
    yield _trim_span(data, text.get_line_span(text.find_line_number(offset)))


def _iter_tag_spans(tag: MdxTag, data: bytes) -> Iterator[Span]:
    yield tag.span
    yield tag.name_span
    for attribute in tag.attributes:
        yield attribute.span
        if attribute.value_span is not None:
            yield attribute.value_span
            if data[attribute.value_span.start : attribute.value_span.start + 1] in _QUOTES:
                yield Span(attribute.value_span.start + 1, attribute.value_span.end - 1)


def _iter_link_spans(link: MdxLink) -> Iterator[Span]:
    yield link.span
    yield link.text
    yield link.target


def _find_paragraph(data: bytes, offset: int) -> Span:
    """Return the span of the lines around an offset up to the next blank ones."""
    start = 0
    for blank in _BLANK_LINE.finditer(data, 0, offset):
        start = blank.end()
    after = _BLANK_LINE.search(data, max(offset - 1, start))
    return _trim_span(data, Span(start, after.start() if after else len(data)))


def _trim_span(data: bytes, span: Span) -> Span:
    """Return a span without the white space at its ends."""
    inside = data[span.start : span.end]
    start = span.start + len(inside) - len(inside.lstrip())
    return Span(start, max(start, span.start + len(inside.rstrip())))
