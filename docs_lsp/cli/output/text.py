"""The report of a check for people: the findings, the worst first, and a summary at the end.

Each finding is written with its source line and carets under the range.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from typing import NamedTuple, TextIO

from docs_lsp.cli.findings import Related, ReportedFinding
from docs_lsp.cli.outcome import Outcome
from docs_lsp.cli.output.folded_findings import (
    Entry,
    FoldedFindings,
    choose_blocks,
    fold_findings,
    group_by_rule,
)
from docs_lsp.cli.output.summary import Fixable, find_fixable, format_end, render_table
from docs_lsp.cli.terminal import Style, count_char_columns, escape_unsafe, wrap_text
from docs_lsp.core.phrases import format_count
from docs_lsp.core.problem import Severity
from docs_lsp.core.text import Span, Text
from docs_lsp.evaluation.shared_causes import CauseKind
from docs_lsp.site.pages import PAGE_EXTENSIONS

_INDENT = "    "
_LEAST_COLUMNS = 40
_MOST_LINES, _MOST_LINES_OF_SMALL = 200, 60
"""Lines of a report: a few screens, and fewer for a small site."""
_SMALL = 100
"""Pages that a small site has fewer of."""


class Screen(NamedTuple):
    """The output stream, its width, and whether it is coloured."""

    out: TextIO
    style: Style
    columns: int
    wraps: bool = False
    """Whether messages are wrapped; programs want each on one line."""


def write_report(every: Outcome, least: Severity, screen: Screen, *, shows_all: bool) -> None:
    """Write the findings that are at least as severe as `least`, and how many others there are.

    Of a block three places are shown, and without `shows_all` only as many findings as fit.
    """
    outcome = every.select(least)
    entries = [entry for site in outcome.sites for entry in fold_findings(site.findings)]
    fixable = find_fixable(outcome.findings)
    end = [format_end(outcome.summary, fixable, every.list_hidden(least))]
    if len({(entry.severity, entry.rule) for entry in entries}) > 1:
        end = [*render_table(outcome.findings, fixable), "", *end]
    budget = None if shows_all else _choose_budget(outcome) - len(end)
    render = partial(_render_entry, fixable, screen)
    for lines in choose_blocks(group_by_rule(entries), budget, render):
        _print_lines([*lines, ""], screen.out)
    write_end(end, is_clean=every.summary.is_clean, screen=screen)


def _choose_budget(outcome: Outcome) -> int:
    """Return the maximum number of lines of a report, which depends on the number of pages."""
    is_small = sum(site.pages for site in outcome.sites) < _SMALL
    return _MOST_LINES_OF_SMALL if is_small else _MOST_LINES


def write_end(lines: Sequence[str], *, is_clean: bool, screen: Screen) -> None:
    """Write the end of a report, its last line in the colour of the outcome."""
    *table, last = lines
    if screen.wraps:
        last = "\n".join(wrap_text("", last, max(screen.columns, _LEAST_COLUMNS), ""))
    _print_lines([*table, screen.style.paint(last, "bold" if is_clean else "error")], screen.out)


def write_brief_report(findings: Sequence[ReportedFinding], screen: Screen) -> None:
    """Write one line for each finding, for tools that work line by line."""
    lines = [
        _render_prefix(finding, screen.style) + escape_unsafe(finding.message)
        for finding in findings
    ]
    _print_lines(lines, screen.out)


def _print_lines(lines: Sequence[str], out: TextIO) -> None:
    out.writelines(f"{line}\n" for line in lines)


def _render_entry(fixable: Fixable, screen: Screen, entry: Entry, is_brief: bool) -> Sequence[str]:
    """Return the lines of an entry, or only those of its heading if `is_brief`."""
    first = entry.worst_first_finding if isinstance(entry, FoldedFindings) else entry
    lines = list(_render_heading(first, entry.message, screen))
    if is_brief:
        return lines
    if isinstance(entry, FoldedFindings):
        return [*lines, *_render_places(entry, fixable, screen)]
    return [*lines, *_render_finding(entry, screen)]


def _render_finding(finding: ReportedFinding, screen: Screen) -> Iterator[str]:
    """Yield the lines below the heading of a finding: the excerpt and the related places."""
    yield from _render_excerpt(finding, screen)
    gutter = _render_gutter(finding)
    for place in finding.related:
        yield f"{gutter}{_render_place(place)} {escape_unsafe(place.message)}"


def _render_places(fold: FoldedFindings, fixable: Fixable, screen: Screen) -> Iterator[str]:
    """Yield the lines below the heading of a block: an excerpt, more places and the fix."""
    first, (_, *others) = fold.worst_first_finding, fold.examples
    names_page = fold.cause.kind is CauseKind.PAGES
    if not (names_page and first.file.endswith(PAGE_EXTENSIONS)):
        yield from _render_excerpt(first, screen)
    gutter = _render_gutter(first)
    for finding in others:
        is_entry = names_page and not finding.file.endswith(PAGE_EXTENSIONS)
        name = f" {_extract_text(finding)}" if is_entry else ""
        yield f"{gutter}{_render_place(finding)}{name}"
    more = len(fold.findings) - len(fold.examples)
    if more:
        files = (
            f", in {format_count(fold.file_count, 'file')} in all" if fold.file_count > 1 else ""
        )
        yield f"{gutter}and {format_count(more, 'more place')}{files}"
    options = _choose_fix_options(fold, fixable)
    if options is not None:
        yield f"{gutter}`docs-lsp fix{options} --select {fold.rule}` fixes all of them"


def _choose_fix_options(fold: FoldedFindings, fixable: Fixable) -> str | None:
    """Return options, perhaps "", with which `docs-lsp fix` fixes a block; None if it can't."""
    answers = {fixable.is_safe.get(finding) for finding in fold.findings}
    if None in answers:
        return None
    return " --unsafe" if False in answers else ""


def _extract_text(finding: ReportedFinding) -> str:
    """Return the text in the range of a finding, safe for a terminal."""
    text = finding.source_text.data[slice(*finding.problem.span)]
    return escape_unsafe(text.decode("utf-8", "replace"))


def _render_heading(finding: ReportedFinding, message: str, screen: Screen) -> list[str]:
    """Return the headline, in as many lines as it needs."""
    if not screen.wraps:
        return [_render_prefix(finding, screen.style) + escape_unsafe(message)]
    start = _render_prefix(finding, Style(False))
    columns = max(screen.columns, _LEAST_COLUMNS)
    first, *more = wrap_text(start, escape_unsafe(message), columns, _INDENT)
    return [_render_prefix(finding, screen.style) + first[len(start) :], *more]


def _render_prefix(finding: ReportedFinding, style: Style) -> str:
    """Return the text before the message: place, severity and rule."""
    start = finding.range.start
    place = style.paint(f"{escape_unsafe(finding.file)}:{start.line}:{start.column}", "bold")
    severity = finding.severity.name.lower()
    return f"{place} {style.paint(severity, severity)} {finding.rule}  "


def _render_excerpt(finding: ReportedFinding, screen: Screen) -> Iterator[str]:
    """Yield the source line and its carets after a gutter; nothing for an empty line."""
    number = str(finding.range.start.line)
    gutter = " " * len(number)
    columns = min(max(screen.columns - len(number) - 4, 20), _MOST_QUOTED)
    encoding = screen.out.encoding or "utf-8"
    line, carets = render_excerpt(finding.source_text, finding.problem.span, columns, encoding)
    if line:
        yield f" {number} | {line}"
        yield f" {gutter} | {screen.style.paint(carets, finding.severity.name.lower())}"


def _render_gutter(finding: ReportedFinding) -> str:
    """Return the indentation of further places below the source line."""
    return " " * (len(str(finding.range.start.line)) + 4)


def _render_place(where: ReportedFinding | Related) -> str:
    start = where.range.start
    return f"{escape_unsafe(where.file)}:{start.line}:{start.column}"


_CUT = "..."
_TAB = 4
_BYTES_PER_CHAR = 4
_MOST_QUOTED = 200
"""The maximum number of columns of a source line, however wide the terminal is."""


def render_excerpt(
    text: Text, span: Span, columns: int, encoding: str = "utf-8"
) -> tuple[str, str]:
    """Return the source line and the line of carets below it, neither wider than `columns`.

    A longer line is cut around the span. For a span over several lines the first one is shown; an
    empty span gets one caret. Characters that the encoding lacks are escaped.
    """
    pieces = _split_line(text, span, columns)
    # Hundreds of findings may be on one line of megabytes, so drop what cannot be seen first.
    most = columns + 1
    before, hit, after = pieces[0][-most:], pieces[1][:most], pieces[2][:most]
    cells = _build_cells(before + hit + after, encoding)
    first, last = len(before), len(before) + len(hit)
    is_whole = (before, hit, after) == pieces and _count_columns(cells) <= columns
    begin, end = (0, len(cells)) if is_whole else _choose_window(cells, first, last, columns)
    lead = _CUT if begin > 0 or before != pieces[0] else ""
    trail = _CUT if end < len(cells) or (hit, after) != pieces[1:] else ""
    line = "".join(cells[begin:end])
    indent = len(lead) + _count_columns(cells[begin:first])
    carets = max(_count_columns(cells[first : min(last, end)]), 1)
    return f"{lead}{line.rstrip()}{trail}", " " * indent + "^" * carets


def _split_line(text: Text, span: Span, columns: int) -> tuple[str, str, str]:
    """Return the text before, in and after the span in its line, as far as it may be shown."""
    line = text.get_line_span(text.find_line_number(span.start))
    most = columns * _BYTES_PER_CHAR  # the maximum visible part of a file with a single line
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


def _build_cells(chars: str, encoding: str) -> list[str]:
    """Return each character as it is shown; a tab extends to the next stop."""
    cells = []
    column = 0
    for char in chars:
        is_tab = char == "\t"
        cells.append(" " * (_TAB - column % _TAB) if is_tab else _render_char(char, encoding))
        column += _count_cell_columns(cells[-1])
    return cells


@lru_cache(maxsize=1000)
def _render_char(char: str, encoding: str) -> str:
    shown = escape_unsafe(char)
    if not shown.isascii():
        shown = shown.encode(encoding, "backslashreplace").decode(encoding)
    return shown


@lru_cache(maxsize=1000)
def _count_cell_columns(cell: str) -> int:
    """Return the columns of a character as it is shown; one that is escaped is several letters."""
    return count_char_columns(cell) if len(cell) == 1 else len(cell)


def _count_columns(cells: list[str]) -> int:
    return sum(map(_count_cell_columns, cells))


def _choose_window(cells: list[str], first: int, last: int, columns: int) -> tuple[int, int]:
    """Return the range of cells that fits into `columns` and has the beginning of the span.

    The span is from `first` to `last`. There is more of the text before it than after it.
    """
    most = columns - 2 * len(_CUT)
    begin, used = first, min(_count_columns(cells[first:last]), most // 2)
    while begin > 0 and used + _count_cell_columns(cells[begin - 1]) <= most * 2 // 3:
        begin -= 1
        used += _count_cell_columns(cells[begin])
    end, used = begin, 0
    while end < len(cells) and used + _count_cell_columns(cells[end]) <= most:
        used += _count_cell_columns(cells[end])
        end += 1
    return begin, end
