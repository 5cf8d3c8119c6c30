"""Finding names by some of their letters, as people type who know what they look for."""

from __future__ import annotations

import re
from enum import IntEnum

_LONGEST = 100


class Fit(IntEnum):
    """How well a name fits what was typed, the best first."""

    SAME = 0
    START = 1
    WORD = 2
    """It begins one of the words, or a part of a path."""
    INSIDE = 3
    """It stands somewhere, or each of its words does."""
    SPREAD = 4
    """Its letters are there, in their order."""


class Fuzzy:
    """What was typed, ready to be held against many names; upper and lower case do not matter."""

    def __init__(self, typed: str) -> None:
        """Take it without the blanks around it, and the first letters of what nobody types."""
        self.whole = typed.strip().casefold()[:_LONGEST]
        self._words = self.whole.split()
        self.longest = max(self._words, key=len, default="")
        """The longest word of it."""
        # Each part stops at the letter it looks for, so that this never goes back.
        parts = (f"[^{re.escape(sign)}\n]*{re.escape(sign)}" for sign in "".join(self._words))
        self.letters = re.compile(f"^{''.join(parts)}", re.MULTILINE)
        """Finds the lines of a folded text that have all letters in their order."""
        self._in_word = re.compile(rf"(?<![^\W_]){re.escape(self.whole)}")

    def fit(self, folded: str) -> Fit | None:
        """How well a folded name fits; None where it does not."""
        whole = self.whole
        if folded.startswith(whole):
            return Fit.SAME if len(folded) == len(whole) else Fit.START
        if whole in folded:
            return Fit.WORD if self._in_word.search(folded) else Fit.INSIDE
        if all(word in folded for word in self._words):
            return Fit.INSIDE
        return Fit.SPREAD if self.letters.match(folded) else None
