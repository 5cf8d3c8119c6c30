"""The findings of a site that an editor shows."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from docs_lsp.core.problem import Problem
from docs_lsp.evaluation.snapshot import Snapshot


def list_shown_problems(site: Snapshot, opened: Collection[str]) -> Mapping[str, Sequence[Problem]]:
    """Return all findings in files that are open, and in others those that are not folded."""
    problems, unfolded = site.get_problems(), site.list_unfolded()
    if not unfolded:
        return problems
    return {
        file: found if file in opened else unfolded.get(file, found)
        for file, found in problems.items()
        if file in opened or unfolded.get(file, found)
    }
