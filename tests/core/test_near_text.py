"""What was typed is found although a letter of it is missing, wrong, swapped or too much."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docs_lsp.core.near_text import Fit, find_near, measure_nearness, select_fitting

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
        ("", {page: Fit.BEGINS for page in PAGES}),
        ("guid", {"guides/start": Fit.BEGINS, "guides/next": Fit.BEGINS}),
        ("errors", {"reference/errors": Fit.PART_BEGINS}),
        ("gide", {"guides/start": Fit.BEGINS_NEARLY, "guides/next": Fit.BEGINS_NEARLY}),
        ("tart", {"guides/start": Fit.CONTAINS}),
        ("err", {"reference/errors": Fit.PART_BEGINS}),
        ("erors", {"reference/errors": Fit.CONTAINS_NEARLY}),
        ("rf", {}),
    ],
)
def test_how_paths_fit_what_is_typed(typed: str, fits: dict[str, Fit]) -> None:
    assert select_fitting(PAGES, typed) == fits


def test_a_path_that_nearly_begins_so_is_better_than_one_that_has_it_inside() -> None:
    fits = select_fitting(["Images/a.png", "diagram.png"], "iag")
    assert fits == {"Images/a.png": Fit.BEGINS_NEARLY, "diagram.png": Fit.CONTAINS}
