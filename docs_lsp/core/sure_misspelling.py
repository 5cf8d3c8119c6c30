"""Decides whether a name is a misspelling of another, so that a fix may replace it.

`did_you_mean` finds names worth suggesting to the user, which many similar names are. A fix without
a question requires the same words, except for a slip in one of them.
"""

from __future__ import annotations

from docs_lsp.core.did_you_mean import compute_edit_distance
from docs_lsp.core.lazy_pattern import compile_lazily

_WORD = compile_lazily(r"[^\W_]+")
_NUMBER = compile_lazily(r"\d+")
_FILLERS = frozenset(("a", "an", "and", "by", "for", "in", "of", "on", "the", "to", "with", "your"))
_ENDINGS = ("ing", "es", "ed", "s", "e")
_SHORTEST_STEM = 3
_LONG = 8
"""The length from which a word can differ in two letters and still be the same word."""


def is_misspelling(written: str, meant: str) -> bool:
    """Return whether two names are one with a slip in a word, or other characters between words.

    Numbers are never a slip, nor is another first letter: `step-1` is not `step-2`, and `import` is
    not `export`.
    """
    if find_numbers(written) != find_numbers(meant):
        return False
    ours, theirs = _split_words(written), _split_words(meant)
    if "".join(ours) == "".join(theirs):
        return True
    if len(ours) != len(theirs):
        ours, theirs = _drop_fillers(ours), _drop_fillers(theirs)
        if len(ours) != len(theirs):
            return compute_edit_distance("".join(ours), "".join(theirs), 1) <= 1
    other = [(one, other) for one, other in zip(ours, theirs, strict=True) if one != other]
    return len(other) <= 1 and all(_is_slip(*pair) for pair in other)


def find_numbers(text: str) -> tuple[str, ...]:
    """Return each run of digits in a name, in order, as strings."""
    return tuple(_NUMBER.findall(text))


def has_same_words(text: str, title: str) -> bool:
    """Return whether titles have the same words in any form and order, but for such as `the`.

    `Send payments` and `Sending Payments` do.
    """
    ours = sorted(map(_stem, _drop_fillers(_split_words(text))))
    return bool(ours) and ours == sorted(map(_stem, _drop_fillers(_split_words(title))))


def _is_slip(word: str, other: str) -> bool:
    """Return whether two words are forms of one word, or differ in a letter or two."""
    if _stem(word) == _stem(other):
        return True
    if len(word) == len(other) and word[0] != other[0] and word[:2] != other[1::-1]:
        return False
    if min(len(word), len(other)) < _SHORTEST_STEM:
        return False
    most = 2 if min(len(word), len(other)) >= _LONG and word[0] == other[0] else 1
    return compute_edit_distance(word, other, most) <= most


def _split_words(text: str) -> list[str]:
    """Return the words of a text in lower case, without the characters between them."""
    return _WORD.findall(text.casefold())


def _drop_fillers(words: list[str]) -> list[str]:
    return [word for word in words if word not in _FILLERS]


def _stem(word: str) -> str:
    """Return a word without the ending of its form."""
    if word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies") and len(word) > _SHORTEST_STEM + 1:
        return f"{word[:-3]}y"
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST_STEM:
            return _stem(word[: -len(ending)]) if ending == "s" else word[: -len(ending)]
    return word
