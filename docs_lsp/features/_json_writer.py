"""Writes parts of an answer directly as JSON, for answers with tens of thousands of them.

Building objects first and serialising them takes three times as long.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from json.encoder import encode_basestring_ascii

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.text import Encoding, Text
from docs_lsp.features.to_lsp import serialise_json

_STEP = 512
_PLAIN = compile_lazily(r"[ !#-\[\]-~]*").fullmatch
_SURROGATES = compile_lazily(r"[\ud800-\udfff]").search


class RangeConverter:
    """Converts byte offsets of one text to LSP positions, for very many offsets."""

    def __init__(self, text: Text, encoding: Encoding) -> None:
        """Find the starts of the lines."""
        self._data = text.data
        # One more, just after the end of the text.
        self._starts = [*text.list_line_starts(), len(text) + 1]
        self._width = encoding.count_units
        self._counts_bytes = encoding is Encoding.UTF8 or text.data.isascii()
        self._marks: dict[int, tuple[list[int], list[int]]] = {}

    def convert_range(self, start: int, end: int) -> tuple[int, int, int, int]:
        """Return line and column of two absolute byte offsets, as the client counts."""
        starts = self._starts
        line = last = bisect_right(starts, start) - 1
        if end >= starts[line + 1]:
            last = bisect_right(starts, end) - 1
        at = starts[line]
        if self._counts_bytes or (end - at <= _STEP and self._data[at:end].isascii()):
            return line, start - at, last, end - starts[last]
        return line, self._compute_column(line, start), last, self._compute_column(last, end)

    def _compute_column(self, line: int, offset: int) -> int:
        start = self._starts[line]
        if offset - start <= _STEP:
            return self._width(self._data[start:offset])
        if line not in self._marks:
            self._marks[line] = self._measure_line(start, self._starts[line + 1] - 1)
        offsets, widths = self._marks[line]
        mark = bisect_right(offsets, offset) - 1
        return widths[mark] + self._width(self._data[offsets[mark] : offset])

    def _measure_line(self, at: int, end: int) -> tuple[list[int], list[int]]:
        """Return some offsets in a long line and their columns.

        Counting from its start each time would take minutes if all of the text is one line.
        """
        offsets, widths = [at], [0]
        while at + _STEP < end:
            following = at + _STEP
            while self._data[following] & 0xC0 == 0x80 and following > at + _STEP - 4:
                following -= 1
            widths.append(widths[-1] + self._width(self._data[at:following]))
            at = following
            offsets.append(at)
        return offsets, widths


def encode_string(text: str) -> str:
    """Return a string as JSON in ASCII, as messages are sent (see `transport.escape_non_ascii`).

    Most need no escapes, and checking is quicker than encoding. What an answer reuses is then
    escaped only once.
    """
    if _PLAIN(text):
        return f'"{text}"'
    if _SURROGATES(text):
        text = json.loads(serialise_json(text))
    return encode_basestring_ascii(text)
