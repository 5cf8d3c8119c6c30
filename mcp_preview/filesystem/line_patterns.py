"""Patterns for lines, and those of them that are found without regular expressions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

_SIGNS = re.compile(r"[\\.^$*+?()\[\]{}|]")
_FOLDED_TO = re.compile("[ks]")
"""Letters that others than their own capital stand for where case does not count: those of Kelvin
and the long s."""


class LinePatterns(NamedTuple):
    """Patterns to search for, and how to match them."""

    patterns: tuple[str, ...]
    literal: bool = False
    ignore_case: bool = False
    words: bool = False
    lines: bool = False
    invert: bool = False


class PlainPattern(NamedTuple):
    """A text that is looked for as it is, which takes a third of the time that an expression does
    and gives the same."""

    text: bytes
    ignores_case: bool
    is_of_ascii: bool
    """Whether it is the same as the expression in texts of ASCII alone."""

    @classmethod
    def from_patterns(cls, wanted: LinePatterns) -> PlainPattern | None:
        """The text that patterns come to; None for what is more than one text."""
        if wanted.words or wanted.lines or len(wanted.patterns) != 1:
            return None
        pattern = wanted.patterns[0]
        if not pattern.isascii() or (_SIGNS.search(pattern) and not wanted.literal):
            return None
        if "\n" in pattern:
            return None
        text = pattern.lower() if wanted.ignore_case else pattern
        is_of_ascii = wanted.ignore_case and _FOLDED_TO.search(text) is not None
        return cls(text.encode(), wanted.ignore_case, is_of_ascii)

    def is_enough(self, data: bytes) -> bool:
        """Whether it finds in a text what the expression does."""
        return not self.is_of_ascii or data.isascii()

    def is_in(self, data: bytes) -> bool:
        """Whether it stands in a text."""
        return self.text in (data.lower() if self.ignores_case else data)

    def find_lines(self, lines: Sequence[bytes], *, invert: bool) -> Iterator[int]:
        """The numbers of the lines in which it stands, or does not, from 0."""
        given = map(bytes.lower, lines) if self.ignores_case else lines
        return (number for number, line in enumerate(given) if (self.text in line) != invert)
