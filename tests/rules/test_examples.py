"""Every example of every rule, in its explanation and in its file of cases, is true."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from docs_lsp.core.problem import Problem, Severity
from docs_lsp.files.files import MemoryFiles
from docs_lsp.fixes.offered_fixes import list_offered_fixes
from docs_lsp.rules import all_rules
from docs_lsp.rules.framework.rule import FixSafety, Rule
from docs_lsp.settings.reader import load_project_settings
from docs_lsp.settings.settings import SETTINGS_FILE, Settings
from tests.rules.harness import Example, Fixed, Mark, after, examples_in, findings, site_of

CASES = Path(__file__).parent


@cache
def named_examples() -> Sequence[tuple[Rule, Example, str]]:
    """Every example with its rule and a name; several modules of tests go through them."""
    return tuple(_iter_named_examples())


def _iter_named_examples() -> Iterator[tuple[Rule, Example, str]]:
    for rule in all_rules().values():
        cases = CASES / f"{rule.name}.md"
        sources = {"explanation": rule.docs}
        if cases.exists():
            sources["cases"] = cases.read_text("utf-8")
        for source, text in sources.items():
            for example in examples_in(text):
                yield rule, example, f"{rule.name}-{source}-line-{example.line}"


def _all_examples() -> Iterator[object]:
    for rule, example, name in named_examples():
        yield pytest.param(rule, example, id=name)


def settings_for(rule: Rule, example: Example) -> Settings:
    """The example's own settings; a rule that is off by default is switched on."""
    settings, _ = load_project_settings(example.files.get(SETTINGS_FILE, ""), all_rules())
    if rule.severity is None:
        settings = replace(settings, rules={**settings.rules, rule.name: Severity.INFORMATION})
    return settings


def _shown(problems: list[Problem], example: Example) -> list[str]:
    """Problems as one reads them in a failed test."""
    return [
        f"{each.rule} on {_quoted(example, Mark(each.file, each.span))}: {each.message}"
        for each in problems
    ]


def _quoted(example: Example, mark: Mark) -> str:
    data = example.files.get(mark.file, "").encode()
    line = data.count(b"\n", 0, mark.span.start) + 1
    text = data[mark.span.start : mark.span.end].decode("utf-8", "replace")
    return f"{mark.file}:{line} «{text}»"


@pytest.mark.parametrize(("rule", "example"), list(_all_examples()))
def test_example(rule: Rule, example: Example) -> None:
    found = findings(example.files, settings_for(rule, example), example.before)
    own = [each for each in found if each.rule == rule.name]

    assert _shown([each for each in found if each.rule != rule.name], example) == []
    if not example.fails:
        assert _shown(own, example) == []
        return
    assert example.marks, "a `fail` example marks what is to be found"
    expected = [_quoted(example, mark) for mark in example.marks]
    assert [_quoted(example, Mark(each.file, each.span)) for each in own] == expected
    assert sorted(Mark(each.file, each.span) for each in own) == list(example.marks)
    _check_words(own, example)


def _all_fixed() -> Iterator[object]:
    for rule, example, name in named_examples():
        for index, fixed in enumerate(example.fixed):
            yield pytest.param(rule, example, fixed, id=f"{name}-fix-{index + 1}")


@pytest.mark.parametrize(("rule", "example", "fixed"), list(_all_fixed()))
def test_fix(rule: Rule, example: Example, fixed: Fixed) -> None:
    settings = settings_for(rule, example)
    site = site_of(example.files, settings, example.before)
    found = [one for file in sorted(site.get_problems()) for one in site.get_problems()[file]]
    own = [each for each in found if each.rule == rule.name]
    fixes = list_offered_fixes(site, MemoryFiles(example.files), own[fixed.number])
    fix = next((each for each in fixes if fixed.title in each.title), None)
    assert fix is not None, f"these are offered: {[each.title for each in fixes]}"
    changed = after(example.files, fix)

    expected: dict[str, str | None] = {**example.files, **fixed.files}
    assert changed == {path: text for path, text in expected.items() if text is not None}
    left = findings(changed, settings, example.before)
    assert len([each for each in left if each.rule == rule.name]) < len(own)
    assert _shown([each for each in left if each.rule != rule.name], example) == []


@pytest.mark.parametrize(("rule", "example"), list(_all_examples()))
def test_fixes_are_as_the_rule_announces_them(rule: Rule, example: Example) -> None:
    site = site_of(example.files, settings_for(rule, example), example.before)
    for problem in (one for found in site.get_problems().values() for one in found):
        if problem.rule == rule.name:
            fixes = list_offered_fixes(site, MemoryFiles(example.files), problem)
            safe = {fix.safe for fix in fixes}
            assert not (safe and rule.fixes is FixSafety.NONE)
            assert not (True in safe and rule.fixes in (FixSafety.CHOICE, FixSafety.OFFERED))
            assert not (rule.fixes is FixSafety.CHOICE and any(fix.preferred for fix in fixes))
            assert not (False in safe and rule.fixes is FixSafety.SAFE)
            assert sum(fix.preferred for fix in fixes) <= 1
            assert all(fix.preferred for fix in fixes if fix.safe)
            assert all(fix.title[:1].isupper() and fix.title[-1] != "." for fix in fixes)


def _check_words(own: list[Problem], example: Example) -> None:
    if example.related:
        places = {Mark(place.file, place.span) for each in own for place in each.related}
        shown = [_quoted(example, mark) for mark in sorted(places)]
        assert shown == [_quoted(example, mark) for mark in example.related]
        assert sorted(places) == list(example.related)
    if example.said:
        assert len(example.said) == len(own), "say one line for each finding"
        for each, part in zip(own, example.said, strict=True):
            assert part in each.message


def _all_messages() -> Iterator[tuple[str, str]]:
    for rule in all_rules().values():
        for example in examples_in(rule.docs):
            for each in findings(example.files, settings_for(rule, example), example.before):
                yield each.rule, each.message
                yield from ((each.rule, place.message) for place in each.related)


def test_every_message_is_a_short_sentence() -> None:
    for rule, message in _all_messages():
        assert len(message) < 400, f"{rule} goes on for too long: {message}"
        assert message[:1].isupper() or message[:1] in "`«“", f"{rule} starts badly: {message}"
        assert message.count("`") % 2 == 0, f"{rule} has a backtick too many: {message}"
        assert "  " not in message and message == message.strip(), f"{rule} has spaces: {message}"


@pytest.mark.parametrize("rule", list(all_rules().values()), ids=lambda rule: rule.name)
def test_an_explanation_shows_nothing_worse_than_the_severity_that_is_listed(rule: Rule) -> None:
    shown = [
        each.severity
        for example in examples_in(rule.docs)
        for each in findings(example.files, settings_for(rule, example), example.before)
        if each.rule == rule.name
    ]

    assert min(shown) >= (rule.severity or Severity.INFORMATION)
