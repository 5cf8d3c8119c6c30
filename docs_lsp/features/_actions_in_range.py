"""Code actions for a range of a file, before they are converted to the client's form."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import NamedTuple, TypeAlias

from docs_lsp.core.problem import FileChange, FileEdit, Fix, NewFile, Problem
from docs_lsp.core.text import Span
from docs_lsp.features._commands import FIX_ALL, QUICK_FIX, REFACTOR
from docs_lsp.features._fix_all import compute_all_fixes
from docs_lsp.features._ignoring import (
    build_disable_rule_changes,
    build_elsewhere_changes,
    build_ignore_changes,
    build_suppression_changes,
    covers_page,
)
from docs_lsp.features._view import View
from docs_lsp.features._workspace_edit import EditAbilities, can_apply_changes
from docs_lsp.fixes.offered_fixes import list_offered_fixes
from docs_lsp.refactor import Offer, offers
from docs_lsp.rules import all_rules
from docs_lsp.rules.framework.fix_context import LastReadings
from docs_lsp.rules.framework.rule import FixSafety
from docs_lsp.site.routes.accepted_changes import TrialCosts

logger = logging.getLogger(__name__)

_OUR_FIX_ALL = f"{FIX_ALL}.docs-lsp"
_MOST_PROBLEMS = 30
"""The maximum number of problems in a range that get actions; longer lists go unread."""
_MOST_ALIKE = 20
"""The maximum number of problems of a rule searched for a second one that can be fixed."""
_SAFE = frozenset((FixSafety.SAFE, FixSafety.SOME_SAFE))

Changes: TypeAlias = Sequence[FileChange]


class ActionRequest(NamedTuple):
    """A range of a file, and the kinds of actions that the client asks for there."""

    file: str
    span: Span
    only: tuple[str, ...] = ()
    """The requested kinds of actions; an empty tuple means all kinds."""

    def wants_kind(self, kind: str) -> bool:
        """Return whether actions of this kind are requested."""
        asked = (not one or f"{kind}.".startswith(f"{one}.") for one in self.only)
        return not self.only or any(asked)

    def wants_kind_or_subkind(self, kind: str) -> bool:
        """Return whether actions of this kind, or of one of its subkinds, are requested."""
        return self.wants_kind(kind) or any(one.startswith(f"{kind}.") for one in self.only)

    def touches(self, problem: Problem) -> bool:
        """Return whether a problem of the file overlaps the range or touches its edge."""
        return problem.span.start <= self.span.end and self.span.start <= problem.span.end


class Action(NamedTuple):
    """An action to offer, with a function that computes its changes."""

    title: str
    changes: Callable[[], Changes]
    kind: str = QUICK_FIX
    problem: Problem | None = None
    preferred: bool = False
    rule: str = ""
    """The rule to explain, if the action explains one."""
    takes_long: bool = False
    """Whether computing the changes of this action takes seconds if the file is large."""


def iter_actions(view: View, question: ActionRequest, abilities: EditAbilities) -> Iterator[Action]:
    """Yield the actions for a range, best first.

    These are single fixes, many fixes at once, ways to ignore problems, explanations of rules, and
    last the refactorings, which need no problem.
    """
    wants_quick_fixes = question.wants_kind(QUICK_FIX)
    found = view.site.get_problems().get(question.file, ()) if wants_quick_fixes else ()
    problems = list(islice(filter(question.touches, found), _MOST_PROBLEMS))
    readings, overview = LastReadings(), view.site.get_overview()
    if overview is not None:
        overview.cached(TrialCosts).reset()
    fixes = {
        problem: _compute_fixes_of_problem(problem, view, abilities, readings)
        for problem in problems
    }
    yield from _build_fix_actions(fixes)
    yield from _build_fix_rule_actions(fixes, view, abilities, readings)
    is_safe = any(fix.safe for found in fixes.values() for fix in found)
    is_wanted = is_safe or not wants_quick_fixes
    if question.wants_kind(_OUR_FIX_ALL) and is_wanted and not view.is_interrupted:
        yield from _build_fix_all_action(question.file, view)
    yield from _build_ignore_actions(problems, view, abilities)
    for rule in _list_known_rules(problems):
        yield Action(f"Explain `{rule}`", lambda: (), rule=rule)
    if question.wants_kind_or_subkind(REFACTOR):
        yield from _build_refactor_actions(view, question, abilities)


def _list_known_rules(problems: Sequence[Problem]) -> list[str]:
    """Return the rules of some problems, each once; mistakes in settings have none."""
    rules = dict.fromkeys(problem.rule for problem in problems)
    return [rule for rule in rules if rule in all_rules()]


# Fixes


def _compute_fixes_of_problem(
    problem: Problem, view: View, abilities: EditAbilities, readings: LastReadings
) -> tuple[Fix, ...]:
    """Return the fixes of a problem that the client can apply; none, and logged, on failure.

    The problem may be slightly older than the tree. Other actions stay available if a rule fails.
    """
    try:
        fixes = list_offered_fixes(view.site, view.files, problem, readings)
    except Exception:
        logger.exception("The fixes of `%s` cannot be made.", problem.rule)
        return ()
    return tuple(fix for fix in fixes if can_apply_changes(fix.changes, view, abilities))


def _build_fix_actions(fixes: Mapping[Problem, Sequence[Fix]]) -> list[Action]:
    """Return an action for each fix, the preferred ones first."""
    found = [_build_fix_action(problem, fix) for problem, found in fixes.items() for fix in found]
    return sorted(found, key=lambda action: not action.preferred)


def _build_fix_action(problem: Problem, fix: Fix) -> Action:
    return Action(fix.title, lambda: fix.changes, problem=problem, preferred=fix.preferred)


def _build_fix_rule_actions(
    fixes: Mapping[Problem, Sequence[Fix]],
    view: View,
    abilities: EditAbilities,
    readings: LastReadings,
) -> Iterator[Action]:
    """Yield an action for each rule in the range that can also fix another problem in the file."""
    fixable = {one.rule: one for one, found in fixes.items() if any(map(_can_fix_all, found))}
    for rule, problem in fixable.items():
        others = (
            one
            for one in view.site.get_problems()[problem.file]
            if one.rule == rule and one != problem
        )
        fixes_of_others = (
            _compute_fixes_of_problem(other, view, abilities, readings)
            for other in islice(others, _MOST_ALIKE)
        )
        if any(any(map(_can_fix_all, others_fixes)) for others_fixes in fixes_of_others):
            yield _build_fix_rule_action(rule, problem.file, view)


def _can_fix_all(fix: Fix) -> bool:
    """Return whether a fix of many is applied: a preferred one that moves and deletes no file."""
    return fix.preferred and all(isinstance(change, FileEdit | NewFile) for change in fix.changes)


def _build_fix_rule_action(rule: str, file: str, view: View) -> Action:
    def is_wanted(problem: Problem, fix: Fix) -> bool:
        return problem.rule == rule and problem.file == file and _can_fix_all(fix)

    title = f"Fix all `{rule}` problems in this file"
    return Action(title, lambda: _compute_matching_fixes(view, {rule}, is_wanted), takes_long=True)


def _build_fix_all_action(file: str, view: View) -> Iterator[Action]:
    """Yield the action that applies all safe fixes to a file, as may happen on save.

    Nothing is yielded if no rule with a problem there has safe fixes.
    """
    rules = {
        rule
        for rule in _list_known_rules(view.site.get_problems().get(file, ()))
        if all_rules()[rule].fixes in _SAFE
    }

    def is_wanted(problem: Problem, fix: Fix) -> bool:
        inside = all(isinstance(change, FileEdit) and change.file == file for change in fix.changes)
        return fix.safe and inside and problem.file == file

    if rules:
        title = "Fix all problems in this file that can be fixed safely"
        yield Action(
            title,
            lambda: _compute_matching_fixes(view, rules, is_wanted),
            _OUR_FIX_ALL,
            takes_long=True,
        )


def _compute_matching_fixes(
    view: View, rules: set[str], is_wanted: Callable[[Problem, Fix], bool]
) -> Changes:
    """Return the combined changes of all wanted fixes; empty, and logged, if making them fails."""
    try:
        return compute_all_fixes(view, rules, is_wanted)
    except Exception:
        logger.exception("The fixes of %s cannot be made together.", sorted(rules))
        return ()


# Ignoring problems


def _build_ignore_actions(
    problems: Sequence[Problem], view: View, abilities: EditAbilities
) -> Iterator[Action]:
    """Yield the actions that hide findings by comments, settings, and `site.elsewhere`."""
    rules = _list_known_rules(problems)
    wanted = [problem for problem in problems if problem.rule in rules]
    in_page = {build_suppression_changes(problem, view): problem for problem in wanted}
    in_settings = {build_ignore_changes(problem, view): problem for problem in wanted}
    others: dict[str, tuple[Changes, Problem]] = {}
    for one in problems:
        path, named = build_elsewhere_changes(one, view)
        others.setdefault(path, (named, one))
    offers: list[tuple[str, Changes, Problem | None]] = [
        *((f"Add `{path}` to `site.elsewhere`", *found) for path, found in others.items()),
        *(
            (
                f"Ignore `{one.rule}` {'on this page' if covers_page(changes) else 'here'}",
                changes,
                one,
            )
            for changes, one in in_page.items()
        ),
        *(
            (f"Ignore `{one.rule}` {_describe_place(one, view)}", changes, one)
            for changes, one in in_settings.items()
        ),
        *(
            (f"Ignore `{rule}` everywhere", build_disable_rule_changes(rule, view), None)
            for rule in rules
        ),
    ]
    for title, changes, problem in offers:
        if changes and can_apply_changes(changes, view, abilities):
            yield _build_ignore_action(title, changes, problem)


def _describe_place(problem: Problem, view: View) -> str:
    """Return the words for what an entry of docs-lsp.toml about a problem covers."""
    return "here" if problem.file in view.site.parts else "in this file, in docs-lsp.toml"


def _build_ignore_action(title: str, changes: Changes, problem: Problem | None) -> Action:
    return Action(title, lambda: changes, problem=problem)


# Refactoring


def _build_refactor_actions(
    view: View, question: ActionRequest, abilities: EditAbilities
) -> Iterator[Action]:
    """Yield the refactorings of the entries and elements in the range."""
    can_apply_all = abilities.creates and abilities.deletes and view.root is not None
    can_apply_all = can_apply_all and not view.is_interrupted
    for offer in _collect_refactorings(view, question):
        # Computing the changes takes longer than offering them, and most clients can apply any.
        if can_apply_all or can_apply_changes(_compute_offer_changes(offer), view, abilities):
            yield Action(offer.title, partial(_compute_offer_changes, offer), offer.kind)


def _collect_refactorings(view: View, question: ActionRequest) -> list[Offer]:
    """Return the refactorings of the requested kinds; empty, and logged, if one fails."""
    if not view.site.is_service_site:
        return []
    try:
        candidates = offers(view.site, view.files, question.file, question.span)
        return [offer for offer in candidates if question.wants_kind(offer.kind)]
    except Exception:
        logger.exception("Nothing can be offered for the entries of %s.", question.file)
        return []


def _compute_offer_changes(offer: Offer) -> Changes:
    """Return the changes of an offer; empty, and logged, if computing them fails."""
    try:
        return offer.changes()
    except Exception:
        logger.exception("This cannot be done: %s.", offer.title)
        return ()
