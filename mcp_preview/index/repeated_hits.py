"""Hits whose sections say nearly the same, of which a search shows the best one.

Documentation of one SDK in three languages, or of one step on three clouds, would else fill the
answer with a single text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from mcp_preview.index.search_hit import SearchHit

LIKENESS = 0.9
"""Sections say nearly the same if so large a share of their words is the same."""
_FEWEST_WORDS = 12
"""Sections with fewer different words are shown each: their titles may be all that differs."""
_MOST_COMPARED = 8_000
"""Characters of a section that are compared."""
_MOST_REPEATED = 4
"""Hits that another one names; more would be a list that says nothing."""
_WORD = re.compile(r"\w+")
# Makes a space of each ASCII character that `_WORD` does not match.
_AS_WORDS = bytes(code if code >= 0x80 or _WORD.match(chr(code)) else 0x20 for code in range(256))
# Operations are alike by nature, and which one is meant is what matters.
_OPERATION = re.compile(r"\n`[A-Z][A-Za-z]+ [^`\n]+`$", re.MULTILINE)


class _ShownHit(NamedTuple):
    hit: SearchHit
    words: frozenset[str]
    repeated: list[SearchHit]


def merge_repeated_hits(hits: Iterable[SearchHit], limit: int) -> list[SearchHit]:
    """Return at most `limit` hits in order; near-identical ones are named by the first."""
    shown: list[_ShownHit] = []
    for hit in hits:
        words = _collect_compared_words(hit)
        first = next((one for one in shown if _are_alike(one.words, words)), None)
        if first is None:
            if len(shown) == limit:
                break
            shown.append(_ShownHit(hit, words, []))
        elif len(first.repeated) < _MOST_REPEATED:
            first.repeated.append(hit)
    return [
        replace(hit, repeated_by=tuple(repeated)) if repeated else hit for hit, _, repeated in shown
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
    """Return the words of a text in lower case.

    The pattern is six times as slow, so it splits nothing but what is not ASCII.
    """
    words = frozenset(text.encode().translate(_AS_WORDS).decode().split())
    if text.isascii():
        return words
    others = [word for word in words if not word.isascii()]
    return words.difference(others).union(*map(_WORD.findall, others))


def _are_alike(words: frozenset[str], others: frozenset[str]) -> bool:
    """Whether two sections have nearly the same words; False if one has none."""
    if not words or not others:
        return False
    least, most = sorted((len(words), len(others)))
    if least < LIKENESS * most:
        return False
    both = len(words & others)
    return both >= LIKENESS * (len(words) + len(others) - both)
