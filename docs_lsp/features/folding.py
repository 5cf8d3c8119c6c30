"""Folding ranges of docs.json: every object and array of more than one line."""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.text import Text
from docs_lsp.features.to_lsp import Json
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.nodes import Container, Member, Node


def answer_folding_ranges(document: Document, limit: int | None = None) -> list[Json]:
    """Return the answer to `textDocument/foldingRange`; at most `limit` ranges, outermost first."""
    folds = list(_iter_foldable_lines(document))
    if limit is not None and len(folds) > limit:
        folds = sorted(folds, key=lambda fold: fold[1] - fold[0], reverse=True)[:limit]
        folds.sort()
    return [{"startLine": start, "endLine": end} for start, end in folds]


def _iter_foldable_lines(document: Document) -> Iterator[tuple[int, int]]:
    """Yield the first and last line of each foldable range; the closing bracket stays visible."""
    text = document.text
    waiting: list[tuple[int, Node]] = [(document.tree.start, document.tree.root)]
    while waiting:
        at, node = waiting.pop()
        if not isinstance(node, Container):
            continue
        first, last = text.find_line_number(at), _find_last_folded_line(text, node, at)
        if last > first:
            yield first, last
        if node.height > 1 and text.find_line_number(at + node.size) > first:
            children = list(_iter_child_values(node, at))
            waiting.extend(reversed(children))


def _find_last_folded_line(text: Text, node: Container, at: int) -> int:
    return text.find_line_number(at + node.size) - (1 if node.closed else 0)


def _iter_child_values(node: Container, at: int) -> Iterator[tuple[int, Node]]:
    for start, child in node.iter_children():
        if isinstance(child, Member):
            yield at + start + child.value_start, child.value
        else:
            yield at + start, child
