"""What of an earlier tree still holds after an edit."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING

from docs_lsp.jsontree.layout import line_start
from docs_lsp.jsontree.nodes import Container, Member, Node, Object

if TYPE_CHECKING:
    from docs_lsp.jsontree.parser import Tree


class Reuse:
    """The tree before an edit, asked by offsets in the text after it.

    The edit replaced the bytes from `start` to `old_end` by those from `start` to `new_end`.
    """

    def __init__(self, data: bytes, tree: Tree, start: int, old_end: int, new_end: int) -> None:
        """Remember a tree of the text before the edit, and `data`, the text after it."""
        self.data = data
        self.tree = tree
        self.start = start
        self.old_end = old_end
        self.new_end = new_end
        self.shift = new_end - old_end

    def container_at(self, pos: int, by_indent: bool) -> Container | None:
        """The clean container that stands at an offset of the new text, unless the edit meets it.

        `by_indent` asks for one that was read by its indentation: then nothing on the line before
        it may have changed either.
        """
        old = self._old_offset(pos)
        if old is None:
            return None
        node = self._find(old)
        if node is None or not node.clean or not node.closed:
            return None
        if old < self.start < old + node.size or old + node.size == self.start < self.old_end:
            return None
        if by_indent and self._line_changed(pos):
            return None
        return node

    def enclosing_at(self, pos: int, is_object: bool) -> Container | None:
        """The container whose bracket stands at an offset before the edit and that holds it all.

        Only one whose gaps between the children were in order: it can be read on from the middle.
        """
        if pos >= self.start:
            return None
        node = self._find(pos)
        if node is None or node.faults or not node.closed or isinstance(node, Object) != is_object:
            return None
        return node if self.old_end < pos + node.size else None

    def head(self, old: Container, at: int) -> int:
        """How many children of a container at `at` are clean and end before the edit."""
        limit = self.start - at
        count = bisect_left(old.starts, limit)
        if count and self._reaches_edit(at + old.starts[count - 1] + old.items[count - 1].size):
            count -= 1
        if old.clean:
            return count
        return next((i for i, item in enumerate(old.items[:count]) if not item.clean), count)

    def tail(self, old: Container, at: int, pos: int) -> int:
        """The index of the old child that stands at an offset behind the edit, or -1.

        It and all behind it must be clean, so that the rest of the container is as it was.
        """
        if pos < self.new_end:
            return -1
        wanted = pos - self.shift - at
        if wanted < self.old_end - at:
            return -1
        index = bisect_left(old.starts, wanted)
        if index == len(old.starts) or old.starts[index] != wanted:
            return -1
        if old.clean or all(item.clean for item in old.items[index:]):
            return index
        return -1

    def _old_offset(self, pos: int) -> int | None:
        if pos >= self.new_end:
            return pos - self.shift
        return pos if pos < self.start else None

    def _reaches_edit(self, end: int) -> bool:
        """Whether only white space stands between an end and the edit: it may mean more now."""
        return end >= self.start or self.data[end : self.start].isspace()

    def _line_changed(self, pos: int) -> bool:
        line = line_start(self.data, pos)
        return line <= self.new_end and self.start <= pos

    def _find(self, offset: int) -> Container | None:
        """The container of the old tree that starts exactly at an offset of the old text."""
        node: Node = self.tree.root
        at = self.tree.start
        while at <= offset:
            if isinstance(node, Member):
                at += node.value_start
                node = node.value
            elif isinstance(node, Container):
                if at == offset:
                    return node
                index = bisect_right(node.starts, offset - at) - 1
                if index < 0:
                    return None
                at += node.starts[index]
                node = node.items[index]
            else:
                return None
        return None
