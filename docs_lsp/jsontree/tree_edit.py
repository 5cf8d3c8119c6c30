"""Compares the containers around an edit with their versions before it.

Children that the edit cannot have changed need not be examined again, even among thousands.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import NamedTuple

from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.nodes import Container, Member, Node, Object
from docs_lsp.jsontree.parser import find_plain_end
from docs_lsp.jsontree.text_edits import build_string, find_edited_string


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
    around: dict[int, ContainerBefore] = {}
    child: Node = build_string(raw)
    containers = []
    for container, index in reversed(path):
        member = container.items[index]
        if type(member) is Member:
            end = member.value_start + child.size
            child = Member(member.key, child, member.value_start, end)
        child = container.replace_child(index, child, container.starts)
        containers.append(child)
        around[id(child)] = ContainerBefore(container, index, index + 1, index + 1)
    return TreeEdit(child, around, containers[0], b"[" + raw + b"]")


def find_edit(before: Document, after: Document, start: int, old_end: int) -> TreeEdit | None:
    """Return the edit that leads from one version of a document to the next, or None.

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
    opening, closing = (b"{", b"}") if isinstance(container, Object) else (b"[", b"]")
    if pair.start == pair.stop:
        return opening + closing
    start = at + container.starts[pair.start]
    end = at + container.starts[pair.stop - 1] + container.items[pair.stop - 1].size
    return opening + data[start:end] + closing


def _is_inside(old: Node, new: Node, at: int, start: int, old_end: int) -> bool:
    """Whether an edit leaves the brackets of a container unchanged."""
    return (
        isinstance(old, Container)
        and type(old) is type(new)
        and at < start
        and old_end < at + old.size
    )


def _match_children(old: Container, new: Container, start: int, end: int) -> ContainerBefore:
    """Compare the children of two versions around an edit at offsets relative to them."""
    first = max(bisect_right(old.starts, start) - 1, 0)
    stop = bisect_right(old.starts, end)
    return ContainerBefore(old, first, stop, len(new.items) - (len(old.items) - stop))


def _is_same_key(old: Container, new: Container, index: int) -> bool:
    before, after = old.items[index], new.items[index]
    if not isinstance(before, Member):
        return True
    return isinstance(after, Member) and before.key.value == after.key.value
