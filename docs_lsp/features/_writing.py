"""Pieces of an answer written as JSON right away, for answers with tens of thousands of them.

To make objects of them first, and JSON of these, takes three times as long.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import accumulate

from docs_lsp.features.to_lsp import to_json
from docs_lsp.text import Encoding, Text

_PLAIN = re.compile(r'[^"\\\x00-\x1f\ud800-\udfff]*').fullmatch


class Ranges:
    """Writes ranges of one text, as a client counts."""

    def __init__(self, text: Text, encoding: Encoding) -> None:
        """Look up where the lines start."""
        self._data = text.data
        self._starts = _line_starts(text)
        self._width = encoding.width
        self._counts_bytes = encoding is Encoding.UTF8 or text.data.isascii()

    def written(self, start: int, end: int) -> str:
        """The range between two absolute byte offsets."""
        starts = self._starts
        line = last = bisect_right(starts, start) - 1
        if end >= starts[line + 1]:
            last = bisect_right(starts, end) - 1
        first_column, last_column = start - starts[line], end - starts[last]
        if not (self._counts_bytes or self._data[starts[line] : end].isascii()):
            first_column = self._width(self._data[starts[line] : start])
            last_column = self._width(self._data[starts[last] : end])
        return (
            f'{{"start":{{"line":{line},"character":{first_column}}},'
            f'"end":{{"line":{last},"character":{last_column}}}}}'
        )


def _line_starts(text: Text) -> list[int]:
    """Where each line starts, and one more that lies behind the end of the text."""
    if b"\r" in text.data:
        return [*map(text.line_start, range(text.line_count)), len(text) + 1]
    # The same in a tenth of the time.
    return [0, *accumulate([len(line) + 1 for line in text.data.split(b"\n")])]


def written_text(text: str) -> str:
    """A string; most need no escapes, and are quicker to look at than to write."""
    return f'"{text}"' if _PLAIN(text) else to_json(text).decode()
