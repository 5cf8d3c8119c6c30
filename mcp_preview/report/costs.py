"""Estimates of the tokens that one search and one read cost a client.

Each model counts differently. A token is assumed to be four bytes of UTF-8, which is close for
English text and somewhat low for code.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import median
from typing import NamedTuple

from mcp_preview.content.pages import IndexedPage
from mcp_preview.filesystem.output_limits import MAX_CALL_OUTPUT
from mcp_preview.filesystem.virtual_files import render_page_file

BYTES_OF_TOKEN = 4


class Cost(NamedTuple):
    """The tokens of one call."""

    usual: int
    """The median of all calls."""
    most: int


class CallCosts(NamedTuple):
    """The costs of the calls of a client, in tokens."""

    search: Cost
    """The response to a search, measured for the title of each page."""
    read: Cost
    """A page, up to the limit of one call."""


def compute_call_costs(answers: Sequence[int], pages: Iterable[IndexedPage]) -> CallCosts:
    """Return the costs; `answers` are the sizes of responses to searches in bytes."""
    return CallCosts(
        _compute_cost(answers),
        _compute_cost([min(len(render_page_file(page)), MAX_CALL_OUTPUT) for page in pages]),
    )


def _compute_cost(sizes: Sequence[int]) -> Cost:
    """Return the median and the greatest cost of sizes in bytes."""
    if not sizes:
        return Cost(0, 0)
    return Cost(round(median(sizes) / BYTES_OF_TOKEN), round(max(sizes) / BYTES_OF_TOKEN))
