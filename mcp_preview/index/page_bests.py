"""Computes the score of each page: from its best section, and as a whole."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, cast

from mcp_preview.content.pages import IndexedPage
from mcp_preview.index.boosts import boost_factor

if TYPE_CHECKING:
    import tantivy

_TITLE_COUNTS = 1.5
"""The factor for the sections of a page whose title is the query (docs_lsp/DECISIONS.md)."""
_MAYBE_TITLES = 30
"""The number of best pages among which the one whose title is the query is searched."""
_FEW_PAGES = 2_000
"""The number of pages up to which scoring all is faster than looking some up."""
_SCORE = itemgetter(0)
_PLACE = itemgetter(1)


def page_numbers(
    searcher: tantivy.Searcher, hits: Sequence[tuple[float, tantivy.DocAddress]]
) -> list[int]:
    """Return the numbers of the pages of some documents."""
    # Each document has one.
    return cast("list[int]", searcher.fast_field_values("page", list(map(_PLACE, hits))))


def page_scores(
    searcher: tantivy.Searcher,
    schema: tantivy.Schema,
    query: tantivy.Query,
    numbers: Collection[int],
    total: int,
) -> dict[int, float]:
    """Return the scores of pages as a whole, and maybe of others, by page number.

    `searcher` searches whole pages, of which there are `total`.
    """
    import tantivy

    most = total
    if most > _FEW_PAGES:
        must = tantivy.Occur.Must
        among = tantivy.Query.term_set_query(schema, "page", list(numbers))
        parts = [(must, query), (must, tantivy.Query.const_score_query(among, 0.0))]
        query, most = tantivy.Query.boolean_query(parts), len(numbers)
    hits = searcher.search(query, max(1, most), count=False).hits
    return dict(zip(page_numbers(searcher, hits), map(_SCORE, hits), strict=True))


def best_sections(
    hits: Sequence[tuple[float, tantivy.DocAddress]], numbers: Sequence[int]
) -> dict[int, tuple[float, tantivy.DocAddress]]:
    """Return the best section of each page, by page number.

    `hits` are sections with their scores, best first, and `numbers` the pages they belong to.
    """
    best: dict[int, tuple[float, tantivy.DocAddress]] = {}
    for number, section in zip(numbers, hits, strict=True):
        best.setdefault(number, section)
    return best


def scores_of_pages(
    best: Mapping[int, tuple[float, tantivy.DocAddress]],
    pages: Mapping[int, IndexedPage],
    page_scores: Mapping[int, float],
    is_title: Callable[[IndexedPage], bool],
) -> dict[int, float]:
    """Return the score of each page, best first.

    `best` is the best section of each with its score; the sections of a page all gain the same.
    `page_scores` has the scores of pages as a whole, as far as they match.
    """
    scores = {
        number: (score + page_scores.get(number, 0.0)) * boost_factor(pages[number].boost)
        for number, (score, _) in best.items()
    }
    order = sorted(scores, key=scores.__getitem__, reverse=True)
    titles = [number for number in order[:_MAYBE_TITLES] if is_title(pages[number])]
    if titles:
        for number in titles:
            scores[number] *= _TITLE_COUNTS
        order.sort(key=scores.__getitem__, reverse=True)
    return {number: scores[number] for number in order}
