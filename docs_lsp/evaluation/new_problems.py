"""Finds the problems that an edit of docs.json adds, without building all of the previous ones.

Versions of a site share the findings about unchanged parts, so only the others are compared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TypeAlias

from docs_lsp.core.problem import Problem
from docs_lsp.evaluation.evaluation import Evaluation
from docs_lsp.evaluation.local_findings import LocalFindings
from docs_lsp.evaluation.snapshot import Snapshot

_Key: TypeAlias = tuple[str, str, str]


def find_new_problems(
    before: Snapshot, after: Snapshot, is_wanted: Callable[[Problem], bool]
) -> list[Problem]:
    """Return the wanted problems of docs.json that occur more often than before, by equal text."""
    first, then = before.cached(_find_local), after.cached(_find_local)
    first_only, then_only = _exclude_shared(first, then)
    now = _build_problems(after, then_only)
    wanted = list(filter(is_wanted, now))
    if not wanted:
        return []  # The previous problems are not needed.
    known = Counter(map(_get_key, _build_problems(before, first_only)))
    new = Counter(map(_get_key, now)) - known
    return [problem for problem in wanted if _get_key(problem) in new]


def list_local_problems(site: Snapshot) -> list[Problem]:
    """Return the problems of docs.json that can be found without the whole site."""
    return _build_problems(site, site.cached(_find_local))


def _find_local(site: Snapshot) -> LocalFindings | None:
    return Evaluation(site).find_in_docs_json()


def _build_problems(site: Snapshot, findings: LocalFindings | None) -> list[Problem]:
    """Return findings as problems with their severities, without those that are suppressed."""
    by_file: dict[str, list[Problem]] = {}
    for problem in Evaluation(site).build_problems(findings):
        by_file.setdefault(problem.file, []).append(problem)
    return [problem for found in site.filter_problems(by_file).values() for problem in found]


def _exclude_shared(
    before: LocalFindings | None, after: LocalFindings | None
) -> tuple[LocalFindings | None, LocalFindings | None]:
    """Return two versions of findings without most of those that both have.

    Equal parts of the tree are removed, and elements of which all findings are equal.
    """
    if before is None or after is None:
        return before, after
    shared = {id(child) for _, child in before.children}
    shared &= {id(child) for _, child in after.children}
    old = [child for child in before.children if id(child[1]) not in shared]
    new = [child for child in after.children if id(child[1]) not in shared]
    for place in range(min(len(old), len(new))):
        one, other = _exclude_shared(old[place][1], new[place][1])
        if one is not None and other is not None:
            old[place], new[place] = (old[place][0], one), (new[place][0], other)
    if before.findings == after.findings and not before.mounts and not after.mounts:
        before, after = before._replace(findings=()), after._replace(findings=())
    return before._replace(children=tuple(old)), after._replace(children=tuple(new))


def _get_key(problem: Problem) -> _Key:
    return problem.rule, problem.file, problem.message
