"""Findings as they are reported: with lines, columns and paths instead of offsets.

Lines and columns count from 1, columns in code points. Paths are relative to a folder that the user
knows.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import NamedTuple, TypeAlias

from docs_lsp.core.problem import (
    DeletedFile,
    FileChange,
    FileEdit,
    Fix,
    MovedFile,
    NewFile,
    Problem,
    RelatedPlace,
    Severity,
)
from docs_lsp.core.text import Encoding, Span, Text
from docs_lsp.evaluation.check import SiteReport
from docs_lsp.evaluation.shared_causes import Cause
from docs_lsp.files.files import Files, read_text
from docs_lsp.settings.baseline import condense_text
from docs_lsp.settings.settings import SETTINGS_FAULT

FixesOf: TypeAlias = Callable[[Problem], Iterable[Fix]]
CausesOf: TypeAlias = Callable[[Sequence[Problem]], Sequence[Cause | None]]


class ReportPosition(NamedTuple):
    """A line and a column, both from 1."""

    line: int
    column: int


class ReportRange(NamedTuple):
    """The range from its first position to the one after its last character."""

    start: ReportPosition
    end: ReportPosition


class Related(NamedTuple):
    """A second place that explains a finding."""

    file: str
    range: ReportRange
    message: str


class ReportedEdit(NamedTuple):
    """A replacement in a file, as part of a fix."""

    file: str
    range: ReportRange
    new: str


Change: TypeAlias = ReportedEdit | NewFile | MovedFile | DeletedFile


class ReportedFix(NamedTuple):
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
    site: ReportPlaces
    fixes: tuple[ReportedFix, ...]
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
    def range(self) -> ReportRange:
        """The range as lines and columns."""
        return self.site.convert_range(self.problem.file, self.problem.span)

    @property
    def source_text(self) -> Text:
        """The text of its file, which the byte span of `problem` refers to."""
        return self.site.find_text(self.problem.file)

    @property
    def pointer(self) -> str | None:
        """The JSON pointer of its value; None in files that are not part of docs.json."""
        return self.site.report.find_pointer(self.problem)

    @property
    def related(self) -> tuple[Related, ...]:
        """The second places that explain it."""
        return tuple(map(self.site.build_related_place, self.problem.related))


def iter_reported_findings(
    report: SiteReport,
    base: Path,
    fixes_of: FixesOf | None = None,
    causes_of: CausesOf | None = None,
) -> Iterator[ReportedFinding]:
    """Yield the problems of one site sorted by file and place; files are relative to `base`.

    Without `fixes_of` and `causes_of` they have no fixes and causes: finding these takes time.
    """
    places = ReportPlaces(report, base)
    order = sorted(report.problems, key=lambda each: (each.file, each.span, each.rule))
    causes = causes_of(order) if causes_of else [None] * len(order)
    for problem, cause in zip(order, causes, strict=True):
        fixes = tuple(map(places.convert_fix, fixes_of(problem) if fixes_of else ()))
        file = places.display_path(problem.file)
        yield ReportedFinding(file, problem.severity, problem, places, fixes, cause)


def iter_settings_faults(report: SiteReport, base: Path) -> Iterator[ReportedFinding]:
    """Yield the mistakes in the settings of one site, in the form of findings."""
    places = ReportPlaces(report, base)
    for fault in report.config_faults:
        problem = Problem(SETTINGS_FAULT, fault.file, fault.span, fault.message, Severity.ERROR)
        yield ReportedFinding(
            places.display_path(fault.file), problem.severity, problem, places, ()
        )


class ReportPlaces:
    """Converts places in the files of one site to paths, lines and columns."""

    def __init__(self, report: SiteReport, base: Path) -> None:
        """Take the report of a site, and the folder that paths are relative to."""
        self.report = report
        self._base = base
        self._folder = display_path(report.root, base)
        self._texts: dict[str, Text] = {}
        self._found: dict[str, _ColumnCounter] = {}
        self._edited: dict[str, _ColumnCounter] = {}

    def convert_range(self, file: str, span: Span) -> ReportRange:
        """Return a span of a file as lines and columns from 1, with columns in code points."""
        return self._find_column_counter(file, self._found).convert_range(span)

    def build_related_place(self, place: RelatedPlace) -> Related:
        """Return a related place in the form in which it is reported."""
        return Related(
            self.display_path(place.file), self.convert_range(place.file, place.span), place.message
        )

    def convert_fix(self, fix: Fix) -> ReportedFix:
        """Return a fix in the form in which it is reported."""
        changes = tuple(self._convert_change(change) for change in fix.changes)
        return ReportedFix(fix.title, fix.safe, fix.preferred, changes)

    def display_path(self, file: str) -> str:
        """Return the path of a file relative to the base folder."""
        if not file or ".." in file or ".." in self._folder:
            return display_path(self.report.root / file, self._base)
        # A site has thousands of files, and `os.path.relpath` takes long.
        return file if self._folder == "." else f"{self._folder}/{file}"

    def find_text(self, file: str) -> Text:
        """Return the text of a file; empty if it cannot be read."""
        if file not in self._texts:
            # A file that could not be read has no text; its findings are at its start.
            self._texts[file] = self.report.texts.get(file) or read_text(self.report.files, file)
        return self._texts[file]

    def _convert_change(self, change: FileChange) -> Change:
        match change:
            case FileEdit(file, span, new):
                # Separate from the findings' columns, because the two are requested in turn.
                return ReportedEdit(
                    self.display_path(file),
                    self._find_column_counter(file, self._edited).convert_range(span),
                    new,
                )
            case MovedFile(file, to):
                return MovedFile(self.display_path(file), self.display_path(to))
            case _:
                return change._replace(file=self.display_path(change.file))

    def _find_column_counter(self, file: str, known: dict[str, _ColumnCounter]) -> _ColumnCounter:
        if file not in known:
            known[file] = _ColumnCounter(self.find_text(file))
        return known[file]


class _ColumnCounter:
    """Positions in one text, requested in the order of the text.

    Each is counted from the previous one: a file with a single line of megabytes would otherwise be
    read from its start for each finding.
    """

    def __init__(self, text: Text) -> None:
        self.text = text
        self.last = ReportPosition(1, 1)
        self.offset = 0

    def convert_range(self, span: Span) -> ReportRange:
        self.last = self.convert_offset(span.start)
        self.offset = span.start
        return ReportRange(self.last, self.convert_offset(span.end))

    def convert_offset(self, offset: int) -> ReportPosition:
        """Return the line and column, both from 1, of a byte offset."""
        line = self.text.find_line_number(offset)
        start, column = self.text.get_line_start(line), 1
        if line + 1 == self.last.line and self.offset <= offset:
            start, column = self.offset, self.last.column
        return ReportPosition(
            line + 1, column + Encoding.UTF32.count_units(self.text.data[start:offset])
        )


def display_path(path: Path, base: Path) -> str:
    """Return a path as shown to the user: relative to `base`, with forward slashes."""
    try:
        return Path(os.path.relpath(path, base)).as_posix()
    except ValueError:  # on another drive
        return path.as_posix()


def compute_fingerprint(finding: ReportedFinding) -> str:
    """Return a hash of a finding's rule, file and text, which stays the same when lines move."""
    text = condense_text(finding.source_text.data[slice(*finding.problem.span)])
    return _hash("\0".join((finding.rule, finding.file, text)))


def compute_unique_fingerprints(findings: Iterable[ReportedFinding]) -> Iterator[str]:
    """Yield the fingerprints of several findings; equal ones are numbered to make them differ."""
    counts = Counter[str]()
    for finding in findings:
        fingerprint = compute_fingerprint(finding)
        counts[fingerprint] += 1
        count = counts[fingerprint]
        yield fingerprint if count == 1 else _hash(f"{fingerprint}\0{count}")


def _hash(text: str) -> str:
    from hashlib import blake2b  # Few formats have fingerprints.

    return blake2b(text.encode("utf-8", "replace"), digest_size=16).hexdigest()


class SourcePlaces:
    """Converts places in the files of one site at one moment; each file is read once."""

    def __init__(self, files: Files) -> None:
        """Read texts from these files."""
        self._text = cache(lambda file: read_text(files, file))

    def find_line_and_column(self, file: str, span: Span) -> tuple[int, int]:
        """Return the line and the column, both from 1, at which a byte span of a file begins."""
        text: Text = self._text(file)
        line, column = text.to_position(span.start, Encoding.UTF32)
        return line + 1, column + 1
