"""What fixes cost beside `check`, counted in steps."""

from __future__ import annotations

import pytest

from tests.growth.generator import run_command
from tests.growth.rules import rule_generators
from tests.growth.sites import SITES
from tests.growth.steps import count_steps, measure_growth

FIX = ("fix", "SITE", "--diff", "--no-cache")
MOST_TIMES = 1.65
"""`check` makes the fixes of each finding once, and `fix` reads what it has changed again."""


@pytest.mark.parametrize("name", ["a chain of redirects", "redirects with wildcards"])
def test_rounds_of_fixes_cost_little_beside_a_check(name: str) -> None:
    files = SITES[name](5_000)
    run_command(*FIX)(files)()  # What is made but once is there from now on.
    fix = count_steps(run_command(*FIX)(files))
    check = count_steps(run_command("check", "SITE", "--no-cache")(files))

    assert fix <= MOST_TIMES * check, (fix, check)


@pytest.mark.parametrize("rule", ["dead-link", "hidden-endpoint"])
def test_fixes_are_tried_beside_unknown_keys_at_little_cost(rule: str) -> None:
    generator = next(one for one in rule_generators() if one.name == f"fixes: {rule}")
    growth = measure_growth(generator.work_of, generator.size)

    assert growth.is_bounded, growth
