"""How much JavaScript of one page is parsed."""

from __future__ import annotations

_MOST_PARSED = 100_000
"""The number of characters that are parsed in all expressions of a page; no real page has more."""
_EACH = 18
"""The number of characters that take as long to parse as it takes to start the parser."""


class CodeBudget:
    """Counts the code of one page; nothing is reported in expressions beyond the limit."""

    def __init__(self) -> None:
        self._left = _MOST_PARSED

    def may_parse(self, code: str) -> bool:
        """Count an expression, and return whether it may be parsed."""
        self._left -= len(code) + _EACH
        return self._left >= 0
