"""The report of a check for people: the findings, the worst first, and a summary at the end."""

from __future__ import annotations

from docs_lsp.cli.fixable import find_fixable
from docs_lsp.cli.outcome import Outcome
from docs_lsp.cli.output.folded import fold_findings
from docs_lsp.cli.output.shown_findings import group_by_rule
from docs_lsp.cli.output.summary import format_end, render_table
from docs_lsp.cli.output.text import Screen, write_end, write_text_report
from docs_lsp.core.problem import Severity

_MOST_LINES, _MOST_LINES_OF_SMALL = 200, 60
"""Lines of a report: a few screens, and fewer for a small site."""
_SMALL = 100
"""Pages that a small site has fewer of."""


def write_report(every: Outcome, least: Severity, screen: Screen, *, shows_all: bool) -> None:
    """Write the findings that are as bad as `least`, and how many others there are."""
    outcome = every.select(least)
    entries = [entry for site in outcome.sites for entry in fold_findings(site.findings)]
    fixable = find_fixable(outcome.findings)
    end = [format_end(outcome.summary, fixable, every.list_hidden(least))]
    if len({(entry.severity, entry.rule) for entry in entries}) > 1:
        end = [*render_table(outcome.findings, fixable), "", *end]
    budget = None if shows_all else _choose_budget(outcome) - len(end)
    write_text_report(group_by_rule(entries), fixable, budget, screen)
    write_end(end, is_clean=every.summary.clean, screen=screen)


def _choose_budget(outcome: Outcome) -> int:
    is_small = sum(site.pages for site in outcome.sites) < _SMALL
    return _MOST_LINES_OF_SMALL if is_small else _MOST_LINES
