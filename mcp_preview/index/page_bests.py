"""The best section of each page, by how well it fits and how well its page does."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
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
_FEW_PAGES = 2_000
"""Of so few, to score all takes less time than to look some up."""


def page_numbers(
    searcher: tantivy.Searcher, found: Sequence[tuple[float, tantivy.DocAddress]]
) -> list[int]:
    """The numbers of the pages that these documents belong to."""
    numbers = searcher.fast_field_values("page", [place for _, place in found])
    return [int(number or 0) for number in numbers]


def page_scores(
    searcher: tantivy.Searcher,
    schema: tantivy.Schema,
    query: tantivy.Query,
    numbers: Collection[int],
) -> dict[int, float]:
    """How well pages of these numbers fit as a whole, and maybe others, by the number of each.

    `searcher` searches whole pages.
    """
    import tantivy

    most = searcher.num_docs
    if most > _FEW_PAGES:
        must = tantivy.Occur.Must
        among = tantivy.Query.term_set_query(schema, "page", list(numbers))
        parts = [(must, query), (must, tantivy.Query.const_score_query(among, 0.0))]
        query, most = tantivy.Query.boolean_query(parts), len(numbers)
    found = searcher.search(query, max(1, most), count=False).hits
    of_pages = page_numbers(searcher, found)
    return {number: score for (score, _), number in zip(found, of_pages, strict=True)}


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
    of_page = page_scores.get
    scores = [
        (score + of_page(number, 0.0)) * factors[number]
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
