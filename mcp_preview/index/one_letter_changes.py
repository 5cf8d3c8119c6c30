"""Generates typos: the words that differ from a word in one letter."""

from __future__ import annotations

from collections.abc import Iterator

_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"
_LONGEST = 30


def iter_typos(word: str) -> Iterator[str]:
    """Yield all words that differ in one letter: missing, added, wrong, or two swapped."""
    if len(word) > _LONGEST:
        return
    letters = _LETTERS if word.isascii() else "".join(_list_nearby_letters(word))
    seen = {word}
    for at in range(len(word) + 1):
        before, after = word[:at], word[at:]
        others = [before + after[1:]] if after else []
        if len(after) > 1:
            others.append(before + after[1] + after[0] + after[2:])
        others += [before + letter + after for letter in letters]
        others += [before + letter + after[1:] for letter in letters if after]
        for other in others:
            if other not in seen:
                seen.add(other)
                yield other


def _list_nearby_letters(word: str) -> list[str]:
    """Return a word's own characters and the lower-case letters of their Unicode blocks of 32."""
    blocks = dict.fromkeys(ord(letter) & ~31 for letter in word)
    letters = (chr(first + at) for first in blocks for at in range(32))
    return [letter for letter in letters if letter.islower() or letter in word]
