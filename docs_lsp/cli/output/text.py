"""Findings as a writer reads them in a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TextIO

from docs_lsp.cli.findings import Related, ReportedFinding
from docs_lsp.cli.output.excerpt import excerpt
from docs_lsp.cli.output.folded import Entry, Fold
from docs_lsp.cli.output.summary import Summary, counted
from docs_lsp.cli.output.terminal import Style, broken, safe

_INDENT = "    "
_LEAST_COLUMNS = 40


class Screen(NamedTuple):
    """Where the text goes: how wide it is, and whether it is painted."""

    out: TextIO
    style: Style
    columns: int
    wraps: bool = False
    """Whether messages are broken between words; programs want each on one line."""


def write(entries: Sequence[Entry], summary: Summary, screen: Screen) -> None:
    """Each finding with its source line and what is related to it, those that are folded with
    three of their places, and a sentence at the end."""
    for entry in entries:
        lines = _folded(entry, screen) if isinstance(entry, Fold) else _whole(entry, screen)
        _print([*lines, ""], screen.out)
    style = "bold" if summary.clean else "error"
    end = [screen.style.paint(summary.sentence(), style)]
    if any(isinstance(entry, Fold) for entry in entries):
        end.append("Findings with one cause are shown together; `--all` shows each.")
    _print(end, screen.out)


def write_lines(findings: Sequence[ReportedFinding], screen: Screen) -> None:
    """One line for each finding, for tools that work line by line."""
    _print([_headline(finding, screen.style) for finding in findings], screen.out)


def _print(lines: Sequence[str], out: TextIO) -> None:
    out.writelines(f"{line}\n" for line in lines)


def _whole(finding: ReportedFinding, screen: Screen) -> Iterator[str]:
    yield from _heading(finding, finding.message, screen)
    yield from _excerpt(finding, screen)
    gutter = _gutter(finding)
    for place in finding.related:
        yield f"{gutter}{_place(place)} {safe(place.message)}"


def _folded(fold: Fold, screen: Screen) -> Iterator[str]:
    first, (_, *others) = fold.first, fold.shown
    yield from _heading(first, fold.message, screen)
    yield from _excerpt(first, screen)
    gutter = _gutter(first)
    for finding in others:
        yield f"{gutter}{_place(finding)}"
    more = len(fold.findings) - len(fold.shown)
    files = f", in {counted(fold.files, 'file', 'files')} in all" if fold.files > 1 else ""
    yield f"{gutter}and {counted(more, 'more place', 'more places')}{files}"


def _heading(finding: ReportedFinding, message: str, screen: Screen) -> list[str]:
    """The headline, in as many lines as it needs."""
    if not screen.wraps:
        return [_start(finding, screen.style) + safe(message)]
    start = _start(finding, Style(False))
    columns = max(screen.columns, _LEAST_COLUMNS)
    first, *more = broken(start, safe(message), columns, _INDENT)
    return [_start(finding, screen.style) + first[len(start) :], *more]


def _headline(finding: ReportedFinding, style: Style) -> str:
    return _start(finding, style) + safe(finding.message)


def _start(finding: ReportedFinding, style: Style) -> str:
    """What stands in front of the message."""
    start = finding.range.start
    place = style.paint(f"{safe(finding.file)}:{start.line}:{start.column}", "bold")
    severity = finding.severity.name.lower()
    return f"{place} {style.paint(severity, severity)} {finding.rule}  "


def _excerpt(finding: ReportedFinding, screen: Screen) -> Iterator[str]:
    number = str(finding.range.start.line)
    gutter = " " * len(number)
    room = max(screen.columns - len(number) - 4, 20)
    encoding = screen.out.encoding or "utf-8"
    line, carets = excerpt(finding.source.text, finding.source.span, room, encoding)
    if line:
        yield f" {number} | {line}"
        yield f" {gutter} | {screen.style.paint(carets, finding.severity.name.lower())}"


def _gutter(finding: ReportedFinding) -> str:
    """What stands in front of further places, below the source line."""
    return " " * (len(str(finding.range.start.line)) + 4)


def _place(where: ReportedFinding | Related) -> str:
    start = where.range.start
    return f"{safe(where.file)}:{start.line}:{start.column}"
