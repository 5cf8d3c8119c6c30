"""Whether a planted mistake is found, and what else is said because of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import NamedTuple

from docs_lsp.core.problem import FileEdit, Problem
from docs_lsp.core.text import Span
from docs_lsp.evaluation.snapshot import Snapshot
from tests.mutations.catalogue import Mutator
from tests.mutations.fault import Fault, shift
from tests.mutations.world import World, problems_of

_OF_LANGUAGES = "wrong-language-link"
"""Whoever plants a link does not look at the language of the page that it leads to."""


class Outcome(NamedTuple):
    """What became of one planted mistake."""

    fault: Fault
    found: bool
    """Whether its rule speaks of it at its place."""
    noise: tuple[Problem, ...]
    """What else is new, apart from what the mistake implies."""
    implied: frozenset[str]
    """The rules that spoke too, and that were expected to."""

    @property
    def is_good(self) -> bool:
        """Found, and nothing else."""
        return self.found and not self.noise


def judged(world: World, mutator: Mutator, fault: Fault) -> Outcome:
    """Plant a mistake and look."""
    return judge_site(world.after(fault.changes, fault.linked_folders), world, mutator, fault)


def judge_site(site: Snapshot, world: World, mutator: Mutator, fault: Fault) -> Outcome:
    """Compare what is found in a site that has the mistake with what was found before."""
    after = tuple(problems_of(site))
    edits = [one for one in fault.changes if isinstance(one, FileEdit)]
    before = [_moved(problem, edits) for problem in world.problems]
    own = [one for one in _new(before, after, by_place=False) if _is_own(one, mutator, fault)]
    places = [place for place in fault.expected if any(place.covers(p.file, p.span) for p in own)]
    new = _new(before, after, by_place=True)
    # Of one mistake one thing is said: at each of its places once.
    echoes = [one for one in new if _is_own(one, mutator, fault)][len(fault.expected) :]
    others = [one for one in new if not _is_own(one, mutator, fault)]
    noise = [one for one in others if one.rule not in (*mutator.implied, _OF_LANGUAGES)]
    return Outcome(
        fault,
        bool(places),
        tuple(noise + echoes),
        frozenset(one.rule for one in others) & mutator.implied.keys(),
    )


def _is_own(problem: Problem, mutator: Mutator, fault: Fault) -> bool:
    return problem.rule == mutator.rule and any(
        place.covers(problem.file, problem.span) for place in fault.expected
    )


def _moved(problem: Problem, edits: Sequence[FileEdit]) -> Problem:
    """A problem where it would stand if it stayed the same."""
    start, end = problem.span
    here = [edit for edit in edits if edit.file == problem.file]
    return problem._replace(span=Span(start + shift(here, start), end + shift(here, end)))


def _new(before: Sequence[Problem], after: Sequence[Problem], *, by_place: bool) -> list[Problem]:
    """The problems that were not there before: with these words at this place, and, if that
    counts, neither with other words at this place nor with these words elsewhere."""
    keys: list[Callable[[Problem], Hashable]] = [lambda one: (_place(one), one.message)]
    if by_place:
        keys += [_place, lambda one: (one.rule, one.file, one.message)]
    old, new = list(before), list(after)
    for key in keys:
        old, new = _unmatched(old, new, key), _unmatched(new, old, key)
    return new


def _place(problem: Problem) -> Hashable:
    return problem.rule, problem.file, problem.span


def _unmatched(
    some: Iterable[Problem], others: Iterable[Problem], key: Callable[[Problem], Hashable]
) -> list[Problem]:
    """The problems that have no counterpart of their own among others."""
    left = Counter(map(key, others))
    found = []
    for one in some:
        if left[key(one)]:
            left[key(one)] -= 1
        else:
            found.append(one)
    return found
