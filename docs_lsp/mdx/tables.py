"""Tables of GFM: which line makes one, and its cells."""

from __future__ import annotations

import re
from collections.abc import Iterator

from docs_lsp.core.text import Span

_DELIMITER = re.compile(r"[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$")
_CELL = re.compile(r"(?:[^|\\]|\\.)+|\\$")
_ESCAPED = re.compile(r"\\[\\|]")


def is_delimiter(head: str, row: str) -> bool:
    """Whether a row of dashes makes a table of the line above it."""
    if not _DELIMITER.match(row):
        return False
    row = row.strip(" \t")
    if "|" not in row and ":" not in row:
        return False
    return _count(head) == _count(row)


def _count(row: str) -> int:
    """How many cells a row has."""
    row = _ESCAPED.sub("..", row.strip(" \t"))
    return row.removeprefix("|").removesuffix("|").count("|") + 1


def cells(text: str, start: int, end: int) -> Iterator[Span]:
    """The cells of a row, without the blanks behind them."""
    for match in _CELL.finditer(text, start, end):
        stop = match.end()
        while stop > match.start() and text[stop - 1] in " \t":
            stop -= 1
        yield Span(match.start(), stop)
