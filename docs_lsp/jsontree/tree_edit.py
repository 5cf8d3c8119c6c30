"""Compares the containers around an edit with their versions before it.

Children that the edit cannot have changed need not be examined again, even among thousands.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import NamedTuple

from docs_lsp.jsontree.document import Document, find_edited_string
from docs_lsp.jsontree.nodes import Array, Container, Member, Node, Object, build_plain_string
from docs_lsp.jsontree.parser import find_plain_end

WHITE_SPACE = b" \t\r\n"


class ContainerBefore(NamedTuple):
    """A container before an edit within it.

    All children are the same in both versions, except that those from `start` to `stop_before` have
    become those from `start` to `stop`.
    """

    before: Container
    start: int
    stop_before: int
    stop: int


class TreeEdit(NamedTuple):
    """An edit after which a document has no faults, in terms of the tree."""

    root: Node
    """The root after the edit. The starts of its children behind the edit are not valid."""
    around: dict[int, ContainerBefore]
    """Each container around the edit before it, by the `id` of its new version.

    The outermost is first.
    """
    innermost: Container
    """The innermost container around the edit, after it."""
    text: bytes
    """The JSON text that the edit may have added or changed there, within an array or object."""

    @property
    def new_children(self) -> list[Node]:
        """The items or members of the innermost container that may be new or changed."""
        pair = self.around[id(self.innermost)]
        return self.innermost.items[pair.start : pair.stop]


def find_text_edit(before: Document, start: int, old_end: int, new: bytes) -> TreeEdit | None:
    """Return the edit of the bytes from `start` to `old_end` within a string value, or None.

    The document must have no faults. Nothing is parsed.
    """
    place = find_edited_string(before.tree, start, old_end)
    if place is None or not place[0]:
        return None
    (path, span), data = place, before.text.data
    raw = data[span.start : start] + new + data[old_end : span.end]
    if find_plain_end(raw, 0) != len(raw):
        return None
    containers = _rebuild_containers(path, build_plain_string(raw))
    around = {id(new): pair for new, pair in containers}
    return TreeEdit(containers[-1][0], around, containers[0][0], b"[" + raw + b"]")


def find_item_removal(before: Document, start: int, old_end: int) -> TreeEdit | None:
    """Return the removal of the bytes from `start` to `old_end` if it removes whole items, or None.

    The document must have no faults. Nothing is parsed.
    """
    path, array, at = _find_array_around(before, start, old_end)
    if array is None:
        return None
    first, stop = (bisect_left(array.starts, offset - at) for offset in (start, old_end))
    behind = at + array.starts[stop] if stop < len(array.items) else at + array.size - 1
    ahead, last_end = at + 1, start
    if first:
        ahead = at + array.starts[first - 1] + array.items[first - 1].size
    if stop:
        last_end = at + array.starts[stop - 1] + array.items[stop - 1].size
    if first == stop or ahead > start or last_end > old_end:
        return None
    data = before.text.data
    gap = data[ahead:start] + data[old_end:behind]
    if gap.strip(WHITE_SPACE) != (b"," if first and stop < len(array.items) else b""):
        return None
    new = array.copy_without_items(first, stop)
    containers = [
        (new, ContainerBefore(array, first, stop, first)),
        *_rebuild_containers(path, new),
    ]
    around = {id(new): pair for new, pair in containers}
    return TreeEdit(containers[-1][0], around, new, b"[]")


def _find_array_around(
    before: Document, start: int, old_end: int
) -> tuple[list[tuple[Container, int]], Array | None, int]:
    """Return the path to the container around an edit, the container if an array, its offset.

    The path has the containers around it, the outermost first, each with the index of the child on
    the way. The array is None if that is none; the offset is absolute.
    """
    path: list[tuple[Container, int]] = []
    node, at = before.tree.root, before.tree.start
    while isinstance(node, Container):
        index = bisect_right(node.starts, start - at) - 1
        offset, child = node.get_value_at(index) if index >= 0 else (0, node)
        if index < 0 or not _encloses(child, at + offset, start, old_end):
            break
        path.append((node, index))
        node, at = child, at + offset
    array = node if isinstance(node, Array) and _encloses(node, at, start, old_end) else None
    return path, array, at


def _encloses(node: Node, at: int, start: int, old_end: int) -> bool:
    """Return whether an edit is between the brackets of a container at an offset."""
    return isinstance(node, Container) and at < start and old_end < at + node.size


def _rebuild_containers(
    path: list[tuple[Container, int]], child: Node
) -> list[tuple[Container, ContainerBefore]]:
    """Return new versions of nested containers around a new child, the innermost first."""
    containers: list[tuple[Container, ContainerBefore]] = []
    for container, index in reversed(path):
        child = container.replace_value(index, child, container.starts)
        containers.append((child, ContainerBefore(container, index, index + 1, index + 1)))
    return containers


def find_edit(before: Document, after: Document, start: int, old_end: int) -> TreeEdit | None:
    """Return the edit between two versions of a document; None for faults, or outside the root.

    The bytes from `start` to `old_end` were replaced. None if the next version has faults, or if
    the edit is not inside the brackets of the root.
    """
    if after.tree.faults or not after.tree.root.clean:
        return None
    old, new, at = before.tree.root, after.tree.root, before.tree.start
    around: dict[int, ContainerBefore] = {}
    innermost: tuple[Container, int] | None = None
    while _is_inside(old, new, at, start, old_end):
        assert isinstance(old, Container)
        assert isinstance(new, Container)
        pair = _match_children(old, new, start - at, old_end - at)
        if pair.stop < pair.start:
            break
        around[id(new)] = pair
        innermost = (new, at)
        if (pair.stop_before - pair.start, pair.stop - pair.start) != (1, 1):
            break
        offset, child = old.get_value_at(pair.start)
        new_offset, new_child = new.get_value_at(pair.start)
        if offset != new_offset or not _is_same_key(old, new, pair.start):
            break
        old, new, at = child, new_child, at + offset
    if innermost is None:
        return None
    text = _extract_text(after.text.data, *innermost, around[id(innermost[0])])
    return TreeEdit(after.tree.root, around, innermost[0], text)


def _extract_text(data: bytes, container: Container, at: int, pair: ContainerBefore) -> bytes:
    """Return a container with only its children from `pair.start` to `pair.stop`, as JSON."""
    opening, closing = (b"{", b"}") if isinstance(container, Object) else (b"[", b"]")
    if pair.start == pair.stop:
        return opening + closing
    start = at + container.starts[pair.start]
    end = at + container.starts[pair.stop - 1] + container.items[pair.stop - 1].size
    return opening + data[start:end] + closing


def _is_inside(old: Node, new: Node, at: int, start: int, old_end: int) -> bool:
    """Return whether an edit leaves the brackets of a container unchanged."""
    return type(old) is type(new) and _encloses(old, at, start, old_end)


def _match_children(old: Container, new: Container, start: int, end: int) -> ContainerBefore:
    """Return which children of two versions an edit, at offsets relative to them, may change."""
    first = max(bisect_right(old.starts, start) - 1, 0)
    stop = bisect_right(old.starts, end)
    return ContainerBefore(old, first, stop, len(new.items) - (len(old.items) - stop))


def _is_same_key(old: Container, new: Container, index: int) -> bool:
    before, after = old.items[index], new.items[index]
    if not isinstance(before, Member):
        return True
    return isinstance(after, Member) and before.key.value == after.key.value
