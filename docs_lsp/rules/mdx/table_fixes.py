"""Repair rows of a table that have a pipe in their code."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.lines import find_line_end, find_line_start
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
    fits = _count_cells(line) - len(pipes) == _count_columns(data).get(start, 0)
    yield PageRepair("Write `\\|`", edits, safe=fits, preferred=fits)


def has_too_many_cells(data: bytes, at: int) -> bool:
    """Return whether a byte offset is in a row whose last cells the service drops."""
    start = find_line_start(data, at)
    columns = _count_columns(data).get(start, 0)
    return 0 < columns < _count_cells(_decode_line(data, start))


@lru_cache(maxsize=1)  # Every row of a table asks, and a walk up to its header takes long.
def _count_columns(data: bytes) -> Mapping[int, int]:
    """Return the number of columns of the table above each line of a page.

    Lines are named by their byte offset; those directly below a line without a pipe are left out.
    """
    columns: dict[int, int] = {}
    start, above, count = 0, "", 0
    for line in data.decode("latin-1").split("\n"):
        row = line.rstrip("\r")
        if count and "|" in above:
            columns[start] = count
        if start and ("|" in row or ":" in row) and _is_delimiter_row(above, row):
            count = _count_cells(above)
        elif "|" not in above:
            count = 0
        start, above = start + len(line) + 1, row
    return columns


def _is_delimiter_row(head: str, row: str) -> bool:
    return is_delimiter_row(_strip_containers(head), _strip_containers(row))


def _count_cells(line: str) -> int:
    return count_cells(_strip_containers(line))


def _strip_containers(line: str) -> str:
    """Return a line without the markers of quotes and lists that it begins with."""
    match = _CONTAINERS.match(line)
    return line[match.end() :] if match else line


def _decode_line(data: bytes, start: int) -> str:
    """Return the line at a byte offset, with one character for each byte."""
    return data[start : find_line_end(data, start)].rstrip(b"\r").decode("latin-1")
