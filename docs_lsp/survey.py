"""What the rules about the whole site say, and where that stands while the writer types on.

These rules take longer than a keystroke may. So they are asked when there is time, and until then
what they said last is kept: an edit moves it along, and takes away what stood in the edited place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from docs_lsp.problem import Place, Problem
from docs_lsp.rules import all_rules
from docs_lsp.site.overview import Overview
from docs_lsp.text import Span

Change: TypeAlias = tuple[int, int, int]
"""Start, end before and end after of one replacement, in bytes."""


class Cancelled(Exception):
    """Whoever asked for a survey no longer wants it."""


class Survey(NamedTuple):
    """The problems that the rules about the whole site found."""

    problems: tuple[Problem, ...] = ()
    is_current: bool = False
    """Whether nothing has changed since."""

    @classmethod
    def of(cls, overview: Overview, cancelled: Callable[[], bool] | None = None) -> Survey:
        """Ask all rules about a site; raises `Cancelled` alone."""
        return cls(tuple(_said_of(overview, cancelled)), True)

    def outdated(self) -> Survey:
        """The same problems, to be looked for again."""
        return self._replace(is_current=False)

    def without(self, file: str) -> Survey:
        """The problems that do not stand in a file, because all of it has changed."""
        return Survey(tuple(one for one in self.problems if one.file != file))

    def edited(self, file: str, changes: Sequence[Change]) -> Survey:
        """The problems after an edit of a file."""
        if not self.problems:
            return self.outdated()
        moved = (_moved(problem, file, changes) for problem in self.problems)
        return Survey(tuple(problem for problem in moved if problem))


NOTHING = Survey()


def _said_of(overview: Overview, cancelled: Callable[[], bool] | None) -> Iterator[Problem]:
    for rule in all_rules().values():
        graded = overview.settings.severity(rule.name, rule.severity)
        if rule.site is None or graded is None:
            continue
        if cancelled and cancelled():
            raise Cancelled
        is_default = graded is rule.severity
        for problem in rule.site(overview):
            # A rule may find something less bad than usual, but the project has the last word.
            yield problem if is_default else problem.graded(graded)


def _moved(problem: Problem, file: str, changes: Sequence[Change]) -> Problem | None:
    """A problem after an edit; None if it stood where something was changed."""
    span: Span | None = problem.span
    if problem.file == file:
        span = _shifted(problem.span, changes)
    if span is None:
        return None
    related = problem.related
    if any(place.file == file for place in related):
        related = tuple(_still_there(related, file, changes))
    if span is problem.span and related is problem.related:
        return problem
    return problem._replace(span=span, related=related)


def _still_there(
    places: tuple[Place, ...], file: str, changes: Sequence[Change]
) -> Iterator[Place]:
    for place in places:
        span = _shifted(place.span, changes) if place.file == file else place.span
        if span is not None:
            yield place._replace(span=span)


def _shifted(span: Span, changes: Sequence[Change]) -> Span | None:
    """A span after some changes, made one after the other; None if one touches it."""
    for start, old_end, new_end in changes:
        if span.end < start:
            continue
        if span.start <= old_end:
            return None
        span = span.shifted(new_end - old_end)
    return span
