"""Findings as a writer reads them in a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TextIO

from docs_lsp.cli.findings import Finding, Related
from docs_lsp.cli.output.excerpt import excerpt
from docs_lsp.cli.output.summary import Summary
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


def write(findings: Sequence[Finding], summary: Summary, screen: Screen) -> None:
    """Each finding with its source line and what is related to it, and a sentence at the end."""
    for finding in findings:
        _print([*_heading(finding, screen), *_details(finding, screen), ""], screen.out)
    style = "bold" if summary.clean else "error"
    _print([screen.style.paint(summary.sentence(), style)], screen.out)


def write_lines(findings: Sequence[Finding], screen: Screen) -> None:
    """One line for each finding, for tools that work line by line."""
    _print([_headline(finding, screen.style) for finding in findings], screen.out)


def _print(lines: Sequence[str], out: TextIO) -> None:
    out.writelines(f"{line}\n" for line in lines)


def _heading(finding: Finding, screen: Screen) -> list[str]:
    """The headline, in as many lines as it needs."""
    if not screen.wraps:
        return [_headline(finding, screen.style)]
    start = _start(finding, Style(False))
    columns = max(screen.columns, _LEAST_COLUMNS)
    first, *more = broken(start, safe(finding.message), columns, _INDENT)
    return [_start(finding, screen.style) + first[len(start) :], *more]


def _headline(finding: Finding, style: Style) -> str:
    return _start(finding, style) + safe(finding.message)


def _start(finding: Finding, style: Style) -> str:
    """What stands in front of the message."""
    start = finding.range.start
    place = style.paint(f"{safe(finding.file)}:{start.line}:{start.column}", "bold")
    severity = finding.severity.name.lower()
    return f"{place} {style.paint(severity, severity)} {finding.rule}  "


def _details(finding: Finding, screen: Screen) -> Iterator[str]:
    number = str(finding.range.start.line)
    gutter = " " * len(number)
    room = max(screen.columns - len(number) - 4, 20)
    encoding = screen.out.encoding or "utf-8"
    line, carets = excerpt(finding.source.text, finding.source.span, room, encoding)
    if line:
        yield f" {number} | {line}"
        yield f" {gutter} | {screen.style.paint(carets, finding.severity.name.lower())}"
    for place in finding.related:
        yield f" {gutter}   {_related(place)}"


def _related(place: Related) -> str:
    start = place.range.start
    return f"{safe(place.file)}:{start.line}:{start.column} {safe(place.message)}"
