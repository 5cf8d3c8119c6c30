"""Selection ranges in docs.json, from the text between quotes to the whole file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from docs_lsp.core.text import Encoding, Span
from docs_lsp.features.to_lsp import Json, build_range
from docs_lsp.jsontree.cursor import Step, find_steps_to
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.nodes import Container, Member, Node, String


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
