"""Computes the score of each page: from its best section, and as a whole."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, TypeAlias, cast

from mcp_preview.content.pages import IndexedPage
from mcp_preview.index.index_schema import LINKS, match_any_value
from mcp_preview.index.weights import WHOLE_TITLE, limit_boost

if TYPE_CHECKING:
    import tantivy

ScoredSection: TypeAlias = "tuple[float, tantivy.DocAddress]"
"""A section in the index, behind how well it fits."""

_MAYBE_TITLES = 30
"""The number of best pages among which the one whose title is the query is searched."""
_FEW_PAGES = 2_000
"""The number of pages up to which scoring all is faster than looking some up."""
_FEW_NUMBERS, _PAGES_FOR_NUMBER = 200, 50
"""The number of pages up to which looking each of them up is faster than comparing all pages with
them, on a small site, and the number of pages of a larger site for each further one."""
_SCORE = itemgetter(0)
_PLACE = itemgetter(1)


def _find_page_numbers(searcher: tantivy.Searcher, places: list[tantivy.DocAddress]) -> list[int]:
    """Return the numbers of the pages of some documents."""
    # Each document has one.
    return cast("list[int]", searcher.fast_field_values("page", places))


def score_whole_pages(
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
        # Comparing all pages takes the longer the more there are.
        few = _FEW_NUMBERS + total // _PAGES_FOR_NUMBER
        among = match_any_value(schema, "page", numbers, few)
        parts = [(must, query), (must, tantivy.Query.const_score_query(among, 0.0))]
        query, most = tantivy.Query.boolean_query(parts), len(numbers)
    hits = searcher.search(query, max(1, most), count=False).hits
    found = _find_page_numbers(searcher, list(map(_PLACE, hits)))
    return dict(zip(found, map(_SCORE, hits), strict=True))


def pick_best_sections(
    searcher: tantivy.Searcher, hits: Sequence[ScoredSection], *, links_count: float
) -> dict[int, ScoredSection]:
    """Return the best section by page number; those of links score `links_count` as much.

    `hits` are sections, best first.
    """
    best: dict[int, ScoredSection] = {}
    places = list(map(_PLACE, hits))
    numbers = _find_page_numbers(searcher, places)
    # Each document has one.
    are_links = searcher.fast_field_values(LINKS, places)
    for number, hit, is_links in zip(numbers, hits, are_links, strict=True):
        scored = (hit[0] * links_count, hit[1]) if is_links else hit
        if number not in best or scored[0] > best[number][0]:
            best[number] = scored
    return best


def combine_page_scores(
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
        number: (score + page_scores.get(number, 0.0)) * limit_boost(pages[number].boost)
        for number, (score, _) in best.items()
    }
    order = sorted(scores, key=scores.__getitem__, reverse=True)
    titles = [number for number in order[:_MAYBE_TITLES] if is_title(pages[number])]
    if titles:
        for number in titles:
            scores[number] *= WHOLE_TITLE
        order.sort(key=scores.__getitem__, reverse=True)
    return {number: scores[number] for number in order}
