"""How much is reported of one file: nobody reads a list of a hundred thousand findings, and no
editor shows one while its writer types."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from heapq import nsmallest

from docs_lsp.core.problem import Problem

MOST_FINDINGS = 1000
"""Findings of one file; the last one says how many there are beside them."""
MOST_NOISY = 5000
"""Children of one container that something is wrong with; those behind are looked at when some of
these are right."""
MOST_GATHERED = 2000
"""Findings of one file among which an editor's are chosen on a keystroke."""
MOST_SYNTAX_ERRORS = 128
"""Places of one file that are not JSON, likewise. They come before all other findings."""
_SYNTAX_RULES = frozenset(("syntax-error", "trailing-comma", "comment"))
_LONGEST_QUOTE = 200
"""Characters of the text that a message quotes."""
_LONG_QUOTE = re.compile(rf"`[^`]{{{_LONGEST_QUOTE + 1},}}`")


def pick_first_syntax_errors(problems: Sequence[Problem]) -> Sequence[Problem]:
    """The first places of a file that are not JSON, and the last one: from there on a file with too
    many of them is not read."""
    if len(problems) <= MOST_SYNTAX_ERRORS:
        return problems
    *first, before = nsmallest(MOST_SYNTAX_ERRORS - 1, problems, key=_find_place)
    last = max(problems, key=_find_place)
    left = len(problems) - MOST_SYNTAX_ERRORS
    return [*first, _add_count(before, left, "mistakes of this kind"), last]


def pick_worst_of_each(
    problems_by_file: Mapping[str, Sequence[Problem]],
) -> Mapping[str, Sequence[Problem]]:
    """The worst findings of each file; `problems_by_file` itself where none has more than that."""
    if all(len(problems) <= MOST_SYNTAX_ERRORS for problems in problems_by_file.values()):
        return problems_by_file
    return {file: pick_worst_findings(problems) for file, problems in problems_by_file.items()}


def pick_worst_findings(problems: Sequence[Problem]) -> Sequence[Problem]:
    """The worst findings of a file, in the order of its text."""
    faults = [problem for problem in problems if problem.rule in _SYNTAX_RULES]
    if len(faults) > MOST_SYNTAX_ERRORS:
        others = [problem for problem in problems if problem.rule not in _SYNTAX_RULES]
        problems = sorted([*pick_first_syntax_errors(faults), *others], key=_find_place)
    if len(problems) <= MOST_FINDINGS:
        return problems
    order = sorted(range(len(problems)), key=lambda at: (problems[at].severity, at))
    *first, last = (problems[at] for at in sorted(order[:MOST_FINDINGS]))
    return [*first, _add_count(last, len(problems) - MOST_FINDINGS, "findings")]


def shorten_quotes(message: str) -> str:
    """The message, quoting no more of a text than helps to find it."""
    return _LONG_QUOTE.sub(_cut_quote, message) if len(message) > _LONGEST_QUOTE else message


def _cut_quote(quoted: re.Match[str]) -> str:
    return f"{quoted[0][:_LONGEST_QUOTE]}…`"


def _add_count(problem: Problem, count: int, what: str) -> Problem:
    # So many have been found: what repeats itself without end is not looked at to its end.
    more = f"{problem.message} And at least {count:,} more {what} in this file are not shown."
    return problem._replace(message=more)


def _find_place(problem: Problem) -> tuple[int, int]:
    return problem.span.start, problem.span.end
