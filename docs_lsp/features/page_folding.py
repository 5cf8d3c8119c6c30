"""Folding ranges of a page: sections, elements, code, comments, imports, frontmatter."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from docs_lsp.core.text import Span, Text
from docs_lsp.features._page_syntax import page_parts, page_syntax
from docs_lsp.features.to_lsp import Json
from docs_lsp.mdx.syntax import MdxHeading, MdxImport
from docs_lsp.site.mdx.frontmatter import find_block

_COMMENT = b"{/*"


class _Fold(NamedTuple):
    """A range of lines, counted from 0; the first one stays visible."""

    first: int
    last: int
    kind: str = ""


def page_folding_ranges(text: Text, limit: int | None = None) -> list[Json]:
    """Return the answer to `textDocument/foldingRange` for a page.

    If there are more than `limit` ranges, the largest ones are returned.
    """
    folds = sorted({fold for fold in _folds(text) if fold.last > fold.first})
    if limit is not None and len(folds) > limit:
        folds = sorted(sorted(folds, key=lambda fold: fold.first - fold.last)[:limit])
    return [_shape(fold) for fold in folds]


def _shape(fold: _Fold) -> Json:
    shape: Json = {"startLine": fold.first, "endLine": fold.last}
    return {**shape, "kind": fold.kind} if fold.kind else shape


def _folds(text: Text) -> Iterator[_Fold]:
    page = page_syntax(text.data)
    block = find_block(text.data)
    if block.end > 0:
        # Include the closing dashes.
        yield _Fold(text.line_at(block.start), text.line_at(max(block.body_start - 1, 0)))
    for part in page_parts(text.data):
        if isinstance(part.begins, MdxHeading):
            yield _Fold(text.line_at(part.span.start), _find_last_text_line(text, part.span))
        else:
            yield _fold_before_last_line(text, part.span)
    for fence in page.code:
        yield _fold_before_last_line(text, fence)
    for expression in page.expressions:
        if text.data.startswith(_COMMENT, expression.span.start):
            first, last = text.line_at(expression.span.start), text.line_at(expression.span.end - 1)
            yield _Fold(first, last, "comment")
        else:
            yield _fold_before_last_line(text, expression.span)
    yield from _imports(text, page.imports)
    for export in page.exports:
        yield _fold_before_last_line(text, export.span)


def _fold_before_last_line(text: Text, span: Span) -> _Fold:
    """Return a fold without the line that the span ends in."""
    last = text.line_at(max(span.start, span.end - 1))
    return _Fold(text.line_at(span.start), last - 1)


def _find_last_text_line(text: Text, span: Span) -> int:
    """Return the last line of a span that is not blank."""
    end = span.start + len(text.data[span.start : span.end].rstrip())
    return text.line_at(max(span.start, end - 1))


def _imports(text: Text, imports: tuple[MdxImport, ...]) -> Iterator[_Fold]:
    """Yield a fold for each run of imports with nothing between them."""
    run: _Fold | None = None
    end = 0
    for mdx_import in imports:
        last = text.line_at(max(mdx_import.span.start, mdx_import.span.end - 1))
        if run is not None and not text.data[end : mdx_import.span.start].strip():
            run = run._replace(last=last)
        else:
            if run is not None:
                yield run
            run = _Fold(text.line_at(mdx_import.span.start), last, "imports")
        end = mdx_import.span.end
    if run is not None:
        yield run
