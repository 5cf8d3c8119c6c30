"""Verifies that edits of a container with faults have the intended result.

In valid JSON the edits are right by construction. In other text, the effect of a missing comma or
quote on what follows is only known by parsing the result.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from docs_lsp.core.edits import Edit, apply_edits
from docs_lsp.core.text import Text
from docs_lsp.jsontree.cursor import find_steps_to
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.edits.separators import Gaps
from docs_lsp.jsontree.nodes import Container, Member, Node, to_python

MOST_READ_AGAIN = 25_000
"""The number of faults that all edits of one text may read again; later edits are not possible.

Only a text with hundreds of faults, and hundreds of edits to try, reaches it.
"""
_UNCHANGED = 20
"""The number of children that cost as much as one fault."""
_ENTERED = 5
"""The number of children that cost as much as reading a container again that has faults in it."""

Child = tuple[str | None, Any]
"""The content of a child: its key, or None, and its value as plain data."""


def list_child_contents(node: Container) -> list[Child]:
    """Return the key (None for an item) and the plain value of each child of a container."""
    return [
        (child.key.value, to_python(child.value))
        if isinstance(child, Member)
        else (None, to_python(child))
        for child in node.items
    ]


def parse_children(node: Container, texts: Iterable[str]) -> tuple[list[Child], int]:
    """Return the content of texts as children of such a container, and their number of faults."""
    opening, closing = "[]" if node.bracket == ord("[") else "{}"
    document = Document.from_text(opening + "\n,".join(texts) + "\n" + closing)
    root = document.tree.root
    return list_child_contents(root) if isinstance(root, Container) else [], document.fault_count


def may_be_edited(data: bytes, node: Container) -> bool:
    """Return whether an edit needs no verification, or there is a budget for it; uses some."""
    if node.clean:
        return True
    text = _parse_latest(data)
    text.read_again += text.cost + len(node.items) // _UNCHANGED
    return text.read_again <= MOST_READ_AGAIN


def verify_edits(
    gaps: Gaps, edits: tuple[Edit, ...], children: list[Child], new_faults: int = 0
) -> tuple[Edit, ...] | None:
    """Return the edits if they leave their container with the given children, or None.

    There must be no more faults afterwards than before, apart from `new_faults`.
    """
    before = _parse_latest(gaps.data)
    after = edit_document(before.document, edits)
    steps = (step for step in find_steps_to(after, gaps.at) if step.at == gaps.at)
    container = next((step.node for step in steps if type(step.node) is type(gaps.node)), None)
    if container is None or list_child_contents(container) != children:
        return None
    return edits if after.fault_count <= before.fault_count + new_faults else None


def verify_no_new_faults(document: Document, edits: tuple[Edit, ...]) -> tuple[Edit, ...] | None:
    """Return the edits if they leave no more faults than before, or None.

    A missing bracket elsewhere can turn text of other containers into one, so that edits of
    containers without faults are checked as well if the text has any.
    """
    before = document.fault_count
    if not before or edit_document(document, edits).fault_count <= before:
        return edits
    return None


def edit_document(before: Document, edits: Sequence[Edit]) -> Document:
    """Return the document after some edits, of which only what they affect is parsed."""
    if not edits:
        return before
    start = min(edit.span.start for edit in edits)
    end = max(edit.span.end for edit in edits)
    text = before.text
    after = Text.from_data(apply_edits(text.data, edits))
    return before.update_text(after, start, end, end + len(after.data) - len(text.data))


class _TriedText:
    """A text with faults on which edits are tried."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.fault_count = document.fault_count
        children = _weigh_children_beside_faults(document.tree.root)
        self.cost = self.fault_count + children // _UNCHANGED
        """The cost of parsing the text after an edit, as a number of faults."""
        self.read_again = 0


def _weigh_children_beside_faults(root: Node) -> int:
    """Return the cost of reading all containers with faults again, as a number of children."""
    count, waiting = 0, [root]
    while waiting:
        node = waiting.pop()
        if not node.clean:
            children = [child for _, child in node.iter_children()]
            count += len(children) + (_ENTERED if children else 0)
            waiting += children
    return count


@lru_cache(maxsize=1)  # The fixes of one file come one after the other.
def _parse_latest(data: bytes) -> _TriedText:
    return _TriedText(Document.from_text(data))
