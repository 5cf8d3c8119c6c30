"""JSON pointers (RFC 6901) and offsets."""

from __future__ import annotations

from bisect import bisect_right

from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.nodes import Array, Container, Member, Node


def pointer_at(document: Document, offset: int) -> str:
    """The pointer of the innermost value, or the member by its key, at a byte offset."""
    node: Node = document.tree.root
    at = document.tree.start
    steps = []
    while isinstance(node, Container):
        index = bisect_right(node.starts, offset - at) - 1
        if index < 0 or offset > at + node.starts[index] + node.items[index].size:
            break
        at += node.starts[index]
        child = node.items[index]
        if isinstance(child, Member):
            steps.append(_escaped(child.key.value))
            if offset < at + child.value_start:
                break
            at += child.value_start
            child = child.value
        else:
            assert isinstance(node, Array)
            steps.append(str(index))
        node = child
    return "".join(f"/{step}" for step in steps)


def _escaped(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")
