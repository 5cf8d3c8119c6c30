"""Removes children of a container with their commas and white space.

All offsets are absolute UTF-8 byte offsets.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.text import Span
from docs_lsp.jsontree import lines
from docs_lsp.jsontree.edits.edit import Edit
from docs_lsp.jsontree.edits.indentation import LINE_END
from docs_lsp.jsontree.edits.separators import BLANK, Gaps

_SPACES = compile_lazily(rb"[ \t]*")


def removals(gaps: Gaps, indexes: Sequence[int]) -> Iterator[Edit]:
    """Yield the edits that remove children, whose indexes are given in order, once each."""
    if 0 < len(indexes) == gaps.count and gaps.is_plain(range(gaps.count + 1)):
        yield Edit(gaps.inner, "")
        return
    for first, last in _runs(indexes):
        if not gaps.is_plain(range(first, last + 2)):
            yield from (Edit(span, "") for span in _pieces(gaps, first, last))
            continue
        wrap = _wrap_in(gaps, first, last)
        if wrap is None:
            yield Edit(_run(gaps, first, last), "")
        else:
            yield Edit(Span(gaps.gap(first).start, gaps.gap(wrap).start), "")
            yield Edit(Span(gaps.gap(wrap).end, gaps.gap(last + 1).end), "")


def _runs(indexes: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the first and the last index of each run of neighbours."""
    first = None
    for index in indexes:
        if first is None:
            first = last = index
        elif index == last + 1:
            last = index
        else:
            yield first, last
            first = last = index
    if first is not None:
        yield first, last


def _wrap_in(gaps: Gaps, first: int, last: int) -> int | None:
    """Return the gap between neighbours that ends a line of a wrapped array, or None."""
    is_inside = first > 0 and last < gaps.count - 1
    if not is_inside or gaps.has_line_end(first) or gaps.has_line_end(last + 1):
        return None
    return next((index for index in range(first + 1, last + 1) if gaps.has_line_end(index)), None)


def _run(gaps: Gaps, first: int, last: int) -> Span:
    """Return the span of neighbouring children and of one of the gaps around them."""
    before, start, end = gaps.gap(first), gaps.child(first).start, gaps.child(last).end
    if last == gaps.count - 1:
        trailing = gaps.comma(gaps.count)
        return Span(before.start, end if trailing < 0 else trailing + 1)
    whole = _whole_lines(gaps, first, last)
    if whole is not None:
        return whole
    ends_line = gaps.has_line_end(last + 1) and not gaps.has_line_end(first)
    if first and (ends_line or gaps.comma(first) < 0):
        return Span(before.start, end)
    return Span(start, gaps.child(last + 1).start)


def _whole_lines(gaps: Gaps, first: int, last: int) -> Span | None:
    """Return the lines of neighbouring children and their commas, or None if shared with others."""
    before, after = gaps.gap(first), gaps.gap(last + 1)
    line = lines.line_start(gaps.data, before.end)
    comma = max(gaps.comma(last + 1), after.start)
    line_end = LINE_END.search(gaps.data, comma, after.end)
    if line_end is None or line <= max(gaps.comma(first), before.start):
        return None
    if first and gaps.comma(first) < 0:
        return None
    return Span(line, line_end.end())


def _pieces(gaps: Gaps, first: int, last: int) -> Iterator[Span]:
    """Yield the spans of neighbouring children and their commas, without the text between them."""
    removed: list[Span | None] = []
    if first and last == gaps.count - 1:
        removed.append(_comma(gaps, first))
    for index in range(first, last + 1):
        removed += [gaps.child(index), _comma(gaps, index + 1)]
    piece = None
    for span in filter(None, removed):
        if piece is not None and _is_blank(gaps.bare, piece.end, span.start):
            piece = Span(piece.start, span.end)
            continue
        if piece is not None:
            yield _tidy(gaps, piece)
        piece = span
    if piece is not None:
        yield _tidy(gaps, piece)


def _comma(gaps: Gaps, index: int) -> Span | None:
    comma = gaps.comma(index)
    return None if comma < 0 else Span(comma, comma + 1)


def _is_blank(data: bytes, start: int, end: int) -> bool:
    return BLANK.fullmatch(data, start, end) is not None


def _tidy(gaps: Gaps, piece: Span) -> Span:
    """Extend a span to its line if that would become empty, else to a space beside it."""
    data = gaps.data
    line = lines.line_start(data, piece.start)
    spaces = _SPACES.match(data, piece.end)
    assert spaces is not None
    after = LINE_END.match(data, spaces.end())
    if after is None:
        return piece if data[piece.start] == 44 else Span(piece.start, spaces.end())
    if _is_blank(data, line, piece.start) and line > gaps.at:
        return Span(line, after.end())
    blank = len(data[line : piece.start]) - len(data[line : piece.start].rstrip(b" \t"))
    return Span(piece.start - blank, piece.end)
