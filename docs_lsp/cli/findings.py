"""Findings as they are reported: with lines, columns and paths instead of offsets.

Lines and columns count from 1, columns in code points. Paths are relative to a folder that the user
knows.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple, TypeAlias

from docs_lsp.core.problem import (
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
from docs_lsp.core.text import Encoding, Span, Text
from docs_lsp.evaluation.causes import Cause
from docs_lsp.evaluation.check import SiteReport
from docs_lsp.files.files import text_of
from docs_lsp.settings.settings import SETTINGS_FAULT


class Position(NamedTuple):
    """A line and a column, both from 1."""

    line: int
    column: int


class Range(NamedTuple):
    """The range from its first position to the one after its last character."""

    start: Position
    end: Position


class Related(NamedTuple):
    """A second place that explains a finding."""

    file: str
    range: Range
    message: str


class Excerpt(NamedTuple):
    """The text and the byte span of a finding, for showing it."""

    text: Text
    span: Span


class ReportedEdit(NamedTuple):
    """A replacement in a file, as part of a fix."""

    file: str
    range: Range
    new: str


Change: TypeAlias = ReportedEdit | NewFile | MovedFile | DeletedFile


class Remedy(NamedTuple):
    """A fix in the form in which it is reported."""

    title: str
    safe: bool
    preferred: bool
    changes: tuple[Change, ...]


@dataclass(frozen=True, eq=False)
class ReportedFinding:
    """One problem of a site, in the form in which it is reported.

    Of the thousands of problems that a site may have few are shown in full, so positions are
    computed on demand.
    """

    file: str
    severity: Severity
    problem: Problem
    site: Places
    fixes: tuple[Remedy, ...]
    cause: Cause | None = None
    """The cause it shares with other findings of its site, for formats that show it."""

    @property
    def rule(self) -> str:
        """The name of the rule."""
        return self.problem.rule

    @property
    def message(self) -> str:
        """The message: the fact, and the remedy."""
        return self.problem.message

    @cached_property
    def range(self) -> Range:
        """The range as lines and columns."""
        return self.site.range(self.problem.file, self.problem.span)

    @property
    def source(self) -> Excerpt:
        """The byte span of the finding in its text."""
        return Excerpt(self.site.text(self.problem.file), self.problem.span)

    @property
    def pointer(self) -> str | None:
        """The JSON pointer of its value; None in files that are not part of docs.json."""
        return self.site.report.pointers(self.problem)

    @property
    def related(self) -> tuple[Related, ...]:
        """The second places that explain it."""
        return tuple(map(self.site.build_related_place, self.problem.related))


FixesOf: TypeAlias = Callable[[Problem], Iterable[Fix]]
CausesOf: TypeAlias = Callable[[Sequence[Problem]], Sequence[Cause | None]]


def no_fixes(_problem: Problem) -> Iterable[Fix]:
    """Return no fixes, for formats that show none: making them takes time."""
    return ()


def no_causes(problems: Sequence[Problem]) -> Sequence[Cause | None]:
    """Return None for each problem, for formats that show no causes."""
    return [None] * len(problems)


def findings(
    report: SiteReport,
    base: Path,
    fixes_of: FixesOf = no_fixes,
    causes_of: CausesOf = no_causes,
) -> Iterator[ReportedFinding]:
    """Yield the problems of one site sorted by file and place; files are relative to `base`."""
    places = Places(report, base)
    order = sorted(report.problems, key=lambda each: (each.file, each.span, each.rule))
    causes = causes_of(order)
    for problem, cause in zip(order, causes, strict=True):
        fixes = tuple(places.remedy(fix) for fix in fixes_of(problem))
        file = places.display_path(problem.file)
        yield ReportedFinding(file, problem.severity, problem, places, fixes, cause)


def faults(report: SiteReport, base: Path) -> Iterator[ReportedFinding]:
    """Yield the mistakes in the settings of one site, in the form of findings."""
    places = Places(report, base)
    for fault in report.config_faults:
        problem = Problem(SETTINGS_FAULT, fault.file, fault.span, fault.message, Severity.ERROR)
        yield ReportedFinding(
            places.display_path(fault.file), problem.severity, problem, places, ()
        )


class Places:
    """Converts places in the files of one site to paths, lines and columns."""

    def __init__(self, report: SiteReport, base: Path) -> None:
        """Take the report of a site, and the folder that paths are relative to."""
        self.report = report
        self._base = base
        self._shown: dict[str, str] = {}
        self._texts: dict[str, Text] = {}
        self._found: dict[str, _Columns] = {}
        self._edited: dict[str, _Columns] = {}

    def range(self, file: str, span: Span) -> Range:
        """Return the lines and columns of a finding's span, or of a related one."""
        return self._columns(file, self._found).range(span)

    def build_related_place(self, place: Place) -> Related:
        """Return a related place in the form in which it is reported."""
        return Related(
            self.display_path(place.file), self.range(place.file, place.span), place.message
        )

    def remedy(self, fix: Fix) -> Remedy:
        """Return a fix in the form in which it is reported."""
        changes = tuple(self._change(change) for change in fix.changes)
        return Remedy(fix.title, fix.safe, fix.preferred, changes)

    def display_path(self, file: str) -> str:
        """Return the path of a file relative to the base folder."""
        if file not in self._shown:
            self._shown[file] = display_path(self.report.root / file, self._base)
        return self._shown[file]

    def text(self, file: str) -> Text:
        """Return the text of a file; empty if it cannot be read."""
        if file not in self._texts:
            # A file that could not be read has no text; its findings are at its start.
            self._texts[file] = self.report.texts.get(file) or text_of(self.report.files, file)
        return self._texts[file]

    def _change(self, change: FileChange) -> Change:
        match change:
            case FileEdit(file, span, new):
                # Separate from the findings' columns, because the two are requested in turn.
                return ReportedEdit(
                    self.display_path(file), self._columns(file, self._edited).range(span), new
                )
            case MovedFile(file, to):
                return MovedFile(self.display_path(file), self.display_path(to))
            case _:
                return change._replace(file=self.display_path(change.file))

    def _columns(self, file: str, known: dict[str, _Columns]) -> _Columns:
        if file not in known:
            known[file] = _Columns(self.text(file))
        return known[file]


class _Columns:
    """Positions in one text, requested in the order of the text.

    Each is counted from the previous one: a file with a single line of megabytes would otherwise be
    read from its start for each finding.
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


def display_path(path: Path, base: Path) -> str:
    """Return a path as shown to the user: relative to `base`, with forward slashes."""
    try:
        return Path(os.path.relpath(path, base)).as_posix()
    except ValueError:  # on another drive
        return path.as_posix()
