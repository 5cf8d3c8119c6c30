"""Of sections that say nearly the same the best one is shown."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_preview.index.repeated_hits import LIKENESS, merge_repeated_hits
from mcp_preview.index.search_hit import SearchHit
from mcp_preview.index.sections import split_page
from tests.preview.small import page_of


def make_hit(path: str, text: str) -> SearchHit:
    """A hit in the last section of a page."""
    page = page_of(path, text)
    return SearchHit(page, split_page(page)[-1], (), 1.0)


def make_words(count: int, first: int = 0) -> str:
    return " ".join(f"w{number}" for number in range(first, first + count))


def merge(*texts: str, limit: int = 10) -> list[tuple[str, list[str]]]:
    """The path of each hit that is shown, with those that it names; paths count from 0."""
    hits = [make_hit(str(number), text) for number, text in enumerate(texts)]
    return [
        (hit.path, [one.path for one in hit.repeated_by])
        for hit in merge_repeated_hits(hits, limit)
    ]


@pytest.mark.parametrize(
    ("one", "other", "is_shown"),
    [
        (make_words(12), make_words(12), False),
        (make_words(11), make_words(11), True),
        (make_words(100), make_words(90), False),
        (make_words(100), make_words(89), True),
        (make_words(19), make_words(19, first=1), False),  # 18 words of 20.
        (make_words(18), make_words(18, first=1), True),
        (make_words(12), "", True),
        ("", make_words(12), True),
        (f"# One\n\n{make_words(12)}", f"# Other\n\n{make_words(12)}", False),
        (make_words(12).upper(), make_words(12), False),
        (make_words(900) + " a b c d", make_words(900) + " e f g h", False),
    ],
)
def test_sections_with_nine_tenths_of_their_words_in_common_are_one_hit(
    one: str, other: str, is_shown: bool
) -> None:
    assert merge(one, other) == ([("0", []), ("1", [])] if is_shown else [("0", ["1"])])


@given(
    st.integers(12, 400),
    st.sets(st.integers(0, 400), max_size=45),
    st.sets(st.integers(500, 900), max_size=45),
)
def test_what_counts_is_the_share_of_all_words_that_both_have(
    count: int, missing: set[int], added: set[int]
) -> None:
    one = set(range(count))
    other = (one - missing) | added
    is_same = len(other) >= 12 and len(one & other) >= LIKENESS * len(one | other)

    shown = merge(*(" ".join(f"w{word}" for word in words) for words in (one, other)))

    assert len(shown) == (1 if is_same else 2)


def test_operations_are_shown_each() -> None:
    texts = [f"{make_words(30)}\n`GET /boats`\n"] * 2

    assert merge(*texts) == [("0", []), ("1", [])]


def test_what_follows_the_first_part_of_a_long_section_is_not_compared() -> None:
    long = "A boat has a mast and a sail and an oar or two and a rope to tie it up. " * 112

    assert merge(long + make_words(300), long + make_words(300, first=300)) == [("0", ["1"])]


def test_all_near_identical_hits_are_named_and_only_so_many_shown() -> None:
    same: Sequence[str] = [make_words(12)] * 6
    others = [make_words(12, first=100 * number) for number in range(1, 4)]

    assert merge(*same) == [("0", ["1", "2", "3", "4", "5"])]
    assert merge(*others, limit=2) == [("0", []), ("1", [])]
    assert merge(others[0], others[1], others[0], limit=2) == [("0", ["2"]), ("1", [])]
