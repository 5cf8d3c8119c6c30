"""Findings as they are reported: with lines, columns and paths instead of offsets.

Lines and columns count from 1, columns in code points. Paths are relative to a folder that the
one who asked knows.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from docs_lsp.check import Report
from docs_lsp.problem import Place, Problem, Severity
from docs_lsp.text import Encoding, Span, Text


class Position(NamedTuple):
    """A line and a column, both from 1."""

    line: int
    column: int


class Range(NamedTuple):
    """From the first position to the one after the last."""

    start: Position
    end: Position


class Related(NamedTuple):
    """A second place that explains a finding."""

    file: str
    range: Range
    message: str


class Source(NamedTuple):
    """Where a finding stands in the text itself, to show it."""

    text: Text
    span: Span


class Finding(NamedTuple):
    """One problem of one site, ready to be shown."""

    rule: str
    severity: Severity
    file: str
    range: Range
    pointer: str | None
    message: str
    related: tuple[Related, ...]
    fixes: tuple[str, ...]
    source: Source


def findings(report: Report, base: Path) -> Iterator[Finding]:
    """The problems of one site by file and place; files relative to `base`."""
    site = _Site(report, base)
    order = sorted(report.problems, key=lambda each: (each.file, each.span, each.rule))
    return (site.finding(problem) for problem in order)


class _Site:
    def __init__(self, report: Report, base: Path) -> None:
        self.report = report
        self.base = base
        self.texts: dict[str, _Columns] = {}

    def finding(self, problem: Problem) -> Finding:
        return Finding(
            rule=problem.rule,
            severity=problem.severity,
            file=shown_path(self.report.root / problem.file, self.base),
            range=self.columns(problem.file).range(problem.span),
            pointer=self.report.pointers(problem),
            message=problem.message,
            related=tuple(self.related(place) for place in problem.related),
            fixes=tuple(fix.title for fix in problem.fixes),
            source=Source(self.columns(problem.file).text, problem.span),
        )

    def related(self, place: Place) -> Related:
        file = shown_path(self.report.root / place.file, self.base)
        return Related(file, self.columns(place.file).range(place.span), place.message)

    def columns(self, file: str) -> _Columns:
        if file not in self.texts:
            # A file that could not be read has no text; its findings stand at its start.
            self.texts[file] = _Columns(self.report.texts.get(file) or Text.of(b""))
        return self.texts[file]


class _Columns:
    """Positions in one text, asked for in the order of the text.

    Each is counted on from the one before: a file on a single line of megabytes would otherwise
    be read from its start for each finding.
    """

    def __init__(self, text: Text) -> None:
        self.text = text
        self.last = Position(1, 1)
        self.offset = 0

    def range(self, span: Span) -> Range:
        self.last = self.position(span.start)
        self.offset = span.start
        return Range(self.last, self.position(span.end))

    def position(self, offset: int) -> Position:
        line = self.text.line_at(offset)
        start, column = self.text.line_start(line), 1
        if line + 1 == self.last.line and self.offset <= offset:
            start, column = self.offset, self.last.column
        return Position(line + 1, column + Encoding.UTF32.width(self.text.data[start:offset]))


def shown_path(path: Path, base: Path) -> str:
    """A path as a reader of the report writes it: from `base`, with forward slashes."""
    try:
        return Path(os.path.relpath(path, base)).as_posix()
    except ValueError:  # on another drive
        return path.as_posix()
