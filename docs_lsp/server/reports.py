"""The reports on a site's files; each is rebuilt only when something it depends on changes."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from docs_lsp.core.problem import Problem
from docs_lsp.core.text import Text
from docs_lsp.features.diagnostics import Filed, report
from docs_lsp.features.to_lsp import Dialect, Sources
from docs_lsp.server.buffers import Buffer


@dataclass(frozen=True, slots=True)
class CachedReport:
    """A report, and what it was built from."""

    problems: Sequence[Problem]
    filed: Filed
    text: Text | None = None
    """None if `report_closed_files` built it: the text is not stored."""
    alone: bool = False
    """Whether it depends on no other file's text."""


class Reports:
    """The last report on each file of a site. Event loop only, except `report_closed_files`."""

    def __init__(self) -> None:
        """Start empty."""
        self._made: dict[str, CachedReport] = {}
        self._dialect: Dialect | None = None

    def report_closed_files(
        self, problems: Mapping[str, Sequence[Problem]], sources: Sources
    ) -> Iterator[tuple[str, CachedReport]]:
        """Yield reports on files that are not open. Any thread.

        There are none before the first `build_reports`.
        """
        dialect = self._dialect
        if dialect is not None:
            for file, found in problems.items():
                filed = Filed(sources.uri(file), None, report(file, found, sources, dialect))
                yield file, CachedReport(found, filed)

    def take(self, reports: Mapping[str, CachedReport]) -> None:
        """Store reports that `report_closed_files` built."""
        self._made.update(reports)

    def build_reports(
        self,
        problems: Mapping[str, Sequence[Problem]],
        sources: Sources,
        opened: Collection[str],
        buffers: Mapping[str, Buffer],
        dialect: Dialect,
    ) -> dict[str, Filed]:
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
            and made.filed.version is None
            and file not in opened
            else self._make(file, found, sources, buffers, dialect)
            for file, found in problems.items()
        }
        return {made.filed.uri: made.filed for made in self._made.values()}

    def _make(
        self,
        file: str,
        problems: Sequence[Problem],
        sources: Sources,
        buffers: Mapping[str, Buffer],
        dialect: Dialect,
    ) -> CachedReport:
        text, uri = sources.text(file), sources.uri(file)
        version = buffers[uri].version if uri in buffers else None
        made = self._made.get(file)
        if (
            made
            and made.alone
            and made.text is text
            and made.problems == problems
            and (made.filed.uri, made.filed.version) == (uri, version)
        ):
            return made
        alone = not any(problem.related for problem in problems)
        filed = Filed(uri, version, report(file, problems, sources, dialect))
        return CachedReport(problems, filed, text, alone)
