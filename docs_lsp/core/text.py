"""Text as an editor sees it: UTF-8 bytes, lines, columns.

Only this module knows lines, columns and position encodings; everything else uses UTF-8 byte
offsets. Lines end at LF, CRLF or CR only (LSP 3.17, "Text Documents"), so U+2028 or a form feed
inside a string does not shift the lines below it.

A `Text` never changes. `replace_bytes` returns the next version, which shares all but the edited
lines with the old one, so that a keystroke in a file of 50,000 lines takes microseconds.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from enum import Enum
from itertools import accumulate, compress, count
from operator import ne
from typing import NamedTuple

from docs_lsp.core.lazy_pattern import compile_lazily

_LINE_END = compile_lazily(rb"\r\n?|\n")
_LINES_PER_BLOCK = 128
_BLOCK = 1024
"""The number of items that are compared at once."""


class Span(NamedTuple):
    """A half-open range of UTF-8 byte offsets."""

    start: int
    end: int

    def shift(self, by: int) -> Span:
        """Return this range moved by some bytes."""
        return Span(self.start + by, self.end + by)


def fold_case(text: str) -> str:
    """Return the case-folded text, or the same object if that is equal.

    It is with most paths, and a large site has tens of thousands in both forms.
    """
    without_case = text.casefold()
    return text if without_case == text else without_case


class Encoding(Enum):
    """The unit in which a client counts columns (LSP PositionEncodingKind)."""

    UTF8 = "utf-8"
    UTF16 = "utf-16"
    UTF32 = "utf-32"

    def count_units(self, raw: bytes) -> int:
        """Return the number of units in a piece of UTF-8 text."""
        if self is Encoding.UTF8 or raw.isascii():
            return len(raw)
        text = raw.decode("utf-8", "replace")
        if self is Encoding.UTF32:
            return len(text)
        return len(text.encode("utf-16-le")) // 2

    def count_prefix_bytes(self, raw: bytes, units: int) -> int:
        """Return the number of bytes of the first `units` units of `raw`.

        A position inside a character counts as the position before it, one past the end as the end.
        """
        if self is Encoding.UTF8:
            return _find_character_start(raw, units)
        if raw[:units].isascii():
            return min(units, len(raw))
        # No character takes up more than four bytes for each of its units.
        text = raw[: 4 * units].decode("utf-8", "replace")
        if self is Encoding.UTF32:
            head = text[:units]
        else:
            head = text.encode("utf-16-le")[: 2 * units].decode("utf-16-le", "ignore")
        return min(len(head.encode("utf-8")), len(raw))


def _find_character_start(raw: bytes, offset: int) -> int:
    """Return the start of the UTF-8 character at an offset; the end of `raw` past that."""
    if offset >= len(raw):
        return len(raw)
    while offset > 0 and raw[offset] & 0xC0 == 0x80:
        offset -= 1
    return offset


class _Block(NamedTuple):
    """A run of whole lines."""

    starts: array[int]
    """The start of each line relative to the block, when they were last computed.

    A large docs.json has tens of thousands; as objects they would take four times the space.
    """
    size: int
    edited: int = 0
    """The index of the first line that has moved since, because the line before was edited."""
    moved: int = 0
    """The number of bytes by which these lines have moved."""

    def get_line_start(self, line: int) -> int:
        """Return the start of a line relative to the block."""
        at = self.starts[line]
        return at + self.moved if line >= self.edited else at

    def find_line(self, offset: int) -> int:
        """Return the index of the line at an offset."""
        starts, edited, moved = self.starts, self.edited, self.moved
        if edited < len(starts) and offset >= starts[edited] + moved:
            return bisect_right(starts, offset - moved, edited) - 1
        return bisect_right(starts, offset, 0, edited) - 1

    def shift_after_edit(self, offset: int, shift: int) -> _Block:
        """Return the block after an edit at an offset that adds or removes no line break.

        Continued typing in one line moves the later lines without recomputing them.
        """
        line = self.find_line(offset) + 1
        starts, moved = self.starts, self.moved
        if moved and line != self.edited:
            starts, moved = array("q", map(self.get_line_start, range(len(starts)))), 0
        return _Block(starts, self.size + shift, line, moved + shift)


class Text:
    """The bytes of one version of a file, with an index of its lines."""

    __slots__ = ("_blocks", "_first_lines", "_offsets", "data")

    data: bytes

    def __init__(self, data: bytes, blocks: list[_Block]) -> None:
        """Create a text from its bytes and line blocks; use `Text.from_data` instead."""
        self.data = data
        self._blocks = blocks
        self._offsets = list(accumulate((block.size for block in blocks), initial=0))
        self._first_lines = list(accumulate((len(block.starts) for block in blocks), initial=0))

    @classmethod
    def from_data(cls, data: bytes | str) -> Text:
        """Index a whole text. Lone surrogates in a `str` become U+FFFD, as no file has them."""
        if isinstance(data, str):
            data = encode_text(data)
        return cls(data, _cut_blocks(data, 0, len(data)))

    def __len__(self) -> int:
        """The size in bytes."""
        return len(self.data)

    def __eq__(self, other: object) -> bool:
        """Return whether both texts have the same bytes."""
        return isinstance(other, Text) and self.data == other.data

    def __hash__(self) -> int:
        """Return the hash of the bytes."""
        return hash(self.data)

    @property
    def line_count(self) -> int:
        """The number of lines; a text that ends with a line break has an empty last line."""
        return self._first_lines[-1]

    def get_line_start(self, line: int) -> int:
        """Return the byte offset at which a line, from 0, starts; the text's end past the last."""
        if line >= self.line_count:
            return len(self.data)
        block = bisect_right(self._first_lines, line) - 1
        return self._offsets[block] + self._blocks[block].get_line_start(
            line - self._first_lines[block]
        )

    def list_line_starts(self) -> list[int]:
        """Return the offset at which each line starts."""
        offsets: list[int] = []
        for at, block in zip(self._offsets, self._blocks, strict=False):
            if not block.moved:
                offsets += [at + start for start in block.starts]
                continue
            offsets += [at + start for start in block.starts[: block.edited]]
            after = at + block.moved
            offsets += [after + start for start in block.starts[block.edited :]]
        return offsets

    def find_line_number(self, offset: int) -> int:
        """Return the number of the line, from 0, that contains an offset."""
        block = min(bisect_right(self._offsets, offset), len(self._blocks)) - 1
        local = self._blocks[block].find_line(offset - self._offsets[block])
        return self._first_lines[block] + local

    def get_line_span(self, line: int) -> Span:
        """Return the span of a line without its line break."""
        start, end = self.get_line_start(line), self.get_line_start(line + 1)
        if end > start and self.data[end - 1] in b"\r\n" and line + 1 < self.line_count:
            end -= 2 if self.data[start:end].endswith(b"\r\n") else 1
        return Span(start, end)

    def to_position(self, offset: int, encoding: Encoding) -> tuple[int, int]:
        """Return the line and column, both from 0, of an offset; columns in the client's units."""
        line = self.find_line_number(offset)
        return line, encoding.count_units(self.data[self.get_line_start(line) : offset])

    def to_range(self, span: Span, encoding: Encoding) -> tuple[tuple[int, int], tuple[int, int]]:
        """Return the (line, column) of both ends of a span, from 0, in the client's units."""
        index = self._find_block(span.start)
        at, block = self._offsets[index], self._blocks[index]
        local = block.find_line(span.start - at)
        line, start = self._first_lines[index] + local, at + block.get_line_start(local)
        column = encoding.count_units(self.data[start : span.start])
        is_last = local + 1 == len(block.starts)
        following = self._offsets[index + 1] if is_last else at + block.get_line_start(local + 1)
        if span.end >= following:
            return (line, column), self.to_position(span.end, encoding)
        return (line, column), (line, encoding.count_units(self.data[start : span.end]))

    def to_ranges(
        self, spans: Iterable[Span], encoding: Encoding
    ) -> list[tuple[tuple[int, int], tuple[int, int]]]:
        """Return the positions of both ends of each span, as `to_range` does."""
        return [self.to_range(span, encoding) for span in spans]

    def to_offset(self, line: int, column: int, encoding: Encoding) -> int:
        """Return the byte offset of a position; a line or column past the end means that end."""
        if line >= self.line_count:
            return len(self.data)
        start, end = self.get_line_span(line)
        return start + encoding.count_prefix_bytes(self.data[start:end], column)

    def replace_bytes(self, start: int, end: int, new: bytes) -> Text:
        """Return the text with the bytes from `start` to `end` replaced by `new`."""
        view = memoryview(self.data)
        data = b"".join((view[:start], new, view[end:]))
        if not self._changes_lines(start, end, new):
            return self._shift_blocks(data, start, len(new) - (end - start))
        first = self._find_block(start)
        # A line feed after a carriage return joins the line break that ends the previous block.
        if first and start == self._offsets[first] and data[start - 1 : start] == b"\r":
            first -= 1
        last = self._find_block(end)
        shift = len(new) - (end - start)
        stop = self._offsets[last + 1] + shift
        while last + 1 < len(self._blocks) and not _is_line_end(data, stop):
            last += 1
            stop = self._offsets[last + 1] + shift
        rest = self._blocks[last + 1 :]
        fresh = _cut_blocks(data, self._offsets[first], stop, is_last=not rest)
        return Text(data, [*self._blocks[:first], *fresh, *rest])

    def _changes_lines(self, start: int, end: int, new: bytes) -> bool:
        """Return whether an edit may add, remove or split a line break."""
        if _LINE_END.search(new) or _LINE_END.search(self.data, start, end):
            return True
        # Text between a carriage return and a line feed splits one line break into two.
        return start > 0 and self.data[start - 1] == 13

    def _shift_blocks(self, data: bytes, start: int, shift: int) -> Text:
        """Return the text after an edit that adds or removes no line break."""
        index = self._find_block(start)
        blocks = self._blocks.copy()
        blocks[index] = blocks[index].shift_after_edit(start - self._offsets[index], shift)
        text = Text.__new__(Text)
        text.data = data
        text._blocks = blocks
        text._offsets = self._offsets[: index + 1]
        text._offsets += [at + shift for at in self._offsets[index + 1 :]]
        text._first_lines = self._first_lines
        return text

    def _find_block(self, offset: int) -> int:
        """Return the index of the block that has an offset."""
        return min(bisect_right(self._offsets, offset), len(self._blocks)) - 1


def measure_common_prefix(one: Sequence[object], other: Sequence[object]) -> int:
    """Return the number of items, or characters, that two sequences share at their beginning."""
    shared, most = 0, min(len(one), len(other))
    while shared < most and one[shared : shared + _BLOCK] == other[shared : shared + _BLOCK]:
        shared += _BLOCK  # Most of thousands are equal.
    differ = map(ne, one[shared:most], other[shared:most])
    return next(compress(count(shared), differ), most)


def measure_common_ends(one: Sequence[object], other: Sequence[object]) -> tuple[int, int]:
    """Return the numbers of items that two sequences share at their beginning and at their end.

    No item is counted twice.
    """
    head = measure_common_prefix(one, other)
    return head, measure_common_prefix(one[head:][::-1], other[head:][::-1])


def find_changed_range(before: bytes, after: bytes) -> tuple[int, int, int]:
    """Return the start, the old end and the new end of the smallest range that has changed."""
    shorter = min(len(before), len(after))
    start = bisect_left(
        range(1, shorter + 1), x=True, key=lambda size: before[:size] != after[:size]
    )
    most = shorter - start
    tail = bisect_left(range(1, most + 1), x=True, key=lambda size: before[-size:] != after[-size:])
    return start, len(before) - tail, len(after) - tail


def encode_text(text: str) -> bytes:
    """Encode a client's text as UTF-8; a lone surrogate becomes U+FFFD.

    The replacement is as wide in UTF-16, so the client's columns stay right.
    """
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError:
        whole = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
        return whole.encode("utf-8")


def _is_line_end(data: bytes, stop: int) -> bool:
    """Return whether a line ends exactly before `stop`, and not in the middle of a CRLF."""
    before, after = data[stop - 1 : stop], data[stop : stop + 1]
    return before == b"\n" or (before == b"\r" and after != b"\n")


def _cut_blocks(data: bytes, start: int, stop: int, *, is_last: bool = True) -> list[_Block]:
    """Cut a range that starts and stops at line boundaries into blocks.

    With `is_last` it also gets the line after the final line break, which may be empty.
    """
    # `bytes.splitlines` uses the same line breaks as `_LINE_END`.
    lengths = [*map(len, data[start:stop].splitlines(keepends=True))]
    if is_last and (start == stop or data[stop - 1] in b"\r\n"):
        lengths.append(0)
    blocks = []
    for index in range(0, len(lengths), _LINES_PER_BLOCK):
        lines = lengths[index : index + _LINES_PER_BLOCK]
        size = sum(lines)
        blocks.append(_Block(array("q", accumulate(lines[:-1], initial=0)), size))
    return blocks
