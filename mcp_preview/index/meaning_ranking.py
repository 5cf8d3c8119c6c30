"""Ranks pages that were found by their words anew, by how near their meaning is to the query's.

What means the like without one of the words is added. How many points a page gets for its meaning
grows with the words of the query, as those that it gets for its words do; both together were
measured (docs_lsp/DECISIONS.md).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from mcp_preview.content.pages import IndexedPage
from mcp_preview.index.boosts import boost_factor
from mcp_preview.index.page_copies import RankedSection
from mcp_preview.meaning.embedder import Near

_PER_WORD = 7.0
"""Points for each word of the query, for a page that means the very same."""
_LEAST = 0.3
"""A page with none of the words has to be at least so near: further off, all pages are alike."""


def by_meaning(
    ranked: Sequence[RankedSection],
    near: Near,
    words: int,
    pages: Mapping[int, IndexedPage],
    shows: Callable[[IndexedPage], bool],
) -> list[RankedSection]:
    """The sections anew, best first, and those of pages that are near to a query of some words.

    `ranked` has one section of each page. `pages` are all pages by their numbers, and `shows` says
    which of them may be found.
    """
    points = _PER_WORD * words
    result = []
    for one in ranked:
        cosine = max(0.0, near.cosines.get(one.number, 0.0))
        score = one.score + points * cosine * boost_factor(one.page.boost)
        result.append(one._replace(score=score, cosine=cosine))
    known = {one.page.original for one in ranked}
    for number, section, cosine in near.pages:
        page = pages.get(number)
        if page and cosine >= _LEAST and page.original not in known and shows(page):
            known.add(page.original)
            score = points * cosine * boost_factor(page.boost)
            result.append(RankedSection(score, page, number, section, cosine))
    return sorted(result, key=lambda one: -one.score)
