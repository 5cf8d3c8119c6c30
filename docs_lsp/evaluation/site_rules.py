"""Runs the rules about the whole site, and updates their problems while the user types.

These rules take longer than a keystroke may. They run when there is time, and until then their last
problems are used: an edit moves them along and removes those in the edited range.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from docs_lsp.core.current_work import note_count, record_rule
from docs_lsp.core.problem import Problem, RelatedPlace
from docs_lsp.core.text import Span
from docs_lsp.core.work_limit import WorkTimeout
from docs_lsp.evaluation.enabled_rules import iter_enabled_rules, needs_page_text
from docs_lsp.evaluation.evaluation import get_sort_key
from docs_lsp.evaluation.finding_limits import pick_worst_by_file, shorten_quotes
from docs_lsp.evaluation.page_suppressions import apply_page_suppressions
from docs_lsp.evaluation.pages_without_readers import fold_unreached
from docs_lsp.rules.framework.rule import PageTextNeed, Rule
from docs_lsp.settings.settings import Settings
from docs_lsp.site.overview import Overview

Change: TypeAlias = tuple[int, int, int]
"""Start, old end and new end of one replacement, as byte offsets."""
Problems: TypeAlias = Mapping[str, Sequence[Problem]]
"""Problems by site path, in the order of each text."""


class SiteRulesCancelled(Exception):
    """Raised if the findings of the whole site are no longer wanted."""


class OutsideFindings:
    """Problems of files that are not part of docs.json.

    There may be thousands, and an edit of docs.json does not change them. So everything derived
    from them is computed once and cached.
    """

    __slots__ = ("_left", "_mentioned", "_shown", "_under", "_unfolded", "problems_by_file")

    def __init__(self, problems_by_file: Problems) -> None:
        """Store problems by site path."""
        self.problems_by_file = problems_by_file
        self._mentioned: dict[str, set[str]] = defaultdict(set)
        for file, problems in problems_by_file.items():
            for place in (place for problem in problems for place in problem.related):
                self._mentioned[place.file].add(file)
        self._under: object = None
        self._left: Problems = problems_by_file
        self._shown: Problems = problems_by_file
        self._unfolded: Problems | None = None

    def apply_settings(
        self, settings: Settings, filter_problems: Callable[[Problems], Problems]
    ) -> Problems:
        """Return the problems that `filter_problems` accepts under some settings; cached."""
        if self._under is not settings:
            self._left, self._under = filter_problems(self.problems_by_file), settings
            self._shown, self._unfolded = pick_worst_by_file(self._left), None
        return self._left

    def list_shown(
        self, settings: Settings, filter_problems: Callable[[Problems], Problems]
    ) -> Problems:
        """Return the problems that `apply_settings` accepts, as many of each file as are shown."""
        self.apply_settings(settings, filter_problems)
        return self._shown

    def list_unfolded(
        self, settings: Settings, filter_problems: Callable[[Problems], Problems]
    ) -> Problems:
        """Return the findings that are not folded, of each file that has folded ones."""
        shown = self.list_shown(settings, filter_problems)
        if self._unfolded is None:
            self._unfolded = {
                file: tuple(problem for problem in problems if not problem.is_folded)
                for file, problems in shown.items()
                if any(problem.is_folded for problem in problems)
            }
        return self._unfolded

    def exclude_file(self, file: str) -> OutsideFindings:
        """Return the problems without those of a file."""
        if file not in self.problems_by_file:
            return self
        return OutsideFindings(
            {one: found for one, found in self.problems_by_file.items() if one != file}
        )

    def apply_edit(self, file: str, changes: Sequence[Change]) -> OutsideFindings:
        """Return the problems after an edit of a file: shifted, without those that it touches."""
        touched = self.problems_by_file.keys() & {file, *self._mentioned.get(file, ())}
        if not touched:
            return self
        moved = {
            one: tuple(_shift_problems(self.problems_by_file[one], file, changes))
            for one in touched
        }
        return OutsideFindings({**self.problems_by_file, **moved})


class SiteFindings(NamedTuple):
    """The problems that the rules about the whole site found."""

    in_docs_json: tuple[Problem, ...] = ()
    """The problems in docs.json and the files it references."""
    in_other_files: OutsideFindings = OutsideFindings(MappingProxyType({}))
    is_current: bool = False
    """Whether the site has not changed since."""

    @classmethod
    def find_all(
        cls,
        overview: Overview,
        cancelled: Callable[[], bool] | None = None,
        abandoned_rules: set[str] | None = None,
    ) -> SiteFindings:
        """Run the site rules; slow ones go to `abandoned_rules`. Raises only `SiteRulesCancelled`.

        Only enabled rules run. Those that take too long, if the time is limited, are left out from
        then on.
        """
        abandoned_rules = set() if abandoned_rules is None else abandoned_rules
        all_problems = _run_rules(overview, cancelled, abandoned_rules)
        return cls.from_problems(all_problems, overview, abandoned_rules)

    @classmethod
    def from_problems(
        cls,
        all_problems: Iterable[Problem],
        overview: Overview,
        abandoned_rules: Collection[str] = (),
    ) -> SiteFindings:
        """Return the problems by file, without those that comments suppress, some of them folded.

        Rules in `abandoned_rules` have not reported all their problems.
        """
        inside = []
        outside: dict[str, list[Problem]] = defaultdict(list)
        for problem in apply_page_suppressions(all_problems, overview, abandoned_rules):
            if problem.file in overview.parts:
                inside.append(problem)
            else:
                outside[problem.file].append(problem)
        fold_unreached(outside, overview)
        by_file = {file: tuple(sorted(found, key=get_sort_key)) for file, found in outside.items()}
        return cls(tuple(inside), OutsideFindings(by_file), True)

    @property
    def problems(self) -> tuple[Problem, ...]:
        """All problems."""
        return (
            *self.in_docs_json,
            *chain.from_iterable(self.in_other_files.problems_by_file.values()),
        )

    def mark_outdated(self) -> SiteFindings:
        """Return these problems marked as out of date."""
        return self._replace(is_current=False)

    def exclude_file(self, file: str) -> SiteFindings:
        """Return the problems, as out of date, without those of a completely changed file."""
        inside = tuple(problem for problem in self.in_docs_json if problem.file != file)
        return SiteFindings(inside, self.in_other_files.exclude_file(file))

    def apply_edit(self, file: str, changes: Sequence[Change]) -> SiteFindings:
        """Return the problems, as out of date, shifted by an edit, but for those it touches."""
        inside = tuple(_shift_problems(self.in_docs_json, file, changes))
        return SiteFindings(inside, self.in_other_files.apply_edit(file, changes))


_MOST_TRIES = 5
"""The number of runs of a rule while pages that take too long are left out."""
NOTHING = SiteFindings()
"""The findings before the rules have run."""
CLEAN = SiteFindings(is_current=True)
"""The findings of a site that no rule is about, such as another tool's."""


def _run_rules(
    overview: Overview, cancelled: Callable[[], bool] | None, abandoned_rules: set[str]
) -> Iterator[Problem]:
    """Yield the problems that all enabled site rules find. Raises `SiteRulesCancelled`."""
    has_read = False
    record_rule("")
    wanted = list_enabled_site_rules(overview.settings)
    for index, rule in enumerate(wanted):
        if cancelled and cancelled():
            raise SiteRulesCancelled
        record_rule(rule.name)
        note_count(index, len(wanted), "rules")
        if rule.reads is not PageTextNeed.NOTHING and not has_read:
            _read_pages(overview, cancelled)
            has_read = True
        if rule.name not in abandoned_rules:
            yield from _run_rule_with_retries(rule, overview, cancelled, abandoned_rules)
    record_rule("")


def _run_rule_with_retries(
    rule: Rule, overview: Overview, cancelled: Callable[[], bool] | None, abandoned_rules: set[str]
) -> Sequence[Problem]:
    """Return the problems that a rule finds; none, and it is logged, if it takes too long.

    The rule is then added to `abandoned_rules`. Raises `SiteRulesCancelled`.
    """
    for _ in range(_MOST_TRIES):
        found: list[Problem] = []
        try:
            for problem in run_site_rule(rule, overview):
                if cancelled and cancelled():
                    raise SiteRulesCancelled
                found.append(problem)
            return found
        except WorkTimeout as late:
            if not late.args:
                break  # Otherwise the rule runs again without the page that took too long.
    abandoned_rules.add(rule.name)
    import logging  # Rarely needed, and slow to import.

    logger = logging.getLogger(__name__)
    logger.warning("The rule `%s` takes too long, so it is left out from now on.", rule.name)
    return ()


def list_enabled_site_rules(settings: Settings) -> list[Rule]:
    """Return the enabled rules about the whole site."""
    return [rule for rule in iter_enabled_rules(settings) if rule.site is not None]


def run_site_rule(rule: Rule, overview: Overview) -> Iterator[Problem]:
    """Yield the problems that a rule finds in a whole site, with the settings' severities."""
    record_rule(rule.name)
    settings = overview.settings
    for problem in rule.site(overview) if rule.site else ():
        message = shorten_quotes(problem.message)
        if message is not problem.message:
            problem = problem._replace(message=message)
        severity = settings.get_severity(rule.name, rule.severity, problem.severity)
        if severity is not None:
            yield problem.with_severity(severity)


def _read_pages(overview: Overview, cancelled: Callable[[], bool] | None) -> None:
    """Read the pages' text that rules need into the cache. Raises `SiteRulesCancelled`."""
    whole = needs_page_text(overview.settings)
    for page in (overview.contents or {}).values():
        if cancelled and cancelled():
            raise SiteRulesCancelled
        with suppress(WorkTimeout):  # The page then stays unknown.
            _ = page.body if whole else page.faults


def _shift_problems(
    problems: Sequence[Problem], file: str, changes: Sequence[Change]
) -> Iterator[Problem]:
    """Yield problems after an edit, without those whose place was edited."""
    first = min((start for start, _, _ in changes), default=0)
    for problem in problems:
        if problem.span.end < first and not problem.related:
            yield problem  # It is before all changes, or in another file.
            continue
        moved = _shift_problem(problem, file, changes)
        if moved is not None:
            yield moved


def _shift_problem(problem: Problem, file: str, changes: Sequence[Change]) -> Problem | None:
    """Return a problem after an edit; None if its place was edited."""
    span: Span | None = problem.span
    if problem.file == file:
        span = _shift_span(problem.span, changes)
    if span is None:
        return None
    related = problem.related
    if any(place.file == file for place in related):
        related = tuple(_shift_places(related, file, changes))
    if span is problem.span and related is problem.related:
        return problem
    return problem._replace(span=span, related=related)


def _shift_places(
    places: tuple[RelatedPlace, ...], file: str, changes: Sequence[Change]
) -> Iterator[RelatedPlace]:
    """Yield places after an edit of a file, without those that it touches."""
    for place in places:
        span = _shift_span(place.span, changes) if place.file == file else place.span
        if span is not None:
            yield place._replace(span=span)


def _shift_span(span: Span, changes: Sequence[Change]) -> Span | None:
    """Return a span after some changes, applied one after the other; None if one touches it."""
    for start, old_end, new_end in changes:
        if span.end < start:
            continue
        if span.start <= old_end:
            return None
        span = span.shift(new_end - old_end)
    return span
