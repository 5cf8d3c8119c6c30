"""Finds the beginnings of JavaScript tokens."""

from __future__ import annotations

import re

from docs_lsp.core.lazy_pattern import compile_lazily

_BETWEEN = compile_lazily(r"(?:\s|//[^\n]*(?:\n|\Z)|/\*.*?\*/)*", re.DOTALL)
_COMMENTS = compile_lazily(r"/\*.*?\*/|//[^\r\n]*(?:\r\n|\n|\r)", re.DOTALL)
_STRING = r"\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'"
_UNITS = compile_lazily(
    rf"//[^\n]*|/\*.*?\*/|{_STRING}|`(?:[^`\\]|\\.)*`|(?P<unended>/\*|`)", re.DOTALL
)


def is_empty_code(code: str) -> bool:
    """Whether code consists of white space and terminated comments only."""
    return not code.strip() or not _COMMENTS.sub("", code).strip()


def find_next_token(code: str, offset: int, unended: bool = False) -> int:
    """Return the character index of the token at or after an offset.

    `unended` finds the comment or template that extends beyond the end of the text.
    """
    if unended and offset >= len(code.rstrip()):
        for unit in _UNITS.finditer(code):
            if unit["unended"]:
                return unit.start()
    between = _BETWEEN.match(code, max(0, min(offset, len(code))))
    return between.end() if between else offset
