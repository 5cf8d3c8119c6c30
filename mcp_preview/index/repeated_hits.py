"""Hits whose sections say nearly the same, of which a search shows the best one.

Documentation of one SDK in three languages, or of one step on three clouds, would else fill the
answer with a single text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

from mcp_preview.index.search_hit import SearchHit

LIKENESS = 0.9
"""Sections say nearly the same if so large a share of their words is the same."""
_FEWEST_WORDS = 12
"""Sections with fewer different words are shown each: their titles may be all that differs."""
_MOST_COMPARED = 8_000
"""Characters of a section that are compared."""
_WORD = re.compile(r"\w+")
# Makes a space of each ASCII character that `_WORD` does not match.
_AS_WORDS = bytes(code if code >= 0x80 or _WORD.match(chr(code)) else 0x20 for code in range(256))
# Operations are alike by nature, and which one is meant is what matters.
_OPERATION = re.compile(r"\n`[A-Z][A-Za-z]+ [^`\n]+`$", re.MULTILINE)


class _Sketch(NamedTuple):
    """A summary of the compared words of a section, cached so that it is not read again."""

    size: int
    """The number of words; 0 if the section is not compared."""
    bits: int
    """A set of small numbers, one for each word."""


_SKETCHES: dict[tuple[bytes, int, int], _Sketch] = {}
_MOST_SKETCHES = 4_000
"""The number of cached sketches, about a megabyte."""
_BITS = 256


class _ComparedHit:
    """A hit, and the words of its section."""

    def __init__(self, hit: SearchHit) -> None:
        self.hit = hit
        self.repeated: list[SearchHit] = []
        self._sketch = self._find_sketch()

    @cached_property
    def _words(self) -> frozenset[str]:
        return _collect_compared_words(self.hit)

    def repeats(self, other: _ComparedHit) -> bool:
        """Return whether both sections have nearly the same words; False if one is not compared."""
        least, most = sorted((self._sketch.size, other._sketch.size))
        if not least or least < LIKENESS * most:
            return False
        # Each word that only one of them has accounts for one different bit at most.
        different = (self._sketch.bits ^ other._sketch.bits).bit_count()
        if different > (1 - LIKENESS) * (least + most):
            return False
        both = len(self._words & other._words)
        return both >= LIKENESS * (least + most - both)

    def _find_sketch(self) -> _Sketch:
        """Return the sketch of the words, cached for each section of a text."""
        section = self.hit.section
        key = (self.hit.page.text.digest, section.start, section.end)
        sketch = _SKETCHES.get(key)
        if sketch is None:
            bits = sum(map((1).__lshift__, {hash(word) % _BITS for word in self._words}))
            sketch = _Sketch(len(self._words), bits)
            if len(_SKETCHES) >= _MOST_SKETCHES:
                _SKETCHES.clear()
            _SKETCHES[key] = sketch
        return sketch


def merge_repeated_hits(hits: Iterable[SearchHit], limit: int) -> list[SearchHit]:
    """Return at most `limit` hits in order; near-identical ones are named by the first."""
    shown: list[_ComparedHit] = []
    for compared in map(_ComparedHit, hits):
        first = next((one for one in shown if compared.repeats(one)), None)
        if first is None:
            if len(shown) == limit:
                break
            shown.append(compared)
        else:
            first.repeated.append(compared.hit)
    return [
        replace(one.hit, repeated_by=tuple(one.repeated)) if one.repeated else one.hit
        for one in shown
    ]


def _collect_compared_words(hit: SearchHit) -> frozenset[str]:
    """Return the words of a section without its heading; none if it is not compared."""
    text = hit.markdown[hit.section.start : hit.section.end][:_MOST_COMPARED]
    if hit.section.level:
        text = text.partition("\n")[2]
    # Beginning with the line break makes the search twenty times as fast as `^`.
    if _OPERATION.search(f"\n{text}"):
        return frozenset()
    words = _collect_words(text.lower())
    return words if len(words) >= _FEWEST_WORDS else frozenset()


def _collect_words(text: str) -> frozenset[str]:
    """Return the different words of a text, with their case as it is.

    The pattern is six times as slow, so it splits nothing but what is not ASCII.
    """
    words = frozenset(text.encode().translate(_AS_WORDS).decode().split())
    if text.isascii():
        return words
    others = [word for word in words if not word.isascii()]
    return words.difference(others).union(*map(_WORD.findall, others))
