"""The delimiters around a block of code or math."""

from __future__ import annotations

import re
from functools import lru_cache

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.text import Span
from docs_lsp.mdx.characters import find_line_break

_OPENING = {
    "`": compile_lazily(r"(`{3,})[^`\n]*$"),
    "~": compile_lazily(r"(~{3,})"),
    "$": compile_lazily(r"(\${2,})[^$\n]*$"),
}
MATH = "$"


def measure_opening_fence(text: str, start: int, end: int) -> int:
    """Return the number of characters that open a fence on a line; 0 if none is opened."""
    match = _OPENING[text[start]].match(text, start, end)
    return len(match[1]) if match else 0


@lru_cache(64)
def compile_closing_line(sign: str, size: int) -> re.Pattern[str]:
    """Return a pattern that matches a line closing a fence."""
    return re.compile(rf"[ \t]*{re.escape(sign)}{{{size},}}[ \t]*$")


def find_fence_end(text: str, at: int, sign: str, size: int) -> int:
    """Return the end of the line that closes a fence outside of all containers, or of the text.

    `at` is the end of the opening line. Returns the end of the text if nothing closes the fence.
    """
    signs = sign * size
    closing = compile_closing_line(sign, size)
    while (signs_at := text.find(signs, at)) >= 0:
        start = text.rfind("\n", at, signs_at) + 1
        at = find_line_break(text, signs_at)
        if closing.match(text, start, at):
            return at
    return len(text)


def seems_misplaced(data: bytes, code: Span) -> bool:
    """Return whether a code block contains a line that opens another, or is never closed.

    Then a fence is probably missing above or in it, so that code and text are swapped.
    """
    first, _, rest = data[slice(*code)].lstrip().partition(b"\n")
    sign = first[:1]
    size = len(first) - len(first.lstrip(sign))
    again = re.compile(rb"^[ \t>]*" + sign * size + rb"+[ \t]*(\w)?", re.MULTILINE)
    has_info = [match[1] is not None for match in again.finditer(rest)]
    return not has_info or any(has_info)
