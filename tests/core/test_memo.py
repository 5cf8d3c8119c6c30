"""Values that are kept with the object that they were computed from."""

from __future__ import annotations

from docs_lsp.core.memo import Memo


class Text(Memo):
    """Counts how often it is asked."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.asked = 0
        self._made: dict[object, object] = {}


def size(text: Text) -> int:
    text.asked += 1
    return len(text.text)


def length_with(text: Text, other: str | None) -> int:
    return size(text) + len(other or "")


def count(text: Text, letter: str) -> int:
    text.asked += 1
    return text.text.count(letter)


def test_a_value_is_computed_once() -> None:
    text = Text("harbour")

    assert not text.is_cached(size)
    assert [text.cached(size), text.cached(size)] == [7, 7]
    assert text.is_cached(size)
    assert text.asked == 1


def test_a_value_is_computed_once_for_each_key() -> None:
    text = Text("harbour")

    assert [text.cached_for(count, letter) for letter in "rrb"] == [2, 2, 1]
    assert text.asked == 2


def test_a_value_is_computed_again_for_another_key_than_the_last() -> None:
    text = Text("harbour")

    assert [text.cached_for_last(count, letter) for letter in "rrbr"] == [2, 2, 1, 2]
    assert text.asked == 3


def test_a_value_for_the_last_key_is_found_without_computing_it() -> None:
    text = Text("harbour")

    assert text.find_cached_for_last(count, "r") is None
    text.cached_for_last(count, "r")
    assert text.find_cached_for_last(count, "r") == 2
    assert text.find_cached_for_last(count, "b") is None
    assert text.asked == 1


def test_none_is_a_key_like_any_other() -> None:
    text = Text("harbour")

    assert [text.cached_for_last(length_with, key) for key in (None, None)] == [7, 7]
    assert text.asked == 1


def test_a_known_value_is_not_computed() -> None:
    text = Text("harbour")

    text.prime(size, 5)
    assert text.is_cached(size)
    assert text.cached(size) == 5
    assert text.asked == 0
