"""Rules that are passed over where they have nothing to say would have had nothing to say."""

from __future__ import annotations

import pytest

from docs_lsp.rules import all_rules
from docs_lsp.rules._rule import Rule
from docs_lsp.snapshot import Snapshot
from tests.rules.harness import site_of
from tests.rules.test_examples import _named_examples

GUARDED = [rule for rule in all_rules().values() if rule.when is not None]


@pytest.fixture(scope="module")
def sites() -> list[Snapshot]:
    """The sites of all examples of all rules."""
    return [site_of(example.files) for _, example, _ in _named_examples()]


@pytest.mark.parametrize("rule", GUARDED, ids=[rule.name for rule in GUARDED])
def test_a_rule_is_passed_over_only_where_it_is_silent(rule: Rule, sites: list[Snapshot]) -> None:
    assert rule.when is not None and rule.element is not None
    asked = passed_over = 0
    for site in sites:
        overview = site.overview()
        for placed in overview.objects if overview else ():
            element = placed.element
            if element.record.name not in rule.on:
                continue
            if rule.when(element):
                asked += 1
            else:
                passed_over += 1
                assert list(rule.element(element)) == []

    assert asked
    assert passed_over
