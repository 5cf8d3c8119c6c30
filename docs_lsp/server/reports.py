"""The reports on a site's files, each made anew only when something that went into it changes."""

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
    """A report, and what it was made from."""

    problems: Sequence[Problem]
    filed: Filed
    text: Text | None = None
    """None where `report_closed_files` made it: the text is not kept."""
    alone: bool = False
    """Whether no other file's text went into it."""


class Reports:
    """The last report on each file of a site. Event loop only, but for `report_closed_files`."""

    def __init__(self) -> None:
        """Start without any."""
        self._made: dict[str, CachedReport] = {}
        self._dialect: Dialect | None = None

    def report_closed_files(
        self, problems: Mapping[str, Sequence[Problem]], sources: Sources
    ) -> Iterator[tuple[str, CachedReport]]:
        """Make reports on files that are not open; none before the client has got the first ones.
        Any thread."""
        dialect = self._dialect
        if dialect is not None:
            for file, found in problems.items():
                filed = Filed(sources.uri(file), None, report(file, found, sources, dialect))
                yield file, CachedReport(found, filed)

    def take(self, reports: Mapping[str, CachedReport]) -> None:
        """Keep reports made by `report_closed_files`."""
        self._made.update(reports)

    def build_reports(
        self,
        problems: Mapping[str, Sequence[Problem]],
        sources: Sources,
        opened: Collection[str],
        buffers: Mapping[str, Buffer],
        dialect: Dialect,
    ) -> dict[str, Filed]:
        """The reports on these files, by URI; the site paths of those that are open are given.

        The sources are the texts and the addresses of files and rules. They are not kept: they may
        be what keeps these reports.
        """
        before, self._dialect = self._made, dialect
        # There may be thousands of files that nobody has open, and this is done on a keystroke.
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
