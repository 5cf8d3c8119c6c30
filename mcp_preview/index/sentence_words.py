"""Weighs the words of a query that is a sentence, many of which are not about its subject."""

from __future__ import annotations

import re
from collections.abc import Sequence

_FEW = 4
"""The number of words up to which a query is probably a title or a name."""
_COUNTS = 0.5
"""The weight of a connecting word (docs_lsp/DECISIONS.md, how pages rank)."""

_CONTRACTED = re.compile(r"(?<=[a-z])['\u2019](?:s|t|d|m|ll|re|ve)\b", re.IGNORECASE)
_CONNECTING = frozenset(
    word
    for sort in (
        "a an the this that these those such some any all each every no none one",
        "i me my we us our you your he him his she her it its they them their there",
        "who whom whose which what when where why how",
        "about as at by down for from in into of off on out over to up with",
        "and but if not only or other own same so than then too very just most more",
        "am are be been being is was were do does did has have had having",
        "can could may might must shall should will would",
    )
    for word in sort.split()
)


def is_sentence(words: int) -> bool:
    """Return whether a query with this number of words is probably a sentence."""
    return words > _FEW


def is_connecting(word: str) -> bool:
    """Return whether a word says nothing about the subject of a sentence; in English only."""
    return word in _CONNECTING


def weigh_in_sentence(word: str) -> float:
    """Return the weight of a word in a sentence, usually 1."""
    return _COUNTS if is_connecting(word) else 1.0


def strip_contractions(text: str) -> str:
    """Remove the endings after an apostrophe, as in `don't` or `bot's`, from a text."""
    return _CONTRACTED.sub("", text)


def drop_connecting(words: Sequence[str]) -> tuple[str, ...]:
    """Return words without connecting ones such as `the`, or all if there are no others."""
    return tuple(word for word in words if not is_connecting(word)) or tuple(words)
