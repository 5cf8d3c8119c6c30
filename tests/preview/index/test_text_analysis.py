"""Text analysis: what is analysed word by word is what the engine makes of the whole text."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mcp_preview.index.text_analysis import (
    PAIRS,
    get_analyzer,
    get_plain_analyzer,
    join_piece_stems,
    list_unique_words,
    split_into_pairs,
    split_pieces,
    stem,
    stem_rare_words,
)

PIECES = st.sampled_from(
    (
        "running",
        "Häfen",
        "x_y.z",
        "`--flag`",
        "A-Ä.b",
        "ΑΣ",
        "検索",
        "\u00a0",
        "\u2028",
        "\x1f",
        "İ",
        "x" * 70,
    )
)


@given(st.lists(st.one_of(PIECES, st.text(max_size=9))).map(" ".join))
@example("a\x85b\x1cc\u3000d")
@example("\u0d3e\u0d4d nu\u0308 \u24b6")
@pytest.mark.parametrize("name", ["en", "de", "ta", PAIRS])
def test_words_one_by_one_are_those_of_the_text(name: str, text: str) -> None:
    text = split_into_pairs(text.encode("utf-8", "replace").decode())

    assert join_piece_stems(split_pieces(text), name).split() == get_analyzer(name).analyze(text)
    assert join_piece_stems(split_pieces(text), name) == join_piece_stems(
        split_pieces(text), name
    ), "known words are what they were"


@given(st.lists(st.one_of(PIECES, st.text(max_size=9))).map(" ".join))
@example("a\x85b\x1cc\u3000d")
@example("Häf-EN " + "ß" * 29 + "x Σ.ΑΣ A\u0308b")
@example("A1_b-C " + "x" * 59 + " " + "x" * 60)
def test_words_with_endings_are_those_of_the_text_once(text: str) -> None:
    text = text.encode("utf-8", "replace").decode()
    words = list_unique_words(split_pieces(text))

    assert set(words) == set(get_plain_analyzer().analyze(text))
    assert len(words) == len(set(words))


@given(st.lists(st.one_of(PIECES, st.text(max_size=9))))
def test_words_at_once_have_the_stems_of_each(texts: list[str]) -> None:
    # A word that the engine knows none in may stand among those that differ in a letter.
    words = [*map("".join, map(get_plain_analyzer().analyze, map(_encodable, texts))), "x" * 70]

    for some in (words, words[:-1]):
        assert stem_rare_words(some, "en") == [stem(word, "en") for word in some]


def _encodable(text: str) -> str:
    return text.encode("utf-8", "replace").decode()
