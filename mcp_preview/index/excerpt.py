"""The part of a section that a list of results shows (docs_lsp/SERVICE.md, search-results)."""

from __future__ import annotations

import re
from collections.abc import Collection

WINDOW = 240
"""How many characters are shown."""

_BEFORE = 24
_SNAP = 12
_LONGEST = 20_000
_AROUND = 1_200  # Markdown has signs that are not shown.
_SIGNS = re.compile(r"^[ \t]*(?:#{1,6}[ \t]+|[-*+>][ \t]+|```.*$|\|)|\*\*|`", re.MULTILINE)
_TARGET = re.compile(r"!?\[([^\[\]]*)\]\([^()\s]*\)")


def snippet_of(text: str, words: Collection[str]) -> str:
    """The text around the first of some words, in one line; its beginning where none is there."""
    near = max(0, _first(text[:_LONGEST], words) - _AROUND)
    part = text[near : near + 2 * _AROUND]
    plain = " ".join(_SIGNS.sub(" ", _TARGET.sub(r"\1", part)).split())
    start = max(0, _first(plain, words) - _BEFORE)
    if start:
        space = plain.find(" ", start, start + _SNAP)
        start = space + 1 if space >= 0 else start
    end = min(len(plain), start + WINDOW)
    if end < len(plain):
        space = plain.rfind(" ", end - _SNAP, end)
        end = space if space >= 0 else end
    goes_on = end < len(plain) or near + len(part) < len(text)
    return ("…" if start or near else "") + plain[start:end] + ("…" if goes_on else "")


def _first(text: str, words: Collection[str]) -> int:
    """Where the first of some words, in small letters, stands; 0 where none does."""
    lowered = text.lower()
    return min((at for word in words if (at := lowered.find(word)) >= 0), default=0)
