"""The words of a query that is a sentence: many of them say how one asks, and not about what."""

from __future__ import annotations

import re
from collections.abc import Sequence

_FEW = 4
"""Up to so many words, a query is likely to be a title or a name."""
_COUNTS = 0.5
"""What a word counts that holds a sentence together (docs_lsp/DECISIONS.md, how pages rank)."""

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
    """Whether a query of so many words is likely to be one."""
    return words > _FEW


def weight_in_sentence(word: str) -> float:
    """What a word counts in a sentence, most being 1. Only those of English are known."""
    return _COUNTS if word in _CONNECTING else 1.0


def strip_contractions(text: str) -> str:
    """A text without what stands behind an apostrophe in `don't` or `bot's`, which are no words."""
    return _CONTRACTED.sub("", text)


def drop_connecting(words: Sequence[str]) -> tuple[str, ...]:
    """The words without those that hold a sentence together, unless there are no others."""
    return tuple(word for word in words if word not in _CONNECTING) or tuple(words)
