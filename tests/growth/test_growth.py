"""The cost of everything grows with its input and no faster, counted in steps.

All of it, with time and room: `python -m tests.growth --size 60000`.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from docs_lsp import cli
from docs_lsp.rules import all_rules
from tests.growth.all import GENERATORS
from tests.growth.commands import COMMANDS
from tests.growth.generator import Generator, times
from tests.growth.steps import Growth, count_steps, measure_cost, measure_growth
from tests.rules.harness import findings

QUICK = [one for one in GENERATORS if one.is_quick]
CLI = Path(cli.__file__).parent
NOT_A_SITE = {
    *("cache", "completions", "explain", "manual", "new"),
    *("preview", "rules", "schema", "server"),
}
"""Commands that read no site by themselves."""
NEEDS_A_REPOSITORY = {"diff"}
WITHOUT_EXAMPLE = {"llms-txt-cut"}
"""Rules whose examples are too long to be repeated."""


@pytest.mark.parametrize("generator", QUICK, ids=lambda one: one.name)
def test_the_cost_grows_with_the_input_and_no_faster(generator: Generator) -> None:
    growth = measure_growth(generator.work_of, generator.size)

    assert growth.is_bounded, growth


def test_steps_show_how_work_grows() -> None:
    def loops(depth: int) -> Growth:
        return measure_growth(lambda size: lambda: [None for _ in range(size**depth)], 60)

    assert loops(1).is_bounded
    assert not loops(2).is_bounded
    assert 3.9 < loops(2).factor < 4.1


def test_steps_are_the_same_each_time() -> None:
    def work() -> object:
        return re.sub("a", lambda _: "b", "a" * 100)

    work()
    assert count_steps(work) == count_steps(work) > 100


def test_room_is_measured_at_the_worst_moment() -> None:
    assert measure_cost(lambda: len(bytearray(20_000_000))).megabytes > 20


def test_every_rule_has_a_generator() -> None:
    covered = {one.name.removeprefix("rule: ") for one in GENERATORS}

    assert all_rules().keys() - covered == WITHOUT_EXAMPLE


@pytest.mark.parametrize("name", ["dead-link", "duplicate-page", "redirect-loop", "unknown-key"])
def test_the_findings_of_a_rule_grow_with_its_example(name: str) -> None:
    make = next(one.make for one in GENERATORS if one.name == f"rule: {name}")
    one, four = (sum(problem.rule == name for problem in findings(make(count))) for count in (1, 4))

    assert 0 < one < four


def test_every_command_that_reads_a_site_has_a_generator() -> None:
    modules = (
        file for file in CLI.glob("*.py") if "\ndef run(arguments" in file.read_text("utf-8")
    )
    covered = {name.split()[0] for name in COMMANDS}

    assert {file.stem for file in modules} - covered == NOT_A_SITE | NEEDS_A_REPOSITORY


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_something_to_do(command: str) -> None:
    generator = next(one for one in GENERATORS if one.name.startswith(f"{command}: "))

    generator.work_of(200)()  # Raises if the command fails.


@pytest.mark.parametrize(("piece", "expected"), [("ab", "ababab"), ("a{i} ", "a0 ")])
def test_pieces_fill_a_size(piece: str, expected: str) -> None:
    assert times(piece, 6) == expected
