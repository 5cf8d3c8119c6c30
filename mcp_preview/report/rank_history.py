"""The ranks of saved questions now and before the last edit that changed one of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from threading import Lock
from typing import NamedTuple

from mcp_preview.report.question_file import SavedQuestion
from mcp_preview.report.question_ranks import QuestionRank


class RanksAt(NamedTuple):
    """The ranks of questions in one state of the site."""

    revision: int
    ranks: tuple[QuestionRank, ...]

    @property
    def ranks_by_question(self) -> Mapping[SavedQuestion, int | None]:
        """The rank of each question, whatever its line in the file."""
        return {rank.question._replace(line=0): rank.rank for rank in self.ranks}


class RanksSinceEdit(NamedTuple):
    """The current and the earlier ranks of questions."""

    now: tuple[QuestionRank, ...]
    before: Mapping[SavedQuestion, int | None]
    """The earlier rank of each question that existed then; its line is 0."""


class RankHistory:
    """The current ranks of a site, and those before they last changed. Thread-safe."""

    def __init__(self) -> None:
        """Create an empty history."""
        self._lock = Lock()
        self._now: RanksAt | None = None
        self._before: RanksAt | None = None

    def update_ranks(
        self,
        revision: int,
        questions: Sequence[SavedQuestion],
        rank: Callable[[Sequence[SavedQuestion]], tuple[QuestionRank, ...]],
    ) -> RanksSinceEdit:
        """Return the ranks now and before they last changed, calling `rank` only if unknown."""
        wanted = tuple(question for question in questions if question.wanted)
        with self._lock:
            now = self._now
            if now is None or now.revision != revision or _list_questions(now) != wanted:
                newest = RanksAt(revision, rank(wanted))
                if now is not None and newest.ranks_by_question != now.ranks_by_question:
                    self._before = now
                now = self._now = newest
            return RanksSinceEdit(now.ranks, self._before.ranks_by_question if self._before else {})


def _list_questions(known: RanksAt) -> tuple[SavedQuestion, ...]:
    """Return the questions of some ranks."""
    return tuple(rank.question for rank in known.ranks)
