"""The best section of each page, by how well it fits and how well its page does."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, cast

from mcp_preview.content.pages import IndexedPage
from mcp_preview.index.boosts import boost_factor
from mcp_preview.index.page_copies import RankedSection

if TYPE_CHECKING:
    import tantivy

_TITLE_COUNTS = 1.5
"""What the sections of a page count whose title is the query (docs_lsp/DECISIONS.md)."""
_MAYBE_TITLES = 30
"""Among so many of the best pages is the one whose title is the query."""
_FEW_PAGES = 2_000
"""Of so few, to score all takes less time than to look some up."""
_SCORE = itemgetter(0)


def page_numbers(
    searcher: tantivy.Searcher, found: Sequence[tuple[float, tantivy.DocAddress]]
) -> list[int]:
    """The numbers of the pages that these documents belong to."""
    # Each document has one.
    return cast("list[int]", searcher.fast_field_values("page", [place for _, place in found]))


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
    return dict(zip(page_numbers(searcher, found), map(_SCORE, found), strict=True))


def best_of_pages(
    found: Sequence[tuple[float, tantivy.DocAddress]],
    numbers: Sequence[int],
    pages: Mapping[int, IndexedPage],
    page_scores: Mapping[int, float],
    is_title: Callable[[IndexedPage], bool],
) -> list[RankedSection]:
    """The best section of each page, best first.

    `found` are sections with how well each fits, best first, and `numbers` says to which page each
    belongs.
    `page_scores` has how well these fit as a whole, where they do at all.
    """
    # Of a page all sections gain the same, so the first that was found stays the best.
    first: dict[int, int] = {}
    for at, number in enumerate(numbers):
        first.setdefault(number, at)
    scores = {
        number: (found[at][0] + page_scores.get(number, 0.0)) * boost_factor(pages[number].boost)
        for number, at in first.items()
    }
    order = sorted(scores, key=scores.__getitem__, reverse=True)
    titles = [number for number in order[:_MAYBE_TITLES] if is_title(pages[number])]
    if titles:
        for number in titles:
            scores[number] *= _TITLE_COUNTS
        order.sort(key=scores.__getitem__, reverse=True)
    return [
        RankedSection(scores[number], pages[number], number, found[first[number]][1])
        for number in order
    ]
