"""Pieces of an answer written as JSON right away, for answers with tens of thousands of them.

To make objects of them first, and JSON of these, takes three times as long.
"""

from __future__ import annotations

from bisect import bisect_right

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.text import Encoding, Text
from docs_lsp.features.to_lsp import to_json

_STEP = 512
_PLAIN = compile_lazily(r'[^"\\\x00-\x1f\ud800-\udfff]*').fullmatch


class Ranges:
    """Places and ranges of one text, as a client counts, for who asks for very many."""

    def __init__(self, text: Text, encoding: Encoding) -> None:
        """Look up where the lines start."""
        self._data = text.data
        # One more lies behind the end of the text.
        self._starts = [*text.line_starts(), len(text) + 1]
        self._width = encoding.width
        self._counts_bytes = encoding is Encoding.UTF8 or text.data.isascii()
        self._marks: dict[int, tuple[list[int], list[int]]] = {}

    def convert_range(self, start: int, end: int) -> tuple[int, int, int, int]:
        """Line and column of the first of two absolute byte offsets, then those of the second."""
        starts = self._starts
        line = last = bisect_right(starts, start) - 1
        if end >= starts[line + 1]:
            last = bisect_right(starts, end) - 1
        at = starts[line]
        if self._counts_bytes or (end - at <= _STEP and self._data[at:end].isascii()):
            return line, start - at, last, end - starts[last]
        return line, self._column(line, start), last, self._column(last, end)

    def _column(self, line: int, offset: int) -> int:
        start = self._starts[line]
        if offset - start <= _STEP:
            return self._width(self._data[start:offset])
        if line not in self._marks:
            self._marks[line] = self._measure_line(start, self._starts[line + 1] - 1)
        offsets, widths = self._marks[line]
        mark = bisect_right(offsets, offset) - 1
        return widths[mark] + self._width(self._data[offsets[mark] : offset])

    def _measure_line(self, at: int, end: int) -> tuple[list[int], list[int]]:
        """Some offsets in a long line and their columns: to count from its start each time would
        take minutes where all of the text is one line."""
        offsets, widths = [at], [0]
        while at + _STEP < end:
            following = at + _STEP
            while self._data[following] & 0xC0 == 0x80 and following > at + _STEP - 4:
                following -= 1
            widths.append(widths[-1] + self._width(self._data[at:following]))
            at = following
            offsets.append(at)
        return offsets, widths

    def render_range(self, start: int, end: int) -> str:
        """The range between two absolute byte offsets."""
        line, column, last, last_column = self.convert_range(start, end)
        return (
            f'{{"start":{{"line":{line},"character":{column}}},'
            f'"end":{{"line":{last},"character":{last_column}}}}}'
        )


def encode_string(text: str) -> str:
    """A string; most need no escapes, and are quicker to look at than to write."""
    return f'"{text}"' if _PLAIN(text) else to_json(text).decode()
