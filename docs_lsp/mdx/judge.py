"""What the reader asks about JavaScript."""

from __future__ import annotations

import re

_COMMENTS = re.compile(r"/\*.*?\*/|//[^\r\n]*(?:\r\n|\n|\r)", re.DOTALL)


def is_empty(code: str) -> bool:
    """Whether a piece of JavaScript holds nothing but blanks and comments that end."""
    return not code.strip() or not _COMMENTS.sub("", code).strip()


def expression_fault(code: str, spread: bool = False) -> int | None:
    """Where an expression is wrong, in characters; None where nothing is known to be."""
    return None


def module_fault(code: str) -> int | None:
    """Where imports and exports are wrong, in characters; None where nothing is known to be."""
    return None
