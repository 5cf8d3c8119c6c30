"""The part of a section that a list of results shows (service-facts.md, 10.3)."""

from __future__ import annotations

import re
from collections.abc import Collection

WINDOW = 240
"""How many characters are shown."""

_BEFORE = 24
_SNAP = 12
_SIGNS = re.compile(r"^[ \t]*(?:#{1,6}[ \t]+|[-*+>][ \t]+|```.*$|\|)|\*\*|`", re.MULTILINE)
_TARGET = re.compile(r"!?\[([^\[\]]*)\]\([^()\s]*\)")
_LONGEST = 20_000


def snippet_of(text: str, words: Collection[str]) -> str:
    """The text around the first of some words, in one line; its beginning where none is there."""
    plain = " ".join(_SIGNS.sub(" ", _TARGET.sub(r"\1", text[:_LONGEST])).split())
    folded = plain.casefold()
    places = [at for word in words if (at := folded.find(word.casefold())) >= 0]
    start = max(0, min(places, default=0) - _BEFORE)
    if start:
        space = plain.find(" ", start, start + _SNAP)
        start = space + 1 if space >= 0 else start
    end = min(len(plain), start + WINDOW)
    if end < len(plain):
        space = plain.rfind(" ", end - _SNAP, end)
        end = space if space >= 0 else end
    return ("…" if start else "") + plain[start:end] + ("…" if end < len(plain) else "")
