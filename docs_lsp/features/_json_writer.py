"""Writes parts of an answer directly as JSON, and reuses those whose object stays as it is.

Answers about a whole docs.json are requested after every edit, for files with tens of thousands of
entries. Building objects first and serialising them takes three times as long, and an edit changes
few objects and moves many others to another line.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from json.encoder import encode_basestring_ascii
from typing import NamedTuple

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.text import Encoding, Text
from docs_lsp.features.to_lsp import serialise_json

_STEP = 512
_PLAIN = compile_lazily(r"[ !#-\[\]-~]*").fullmatch
_SURROGATES = compile_lazily(r"[\ud800-\udfff]").search
LINE = "\0"
"""Placeholder for a line number while JSON is written; no JSON text contains it."""
_LONGEST_LINE = 500
"""Maximum number of bytes before an object in its line, for its piece to be reused."""


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
        """Return the lines and columns, from 0, of two byte offsets, as the client counts."""
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


class LinePlace(NamedTuple):
    """The line of an object and the bytes before it, on which its columns depend."""

    line: int
    before: bytes


def find_line_place(text: Text, at: int) -> LinePlace | None:
    """Return the place of a byte offset, or None if it is far inside a long line."""
    line = text.find_line_number(at)
    start = text.get_line_start(line)
    return LinePlace(line, text.data[start:at]) if at - start <= _LONGEST_LINE else None


class LineChunk(NamedTuple):
    """The JSON of what is in an object, with the state that it depends on."""

    basis: object
    """Everything that the JSON depends on besides the object and its columns.

    It is cached with the object, so it must not refer to the site, which holds the object.
    """
    place: LinePlace
    written: bytes
    template: bytes
    """`written` with a placeholder for each line number."""
    lines: tuple[int, ...]
    """The line numbers, relative to the first line of the object."""

    def fits(self, basis: object, place: LinePlace) -> bool:
        """Return whether it can be reused, perhaps in another line."""
        return self.basis == basis and self.place.before == place.before

    def move_to_line(self, line: int) -> LineChunk:
        """Return the chunk of the same object in another line; the same one if it has not moved."""
        if line == self.place.line:
            return self
        written = self.template % tuple([line + each for each in self.lines])
        return self._replace(place=self.place._replace(line=line), written=written)


class LineTemplate:
    """Collects JSON whose line numbers are filled in later."""

    def __init__(self, ranges: RangeConverter) -> None:
        """Write ranges as the client counts."""
        self._ranges = ranges
        self.pieces: list[str] = []
        self.lines: list[int] = []

    def render_range(self, start: int, end: int) -> str:
        """Return the JSON of a range, and record its lines; add pieces in this order."""
        line, column, last, last_column = self._ranges.convert_range(start, end)
        self.lines += (line, last)
        return (
            f'{{"start":{{"line":{LINE},"character":{column}}},'
            f'"end":{{"line":{LINE},"character":{last_column}}}}}'
        )

    def repeat_lines(self) -> None:
        """Record the lines of the last range again, because it is written a second time."""
        self.lines += self.lines[-2:]

    def take_template(self, separator: str = "") -> tuple[bytes, tuple[int, ...]]:
        """Return the pieces as a template and its line numbers, and forget them."""
        text = separator.join(self.pieces).replace("%", "%%").replace(LINE, "%d")
        lines = tuple(self.lines)
        self.pieces, self.lines = [], []
        return text.encode(), lines

    def take_json(self, separator: str = "") -> bytes:
        """Return the pieces with their line numbers, and forget them."""
        template, lines = self.take_template(separator)
        return template % lines

    def take_chunk(self, basis: object, place: LinePlace, separator: str = "") -> LineChunk:
        """Return the pieces, all in one object, to be reused; and forget them."""
        template, lines = self.take_template(separator)
        relative = tuple([each - place.line for each in lines])
        return LineChunk(basis, place, template % lines, template, relative)
