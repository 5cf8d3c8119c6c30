"""The words of a query that is a sentence."""

from __future__ import annotations

import pytest

from mcp_preview.index.sentence_words import (
    is_sentence,
    strip_contractions,
    weigh_in_sentence,
)


@pytest.mark.parametrize("query", ["Update a monitor", "boats", "POST /v1/x now please"])
def test_a_few_words_are_no_sentence(query: str) -> None:
    assert not is_sentence(len(query.split()))
    assert is_sentence(len(f"how do I {query} there".split()))


@pytest.mark.parametrize("word", ["how", "the", "my", "without", "boat", "get"])
def test_words_that_hold_a_sentence_together_count_less(word: str) -> None:
    assert (weigh_in_sentence(word) < 1) == (word in {"how", "the", "my"})


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("don't moor the bot's boat", "don moor the bot boat"),
        ("what we\u2019ve moored isn\u2019t ours", "what we moored isn ours"),
        ("set 'type' to 's' and d'accord", "set 'type' to 's' and d'accord"),
        ("the crew's", "the crew"),
        ("it'self", "it'self"),
        ("", ""),
    ],
)
def test_what_an_apostrophe_cuts_off_is_no_word(text: str, left: str) -> None:
    assert strip_contractions(text) == left
