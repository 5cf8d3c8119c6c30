"""What is computed from the last texts is cached, up to a number of characters."""

from __future__ import annotations

from docs_lsp.core.recent_texts import cache_recent_texts


def test_a_text_is_computed_once_while_it_is_among_the_last() -> None:
    computed = []

    @cache_recent_texts(1000)
    def measure(text: str) -> int | None:
        computed.append(text)
        return len(text) or None

    texts = ["", "a", "bb"]
    assert [measure(text) for text in texts * 3] == [None, 1, 2] * 3
    assert computed == texts


def test_texts_that_are_read_again_stay_and_others_go() -> None:
    computed = []

    @cache_recent_texts(1000)
    def note(text: str) -> str:
        computed.append(text)
        return text

    for number in range(200):
        note("often")
        note(f"once {number}")
    note("once 0")

    assert computed.count("often") == 1
    assert computed.count("once 0") == 2


def test_more_texts_than_fit_are_still_right() -> None:
    shorten = cache_recent_texts(0)(str.strip)

    assert [shorten(f" {number} ") for number in range(50)] == [str(number) for number in range(50)]
