"""Folding ranges of docs.json and of pages.

In docs.json these are objects and arrays, in a page sections, elements, code, comments, imports and
the frontmatter.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from docs_lsp.core.text import Span, Text
from docs_lsp.features._page_syntax import get_page_syntax, parse_page_parts
from docs_lsp.features.to_lsp import Json
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.nodes import Container, Member, Node
from docs_lsp.mdx.syntax import MdxHeading, MdxImport
from docs_lsp.site.mdx.frontmatter import locate_frontmatter

_COMMENT = b"{/*"


class _FoldedLines(NamedTuple):
    """A range of lines, counted from 0; the first one stays visible."""

    first: int
    last: int
    kind: str = ""
    """LSP's FoldingRangeKind, or empty."""


def answer_folding_ranges(document: Document, limit: int | None = None) -> list[Json]:
    """Return the answer to `textDocument/foldingRange` for JSON; the `limit` largest, if more."""
    return _build_folding_ranges(list(_iter_container_folds(document)), limit)


def _iter_container_folds(document: Document) -> Iterator[_FoldedLines]:
    """Yield the first and last line of each foldable range; the closing bracket stays visible."""
    text = document.text
    waiting: list[tuple[int, Node]] = [(document.tree.start, document.tree.root)]
    while waiting:
        at, node = waiting.pop()
        if not isinstance(node, Container):
            continue
        first, last = text.find_line_number(at), text.find_line_number(at + node.size)
        if last - node.closed > first:
            yield _FoldedLines(first, last - node.closed)
        if node.height > 1 and last > first:
            waiting += reversed(list(_iter_child_values(node, at)))


def _iter_child_values(node: Container, at: int) -> Iterator[tuple[int, Node]]:
    for start, child in node.iter_children():
        if isinstance(child, Member):
            yield at + start + child.value_start, child.value
        else:
            yield at + start, child


def answer_page_folding_ranges(text: Text, limit: int | None = None) -> list[Json]:
    """Return the answer to `textDocument/foldingRange` for a page; the `limit` largest, if more."""
    folds = {fold for fold in _iter_page_folds(text) if fold.last > fold.first}
    return _build_folding_ranges(sorted(folds), limit)


def _build_folding_ranges(folds: list[_FoldedLines], limit: int | None) -> list[Json]:
    """Return LSP's FoldingRanges; of more than `limit`, the largest ones."""
    if limit is not None and len(folds) > limit:
        folds = sorted(sorted(folds, key=lambda fold: fold.first - fold.last)[:limit])
    return [
        {
            "startLine": fold.first,
            "endLine": fold.last,
            **({"kind": fold.kind} if fold.kind else {}),
        }
        for fold in folds
    ]


def _iter_page_folds(text: Text) -> Iterator[_FoldedLines]:
    """Yield the ranges to fold in no particular order; some have a single line or less."""
    page = get_page_syntax(text.data)
    block = locate_frontmatter(text.data)
    if block.end > 0:
        # Include the closing dashes.
        yield _FoldedLines(
            text.find_line_number(block.start), text.find_line_number(max(block.body_start - 1, 0))
        )
    for part in parse_page_parts(text.data):
        if isinstance(part.begins, MdxHeading):
            yield _FoldedLines(
                text.find_line_number(part.span.start), _find_last_text_line(text, part.span)
            )
        else:
            yield _fold_before_last_line(text, part.span)
    for fence in page.code:
        yield _fold_before_last_line(text, fence)
    for expression in page.expressions:
        if text.data.startswith(_COMMENT, expression.span.start):
            first, end = expression.span
            yield _FoldedLines(
                text.find_line_number(first), text.find_line_number(end - 1), "comment"
            )
        else:
            yield _fold_before_last_line(text, expression.span)
    yield from _iter_import_runs(text, page.imports)
    for export in page.exports:
        yield _fold_before_last_line(text, export.span)


def _fold_before_last_line(text: Text, span: Span) -> _FoldedLines:
    """Return a fold without the line that the span ends in."""
    last = text.find_line_number(max(span.start, span.end - 1))
    return _FoldedLines(text.find_line_number(span.start), last - 1)


def _find_last_text_line(text: Text, span: Span) -> int:
    """Return the last line of a span that is not blank."""
    end = span.start + len(text.data[span.start : span.end].rstrip())
    return text.find_line_number(max(span.start, end - 1))


def _iter_import_runs(text: Text, imports: tuple[MdxImport, ...]) -> Iterator[_FoldedLines]:
    """Yield the lines of each run of imports with only white space between them."""
    run: _FoldedLines | None = None
    end = 0
    for mdx_import in imports:
        last = text.find_line_number(max(mdx_import.span.start, mdx_import.span.end - 1))
        if run is not None and not text.data[end : mdx_import.span.start].strip():
            run = run._replace(last=last)
        else:
            if run is not None:
                yield run
            run = _FoldedLines(text.find_line_number(mdx_import.span.start), last, "imports")
        end = mdx_import.span.end
    if run is not None:
        yield run
