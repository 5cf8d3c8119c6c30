"""What mends a row of a table that has a pipe in its code."""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.text import Span
from docs_lsp.mdx.tables import count_cells, find_pipes_in_code, is_delimiter
from docs_lsp.rules.mdx.page_repair import PageRepair

_CONTAINERS = compile_lazily(r"(?:[> \t]|(?:[-*+]|\d{1,9}[.)])[ \t])*")
"""What stands in a line before a row: the signs of quotes and lists."""


def escape_pipes(data: bytes, place: Span) -> Iterator[PageRepair]:
    """Every pipe in the code of a row; safe if the row has as many cells as its table then."""
    start = data.rfind(b"\n", 0, place.start) + 1
    line = _line_at(data, start)
    pipes = find_pipes_in_code(line, 0, len(line))
    edits = tuple((Span(start + at, start + at), "\\") for at in pipes)
    fits = _count_cells(line) - len(pipes) == _count_columns(data, start)
    yield PageRepair("Write `\\|`", edits, safe=fits, preferred=fits)


def has_too_many_cells(data: bytes, at: int) -> bool:
    """Whether an offset is in a row of which the service drops the last cells."""
    start = data.rfind(b"\n", 0, at) + 1
    line = _line_at(data, start)
    columns = _count_columns(data, start) if "|" in line else 0
    return 0 < columns < _count_cells(line)


def _count_columns(data: bytes, start: int) -> int:
    """How many columns the table has that a line stands in; 0 for a line in none."""
    below = ""
    while start > 0:
        above = data.rfind(b"\n", 0, start - 1) + 1
        line = _line_at(data, above)
        if below and is_delimiter(_strip_containers(line), _strip_containers(below)):
            return _count_cells(line)
        if "|" not in line:
            return 0
        below, start = line, above
    return 0


def _count_cells(line: str) -> int:
    return count_cells(_strip_containers(line))


def _strip_containers(line: str) -> str:
    match = _CONTAINERS.match(line)
    return line[match.end() :] if match else line


def _line_at(data: bytes, start: int) -> str:
    """The line that begins at an offset, with a character for each byte."""
    end = data.find(b"\n", start)
    return data[start : end if end >= 0 else len(data)].rstrip(b"\r").decode("latin-1")
