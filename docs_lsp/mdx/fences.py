"""The signs around a block of code or of math."""

from __future__ import annotations

import re
from functools import lru_cache

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.text import Span

_OPENING = {
    "`": compile_lazily(r"(`{3,})[^`\n]*$"),
    "~": compile_lazily(r"(~{3,})"),
    "$": compile_lazily(r"(\${2,})[^$\n]*$"),
}
MATH = "$"


def count_opening_signs(text: str, start: int, end: int) -> int:
    """How many signs open a fence on a line; 0 where none is opened."""
    match = _OPENING[text[start]].match(text, start, end)
    return len(match[1]) if match else 0


@lru_cache(64)
def compile_closing_line(sign: str, size: int) -> re.Pattern[str]:
    """A line that closes a fence."""
    return re.compile(rf"[ \t]*{re.escape(sign)}{{{size},}}[ \t]*$")


def find_fence_end(text: str, at: int, sign: str, size: int) -> int:
    """The end of the line that closes a fence outside of all containers, where `at` is the end of
    the one that opens it; the end of the text if none does."""
    signs = sign * size
    closing = compile_closing_line(sign, size)
    while (signs_at := text.find(signs, at)) >= 0:
        start = text.rfind("\n", at, signs_at) + 1
        at = text.find("\n", signs_at)
        at = len(text) if at < 0 else at
        if closing.match(text, start, at):
            return at
    return len(text)


def hides_fence(data: bytes, code: Span) -> bool:
    """Whether a block of code holds a line that would open another, or is never closed: then a
    fence is likely missing above or in it, and code and text have changed places."""
    first, _, rest = data[slice(*code)].lstrip().partition(b"\n")
    sign = first[:1]
    size = len(first) - len(first.lstrip(sign))
    again = re.compile(rb"^[ \t>]*" + sign * size + rb"+[ \t]*(\w)?", re.MULTILINE)
    has_info = [match[1] is not None for match in again.finditer(rest)]
    return not has_info or any(has_info)
