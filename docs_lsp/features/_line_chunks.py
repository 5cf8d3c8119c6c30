"""Pieces of an answer, written as JSON, that are reused while their object stays as it is.

Answers about a whole docs.json are requested after every edit, for files with tens of thousands of
entries. An edit changes few objects and moves many others to another line.
"""

from __future__ import annotations

from typing import NamedTuple

from docs_lsp.core.text import Text
from docs_lsp.features._json_writer import RangeConverter

LINE = "\0"
"""Placeholder for a line number while JSON is written; no JSON text contains it."""
_LONGEST_LINE = 500
"""Maximum number of bytes before an object in its line, for its piece to be reused."""


class LineStart(NamedTuple):
    """The place of an object: its columns depend on what comes before it in its line."""

    line: int
    before: bytes


def find_line_place(text: Text, at: int) -> LineStart | None:
    """Return the line of a byte offset and the bytes before it; None far inside a long line."""
    line = text.find_line_number(at)
    start = text.get_line_start(line)
    return LineStart(line, text.data[start:at]) if at - start <= _LONGEST_LINE else None


class LineChunk(NamedTuple):
    """The JSON of what is in an object, with the state that it depends on."""

    basis: object
    """Everything that the JSON depends on besides the object and its columns.

    It is cached with the object, so it must not refer to the site, which holds the object.
    """
    place: LineStart
    written: bytes
    template: bytes
    """`written` with a placeholder for each line number."""
    lines: tuple[int, ...]
    """The line numbers, relative to the first line of the object."""

    def fits(self, basis: object, place: LineStart) -> bool:
        """Whether it can be reused, perhaps in another line."""
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
        """Return the range between two byte offsets; pieces must be added in this order."""
        line, column, last, last_column = self._ranges.convert_range(start, end)
        self.lines += (line, last)
        return (
            f'{{"start":{{"line":{LINE},"character":{column}}},'
            f'"end":{{"line":{LINE},"character":{last_column}}}}}'
        )

    def repeat_lines(self) -> None:
        """Count the lines of the last range again, because it is written a second time."""
        self.lines += self.lines[-2:]

    def take(self, separator: str = "") -> tuple[bytes, tuple[int, ...]]:
        """Return the pieces as a template and its line numbers, and forget them."""
        text = separator.join(self.pieces).replace("%", "%%").replace(LINE, "%d")
        lines = tuple(self.lines)
        self.pieces, self.lines = [], []
        return text.encode(), lines

    def take_written(self, separator: str = "") -> bytes:
        """Return the pieces with their line numbers, and forget them."""
        template, lines = self.take(separator)
        return template % lines

    def take_chunk(self, basis: object, place: LineStart, separator: str = "") -> LineChunk:
        """Return the pieces, all in one object, to be reused; and forget them."""
        template, lines = self.take(separator)
        relative = tuple([each - place.line for each in lines])
        return LineChunk(basis, place, template % lines, template, relative)
