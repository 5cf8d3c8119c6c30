"""What is wrong with the operation that a page names."""

from __future__ import annotations

from typing import NamedTuple

from docs_lsp.core.problem import Severity
from docs_lsp.site.specifications.endpoints import Part


class Wrong(NamedTuple):
    """One thing that is wrong with the operation of a page."""

    rule: str
    part: Part
    """Which part of the value is wrong."""
    fault: str
    remedy: str
    """What follows from it, and what to do about it."""
    texts: tuple[str, ...] = ()
    """What may be meant instead, likeliest first."""
    severity: Severity = Severity.ERROR
    target: str = ""
    """The address of a file that is not there."""
    is_sure: bool = False
    """Whether the first of the texts is surely meant: it names the same operation."""
