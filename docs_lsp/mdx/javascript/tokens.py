"""Where tokens of JavaScript begin."""

from __future__ import annotations

import re

from docs_lsp.core.lazy_pattern import compile_lazily

_BETWEEN = compile_lazily(r"(?:\s|//[^\n]*(?:\n|\Z)|/\*.*?\*/)*", re.DOTALL)
_COMMENTS = compile_lazily(r"/\*.*?\*/|//[^\r\n]*(?:\r\n|\n|\r)", re.DOTALL)
_STRING = r"\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'"
_UNITS = compile_lazily(
    rf"//[^\n]*|/\*.*?\*/|{_STRING}|`(?:[^`\\]|\\.)*`|(?P<unended>/\*|`)", re.DOTALL
)


def is_empty(code: str) -> bool:
    """Whether a piece of JavaScript holds nothing but blanks and comments that end."""
    return not code.strip() or not _COMMENTS.sub("", code).strip()


def next_token(code: str, offset: int, unended: bool = False) -> int:
    """The beginning of the token at an offset or behind it, in characters.

    `unended` looks for the comment or template that reaches over the end of the text.
    """
    if unended and offset >= len(code.rstrip()):
        for unit in _UNITS.finditer(code):
            if unit["unended"]:
                return unit.start()
    between = _BETWEEN.match(code, max(0, min(offset, len(code))))
    return between.end() if between else offset
