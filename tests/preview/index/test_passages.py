"""The best passage of a long section: laws for any text, and examples."""

from __future__ import annotations

import math
import re
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_preview.index.passages import find_best_passage

FILLER = "Some words that say nothing of what is wanted here.\n\n"
LINES = st.lists(
    st.sampled_from(
        ["", "## Heading", "```py", "```", "~~~", "boat at the quay", "ein längerer Satz " * 9]
    ),
    max_size=30,
).map("\n".join)


@given(LINES, st.sets(st.sampled_from(["boat", "quay", "satz"])), st.integers(60, 300))
def test_a_passage_is_part_of_the_text_and_not_much_longer_than_asked(
    text: str, words: set[str], size: int
) -> None:
    passage = find_best_passage(text, words, size)
    lines = [line.strip() for line in passage.text.split("\n")]

    assert passage.is_whole is (len(text.strip()) <= size)
    assert len(passage.text) <= size + 60  # The marks, and a fence at each end.
    assert all(line in text or line in {"…", "```", "~~~"} for line in lines)


@given(LINES, st.sampled_from(["boat", "längerer"]))
def test_a_word_of_the_text_is_shown(text: str, word: str) -> None:
    assert (word in text) is (word in find_best_passage(text, {word}, 120).text)


@given(st.lists(st.sampled_from(["boat", "quay", "Boat und Quay", "x" * 30, "İ sea"])), st.data())
def test_no_other_part_of_the_same_length_has_better_words(
    lines: list[str], data: st.DataObject
) -> None:
    words = {"boat", "quay", "sea", "is not there"}
    size = data.draw(st.integers(60, 200))
    lines = ["y" * 50, *lines, "z" * 50]
    counts = {word: sum(word in line.lower() for line in lines) for word in words}

    def rate(text: str) -> float:
        known = [word for word in words if word in text.lower()]
        return sum(math.log1p(len(lines) / counts[word]) for word in known)

    parts = [
        "\n".join(lines[start:end])
        for start, end in combinations(range(len(lines) + 1), 2)
        if sum(len(line) + 1 for line in lines[start:end]) <= size
    ]
    assert (
        rate(find_best_passage("\n".join(lines), words, size).text) >= max(map(rate, parts)) / 1.01
    )


@pytest.mark.parametrize("place", [0, 20, 60, 99])
def test_the_passage_is_around_the_words_below_its_heading(place: int) -> None:
    parts = [FILLER] * 100
    parts[place] = "Tie the **boat** to the quay.\n\n"
    passage = find_best_passage(f"## Mooring\n\n{''.join(parts)}", {"boat", "quay"}, 500)

    assert passage.text.startswith("## Mooring\n")
    assert parts[place].strip() in passage.text
    assert len(passage.text) > 350
    assert passage.text.endswith("…") is (place != 99)
    assert bool(re.match("## Mooring\n\n…\n", passage.text)) is (place != 0)


def test_rare_words_count_more_than_frequent_ones() -> None:
    text = "boat and sea\n\n" * 40 + FILLER * 20 + "the anchor\n\n" + FILLER * 20

    assert "the anchor" in find_best_passage(text, {"boat", "sea", "anchor"}, 300).text


def test_code_that_is_cut_stays_code() -> None:
    code = "\n".join(f"line_{number}()" for number in range(200))
    passage = find_best_passage(
        f"## Code\n\n```py\n{code}\n```\n\n{FILLER * 20}", {"line_100"}, 400
    )

    assert passage.text.startswith("## Code\n\n…\n\n```py\nline_")
    assert passage.text.endswith("()\n```\n\n…")


def test_without_a_word_it_is_the_beginning() -> None:
    assert find_best_passage(FILLER * 50, set(), 200).text.startswith(FILLER)
