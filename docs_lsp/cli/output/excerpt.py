"""The line that a finding stands in, with carets under the place."""

from __future__ import annotations

from typing import NamedTuple

from docs_lsp.cli.output.terminal import safe, width
from docs_lsp.text import Span, Text

_CUT = "..."
_TAB = 4
_BYTES_PER_CHAR = 4


def excerpt(text: Text, span: Span, columns: int, encoding: str = "utf-8") -> tuple[str, str]:
    """The source line and the line of carets below it, neither wider than `columns`.

    A longer line is cut around the place. Of a range over several lines the first one is shown;
    an empty range gets one caret. What the encoding does not have is written out.
    """
    before, hit, after = _parts(text, span, columns)
    cells = _cells(before + hit + after, encoding)
    first, last = len(before), len(before) + len(hit)
    begin, end = _window(cells, first, last, columns)
    lead = _CUT if begin > 0 else ""
    trail = _CUT if end < len(cells) else ""
    line = "".join(cell.shown for cell in cells[begin:end])
    indent = len(lead) + _width(cells[begin:first])
    carets = max(_width(cells[first : min(last, end)]), 1)
    return f"{lead}{line.rstrip()}{trail}", " " * indent + "^" * carets


class _Cell(NamedTuple):
    shown: str
    width: int


def _parts(text: Text, span: Span, columns: int) -> tuple[str, str, str]:
    """What stands before, in and after the range in its line, as far as it may be shown."""
    line = text.line_span(text.line_at(span.start))
    most = columns * _BYTES_PER_CHAR  # no more than these can be seen of a file on one line
    start = min(span.start, line.end)
    end = max(start, min(span.end, line.end))
    edges = (max(line.start, start - most), start, min(end, start + most), end)
    pieces = (
        text.data[edges[0] : start],
        text.data[start : edges[2]],
        text.data[edges[2] : min(line.end, edges[2] + most)],
    )
    before, hit, after = (piece.decode("utf-8", "replace") for piece in pieces)
    return before, hit, after


def _cells(chars: str, encoding: str) -> list[_Cell]:
    """Each character as it is shown, with its width; a tab reaches to the next stop."""
    cells = []
    column = 0
    for char in chars:
        shown = " " * (_TAB - column % _TAB) if char == "\t" else safe(char)
        if not shown.isascii():
            shown = shown.encode(encoding, "backslashreplace").decode(encoding)
        cells.append(_Cell(shown, width(shown) if len(shown) == 1 else len(shown)))
        column += cells[-1].width
    return cells


def _width(cells: list[_Cell]) -> int:
    return sum(cell.width for cell in cells)


def _window(cells: list[_Cell], first: int, last: int, columns: int) -> tuple[int, int]:
    """Which cells to show: all of them, or the place with more of what stands before it."""
    if _width(cells) <= columns:
        return 0, len(cells)
    room = columns - 2 * len(_CUT)
    begin, used = first, min(_width(cells[first:last]), room // 2)
    while begin > 0 and used + cells[begin - 1].width <= room * 2 // 3:
        begin -= 1
        used += cells[begin].width
    end, used = begin, 0
    while end < len(cells) and used + cells[end].width <= room:
        used += cells[end].width
        end += 1
    return begin, end
