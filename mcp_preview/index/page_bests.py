"""The best section of each page, by how well it fits and how well its page does."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from mcp_preview.content.pages import IndexedPage
from mcp_preview.index.boosts import boost_factor
from mcp_preview.index.page_copies import RankedSection

if TYPE_CHECKING:
    import tantivy

_TITLE_COUNTS = 1.5
"""What the sections of a page count whose title is the query (docs_lsp/DECISIONS.md)."""
_MAYBE_TITLES = 50
"""Among so many of the best is the page whose title is the query."""


def best_of_pages(
    found: Sequence[tuple[float, tantivy.DocAddress]],
    numbers: Sequence[int],
    pages: Mapping[int, IndexedPage],
    page_scores: Mapping[int, float],
    is_title: Callable[[IndexedPage], bool],
) -> list[RankedSection]:
    """The best section of each page, best first.

    `found` are sections with how well each fits, and `numbers` says to which page each belongs.
    `page_scores` has how well these fit as a whole, where they do at all.
    """
    factors = {number: boost_factor(pages[number].boost) for number in set(numbers)}
    scores = [
        (score + page_scores.get(number, 0.0)) * factors[number]
        for (score, _), number in zip(found, numbers, strict=True)
    ]
    order = sorted(range(len(scores)), key=scores.__getitem__, reverse=True)
    maybe = order[:_MAYBE_TITLES]
    titles = {one for one in {numbers[at] for at in maybe} if is_title(pages[one])}
    if titles:
        for at in maybe:
            scores[at] *= _TITLE_COUNTS if numbers[at] in titles else 1.0
        order.sort(key=scores.__getitem__, reverse=True)
    best: dict[int, int] = {}
    for at in order:
        best.setdefault(numbers[at], at)
    # There are many times as many sections as pages, and few are looked at again.
    return [
        RankedSection(scores[at], pages[number], number, found[at][1])
        for number, at in best.items()
    ]
