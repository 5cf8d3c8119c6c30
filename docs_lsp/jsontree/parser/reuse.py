"""Reuses parts of the tree before an edit in the parse after it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.jsontree.lines import NEAR, find_near_line_start
from docs_lsp.jsontree.nodes import Container, Member, Node, SyntaxTree
from docs_lsp.jsontree.parser.reader import OpenContainer
from docs_lsp.jsontree.parser.tokens import MAX_DEPTH

_BREAK = compile_lazily(rb"[\n\r]")
_REPEATED_CLOSER = compile_lazily(rb"\]\s*\]|\}\s*\}")


class OldTree:
    """The tree before an edit, searched by offsets in the text after it.

    The edit replaced the bytes from `start` to `old_end` by those from `start` to `new_end`.
    """

    def __init__(
        self, data: bytes, tree: SyntaxTree, start: int, old_end: int, new_end: int
    ) -> None:
        """Use a tree of the text before the edit, and `data`, the text after it."""
        self.data = data
        self.tree = tree
        self.start = start
        self.old_end = old_end
        self.new_end = new_end
        self.shift = new_end - old_end
        self._clean_rests: dict[int, int] = {}
        self._last_path: list[tuple[int, Node]] = []

    def with_tree(self, tree: SyntaxTree) -> OldTree:
        """Return this with another tree of the same text, that before the edit."""
        return OldTree(self.data, tree, self.start, self.old_end, self.new_end)

    def find_container(self, pos: int, around: Container | None, at: int) -> Container | None:
        """Return the old container whose bracket was where one is in the new text, or None.

        `around` is the old container that encloses the edit and starts at `at`, if the place is
        known to be in one.
        """
        old = pos - self.shift if pos >= self.new_end else pos
        if self.start <= pos < self.new_end:
            return None
        return self._find_at_old_offset(old) if around is None else _find_child_at(around, old - at)

    def is_unchanged(self, node: Container, pos: int, by_indent: bool) -> bool:
        """Return whether an old container, found for an offset of the new text, is unchanged.

        `by_indent` means that it was read by its indentation: then nothing on the line before it
        may have changed either.
        """
        if not node.clean or not node.closed:
            return False
        if pos < self.start < pos + node.size or pos + node.size == self.start < self.old_end:
            return False
        return not (by_indent and self._line_changed(pos))

    def encloses_edit(self, node: Container, pos: int) -> bool:
        """Return whether a sound old container, found for a new offset, contains the whole edit.

        Only if the gaps between its children had no faults: then reading can continue in the
        middle.
        """
        if pos >= self.start or node.faults or not node.closed:
            return False
        return self.old_end < pos + node.size

    def count_unchanged_before(self, old: Container, at: int) -> int:
        """Return the number of children that are clean and end before the edit."""
        limit = self.start - at
        count = bisect_left(old.starts, limit)
        if count and self._reaches_edit(at + old.starts[count - 1] + old.items[count - 1].size):
            count -= 1
        if old.clean:
            return count
        return next((i for i, item in enumerate(old.items[:count]) if not item.clean), count)

    def find_edited_child(self, old: Container, at: int) -> int:
        """Return the index of the child whose value is a container around the edit, or -1.

        All other children must be clean, so that only this child can have changed.
        """
        index = bisect_right(old.starts, self.start - at) - 1
        if index < 0:
            return -1
        child = old.items[index]
        if type(child) is Member and not child.key.clean:
            return -1
        start, value = old.get_value_at(index)
        start += at
        if not isinstance(value, Container) or not start < self.start:
            return -1
        if self.old_end >= start + value.size or not value.closed:
            return -1
        if self.data[start] != value.bracket:
            return -1  # Its opening bracket is missing now.
        if old.clean:
            return index
        clean = all(item.clean for other, item in enumerate(old.items) if other != index)
        return index if clean else -1

    def get_new_end(self, old: Container, index: int) -> int:
        """Return where a child around the edit ends in the new text, relative to its container."""
        return old.starts[index] + int(old.items[index].size) + self.shift

    def find_unchanged_rest(self, old: Container, at: int, pos: int) -> int:
        """Return the index of the old child that is at an offset after the edit, or -1.

        It and all later children must be clean, so that the rest of the container is unchanged.
        """
        if pos < self.new_end:
            return -1
        wanted = pos - self.shift - at
        if wanted < self.old_end - at:
            return -1
        index = bisect_left(old.starts, wanted)
        if index == len(old.starts) or old.starts[index] != wanted:
            return -1
        return index if index >= self._find_clean_rest(old) else -1

    def find_rest_start(self, container: OpenContainer) -> int:
        """Return the offset from which on old children may be reused; -1 if there are none."""
        old = container.old
        if old is None:
            return -1
        first = self._find_clean_rest(old)
        if first == len(old.starts):
            return -1
        return max(self.new_end, container.start + old.starts[first] + self.shift)

    def _find_clean_rest(self, old: Container) -> int:
        """Return the index of the first child behind the last one with a fault."""
        if old.clean:
            return 0
        first = self._clean_rests.get(id(old))
        if first is None:
            first = len(old.items)
            while first and old.items[first - 1].clean:
                first -= 1
            self._clean_rests[id(old)] = first
        return first

    def _reaches_edit(self, end: int) -> bool:
        """Return whether at most white space is between an offset and the edit."""
        return end >= self.start or self.data[end : self.start].isspace()

    def _line_changed(self, pos: int) -> bool:
        """Return whether the edit touches the line of a position, up to the position."""
        line = find_near_line_start(self.data, pos)
        return line <= self.new_end and self.start <= pos

    def _find_at_old_offset(self, offset: int) -> Container | None:
        """Return the container of the old tree that starts exactly at an old offset, or None.

        The search begins at the innermost container around the last place and this one: places are
        asked for in their order, and are often deep.
        """
        path = self._last_path
        while path and not path[-1][0] < offset < path[-1][0] + path[-1][1].size:
            path.pop()
        at, node = path.pop() if path else (self.tree.start, self.tree.root)
        while at <= offset:
            if isinstance(node, Member):
                at += node.value_start
                node = node.value
            elif isinstance(node, Container):
                if at == offset:
                    return node
                path.append((at, node))
                index = bisect_right(node.starts, offset - at) - 1
                if index < 0:
                    return None
                at += node.starts[index]
                node = node.items[index]
            else:
                return None
        return None


class FirstParse(OldTree):
    """The tree of the first parse of a text, for the second parse of the same text by indentation.

    What indentation cannot change is read once, and rules check it once.
    """

    def __init__(self, data: bytes, tree: SyntaxTree, balance: tuple[int, int]) -> None:
        """Use the tree of a text, with the balance of its brackets."""
        behind = len(data) + 1
        super().__init__(data, tree, behind, behind, behind)
        self._may_lack_bracket = -1 in balance or balance == (0, 0)

    def is_unchanged(self, node: Container, pos: int, by_indent: bool) -> bool:
        """Return whether a container is the same by its indentation; False for a large one.

        Indentation decides where a line begins with a child or a closing bracket and one is
        missing, or where the same bracket follows itself and one is too many.
        """
        end = pos + node.size
        if not node.clean or not node.closed or node.size >= NEAR // 2:
            return False
        if not _BREAK.search(self.data, pos, end):
            return True
        return not self._may_lack_bracket and not _REPEATED_CLOSER.search(self.data, pos, end)


def _find_child_at(around: Container, offset: int) -> Container | None:
    """Return the container in a container that starts at a relative offset, or None."""
    index = bisect_right(around.starts, offset) - 1
    if index < 0:
        return None
    start, node = around.get_value_at(index)
    return node if start == offset and isinstance(node, Container) else None


def enter_old_container(container: OpenContainer, known: Container, reuse: OldTree) -> int:
    """Return the index of the child around an edit, or -1 after reusing those before the edit.

    The child must be read again first; after -1, reading continues at the position.
    """
    if not reuse.encloses_edit(known, container.start):
        return -1
    container.old = known
    index = reuse.find_edited_child(known, container.start)
    if index < 0:
        _reuse_first_children(
            container, known, reuse.count_unchanged_before(known, container.start)
        )
    return index


def replace_reread_child(
    container: OpenContainer, index: int, value: Node, reuse: OldTree
) -> Node | None:
    """Put a value that was read again into its container; return the container if it is finished.

    It is finished if the value ends where it did before; otherwise None is returned, and the rest
    must be read.
    """
    known, reader = container.old, container.reader
    assert known is not None
    child = known.items[index]
    if type(child) is Member:
        value = Member(child.key, value, child.value_start, child.value_start + value.size)
    is_as_before = reader.pos == container.start + reuse.get_new_end(known, index)
    if is_as_before and reader.faults_left >= 0:
        reader.pos = container.start + known.size + reuse.shift
        return known.replace_child(index, value)
    end = reader.pos
    _reuse_first_children(container, known, index)
    container.add_child(container.start + known.starts[index], value)
    reader.pos = end
    return None


def reuse_rest(container: OpenContainer, reuse: OldTree, pos: int) -> bool:
    """Reuse all children after the edit at once if the next one is unchanged; returns whether."""
    if container.old is None or (container.comma < 0 and container.items):
        return False
    index = reuse.find_unchanged_rest(container.old, container.start, pos)
    if index < 0:
        return False
    if len(container.reader.open) + container.old.height > MAX_DEPTH:
        return False
    shift = pos - container.start - container.old.starts[index]
    container.items += container.old.items[index:]
    container.starts += [start + shift for start in container.old.starts[index:]]
    container.end = container.start + container.starts[-1] + container.items[-1].size
    container.reader.pos = container.end
    container.comma = -1
    return True


def _reuse_first_children(container: OpenContainer, known: Container, count: int) -> None:
    """Start a container with the first children of its version before the edit."""
    if count:
        container.items = known.items[:count]
        container.starts = known.starts[:count]
        container.end = container.start + container.starts[-1] + container.items[-1].size
        container.reader.pos = container.end
