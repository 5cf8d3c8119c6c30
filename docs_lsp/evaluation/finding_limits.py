"""Limits how many findings of one file are reported, which no reader or editor could use."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from heapq import nsmallest

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.problem import Problem

MOST_FINDINGS = 1000
"""The number of findings reported for one file; the last one says how many more there are."""
MOST_NOISY = 2000
"""The number of children with findings that are checked in one container."""
MOST_GATHERED = 2000
"""The number of findings collected for one file on a keystroke, before some are chosen."""
MOST_SYNTAX_ERRORS = 128
"""The number of syntax errors reported for one file. They precede all other findings."""
SYNTAX_RULES = frozenset(("syntax-error", "trailing-comma", "comment"))
"""Rules about the syntax of JSON; later findings in a file may result from its syntax errors."""
_LONGEST_QUOTE = 200
"""The number of characters of quoted text in a message."""
_LONG_QUOTE = compile_lazily(rf"`[^`]{{{_LONGEST_QUOTE + 1},}}`")


def pick_first_syntax_errors(problems: Sequence[Problem]) -> Sequence[Problem]:
    """Return syntax errors of a file: all, or the first ones and the last, where parsing stops."""
    if len(problems) <= MOST_SYNTAX_ERRORS:
        return problems
    *first, before = nsmallest(MOST_SYNTAX_ERRORS - 1, problems, key=_get_offsets)
    last = max(problems, key=_get_offsets)
    left = len(problems) - MOST_SYNTAX_ERRORS
    return [*first, _add_count(before, left, "mistakes of this kind"), last]


def pick_worst_by_file(
    problems_by_file: Mapping[str, Sequence[Problem]],
) -> Mapping[str, Sequence[Problem]]:
    """Return the findings of each file; of too many the worst, one of which counts the rest.

    Returns `problems_by_file` itself if no file has so many that a limit could apply.
    """
    if all(len(problems) <= MOST_SYNTAX_ERRORS for problems in problems_by_file.values()):
        return problems_by_file
    return {file: pick_worst_findings(problems) for file, problems in problems_by_file.items()}


def pick_worst_findings(problems: Sequence[Problem]) -> Sequence[Problem]:
    """Return the findings of a file; of too many, the worst ones, one of which counts the rest."""
    faults = [problem for problem in problems if problem.rule in SYNTAX_RULES]
    if len(faults) > MOST_SYNTAX_ERRORS:
        others = [problem for problem in problems if problem.rule not in SYNTAX_RULES]
        problems = sorted([*pick_first_syntax_errors(faults), *others], key=_get_offsets)
    if len(problems) <= MOST_FINDINGS:
        return problems
    order = sorted(range(len(problems)), key=lambda at: (problems[at].severity, at))
    *first, last = (problems[at] for at in sorted(order[:MOST_FINDINGS]))
    return [*first, _add_count(last, len(problems) - MOST_FINDINGS, "findings")]


def shorten_quotes(message: str) -> str:
    """Return the message with long quoted texts cut."""
    return _LONG_QUOTE.sub(_cut_quote, message) if len(message) > _LONGEST_QUOTE else message


def _cut_quote(quoted: re.Match[str]) -> str:
    return f"{quoted[0][:_LONGEST_QUOTE]}…`"


def _add_count(problem: Problem, count: int, what: str) -> Problem:
    # The count is a lower bound, since endless repetitions are not examined to their end.
    more = f"{problem.message} And at least {count:,} more {what} in this file are not shown."
    return problem._replace(message=more)


def _get_offsets(problem: Problem) -> tuple[int, int]:
    return problem.span.start, problem.span.end
