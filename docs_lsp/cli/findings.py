"""Findings as they are reported: with lines, columns and paths instead of offsets.

Lines and columns count from 1, columns in code points. Paths are relative to a folder that the
one who asked knows.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, TypeAlias

from docs_lsp.causes import Cause
from docs_lsp.check import SiteReport
from docs_lsp.files import text_of
from docs_lsp.problem import (
    DeletedFile,
    FileChange,
    FileEdit,
    Fix,
    MovedFile,
    NewFile,
    Place,
    Problem,
    Severity,
)
from docs_lsp.settings import SETTINGS_FAULT
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


class Excerpt(NamedTuple):
    """Where a finding stands in the text itself, to show it."""

    text: Text
    span: Span


class ReportedEdit(NamedTuple):
    """A replacement in a file, as part of a fix."""

    file: str
    range: Range
    new: str


Change: TypeAlias = ReportedEdit | NewFile | MovedFile | DeletedFile


class Remedy(NamedTuple):
    """A fix, ready to be shown."""

    title: str
    safe: bool
    preferred: bool
    changes: tuple[Change, ...]


class ReportedFinding(NamedTuple):
    """One problem of one site, ready to be shown."""

    rule: str
    severity: Severity
    file: str
    range: Range
    pointer: str | None
    message: str
    related: tuple[Related, ...]
    fixes: tuple[Remedy, ...]
    source: Excerpt
    cause: Cause | None = None
    """What it has in common with others of its site, in forms that show it."""


FixesOf: TypeAlias = Callable[[Problem], Iterable[Fix]]
CausesOf: TypeAlias = Callable[[Sequence[Problem]], Sequence[Cause | None]]


def no_fixes(_problem: Problem) -> Iterable[Fix]:
    """For whoever shows none: making them takes its time."""
    return ()


def no_causes(problems: Sequence[Problem]) -> Sequence[Cause | None]:
    """For whoever shows none."""
    return [None] * len(problems)


def findings(
    report: SiteReport,
    base: Path,
    fixes_of: FixesOf = no_fixes,
    causes_of: CausesOf = no_causes,
) -> Iterator[ReportedFinding]:
    """The problems of one site by file and place; files relative to `base`."""
    site = _Site(report, base, fixes_of)
    order = sorted(report.problems, key=lambda each: (each.file, each.span, each.rule))
    causes = causes_of(order)
    return (site.finding(*each) for each in zip(order, causes, strict=True))


def faults(report: SiteReport, base: Path) -> Iterator[ReportedFinding]:
    """What is wrong in the settings of one site, in the same form."""
    site = _Site(report, base, no_fixes)
    for fault in report.config_faults:
        problem = Problem(SETTINGS_FAULT, fault.file, fault.span, fault.message, Severity.ERROR)
        yield site.finding(problem, None)


class _Site:
    def __init__(self, report: SiteReport, base: Path, fixes_of: FixesOf) -> None:
        self.report = report
        self.base = base
        self.fixes_of = fixes_of
        self.places: dict[str, _Columns] = {}
        self.edits: dict[str, _Columns] = {}

    def finding(self, problem: Problem, cause: Cause | None) -> ReportedFinding:
        columns = self.columns(problem.file, self.places)
        return ReportedFinding(
            rule=problem.rule,
            severity=problem.severity,
            file=self.shown(problem.file),
            range=columns.range(problem.span),
            pointer=self.report.pointers(problem),
            message=problem.message,
            related=tuple(self.related(place) for place in problem.related),
            fixes=tuple(self.remedy(fix) for fix in self.fixes_of(problem)),
            source=Excerpt(columns.text, problem.span),
            cause=cause,
        )

    def related(self, place: Place) -> Related:
        columns = self.columns(place.file, self.places)
        return Related(self.shown(place.file), columns.range(place.span), place.message)

    def remedy(self, fix: Fix) -> Remedy:
        changes = tuple(self.change(change) for change in fix.changes)
        return Remedy(fix.title, fix.safe, fix.preferred, changes)

    def change(self, change: FileChange) -> Change:
        match change:
            case FileEdit(file, span, new):
                # Apart from the findings' places, because the two come in turn.
                return ReportedEdit(
                    self.shown(file), self.columns(file, self.edits).range(span), new
                )
            case MovedFile(file, to):
                return MovedFile(self.shown(file), self.shown(to))
            case _:
                return change._replace(file=self.shown(change.file))

    def shown(self, file: str) -> str:
        return shown_path(self.report.root / file, self.base)

    def columns(self, file: str, known: dict[str, _Columns]) -> _Columns:
        if file not in known:
            # A file that could not be read has no text; its findings stand at its start.
            text = self.report.texts.get(file) or text_of(self.report.files, file)
            known[file] = _Columns(text)
        return known[file]


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
