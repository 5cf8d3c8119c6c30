"""The reports on a site's files, each made anew only when something that went into it changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from docs_lsp.features.diagnostics import Filed, report
from docs_lsp.features.to_lsp import Dialect, Sources
from docs_lsp.problem import Problem
from docs_lsp.server.buffers import Buffer
from docs_lsp.text import Text


@dataclass(frozen=True, slots=True)
class _Made:
    """A report, and what it was made from."""

    problems: Sequence[Problem]
    text: Text
    alone: bool  # No other file's text went into it.
    filed: Filed


class Reports:
    """The last reports on each file of a site."""

    def __init__(self, sources: Sources) -> None:
        """Make reports of what lies behind site paths and rules."""
        self._sources = sources
        self._made: dict[str, _Made] = {}

    def made(
        self,
        problems: Mapping[str, Sequence[Problem]],
        buffers: Mapping[str, Buffer],
        dialect: Dialect,
    ) -> dict[str, Filed]:
        """The reports on these files, by URI."""
        self._made = {
            file: self._make(file, found, buffers, dialect) for file, found in problems.items()
        }
        return {made.filed.uri: made.filed for made in self._made.values()}

    def _make(
        self,
        file: str,
        problems: Sequence[Problem],
        buffers: Mapping[str, Buffer],
        dialect: Dialect,
    ) -> _Made:
        text, uri = self._sources.text(file), self._sources.uri(file)
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
        filed = Filed(uri, version, report(file, problems, self._sources, dialect))
        return _Made(problems, text, alone, filed)
