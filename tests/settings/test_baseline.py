"""Which findings a baseline has, whatever is edited around them."""

from __future__ import annotations

import json
from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docs_lsp.core.problem import Problem, Severity
from docs_lsp.core.text import Span
from docs_lsp.jsontree.document import Document
from docs_lsp.settings.baseline import Baseline, FindingKey, condense_text, identify_problem

DOCS = """{ "navigation": { "tabs": [
  { "tab": "Guides", "groups": [{ "group": "Start", "pages": ["a", "lost", "b"] }] },
  { "tab": "API", "groups": [{ "group": "Auth", "pages": ["lost", "gone"] }] }
] } }
"""


def told(text: str, word: str, nth: int = 0, rule: str = "missing-page") -> Problem:
    """A problem at one of the places of a word."""
    start = -1
    for _ in range(nth + 1):
        start = text.encode().index(word.encode(), start + 1)
    span = Span(start, start + len(word.encode()))
    return Problem(rule, "docs.json", span, f"There is no `{word}`.", Severity.ERROR)


def known(text: str, problems: Iterable[Problem]) -> Baseline:
    part = Document.from_text(text)
    return Baseline.from_entries((identify_problem(problem, part), 1) for problem in problems)


def new(baseline: Baseline, text: str, *problems: Problem) -> list[Problem]:
    """What is new; sorted out by both ways that there are."""
    parts = {"docs.json": Document.from_text(text)}
    found = {"docs.json": problems}
    left = baseline.filter_new(found, parts)
    assert left == baseline.sort_problems(found, parts).new
    return list(left.get("docs.json", ()))


def test_what_a_finding_is_known_by() -> None:
    part = Document.from_text(DOCS)

    assert identify_problem(told(DOCS, "lost", 1), part) == FindingKey(
        "docs.json", "missing-page", "lost", "API / Auth"
    )


def test_what_is_known_is_left_out() -> None:
    first, second, gone = (
        told(DOCS, "lost"),
        told(DOCS, "lost", 1),
        told(DOCS, "gone"),
    )
    baseline = known(DOCS, [first, gone])

    assert new(baseline, DOCS, first, gone) == []
    assert new(baseline, DOCS, first, second, gone) == [second]
    assert new(baseline, DOCS, told(DOCS, "lost", rule="page-url")) == [
        told(DOCS, "lost", rule="page-url")
    ]


@pytest.mark.parametrize(
    "edited",
    [
        "\n\n" + DOCS,
        DOCS.replace('"tab": "Guides"', '"tab": "Manuals"'),
        DOCS.replace('{ "tab": "Guides"', '{ "tab": "News", "pages": [] }, { "tab": "Guides"'),
        DOCS.replace('"a", "lost", "b"', '"new", "b", "lost"'),
        DOCS.replace(
            '"groups": [{ "group": "Start", "pages": ["a", "lost", "b"] }]', '"x": "lost"'
        ),
        json.dumps(json.loads(DOCS), indent=4),
    ],
    ids=["lines", "title", "sibling", "order", "depth", "layout"],
)
def test_edits_around_a_finding_change_nothing(edited: str) -> None:
    baseline = known(DOCS, [told(DOCS, "lost"), told(DOCS, "gone")])

    assert new(baseline, edited, told(edited, "lost"), told(edited, "gone")) == []


def test_of_several_alike_the_one_elsewhere_is_new() -> None:
    baseline = known(DOCS, [told(DOCS, "lost", 1)])

    assert new(baseline, DOCS, told(DOCS, "lost"), told(DOCS, "lost", 1)) == [told(DOCS, "lost")]


def test_of_several_alike_in_one_place_the_last_is_new() -> None:
    text = '{ "group": "A", "pages": ["lost", "lost"] }'
    baseline = known(text, [told(text, "lost")])

    assert new(baseline, text, told(text, "lost"), told(text, "lost", 1)) == [told(text, "lost", 1)]


def test_renamed_and_one_more_is_one_new() -> None:
    renamed = DOCS.replace('"group": "Auth"', '"group": "Keys"')
    baseline = known(DOCS, [told(DOCS, "lost", 1)])

    assert len(new(baseline, renamed, told(renamed, "lost"), told(renamed, "lost", 1))) == 1


def test_the_message_may_change() -> None:
    baseline = known(DOCS, [told(DOCS, "lost")])
    reworded = told(DOCS, "lost")._replace(message="Better said.", severity=Severity.HINT)

    assert new(baseline, DOCS, reworded) == []


def test_in_a_page_the_name_in_the_message_counts() -> None:
    problem = Problem(
        "dead-link", "a.mdx", Span(5, 9), "There is no page `b`, so …", Severity.WARNING
    )
    baseline = Baseline.from_entries([(identify_problem(problem, None), 1)])
    other = problem._replace(message="There is no page `c`, so …")
    moved = problem._replace(span=Span(70, 74), message="Nothing is at `b`. Did you mean `c`?")

    assert baseline.filter_new({"a.mdx": [moved]}, {}) == {}
    assert baseline.filter_new({"a.mdx": [other]}, {}) == {"a.mdx": [other]}


def test_what_cannot_be_read_is_never_left_out() -> None:
    problem = told(DOCS, "lost", rule="syntax-error")

    assert new(known(DOCS, [problem]), DOCS, problem) == [problem]


def test_what_is_there_no_more_is_counted_by_rule() -> None:
    problems = [told(DOCS, "lost"), told(DOCS, "lost", 1), told(DOCS, "gone", rule="page-url")]
    baseline = known(DOCS, [*problems, told(DOCS, "gone", rule="page-case")])
    found = baseline.sort_problems(
        {"docs.json": [problems[0], problems[2]]}, {"docs.json": Document.from_text(DOCS)}
    )

    assert found.new == {}
    assert found.known == (problems[0], problems[2])
    assert found.unneeded == {"missing-page": 1, "page-case": 1}


def test_a_file_that_is_gone_counts_as_well() -> None:
    assert known(DOCS, [told(DOCS, "lost")]).sort_problems({}, {}).unneeded == {"missing-page": 1}


def test_an_empty_baseline_leaves_nothing_out() -> None:
    found = {"docs.json": (told(DOCS, "lost"),)}

    assert Baseline().filter_new(found, {}) is found
    assert Baseline().sort_problems(found, {}).new == {"docs.json": [told(DOCS, "lost")]}


def test_a_long_text_is_cut_and_still_told_from_another() -> None:
    first, second = condense_text(b"x" * 500), condense_text(b"x" * 501)

    assert len(first) < 140
    assert first[:100] == second[:100]
    assert first != second
    assert condense_text(b' {\n\t"a":  1 }\n') == '{ "a": 1 }'


WORDS = st.sampled_from(["lost", "gone", "a"])


@given(st.lists(WORDS, max_size=6), st.lists(WORDS, max_size=6))
def test_as_many_are_left_out_as_are_known(before: list[str], after: list[str]) -> None:
    """Whatever was there and whatever is there now: by word, only the surplus is new."""

    def problems(words: list[str]) -> tuple[str, list[Problem]]:
        text = json.dumps({"pages": words})
        counts = [words[:index].count(word) for index, word in enumerate(words)]
        at = [told(text, f'"{word}"', nth) for word, nth in zip(words, counts, strict=True)]
        return text, at

    text, now = problems(after)
    found = known(*problems(before)).sort_problems(
        {"docs.json": now}, {"docs.json": Document.from_text(text)}
    )
    for word in set(before) | set(after):
        surplus = max(after.count(word) - before.count(word), 0)
        shown = [one for one in found.new.get("docs.json", ()) if f'`"{word}"`' in one.message]
        assert len(shown) == surplus
    gone = sum(max(before.count(word) - after.count(word), 0) for word in set(before))
    assert sum(found.unneeded.values()) == gone
    assert len(found.known) + sum(map(len, found.new.values())) == len(after)
