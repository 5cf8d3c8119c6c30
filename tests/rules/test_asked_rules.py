"""Rules that are passed over where they have nothing to say would have had nothing to say."""

from __future__ import annotations

import pytest

from docs_lsp.evaluation.element_rules import select_element_rules
from docs_lsp.rules import all_rules
from docs_lsp.rules.framework.rule import Rule
from docs_lsp.site.navigation.element import Element
from tests.rules.harness import site_of
from tests.rules.test_examples import named_examples

GUARDED = [rule for rule in all_rules().values() if rule.keys or rule.sorts]


@pytest.fixture(scope="module")
def elements() -> list[tuple[Element, frozenset[str]]]:
    """The elements of all examples of all rules, each with the rules that are asked about it."""
    return [
        (placed.element, frozenset(rule.name for rule in select_element_rules(placed.element)))
        for _, example, _ in named_examples()
        for site in (site_of(example.files),)
        for placed in site.navigator.list_objects()
    ]


@pytest.mark.parametrize("rule", GUARDED, ids=[rule.name for rule in GUARDED])
def test_a_rule_is_passed_over_only_where_it_is_silent(
    rule: Rule, elements: list[tuple[Element, frozenset[str]]]
) -> None:
    assert rule.element is not None
    asked = passed_over = 0
    for element, names in elements:
        if element.record.name not in rule.on:
            continue
        if rule.name in names:
            asked += 1
        else:
            passed_over += 1
            assert list(rule.element(element)) == []

    assert asked
    assert passed_over
