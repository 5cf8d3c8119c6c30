"""What was typed is found although a letter of it is missing, wrong, swapped or too much."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docs_lsp.core.near_text import MatchKind, find_matches, find_near, measure_nearness

PAGES = ["guides/start", "guides/next", "reference/errors", "changelog"]


@pytest.mark.parametrize(
    ("typed", "page"),
    [
        ("gides", "guides/start"),
        ("guides/strt", "guides/start"),
        ("referencerrors", "reference/errors"),
        ("chnglog", "changelog"),
        ("chsngelog", "changelog"),
        ("chagnelog", "changelog"),
        ("changgelog", "changelog"),
        ("errros", "reference/errors"),
    ],
)
def test_one_mistake_is_forgiven(typed: str, page: str) -> None:
    assert find_near(PAGES, typed, 5)[0] == page


@pytest.mark.parametrize("typed", ["gs", "xyz", "golehcang", "reference/changes", "guides/z"])
def test_what_is_too_short_or_other_is_not_found(typed: str) -> None:
    assert find_near(PAGES, typed, 5) == []


def test_a_missing_letter_comes_before_a_wrong_one() -> None:
    assert find_near(["tives", "tidies", "ebb"], "tides", 5) == ["tidies", "tives"]


@given(st.text("abcd/", min_size=3, max_size=12), st.data())
def test_any_missing_letter_is_forgiven(text: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(text) - 1))
    typed = text[:at] + text[at + 1 :]
    if len(typed) > 2:
        assert measure_nearness(text, typed) is not None


@given(st.text("abcd/", min_size=3, max_size=12), st.data())
def test_any_two_swapped_letters_are_forgiven(text: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(text) - 2))
    typed = text[:at] + text[at + 1] + text[at] + text[at + 2 :]
    assert measure_nearness(text, typed) is not None


@pytest.mark.parametrize(
    ("typed", "fits"),
    [
        ("", {page: MatchKind.BEGINS for page in PAGES}),
        ("guid", {"guides/start": MatchKind.BEGINS, "guides/next": MatchKind.BEGINS}),
        ("errors", {"reference/errors": MatchKind.PART_BEGINS}),
        ("gide", {"guides/start": MatchKind.BEGINS_NEARLY, "guides/next": MatchKind.BEGINS_NEARLY}),
        ("tart", {"guides/start": MatchKind.CONTAINS}),
        ("err", {"reference/errors": MatchKind.PART_BEGINS}),
        ("erors", {"reference/errors": MatchKind.CONTAINS_NEARLY}),
        ("rf", {}),
    ],
)
def test_how_paths_fit_what_is_typed(typed: str, fits: dict[str, MatchKind]) -> None:
    assert find_matches(PAGES, typed) == fits


def test_a_path_that_nearly_begins_so_is_better_than_one_that_has_it_inside() -> None:
    fits = find_matches(["Images/a.png", "diagram.png"], "iag")
    assert fits == {"Images/a.png": MatchKind.BEGINS_NEARLY, "diagram.png": MatchKind.CONTAINS}
