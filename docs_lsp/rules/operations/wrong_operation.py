"""The fault of an operation that a page names."""

from __future__ import annotations

from typing import NamedTuple

from docs_lsp.core.problem import Severity
from docs_lsp.site.specifications.endpoints import CharacterRange


class WrongOperation(NamedTuple):
    """One thing that is wrong with the operation of a page."""

    rule: str
    part: CharacterRange
    """The part of the value that is wrong."""
    fault: str
    remedy: str
    """The consequence, and what to do about it."""
    texts: tuple[str, ...] = ()
    """Values that may be meant instead, likeliest first."""
    severity: Severity = Severity.ERROR
    target: str = ""
    """The path of a missing file."""
    is_sure: bool = False
    """Whether the first of `texts` is surely meant: it names the same operation."""
