"""The names that writers most likely meant."""

from __future__ import annotations

from difflib import SequenceMatcher, get_close_matches

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docs_lsp.core import did_you_mean as module
from docs_lsp.core.did_you_mean import (
    MOST_SUGGESTIONS,
    SimilarNames,
    SuggestionBudget,
    compute_edit_distance,
    find_nearest_name,
)

names = st.text("abcde-", max_size=12)


@given(names, st.lists(names, max_size=40, unique=True), st.integers(1, 4), st.floats(0.3, 1))
def test_the_close_names_are_those_of_difflib(
    wrong: str, known: list[str], count: int, cutoff: float
) -> None:
    index = SimilarNames(known, fold=False)
    assert index.find_close(wrong, count, cutoff) == get_close_matches(wrong, known, count, cutoff)


@pytest.mark.parametrize(
    ("wrong", "known", "meant"),
    [
        ("pags", ["pages", "groups"], "pages"),
        ("NAME", ["name", "theme"], "name"),
        ("scripts", ["description"], None),
        ("description", ["descriptions"], "descriptions"),
        ("zzz", ["name"], None),
        ("x" * 300, ["x" * 299], None),
        ("x" * module._LONGEST, ["x" * (module._LONGEST + 1)], None),
        ("x" * (module._LONGEST - 1), ["x" * module._LONGEST], "x" * module._LONGEST),
    ],
)
def test_a_name_is_near_that_few_wrong_letters_lead_to(
    wrong: str, known: list[str], meant: str | None
) -> None:
    assert find_nearest_name(wrong, known) == meant


def test_a_name_that_is_not_free_is_not_meant() -> None:
    index = SimilarNames(["pages", "page"])
    assert index.find_nearest("pags", lambda name: name != "pages") == "page"


@pytest.mark.parametrize("pattern", ["a{}", "step-{}-of-the-guide", "{:032b}"])
def test_few_names_are_compared_however_many_there_are(
    pattern: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared = 0
    ratio = SequenceMatcher.ratio

    def counted(matcher: SequenceMatcher[str]) -> float:
        nonlocal compared
        compared += 1
        return ratio(matcher)

    index = SimilarNames([pattern.format(number) for number in range(5_000)])
    monkeypatch.setattr(SequenceMatcher, "ratio", counted)

    assert index.find_nearest(pattern.format(5_001)) is not None
    assert compared <= module._MOST_COMPARED <= 150


def test_the_first_mistakes_of_each_file_have_suggestions() -> None:
    budget = SuggestionBudget()
    allowed = [budget.spend("a.mdx") for _ in range(MOST_SUGGESTIONS + 2)]
    assert allowed == [True] * MOST_SUGGESTIONS + [False] * 2
    assert budget.spend("b.mdx")


@pytest.mark.parametrize(
    ("one", "other", "letters"),
    [
        ("", "", 0),
        ("quay", "", 4),
        ("", "quay", 4),
        ("quay", "quays", 1),
        ("quay", "quiy", 1),
        ("quay", "qauy", 1),
        ("uq", "qu", 1),
        ("abcd", "badc", 2),
        ("ca", "abc", 3),
        ("kitten", "sitting", 3),
        ("tides", "stide", 2),
    ],
)
def test_a_distance_is_the_number_of_wrong_letters(one: str, other: str, letters: int) -> None:
    assert compute_edit_distance(one, other) == letters
    assert compute_edit_distance(other, one) == letters
    assert compute_edit_distance(one, other, letters) == letters
    for most in range(letters):
        assert compute_edit_distance(one, other, most) > most
