"""Finds the containers around an offset, the child of each at the offset, and JSON pointers."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass

from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.nodes import Array, Container, Member, Node


@dataclass(frozen=True, slots=True)
class Step:
    """A container on the path to an offset."""

    node: Container
    at: int
    """The absolute byte offset of its opening bracket."""
    index: int
    """The index of the child at the offset, or the last one before it; -1 before the first."""

    @property
    def child(self) -> Node | None:
        """The item or member at or before the offset, or None."""
        return self.node.items[self.index] if self.index >= 0 else None

    @property
    def key(self) -> str:
        """The key of the child; empty for an item, and before the first member."""
        child = self.child
        return child.key.value if isinstance(child, Member) else ""

    @property
    def child_offset(self) -> int:
        """The absolute byte offset of the child, which must exist."""
        return self.at + self.node.starts[self.index]

    @property
    def value(self) -> Node | None:
        """The item itself, or the value of the member."""
        child = self.child
        return child.value if isinstance(child, Member) else child

    @property
    def value_offset(self) -> int:
        """The absolute byte offset of the item, or of the member's value; the child must exist."""
        child = self.child
        return self.child_offset + (child.value_start if isinstance(child, Member) else 0)


def find_steps_to(document: Document, offset: int) -> tuple[Step, ...]:
    """Return the containers around a byte offset, the outermost first."""
    steps: list[Step] = []
    node: Node = document.tree.root
    at = document.tree.start
    while isinstance(node, Container) and at <= offset:
        index = bisect_right(node.starts, offset - at) - 1
        step = Step(node, at, index)
        steps.append(step)
        if (
            index < 0
            or offset > step.child_offset + node.items[index].size
            or offset < step.value_offset
        ):
            break
        node, at = step.value or node, step.value_offset
    return tuple(steps)


def build_pointer_at(document: Document, offset: int) -> str:
    """Return the JSON pointer (RFC 6901) of the innermost value or member at a byte offset."""
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
            steps.append(_escape_key(child.key.value))
            if offset < at + child.value_start:
                break
            at += child.value_start
            child = child.value
        else:
            assert isinstance(node, Array)
            steps.append(str(index))
        node = child
    return "".join(f"/{step}" for step in steps)


def _escape_key(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")
