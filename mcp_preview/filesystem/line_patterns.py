"""Patterns for lines, and the plain ones that are found without regular expressions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

_SIGNS = re.compile(r"[\\.^$*+?()\[\]{}|]")
_FOLDED_TO = re.compile("[ks]")
"""The letters that match more than their own capital if case is ignored: the Kelvin sign and the
long s.
"""


class LinePatterns(NamedTuple):
    """Patterns to search for, and how to match them."""

    patterns: tuple[str, ...]
    literal: bool = False
    ignore_case: bool = False
    words: bool = False
    lines: bool = False
    invert: bool = False


class PlainPattern(NamedTuple):
    """A literal text to search for.

    It takes a third of the time of a regular expression and has the same result.
    """

    text: bytes
    ignores_case: bool
    is_of_ascii: bool
    """Whether it equals the expression only in ASCII texts."""

    @classmethod
    def from_patterns(cls, wanted: LinePatterns) -> PlainPattern | None:
        """Return the ASCII text to search for; None if that takes a regular expression."""
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

    def is_exact_for(self, data: bytes) -> bool:
        """Return whether it has the same matches in a text as the expression."""
        return not self.is_of_ascii or data.isascii()

    def occurs_in(self, data: bytes) -> bool:
        """Return whether it occurs in a text."""
        return self.text in (data.lower() if self.ignores_case else data)

    def iter_matching_lines(self, lines: Sequence[bytes], *, invert: bool) -> Iterator[int]:
        """Return the numbers, from 0, of the lines that contain it, or with `invert` do not."""
        given = map(bytes.lower, lines) if self.ignores_case else lines
        return (number for number, line in enumerate(given) if (self.text in line) != invert)
