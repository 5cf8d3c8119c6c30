"""Find code and comments in a page without parsing it as MDX.

Blocks (fences and comments) are found in one pass over a whole page. Inline code is searched for
only around the offsets that are asked about. Every pass takes time proportional to the page,
whatever its content. Offsets are UTF-8 byte offsets.

For callers that cannot wait for a page to be parsed (`docs_lsp.mdx`): the search for imports in all
pages, and a cursor in the middle of text that is not MDX yet.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import TypeAlias

from docs_lsp.core.lazy_pattern import compile_lazily

Range: TypeAlias = tuple[int, int]

# No real page has a tenth of that many; in one that has, the rest counts as code.
_MOST_BLOCKS = 10_000

# The maximum length of indentation, quote marks and list marks before a fence.
_MOST_BEFORE_FENCE = 200
_BEFORE_OPENING = compile_lazily(rb"[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*")
_BEFORE_CLOSING = compile_lazily(rb"[ \t>]*")
_REST_OF_OPENING = {b"`": compile_lazily(rb"[^`\n]*(?=\n|\Z)"), b"~": compile_lazily(rb"")}
_REST_OF_CLOSING = compile_lazily(rb"[ \t\r]*(?=\n|\Z)")
_TICKS = compile_lazily(rb"```+")
_MARKS = compile_lazily(rb"```+|~~~+|\{/\*|<!--")
_COMMENT_ENDS = {b"{/*": b"*/}", b"<!--": b"-->"}

# At the very start of a page, a byte order mark may come before the first line.
_MOST_BOM = 3

# A run of backticks, or the end of what inline code can span: the paragraph or the list item.
_RUN = compile_lazily(rb"\\?`+|\n(?=[ \t]*(?:\r?\n|[-*+#>|<]|\d{1,9}[.)]))")


def find_code_blocks(data: bytes, start: int, stop: int) -> list[Range]:
    """Return the fenced blocks and comments between two byte offsets, in order, with fences.

    A fence that is never closed reaches to the end; a comment that is never closed is not included.
    """
    plain = b"~~~" not in data and b"{/*" not in data and b"<!--" not in data
    if plain and b"```" not in data:
        return []
    blocks: list[Range] = []
    done = start
    opening: re.Match[bytes] | None = None
    endless: set[bytes] = set()
    for mark in (_TICKS if plain else _MARKS).finditer(data, start, stop):
        if opening is not None:
            if len(blocks) < _MOST_BLOCKS and _is_closing_fence(data, opening, mark, start):
                blocks.append((opening.start(), mark.end()))
                opening, done = None, mark.end()
        elif mark.start() >= done and mark[0] not in endless:
            if mark[0] not in _COMMENT_ENDS:
                opening = mark if _is_opening_fence(data, mark, start) else None
                continue
            end = data.find(_COMMENT_ENDS[mark[0]], mark.end(), stop)
            if end < 0:
                endless.add(mark[0])
            else:
                done = end + 3
                blocks.append((mark.start(), done))
    if opening is not None:
        blocks.append((opening.start(), stop))
    return blocks


def _is_opening_fence(data: bytes, mark: re.Match[bytes], start: int) -> bool:
    return (
        _is_at_line_start(_BEFORE_OPENING, data, mark.start(), start)
        and _REST_OF_OPENING[mark[0][:1]].match(data, mark.end()) is not None
    )


def _is_closing_fence(
    data: bytes, opening: re.Match[bytes], mark: re.Match[bytes], start: int
) -> bool:
    return (
        mark[0].startswith(opening[0])
        and _is_at_line_start(_BEFORE_CLOSING, data, mark.start(), start)
        and _REST_OF_CLOSING.match(data, mark.end()) is not None
    )


def _is_at_line_start(wanted: re.Pattern[bytes], data: bytes, at: int, start: int) -> bool:
    """Return whether only text matching `wanted` is before an offset in its line."""
    if at == start or data[at - 1] == 0x0A:
        return True
    low = max(start, at - _MOST_BEFORE_FENCE)
    line = data.rfind(b"\n", low, at) + 1
    if line == 0:
        if low > start:
            return False
        line = start
    return wanted.fullmatch(data, line, at) is not None


def iter_gaps(blocks: list[Range], start: int, end: int) -> Iterator[Range]:
    """Yield the ranges between blocks, from `start` to `end`."""
    for begin, stop in blocks:
        if begin > start:
            yield start, begin
        start = stop
    if start < end:
        yield start, end


class InlineCode:
    """Recognises inline code; offsets must be asked about in ascending order."""

    __slots__ = ("_bare", "_begins", "_data", "_end", "_ends", "_low")

    def __init__(self, data: bytes, start: int, end: int) -> None:
        """Store the part of a page between two blocks."""
        self._data = data
        self._end = end
        self._low = start
        """The start of the text that has not been examined."""
        self._bare = start
        """There is no backtick between `_low` and this offset."""
        self._begins: list[int] = []
        self._ends: list[int] = []

    def is_in_code(self, at: int) -> bool:
        """Return whether an offset is in code; it must not be smaller than the previous one."""
        if at >= self._low:
            # Before most links there is no code at all.
            if self._data.find(b"`", self._bare, at) < 0:
                self._bare = at
                return False
            self._scan_paragraph(at)
        index = bisect_right(self._begins, at) - 1
        return index >= 0 and at < self._ends[index]

    def _scan_paragraph(self, at: int) -> None:
        """Find the code in the paragraph around an offset."""
        blank = self._data.rfind(b"\n\n", self._low, at)
        start = self._low if blank < 0 else blank
        blank = self._data.find(b"\n\n", at, self._end)
        self._low = self._end if blank < 0 else blank
        spans = list(_iter_inline_code(self._data, start, self._low))
        self._bare = self._low
        self._begins = [begin for begin, _ in spans]
        self._ends = [end for _, end in spans]


def _iter_inline_code(data: bytes, start: int, end: int) -> Iterator[Range]:
    runs: list[Range] = []
    for token in _RUN.finditer(data, start, end):
        if token[0] == b"\n":
            yield from _pair_backtick_runs(data, runs)
            runs = []
        else:
            runs.append(token.span())
    yield from _pair_backtick_runs(data, runs)


def _pair_backtick_runs(data: bytes, runs: list[Range]) -> Iterator[Range]:
    """Yield code spans, from a run of backticks to the next one of the same length."""
    if len(runs) < 2:
        return
    by_length: dict[int, list[int]] = {}
    begins = [start + (data[start] == 0x5C) for start, _ in runs]
    for index, (begin, (_, end)) in enumerate(zip(begins, runs, strict=True)):
        by_length.setdefault(end - begin, []).append(index)
    index = 0
    while index < len(runs):
        start, end = runs[index]
        begin = begins[index]
        # A backslash escapes the first of the backticks that could open code.
        alike = by_length.get(end - begin - (begin > start), [])
        at = bisect_right(alike, index)
        if at < len(alike):
            index = alike[at]
            yield begin, runs[index][1]
        index += 1


class LinePattern:
    """A pattern that matches at the starts of lines only; faster than with `^`."""

    __slots__ = ("_first", "_others")

    def __init__(self, pattern: bytes) -> None:
        """Compile a pattern for the start of a line."""
        self._first = re.compile(pattern)
        self._others = re.compile(rb"\n(?:%b)" % pattern)

    def finditer(self, data: bytes, start: int, end: int) -> Iterator[re.Match[bytes]]:
        """Yield matches at line starts between two offsets; most include the line feed before.

        All but the first match begin with the line feed before the line.
        """
        if start <= _MOST_BOM or data[start - 1] == 0x0A:
            first = self._first.match(data, start, end)
            if first:
                yield first
        yield from self._others.finditer(data, start, end)
