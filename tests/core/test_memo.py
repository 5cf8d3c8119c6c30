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


def test_a_value_is_taken_over_where_it_is_known() -> None:
    before, after = Text("harbour"), Text("quay")

    after.adopt_cached(before, size)
    assert not after.is_cached(size)

    before.cached(size)
    after.adopt_cached(before, size)
    assert after.cached(size) == 7
    assert after.asked == 0
