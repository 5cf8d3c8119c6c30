"""Repair rows of a table that have a pipe in their code."""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.lines import find_line_start
from docs_lsp.core.text import Span
from docs_lsp.mdx.tables import count_cells, find_pipes_in_code, is_delimiter_row
from docs_lsp.rules.mdx.page_repair import PageRepair

_CONTAINERS = compile_lazily(r"(?:[> \t]|(?:[-*+]|\d{1,9}[.)])[ \t])*")
"""Markers of quotes and lists before a table row in a line."""


def escape_pipes(data: bytes, at: int) -> Iterator[PageRepair]:
    """Yield the repair that escapes all pipes in the code of the table row at a byte offset.

    The repair is safe if the row then has the columns of its table.
    """
    start = find_line_start(data, at)
    line = _decode_line(data, start)
    pipes = find_pipes_in_code(line, 0, len(line))
    edits = tuple((Span(start + pipe, start + pipe), "\\") for pipe in pipes)
    fits = _count_cells(line) - len(pipes) == _count_columns(data, start)
    yield PageRepair("Write `\\|`", edits, safe=fits, preferred=fits)


def has_too_many_cells(data: bytes, at: int) -> bool:
    """Return whether a byte offset is in a row whose last cells the service drops."""
    start = find_line_start(data, at)
    line = _decode_line(data, start)
    columns = _count_columns(data, start) if "|" in line else 0
    return 0 < columns < _count_cells(line)


def _count_columns(data: bytes, start: int) -> int:
    """Return the number of columns of the table that a line is in; 0 if it is in none."""
    below = ""
    while start > 0:
        above = find_line_start(data, start - 1)
        line = _decode_line(data, above)
        if below and is_delimiter_row(_strip_containers(line), _strip_containers(below)):
            return _count_cells(line)
        if "|" not in line:
            return 0
        below, start = line, above
    return 0


def _count_cells(line: str) -> int:
    return count_cells(_strip_containers(line))


def _strip_containers(line: str) -> str:
    """Return a line without the markers of quotes and lists that it begins with."""
    match = _CONTAINERS.match(line)
    return line[match.end() :] if match else line


def _decode_line(data: bytes, start: int) -> str:
    """Return the line at a byte offset, with one character for each byte."""
    end = data.find(b"\n", start)
    return data[start : end if end >= 0 else len(data)].rstrip(b"\r").decode("latin-1")
