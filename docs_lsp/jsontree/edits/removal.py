"""Removes children of a container with their commas and white space.

All offsets are absolute UTF-8 byte offsets.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from docs_lsp.core.edits import Edit
from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.text import Span
from docs_lsp.jsontree import lines
from docs_lsp.jsontree.edits.indentation import LINE_END
from docs_lsp.jsontree.edits.separators import BLANK, Gaps

_SPACES = compile_lazily(rb"[ \t]*")


def iter_removals(gaps: Gaps, indexes: Sequence[int]) -> Iterator[Edit]:
    """Yield the edits that remove children, whose indexes are given in order, once each."""
    if 0 < len(indexes) == gaps.count and gaps.are_plain(range(gaps.count + 1)):
        yield Edit(gaps.inner, "")
        return
    for first, last in _group_neighbours(indexes):
        if not gaps.are_plain(range(first, last + 2)):
            yield from (Edit(span, "") for span in _iter_removed_spans(gaps, first, last))
            continue
        wrap = _find_wrap_gap(gaps, first, last)
        if wrap is None:
            yield Edit(_find_run_span(gaps, first, last), "")
        else:
            yield Edit(Span(gaps.get_gap_span(first).start, gaps.get_gap_span(wrap).start), "")
            yield Edit(Span(gaps.get_gap_span(wrap).end, gaps.get_gap_span(last + 1).end), "")


def _group_neighbours(indexes: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the first and the last index of each run of neighbours."""
    for _, neighbours in groupby(enumerate(indexes), lambda pair: pair[1] - pair[0]):
        run = [index for _, index in neighbours]
        yield run[0], run[-1]


def _find_wrap_gap(gaps: Gaps, first: int, last: int) -> int | None:
    """Return the gap between neighbours that ends a line of a wrapped array, or None."""
    is_inside = first > 0 and last < gaps.count - 1
    if not is_inside or gaps.has_line_end(first) or gaps.has_line_end(last + 1):
        return None
    return next((index for index in range(first + 1, last + 1) if gaps.has_line_end(index)), None)


def _find_run_span(gaps: Gaps, first: int, last: int) -> Span:
    """Return the span of neighbouring children and of one of the gaps around them."""
    before, start, end = (
        gaps.get_gap_span(first),
        gaps.get_child_span(first).start,
        gaps.get_child_span(last).end,
    )
    if last == gaps.count - 1:
        trailing = gaps.find_comma(gaps.count)
        return Span(before.start, end if trailing < 0 else trailing + 1)
    whole = _find_whole_lines(gaps, first, last)
    if whole is not None:
        return whole
    ends_line = gaps.has_line_end(last + 1) and not gaps.has_line_end(first)
    if first and (ends_line or gaps.find_comma(first) < 0):
        return Span(before.start, end)
    return Span(start, gaps.get_child_span(last + 1).start)


def _find_whole_lines(gaps: Gaps, first: int, last: int) -> Span | None:
    """Return the lines of neighbouring children and their commas, or None if shared with others."""
    before, after = gaps.get_gap_span(first), gaps.get_gap_span(last + 1)
    line = lines.find_near_line_start(gaps.data, before.end)
    comma = max(gaps.find_comma(last + 1), after.start)
    line_end = LINE_END.search(gaps.data, comma, after.end)
    if line_end is None or line <= max(gaps.find_comma(first), before.start):
        return None
    if first and gaps.find_comma(first) < 0:
        return None
    return Span(line, line_end.end())


def _iter_removed_spans(gaps: Gaps, first: int, last: int) -> Iterator[Span]:
    """Yield the spans of neighbouring children and their commas, without the text between them."""
    removed: list[Span | None] = []
    if first and last == gaps.count - 1:
        removed.append(_find_comma_span(gaps, first))
    for index in range(first, last + 1):
        removed += [gaps.get_child_span(index), _find_comma_span(gaps, index + 1)]
    joined: list[Span] = []
    for span in filter(None, removed):
        if joined and _is_blank(gaps.masked, joined[-1].end, span.start):
            joined[-1] = Span(joined[-1].start, span.end)
        else:
            joined.append(span)
    return (_extend_over_blanks(gaps, span) for span in joined)


def _find_comma_span(gaps: Gaps, index: int) -> Span | None:
    comma = gaps.find_comma(index)
    return None if comma < 0 else Span(comma, comma + 1)


def _is_blank(data: bytes, start: int, end: int) -> bool:
    return BLANK.fullmatch(data, start, end) is not None


def _extend_over_blanks(gaps: Gaps, span: Span) -> Span:
    """Extend a removed range to its line if it would be empty, or over the blanks on one side."""
    data = gaps.data
    line = lines.find_near_line_start(data, span.start)
    spaces = _SPACES.match(data, span.end)
    assert spaces is not None
    after = LINE_END.match(data, spaces.end())
    if after is None:
        return span if data[span.start] == 44 else Span(span.start, spaces.end())
    if _is_blank(data, line, span.start) and line > gaps.at:
        return Span(line, after.end())
    blank = len(data[line : span.start]) - len(data[line : span.start].rstrip(b" \t"))
    return Span(span.start - blank, span.end)
