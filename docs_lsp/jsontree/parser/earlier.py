"""What an earlier parse already read of a container, taken over after an edit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docs_lsp.jsontree.nodes import Container, Member, Node
from docs_lsp.jsontree.parser.reuse import Reuse
from docs_lsp.jsontree.parser.tokens import MAX_DEPTH

if TYPE_CHECKING:
    from docs_lsp.jsontree.parser.open_container import Frame


def take_over(frame: Frame, known: Container, reuse: Reuse) -> Node | None:
    """Start with what is left of a container as it was before the edit.

    The finished container, where the edit lies within one child that ends where it did.
    """
    if not reuse.encloses(known, frame.start):
        return None
    frame.old = known
    index = reuse.child_around(known, frame.start)
    if index < 0:
        _take_over_head(frame, known, reuse.head(known, frame.start))
        return None
    parser = frame.parser
    child = _child_again(frame, known, index)
    if parser.pos == frame.start + reuse.end_of(known, index):
        parser.pos = frame.start + known.size + reuse.shift
        return known.with_child(index, child)
    end = parser.pos
    _take_over_head(frame, known, index)
    frame.add(frame.start + known.starts[index], child)
    parser.pos = end
    return None


def take_over_tail(frame: Frame, pos: int) -> bool:
    """Take all children behind the edit at once, when the next one is where it was."""
    reuse = frame.parser.reuse
    if frame.old is None or reuse is None or (frame.comma < 0 and frame.items):
        return False
    index = reuse.tail(frame.old, frame.start, pos)
    if index < 0:
        return False
    if len(frame.parser.open) + frame.old.height > MAX_DEPTH:
        return False
    shift = pos - frame.start - frame.old.starts[index]
    frame.items += frame.old.items[index:]
    frame.starts += [start + shift for start in frame.old.starts[index:]]
    frame.end = frame.start + frame.starts[-1] + frame.items[-1].size
    frame.parser.pos = frame.end
    frame.comma = -1
    return True


def _child_again(frame: Frame, known: Container, index: int) -> Node:
    """Read a child again in which the edit lies; all before it is as it was."""
    parser = frame.parser
    child = known.items[index]
    at = frame.start + known.starts[index]
    if isinstance(child, Member):
        parser.pos = at + child.value_start
        value = parser.container(parser.data[parser.pos])
        size = child.value_start + value.size
        return Member(child.key, value, child.value_start, size)
    parser.pos = at
    return parser.container(parser.data[at])


def _take_over_head(frame: Frame, known: Container, count: int) -> None:
    """Start with the first children of the container as it was before the edit."""
    if count:
        frame.items = known.items[:count]
        frame.starts = known.starts[:count]
        frame.end = frame.start + frame.starts[-1] + frame.items[-1].size
        frame.parser.pos = frame.end
