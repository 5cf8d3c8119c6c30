"""The ranks of saved questions from one state of a site to the next."""

from __future__ import annotations

from collections.abc import Sequence

from mcp_preview.report.comparison import RankHistory
from mcp_preview.report.question_file import SavedQuestion
from mcp_preview.report.question_ranks import QuestionRank

MOOR = SavedQuestion("how to moor", ("moor",))
TIDE = SavedQuestion("when is high tide", ("tide",))


class Ranking:
    """Ranks questions as it is told, and counts how often it is asked."""

    def __init__(self) -> None:
        self.places: dict[str, int | None] = {}
        self.calls = 0

    def __call__(self, asked: Sequence[SavedQuestion]) -> tuple[QuestionRank, ...]:
        self.calls += 1
        return tuple(QuestionRank(one, self.places.get(one.question), ()) for one in asked)


def test_the_ranks_of_one_state_are_found_once() -> None:
    history, ranking = RankHistory(), Ranking()
    for _ in range(3):
        now, before = history.update_ranks(1, [MOOR], ranking)
    assert ranking.calls == 1
    assert [one.rank for one in now] == [None]
    assert before == {}


def test_an_edit_shows_what_was_before_it() -> None:
    history, ranking = RankHistory(), Ranking()
    history.update_ranks(1, [MOOR, TIDE], ranking)
    ranking.places[MOOR.question] = 2
    now, before = history.update_ranks(2, [MOOR, TIDE], ranking)
    assert [one.rank for one in now] == [2, None]
    assert before == {MOOR: None, TIDE: None}


def test_an_edit_that_moves_nothing_leaves_the_last_change_in_sight() -> None:
    history, ranking = RankHistory(), Ranking()
    history.update_ranks(1, [MOOR], ranking)
    ranking.places[MOOR.question] = 1
    history.update_ranks(2, [MOOR], ranking)
    assert history.update_ranks(3, [MOOR], ranking)[1] == {MOOR: None}


def test_a_question_that_moves_in_its_file_stays_the_same() -> None:
    history, ranking = RankHistory(), Ranking()
    history.update_ranks(1, [MOOR._replace(line=1)], ranking)
    _, before = history.update_ranks(2, [TIDE._replace(line=1), MOOR._replace(line=5)], ranking)
    assert before == {MOOR: None}


def test_questions_without_a_page_are_not_asked() -> None:
    assert RankHistory().update_ranks(1, [SavedQuestion("hello")], Ranking())[0] == ()
