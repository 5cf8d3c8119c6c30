"""Runs the rules about the whole of a large site in several processes, for a one-time check.

All pages have been read before, and forks inherit them. Each process takes the next rule when it
has finished one, and sends the problems it found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import TypeAlias

from docs_lsp.core.current_work import note_count
from docs_lsp.core.forks import MOST_TICKETS, Tickets, count_processors, start_fork
from docs_lsp.core.problem import Problem
from docs_lsp.evaluation.site_rules import SiteFindings, list_enabled_site_rules, run_site_rule
from docs_lsp.site.overview import Overview

LEAST_PAGES = 2_000
"""The number of pages from which another process saves more time than it costs."""
_MOST_PROCESSES = 3
"""The number of processes. A single rule takes a third of the time."""

_Said: TypeAlias = Mapping[int, Sequence[Problem]]
"""The problems of rules, by the index of the rule."""


def run_rules_in_processes(overview: Overview) -> SiteFindings:
    """Run the enabled site rules, in several processes if worthwhile; return their problems."""
    rules = [
        partial(run_site_rule, rule, overview)
        for rule in list_enabled_site_rules(overview.settings)
    ]
    count = min(count_processors(), _MOST_PROCESSES)
    if count < 2 or len(rules) > MOST_TICKETS or len(overview.contents or ()) < LEAST_PAGES:
        return SiteFindings.find_all(overview)
    _warm_caches(overview)
    tickets = Tickets(len(rules))
    helpers = [start_fork(partial(_run_drawn_rules, rules, tickets)) for _ in range(count - 1)]
    problems_by_rule = dict(_run_drawn_rules(rules, tickets))
    tickets.close()
    for helper in filter(None, helpers):
        problems_by_rule.update(helper.wait_for_result() or {})
    # The rules of a failed process are run here.
    problem_lists = (
        problems_by_rule[at] if at in problems_by_rule else rule() for at, rule in enumerate(rules)
    )
    return SiteFindings.from_problems(
        (problem for problems in problem_lists for problem in problems), overview
    )


def _run_drawn_rules(rules: Sequence[Callable[[], Iterable[Problem]]], tickets: Tickets) -> _Said:
    """Run the rules whose tickets this process takes."""
    found = {}
    for number in tickets:
        note_count(number, len(rules), "rules")
        found[number] = list(rules[number]())
    return found


def _warm_caches(overview: Overview) -> None:
    """Compute what many rules need, so that each process need not."""
    _ = overview.navigation.by_page, overview.navigation.ancestors
