"""Decides whether a fix may be offered, is obvious, or is so safe that it needs no question.

A rule says whether its fix is safe or preferred. What the fix would remove for readers can only
restrict that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from docs_lsp.core.problem import Fix, Problem, split_changes
from docs_lsp.fixes.fix_effects import predict_fix_effect
from docs_lsp.rules import all_rules
from docs_lsp.site.routes.accepted_site import Effect

if TYPE_CHECKING:
    from docs_lsp.evaluation.snapshot import Snapshot
    from docs_lsp.files.files import Files

_TAKES_ADDRESSES = frozenset(
    (
        *("endpoint-page", "hidden-endpoint", "malformed-endpoint", "missing-page"),
        *("operation-twice", "shadowed-page"),
    )
)
"""Rules of which a fix that is not the obvious one may cost an address, as its title says."""


def is_safe_fix(_problem: Problem, fix: Fix) -> bool:
    """Whether a fix may be applied without asking."""
    return fix.safe


def is_preferred_fix(_problem: Problem, fix: Fix) -> bool:
    """Whether a fix is the obvious one."""
    return fix.preferred


def list_fixable_rules(*, safe: bool) -> frozenset[str]:
    """Return the names of the rules that may have preferred fixes, or safe ones if `safe`."""
    return frozenset(
        name
        for name, rule in all_rules().items()
        if (rule.fixes.may_be_safe if safe else rule.fixes.may_be_preferred)
    )


def restrict_fix(fix: Fix, problem: Problem, site: Snapshot, files: Files) -> Fix | None:
    """Return a fix as it may be offered; None if it would remove pages or addresses by surprise.

    That happens because of another mistake in docs.json, for example. A fix whose title says so may
    remove an address, and is neither safe nor preferred.
    """
    effect = predict_fix_effect(fix, problem, site, files)
    if effect is Effect.NONE:
        return fix
    if effect is Effect.PAGES or not _says_what_is_lost(fix, problem):
        return None
    return fix._replace(safe=False, preferred=False)


def _says_what_is_lost(fix: Fix, problem: Problem) -> bool:
    """Whether a fix is meant to remove something for readers, so that its effect is no surprise."""
    is_choice = problem.rule in _TAKES_ADDRESSES and not (fix.safe or fix.preferred)
    return is_choice or bool(split_changes(fix.changes)[1])
