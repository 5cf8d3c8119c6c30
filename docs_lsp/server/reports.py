"""The reports on a site's files; each is rebuilt only when something it depends on changes."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from docs_lsp.core.problem import Problem
from docs_lsp.core.text import Text
from docs_lsp.features.diagnostics import FileReport, build_report
from docs_lsp.features.to_lsp import ClientDialect, SourceFiles
from docs_lsp.server.buffers import Buffer


@dataclass(frozen=True, slots=True)
class CachedReport:
    """A report, and what it was built from."""

    problems: Sequence[Problem]
    file_report: FileReport
    text: Text | None = None
    """None if `build_closed_file_reports` built it: the text is not stored."""
    is_independent: bool = False
    """Whether it depends on no other file's text."""


class ReportCache:
    """The last report on each file of a site.

    Event loop only, except `build_closed_file_reports`.
    """

    def __init__(self) -> None:
        """Start empty."""
        self._made: dict[str, CachedReport] = {}
        self._dialect: ClientDialect | None = None

    def build_closed_file_reports(
        self, problems: Mapping[str, Sequence[Problem]], sources: SourceFiles
    ) -> Iterator[tuple[str, CachedReport]]:
        """Yield reports on closed files; none before the first `build_reports`. Any thread."""
        dialect = self._dialect
        if dialect is not None:
            for file, found in problems.items():
                file_report = FileReport(
                    sources.uri(file), None, build_report(file, found, sources, dialect)
                )
                yield file, CachedReport(found, file_report)

    def store_reports(self, reports: Mapping[str, CachedReport]) -> None:
        """Store reports that `build_closed_file_reports` built."""
        self._made.update(reports)

    def build_reports(
        self,
        problems: Mapping[str, Sequence[Problem]],
        sources: SourceFiles,
        opened: Collection[str],
        buffers: Mapping[str, Buffer],
        dialect: ClientDialect,
    ) -> dict[str, FileReport]:
        """Return the reports on these files, by URI; `opened` are the site paths of open files.

        The sources are the texts and the addresses of files and rules. They are not stored: they
        may be the owner of this cache.
        """
        before, self._dialect = self._made, dialect
        # Thousands of files may not be open, and this runs on every keystroke.
        self._made = {
            file: made
            if (made := before.get(file))
            and made.problems is found
            and made.file_report.version is None
            and file not in opened
            else self._build_or_reuse_report(file, found, sources, buffers, dialect)
            for file, found in problems.items()
        }
        return {made.file_report.uri: made.file_report for made in self._made.values()}

    def _build_or_reuse_report(
        self,
        file: str,
        problems: Sequence[Problem],
        sources: SourceFiles,
        buffers: Mapping[str, Buffer],
        dialect: ClientDialect,
    ) -> CachedReport:
        """Return the report about a file, the one made before if nothing differs."""
        text, uri = sources.text(file), sources.uri(file)
        version = buffers[uri].version if uri in buffers else None
        made = self._made.get(file)
        if (
            made
            and made.is_independent
            and made.text is text
            and made.problems == problems
            and (made.file_report.uri, made.file_report.version) == (uri, version)
        ):
            return made
        is_independent = not any(problem.related for problem in problems)
        file_report = FileReport(uri, version, build_report(file, problems, sources, dialect))
        return CachedReport(problems, file_report, text, is_independent)
