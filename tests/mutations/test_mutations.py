"""Every rule finds the mistake it is about, at its place, and no other rule speaks of it."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from random import Random

import pytest

from docs_lsp.core.problem import Problem, Severity
from docs_lsp.evaluation.check import evaluate_whole_site
from docs_lsp.evaluation.snapshot import Snapshot
from docs_lsp.rules import all_rules
from tests.mutations.catalogue import Mutator, mutators
from tests.mutations.fault import Fault
from tests.mutations.judge import judge_site
from tests.mutations.world import World, problems_of

SITES = Path(__file__).parents[1] / "sites"
VALID = ("ferry", "languages", "notebook", "observatory", "plain")
SEEDS = max(2, int(os.environ.get("LAW_EXAMPLES", "0")) // 100)

each_mutator = pytest.mark.parametrize(
    "mutator",
    [one for one in mutators() if one.rule in all_rules()],
    ids=lambda one: f"{one.rule}-{one.name.replace(' ', '-')}",
)


@cache
def world(name: str) -> World:
    return World.of_folder(SITES / name)


def shown(problems: tuple[Problem, ...]) -> list[str]:
    return [f"{one.rule} in {one.file} at {one.span}: {one.message}" for one in problems]


@pytest.mark.parametrize("name", VALID)
def test_the_sites_that_mistakes_are_planted_in_have_none(name: str) -> None:
    known = tuple(one for one in world(name).problems if one.severity < Severity.INFORMATION)

    assert shown(known) == []


NEED_HISTORY = {"changed-edition", "changed-search", "lost-address", "stale-translation"}
"""Rules about what has changed since an earlier state: `tests.benchmarks.histories` makes some."""


def test_every_rule_has_a_mutator() -> None:
    assert all_rules().keys() - {one.rule for one in mutators()} == NEED_HISTORY


@each_mutator
def test_a_planted_mistake_is_found_and_nothing_else(mutator: Mutator) -> None:
    planted = 0
    for name in VALID:
        here = world(name).for_rule(mutator.rule)
        for seed in range(SEEDS):
            fault = mutator.plant(here.scene, Random(f"{name} {seed}"))
            if fault is not None:
                planted += 1
                quick = here.after(fault.changes, fault.linked_folders)
                outcome = judge_site(quick, here, mutator, fault)
                told = f"{fault.what}, in {name} with seed {seed}"
                assert shown(outcome.noise) == [], told
                assert outcome.found, f"{told}; expected {fault.expected}"
                if seed == 0:
                    assert_whole_look_agrees(quick, here, fault)
    assert planted, "no site has a place for it"


def assert_whole_look_agrees(quick: Snapshot, here: World, fault: Fault) -> None:
    """The quick second look at a site is as good as a whole one."""
    draft = here.draft(fault.changes, fault.linked_folders)
    whole = evaluate_whole_site(here.site.root, draft, here.settings_of(draft))
    assert sorted(problems_of(quick)) == sorted(problems_of(whole))
