"""What nearness by meaning makes of an order by words."""

from __future__ import annotations

import pytest

from mcp_preview.content.pages import IndexedPage
from mcp_preview.index.meaning_ranking import rank_by_meaning
from mcp_preview.index.page_copies import RankedSection
from mcp_preview.meaning.embedder import NearPages
from tests.preview.small import page_of

QUAY, OARS, RAIN = (page_of(name, "Text.", title=name) for name in ("quay", "oars", "rain"))
PAGES = {1: QUAY, 2: OARS, 3: RAIN}


def order(
    scores: dict[int, float], cosines: dict[int, float], *, words: int = 4, hidden: str = ""
) -> list[str]:
    """The paths of the pages, best first: those that have words come with their points."""
    ranked = [RankedSection(score, PAGES[number], number, 0) for number, score in scores.items()]
    near = NearPages(tuple((number, 0, one) for number, one in cosines.items()), cosines)

    def shows(page: IndexedPage) -> bool:
        return page.path != hidden

    return [one.page.path for one in rank_by_meaning(ranked, near, words, PAGES, shows)]


def test_of_pages_with_like_words_the_nearer_one_wins() -> None:
    assert order({1: 10.0, 2: 9.0}, {1: 0.2, 2: 0.5}) == ["oars", "quay"]


def test_what_words_tell_clearly_stays() -> None:
    assert order({1: 30.0, 2: 9.0}, {1: 0.2, 2: 0.5}) == ["quay", "oars"]


@pytest.mark.parametrize(("words", "first"), [(4, "quay"), (5, "oars"), (12, "oars")])
def test_in_a_sentence_meaning_counts_as_much_whatever_the_words_score(
    words: int, first: str
) -> None:
    for factor in (1.0, 10.0):
        scores = {1: 30.0 * factor, 2: 8.0 * factor}
        assert order(scores, {1: 0.2, 2: 0.5}, words=words)[0] == first
    # Pages that have no word at all are compared by their meaning.
    assert order({}, {1: 0.4, 2: 0.5}, words=words) == ["oars", "quay"]


def test_where_nothing_comes_very_near_the_nearest_counts_as_much() -> None:
    assert order({1: 13.0, 2: 7.0}, {1: 0.2, 2: 0.4}) == ["oars", "quay"]
    assert order({1: 13.0, 2: 7.0}, {1: 0.4, 2: 0.8}) == ["oars", "quay"]


def test_what_is_far_off_counts_little() -> None:
    assert order({1: 12.0, 2: 9.0}, {1: 0.02, 2: 0.04}) == ["quay", "oars"]
    assert order({1: 12.0}, {1: 0.2, 2: 0.29}) == ["quay"]


def test_a_page_that_may_not_be_shown_changes_nothing() -> None:
    scores, cosines = {1: 8.0, 2: 5.0}, {1: 0.2, 2: 0.4}

    assert order(scores, {**cosines, 3: 0.9}, hidden="rain") == order(scores, cosines)
    assert order(scores, {**cosines, 3: 0.9}) == ["rain", "oars", "quay"]


def test_without_any_page_nothing_is_found() -> None:
    assert order({}, {}) == []
