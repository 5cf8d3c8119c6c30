"""One version of a JSON file: its text and its tree."""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from docs_lsp.core.text import Text
from docs_lsp.jsontree.nodes import Node, SyntaxFault, SyntaxTree
from docs_lsp.jsontree.parser import OldTree, parse
from docs_lsp.jsontree.text_edits import apply_text_edit

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
    _sound: tuple[SyntaxTree, Change] | None = field(default=None, compare=False, repr=False)
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
        """Return the document for the next version of its text.

        The bytes from `start` to `old_end` of this version have become those from `start` to
        `new_end` of the next one; everything else is unchanged.
        """
        tree = apply_text_edit(self.tree, text.data, start, old_end, new_end)
        sound = None
        if tree is None:
            last = OldTree(text.data, self.tree, start, old_end, new_end)
            sound = self._find_sound_version((start, old_end, new_end))
            reuse = OldTree(text.data, sound[0], *sound[1]) if sound else last
            tree = parse(text.data, reuse, last)
        undecodable = None if self.undecodable is None else _find_undecodable_byte(text.data)
        return Document(text, tree, undecodable, None if _is_sound(tree) else sound)

    def _find_sound_version(self, change: Change) -> tuple[SyntaxTree, Change] | None:
        """Return the last version without faults and the change since, None if that is long."""
        if _is_sound(self.tree):
            return self.tree, change
        if self._sound is None:
            return None
        tree, earlier = self._sound
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


def _is_sound(tree: SyntaxTree) -> bool:
    return not tree.faults and tree.root.clean


def iter_node_faults(node: Node, at: int) -> Iterator[tuple[int, SyntaxFault]]:
    """Yield the faults of the node at an offset and of everything in it, in no certain order."""
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
