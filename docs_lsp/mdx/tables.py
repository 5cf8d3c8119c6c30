"""GFM tables: recognizes their delimiter rows and splits rows into cells."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from docs_lsp.core.grouping import group_by
from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.text import Span
from docs_lsp.mdx.characters import skip_spaces

_DELIMITER = compile_lazily(r"[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$")
_CELL = compile_lazily(r"(?:[^|\\]|\\.)+|\\$")
_ESCAPED = compile_lazily(r"\\[\\|]")
_QUOTES = compile_lazily(r"\\[\\`]|`+")
_PIPE = compile_lazily(r"\\.|\|")


def is_delimiter_row(head: str, row: str) -> bool:
    """Return whether a row of dashes makes a table of the line above it."""
    if not _DELIMITER.match(row):
        return False
    row = row.strip(" \t")
    if "|" not in row and ":" not in row:
        return False
    return count_cells(head) == count_cells(row)


def count_cells(row: str) -> int:
    """Return the number of cells of a row."""
    row = _ESCAPED.sub("..", row.strip(" \t"))
    return row.removeprefix("|").removesuffix("|").count("|") + 1


def find_extra_cells(text: str, start: int, end: int, columns: int) -> Span | None:
    """Return the span of the cells after a table's last column; None if they have no text."""
    if text.count("|", start, end) < columns:
        return None
    start = skip_spaces(text, start, end)
    pipes = [m.start() for m in _PIPE.finditer(text, start, end) if m[0] == "|"]
    if pipes and pipes[0] == start:
        del pipes[0]
    if len(pipes) < columns:
        return None
    first, last = pipes[columns - 1] + 1, end
    while last > first and text[last - 1] in " \t|":
        last -= 1
    while first < last and text[first] in " \t|":
        first += 1
    return Span(first, last) if first < last else None


def iter_cells(text: str, start: int, end: int) -> Iterator[Span]:
    """Yield the cells of a row, without trailing spaces."""
    for match in _CELL.finditer(text, start, end):
        stop = match.end()
        while stop > match.start() and text[stop - 1] in " \t":
            stop -= 1
        yield Span(match.start(), stop)


def find_pipes_in_code(text: str, start: int, end: int) -> Sequence[int]:
    """Return the offsets of pipes within inline code, which end a cell nevertheless."""
    quotes = [*_QUOTES.finditer(text, start, end)]
    places = group_by(range(len(quotes)), lambda place: _count_backquotes(quotes[place]))
    pipes: list[int] = []
    place = 0
    while place < len(quotes):
        size = _count_backquotes(quotes[place])
        alike = places[size]
        following = bisect_right(alike, place)
        if size and following < len(alike):
            last = alike[following]
            inside = _PIPE.finditer(text, quotes[place].end(), quotes[last].start())
            pipes += [match.start() for match in inside if match[0] == "|"]
            place = last
        place += 1
    return pipes


def _count_backquotes(match: re.Match[str]) -> int:
    """Return the number of backquotes in a run; 0 for an escaped character."""
    return 0 if match[0][0] == "\\" else len(match[0])


def iter_cells_ignoring_pipes(
    text: str, start: int, end: int, pipes: Sequence[int]
) -> Iterator[Span]:
    """Yield the cells of a row as if some of its pipes did not end a cell."""
    row = list(text[start:end])
    for at in pipes:
        row[at - start] = "`"
    return (span.shift(start) for span in iter_cells("".join(row), 0, end - start))
