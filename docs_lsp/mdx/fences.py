"""The signs around a block of code or of math."""

from __future__ import annotations

import re
from functools import lru_cache

_OPENING = {
    "`": re.compile(r"(`{3,})[^`\n]*$"),
    "~": re.compile(r"(~{3,})"),
    "$": re.compile(r"(\${2,})[^$\n]*$"),
}
MATH = "$"


def opening_size(text: str, start: int, end: int) -> int:
    """How many signs open a fence on a line; 0 where none is opened."""
    match = _OPENING[text[start]].match(text, start, end)
    return len(match[1]) if match else 0


@lru_cache(64)
def closing_line(sign: str, size: int) -> re.Pattern[str]:
    """A line that closes a fence."""
    return re.compile(rf"[ \t]*{re.escape(sign)}{{{size},}}[ \t]*$")


@lru_cache(64)
def closing_below(sign: str, size: int) -> re.Pattern[str]:
    """A line that closes a fence outside of all containers, with the end of the line before."""
    return re.compile(rf"\n[ \t]*{re.escape(sign)}{{{size},}}[ \t]*(?=\n|\Z)")
