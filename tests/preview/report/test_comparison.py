"""Ranks before and now, and the file that keeps them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docs_lsp.core.usage_fault import UsageFault
from mcp_preview.index.search_request import MOST_HITS
from mcp_preview.report.comparison import (
    build_question_key,
    compare_ranks,
    parse_ranks,
    render_ranks,
)
from mcp_preview.report.question_file import SavedQuestion
from mcp_preview.report.question_ranks import QuestionRank, compute_percent_found


def rank(question: str, place: int | None) -> QuestionRank:
    return QuestionRank(SavedQuestion(question, ("a",)), place, ())


def test_lost_questions_stand_first_and_new_ones_are_not_compared() -> None:
    before = {
        build_question_key(rank(name, 1).question): old
        for name, old in (("a", 5), ("b", 2), ("c", 1))
    }
    now = [rank("a", 1), rank("b", None), rank("c", 2), rank("new", None)]

    found = compare_ranks("x", before, now, (["p", "q"], ["q", "r"]))

    assert [(one.question.question, one.before, one.now) for one in found.changes] == [
        ("b", 2, None),
        ("c", 1, 2),
        ("a", 5, 1),
    ]
    assert [one.is_better for one in found.changes] == [False, False, True]
    assert (found.lost_count, found.compared, found.entered, found.left) == (1, 3, ("r",), ("p",))


def test_the_share_counts_the_first_three() -> None:
    assert compute_percent_found([rank("a", 1), rank("b", 3), rank("c", 4), rank("d", None)]) == 50
    assert compute_percent_found([]) == 100


@given(st.dictionaries(st.text(max_size=9), st.none() | st.integers(1, MOST_HITS), max_size=5))
def test_what_is_written_is_read(known: dict[str, int | None]) -> None:
    found = [rank(name.encode("utf-8", "replace").decode(), place) for name, place in known.items()]

    read = parse_ranks(render_ranks(found), "ranks.json")

    assert read == {build_question_key(one.question): one.rank for one in found}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"version": 2, "ranks": []}',
        '{"version": 1, "ranks": [1]}',
        '{"version": 1, "ranks": [{"question": "a", "page": "a", "rank": 1}]}',
        '{"version": 1, "ranks": [{"question": "a", "page": ["a"], "rank": 0}]}',
        '{"version": 1, "ranks": [{"question": "a", "page": ["a"], "rank": true}]}',
    ],
)
def test_another_file_is_refused(text: str) -> None:
    with pytest.raises(UsageFault, match=r"`ranks\.json` contains no ranks"):
        parse_ranks(text.encode(), "ranks.json")
