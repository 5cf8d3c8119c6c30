"""Compare the ranks of questions with those in a file, of another revision, or before an edit."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from threading import Lock
from typing import Any, NamedTuple, TypeAlias

import orjson

from docs_lsp.core.usage_fault import UsageFault
from mcp_preview.index.search_request import MOST_HITS
from mcp_preview.report.question_file import SavedQuestion
from mcp_preview.report.question_ranks import QuestionRank, is_found

_VERSION = 1
_KEYS = ("question", "language", "version", "as")

Known: TypeAlias = Mapping[str, int | None]
"""The rank of each question by key; None if it was not found."""


class RankChange(NamedTuple):
    """A question whose rank has changed."""

    question: SavedQuestion
    before: int | None
    now: int | None
    why: str = ""
    """The reason why its page is not the first hit, in sentences; empty if there is none."""

    @property
    def is_lost(self) -> bool:
        """Whether its page was among the first three hits before, and is not now."""
        return is_found(self.before) and not is_found(self.now)

    @property
    def is_better(self) -> bool:
        """Whether its page is nearer to the top than before, or found now and not before."""
        return (self.now or MOST_HITS + 1) < (self.before or MOST_HITS + 1)


class Comparison(NamedTuple):
    """The changes of ranks since another state of the site."""

    against: str
    """The file or revision that is compared with."""
    changes: tuple[RankChange, ...]
    """The changed ranks: lost questions, then worse ones, then better ones."""
    compared: int
    """The number of questions with an earlier rank."""
    entered: tuple[str, ...] = ()
    """The paths of pages that are indexed only now."""
    left: tuple[str, ...] = ()
    """The paths of pages that were indexed only before."""

    @property
    def lost_count(self) -> int:
        """The number of questions whose page was among the first three hits, and is not now."""
        return sum(change.is_lost for change in self.changes)


def compare_ranks(
    against: str,
    before: Known,
    now: Iterable[QuestionRank],
    pages: tuple[Iterable[str], Iterable[str]] = ((), ()),
) -> Comparison:
    """Return the changes of ranks; `pages` are the paths of pages indexed before and now."""
    known = [(question_rank, build_question_key(question_rank.question)) for question_rank in now]
    changes = [
        RankChange(ranked.question, before[key], ranked.rank, ranked.reason_not_first)
        for ranked, key in known
        if key in before and before[key] != ranked.rank
    ]
    changes.sort(key=lambda rank_change: (not rank_change.is_lost, rank_change.is_better))
    old, new = (dict.fromkeys(paths) for paths in pages)
    return Comparison(
        against,
        tuple(changes),
        sum(key in before for _, key in known),
        tuple(path for path in new if path not in old),
        tuple(path for path in old if path not in new),
    )


def build_question_key(question: SavedQuestion) -> str:
    """Return the key of a question: its text, its wanted pages, and how it is asked."""
    return json.dumps([*_build_key_fields(question).values(), list(question.wanted)])


def render_ranks(ranks: Iterable[QuestionRank]) -> bytes:
    """Return the content of a file of ranks, with a line for each question."""
    entries = ",".join(f"\n    {orjson.dumps(_build_entry(rank)).decode()}" for rank in ranks)
    return f'{{\n  "version": {_VERSION},\n  "ranks": [{entries}\n  ]\n}}\n'.encode()


def parse_ranks(data: bytes, name: str) -> Known:
    """Return the rank of each question in a file. Raises `UsageFault` if it has none."""
    fault = UsageFault(f"`{name}` contains no ranks of questions. `--write-baseline` writes them.")
    try:
        content = orjson.loads(data)
        if content["version"] != _VERSION:
            raise fault
        return dict(map(_parse_entry, content["ranks"]))
    except (ValueError, KeyError, TypeError):
        raise fault from None


def _parse_entry(entry: Mapping[str, Any]) -> tuple[str, int | None]:
    """Return the key of an entry, and its rank or None. Raises ValueError, KeyError, TypeError."""
    rank, wanted = entry["rank"], entry["page"]
    texts = [entry.get(key) for key in _KEYS]
    if not isinstance(wanted, list) or not all(isinstance(page, str) for page in wanted):
        raise TypeError
    if rank is not None and (type(rank) is not int or not 1 <= rank <= MOST_HITS):
        raise ValueError
    return json.dumps([*texts, wanted]), rank


def _build_entry(rank: QuestionRank) -> dict[str, object]:
    """Return the entry of a rank in the file."""
    return {
        **_build_key_fields(rank.question),
        "page": list(rank.question.wanted),
        "rank": rank.rank,
    }


def _build_key_fields(question: SavedQuestion) -> dict[str, str | None]:
    """Return the fields that identify a question, by key of the file."""
    values = (question.question, question.language, question.version, question.viewer)
    return dict(zip(_KEYS, values, strict=True))


class RankHistory:
    """The current ranks of a site, and those before they last changed. Thread-safe."""

    def __init__(self) -> None:
        """Create an empty history."""
        self._lock = Lock()
        self._revision: int | None = None
        self._now: tuple[QuestionRank, ...] = ()
        self._before: Mapping[SavedQuestion, int | None] = {}

    def update_ranks(
        self,
        revision: int,
        questions: Sequence[SavedQuestion],
        rank: Callable[[Sequence[SavedQuestion]], tuple[QuestionRank, ...]],
    ) -> tuple[tuple[QuestionRank, ...], Mapping[SavedQuestion, int | None]]:
        """Return the ranks now and before they last changed, calling `rank` only if unknown.

        The earlier ones are of the questions that existed then, whose line is 0.
        """
        wanted = tuple(question for question in questions if question.wanted)
        with self._lock:
            is_known = tuple(known.question for known in self._now) == wanted
            if self._revision != revision or not is_known:
                newest = rank(wanted)
                before = _index_ranks(self._now)
                if self._revision is not None and _index_ranks(newest) != before:
                    self._before = before
                self._revision, self._now = revision, newest
            return self._now, self._before


def _index_ranks(ranks: Iterable[QuestionRank]) -> dict[SavedQuestion, int | None]:
    """Return the rank of each question without its line, or None if it was not found."""
    return {rank.question._replace(line=0): rank.rank for rank in ranks}
