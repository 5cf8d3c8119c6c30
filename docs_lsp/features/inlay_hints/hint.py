"""What all inlay hints have in common."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from docs_lsp.jsontree.nodes import Node, String
from docs_lsp.settings import INLAY_HINTS
from docs_lsp.text import Span

TITLES, SUMMARIES, INHERITED, DEFAULTS = "titles", "summaries", "inherited", "defaults"
assert {TITLES, SUMMARIES, INHERITED, DEFAULTS} == INLAY_HINTS

LONGEST = 60
LONGEST_TOOLTIP = 400


class Hint(NamedTuple):
    """Words to be shown, and where."""

    at: int
    """The absolute offset that they stand before."""
    kind: str
    label: str
    tooltip: Callable[[], str]
    """What is said when the pointer rests on them; plain text, made when it is wanted."""


class Sight(NamedTuple):
    """The range of a file that hints are wanted for."""

    data: bytes
    file: str
    span: Span

    def behind(self, value: Node | None, start: int) -> int | None:
        """Where to say something of a text that starts at an offset: behind its comma, where that
        follows at once. None out of sight, and for a text that is not finished."""
        if type(value) is not String or not value.clean:
            return None
        end = start + value.size
        at = end + 1 if self.data[end : end + 1] == b"," else end
        return at if self.span.start <= at <= self.span.end else None
