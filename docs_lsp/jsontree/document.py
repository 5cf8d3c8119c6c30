"""One version of a JSON file: its text and its tree.

An edit within a string value, as most typing is, is applied without parsing.
"""

from __future__ import annotations

import codecs
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from docs_lsp.core.text import Span, Text
from docs_lsp.jsontree.nodes import (
    Container,
    Node,
    String,
    SyntaxFault,
    SyntaxTree,
    build_plain_string,
)
from docs_lsp.jsontree.parser import OldTree, find_plain_end, parse

_WIDE_ENCODINGS = (
    ("UTF-32", "utf-32-le", 4),
    ("UTF-32", "utf-32-be", 4),
    ("UTF-16", "utf-16-le", 2),
    ("UTF-16", "utf-16-be", 2),
)
"""The encodings that a file may be in instead of UTF-8, with the bytes of an ASCII character."""


Change: TypeAlias = tuple[int, int, int]
"""A replacement: the start of the replaced bytes, their end before it, and their end after it."""
_LONGEST_FAULTY = 1000
"""The number of bytes typed since a text was without faults, while its parts are still reused."""


@dataclass(frozen=True, slots=True)
class Document:
    """One version of a JSON file. Editing returns the next one, which shares unchanged nodes."""

    text: Text
    tree: SyntaxTree
    undecodable: int | None = None
    """The offset of the first byte that is not UTF-8, or None.

    Files may contain one; editors never send one.
    """
    _faultless: tuple[SyntaxTree, Change] | None = field(default=None, compare=False, repr=False)
    """The tree of the last version without faults, if this one has some, and the change since.

    A bracket or a quote can change what all text after it means; when the next one restores that,
    what was read before both is used again.
    """

    @classmethod
    def from_text(cls, data: bytes | str | Text) -> Document:
        """Parse a whole text. Never raises."""
        text = data if isinstance(data, Text) else Text.from_data(data)
        return cls(text, parse(text.data), _find_undecodable_byte(text.data))

    def replace_bytes(self, start: int, end: int, new: bytes) -> Document:
        """Return the document with the bytes from `start` to `end` replaced by `new`."""
        return self.update_text(
            self.text.replace_bytes(start, end, new), start, end, start + len(new)
        )

    def update_text(self, text: Text, start: int, old_end: int, new_end: int) -> Document:
        """Return the document for a text in which bytes of this one are replaced.

        The bytes from `start` to `old_end` of this version have become those from `start` to
        `new_end` of the next one; everything else is unchanged.
        """
        tree = _apply_text_edit(self.tree, text.data, start, old_end, new_end)
        faultless = None
        if tree is None:
            last = OldTree(text.data, self.tree, start, old_end, new_end)
            faultless = self._find_faultless_version((start, old_end, new_end))
            reuse = OldTree(text.data, faultless[0], *faultless[1]) if faultless else last
            tree = parse(text.data, reuse, last)
        undecodable = None if self.undecodable is None else _find_undecodable_byte(text.data)
        return Document(text, tree, undecodable, None if _is_faultless(tree) else faultless)

    def _find_faultless_version(self, change: Change) -> tuple[SyntaxTree, Change] | None:
        """Return the last version without faults and the change since, None if that is long."""
        if _is_faultless(self.tree):
            return self.tree, change
        if self._faultless is None:
            return None
        tree, earlier = self._faultless
        start, old_end, new_end = join_changes(earlier, change)
        return (tree, (start, old_end, new_end)) if new_end - start <= _LONGEST_FAULTY else None

    def iter_faults(self) -> Iterator[tuple[int, SyntaxFault]]:
        """Yield the syntax faults, each with the absolute offset that its range is relative to.

        A file in another encoding has one fault: whatever follows comes from the encoding.
        """
        encoding = _detect_wide_encoding(self.text.data)
        if encoding:
            message = f"The file is {encoding}, which the service cannot read. Save it as UTF-8."
            yield 0, SyntaxFault(0, 1, "syntax-error", message)
            return
        if self.undecodable is not None:
            message = (
                "From here on this is not UTF-8, and the service cannot read it. Save it as UTF-8."
            )
            at = self.undecodable
            yield 0, SyntaxFault(at, at + 1, "syntax-error", message)
        for fault in self.tree.faults:
            if fault.code:
                yield 0, fault
        yield from iter_node_faults(self.tree.root, self.tree.start)

    @property
    def fault_count(self) -> int:
        """The number of syntax faults."""
        return sum(1 for _ in self.iter_faults())


def join_changes(first: Change, second: Change) -> Change:
    """Return two changes, the second in the text after the first, as one."""
    start, old_end, new_end = first
    after, before_end, after_end = second
    old_end += max(0, before_end - new_end)
    new_end = max(new_end, before_end) + after_end - before_end
    return min(start, after), old_end, new_end


def _is_faultless(tree: SyntaxTree) -> bool:
    return not tree.faults and tree.root.clean


def iter_node_faults(node: Node, at: int) -> Iterator[tuple[int, SyntaxFault]]:
    """Yield the faults in a node, unsorted, each with the absolute offset of the node it is in."""
    for fault in node.faults:
        if fault.code:
            yield at, fault
    if not node.clean:
        for start, child in node.iter_children():
            if not child.clean:  # Skips nearly all of thousands of children.
                yield from iter_node_faults(child, at + start)


def _detect_wide_encoding(data: bytes) -> str:
    """Return `UTF-16` or `UTF-32` if a file is in one of these; else an empty string.

    Without a byte order mark it begins with two ASCII characters, as JSON does, and can be decoded
    to its end. Other null characters are faults of their own.
    """
    start = data[:8]
    if start.startswith((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)):
        return "UTF-32"
    if start.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "UTF-16"
    for name, encoding, width in _WIDE_ENCODINGS if 0 in start else ():
        first = start[: 2 * width].decode(encoding, "ignore")
        if len(first) == 2 and first.isascii() and "\0" not in first:
            return name if _can_decode(data[: len(data) // width * width], encoding) else ""
    return ""


def _can_decode(data: bytes, encoding: str) -> bool:
    try:
        data.decode(encoding)
    except UnicodeDecodeError:
        return False
    return True


def _find_undecodable_byte(data: bytes) -> int | None:
    """Return the offset of the first byte that is not UTF-8, or None."""
    if data.isascii():
        return None
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        return error.start
    return None


def _apply_text_edit(
    tree: SyntaxTree, data: bytes, start: int, old_end: int, new_end: int
) -> SyntaxTree | None:
    """Return the tree of `data` after an edit within a string value, or None for other edits.

    `tree` is the tree before the edit, which replaced the bytes from `start` to `old_end` by those
    from `start` to `new_end`. None also if the tree has any fault: then the text must be parsed.
    """
    if tree.faults or tree.unmatched or not tree.root.clean:
        return None
    place = find_edited_string(tree, start, old_end)
    if place is None:
        return None
    path, (at, before) = place
    end = before + new_end - old_end
    if find_plain_end(data, at) != end:
        return None
    return tree._replace(root=_rebuild_path(path, build_plain_string(data[at:end])))


def find_edited_string(
    tree: SyntaxTree, start: int, old_end: int
) -> tuple[list[tuple[Container, int]], Span] | None:
    """Return the path to the string value around an edit, and its absolute span, or None.

    The path has the containers around the string, the outermost first, each with the index of the
    child on the way. The edit is of the bytes from `start` to `old_end`.
    """
    path: list[tuple[Container, int]] = []
    node, at = tree.root, tree.start
    while isinstance(node, Container):
        index = bisect_right(node.starts, start - at) - 1
        if index < 0:
            return None
        path.append((node, index))
        offset, node = node.get_value_at(index)
        at += offset
    if type(node) is not String or not at < start <= old_end < at + node.size:
        return None
    return path, Span(at, at + node.size)


def _rebuild_path(path: list[tuple[Container, int]], value: Node) -> Node:
    """Return the outermost of nested containers with another innermost value."""
    for container, index in reversed(path):
        value = container.replace_value(index, value)
        value.shape_cache = container.shape_cache
    return value
