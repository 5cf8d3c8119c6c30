"""What one search and one read cost a client, in tokens, as far as that can be estimated.

Each model counts in its own way. A token is taken for four bytes of UTF-8, which is near the truth
for English text, and somewhat low for code.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import median
from typing import NamedTuple

from mcp_preview.content.pages import IndexedPage
from mcp_preview.filesystem.virtual_files import page_text
from mcp_preview.mcp.results import MAX_OUTPUT

BYTES_OF_TOKEN = 4


class Cost(NamedTuple):
    """Tokens that one call takes."""

    usual: int
    """The median."""
    most: int


class CallCosts(NamedTuple):
    """What the calls of a client cost, in tokens."""

    search: Cost
    """The answer to a search, over searches for the title of each page."""
    read: Cost
    """A whole page, as far as one call gives it."""


def call_costs(answers: Sequence[int], pages: Iterable[IndexedPage]) -> CallCosts:
    """The costs; `answers` are the sizes of the answers to searches, in bytes."""
    return CallCosts(
        _cost(answers), _cost([min(len(page_text(page)), MAX_OUTPUT) for page in pages])
    )


def _cost(sizes: Sequence[int]) -> Cost:
    if not sizes:
        return Cost(0, 0)
    return Cost(round(median(sizes) / BYTES_OF_TOKEN), round(max(sizes) / BYTES_OF_TOKEN))
