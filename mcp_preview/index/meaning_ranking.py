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

_PER_WORD = 3.6
"""Points for each word of the query, for the page that is nearest."""
_LEAST = 0.3
"""A page with none of the words has to be at least so near, and the nearest one for all points:
further off, all pages are alike."""


def rank_by_meaning(
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
    known = {ranked_section.page.original for ranked_section in ranked}
    candidates = [
        ranked_section._replace(cosine=max(0.0, near.cosines.get(ranked_section.number, 0.0)))
        for ranked_section in ranked
    ]
    for number, section, cosine in near.pages:
        page = pages.get(number)
        if page and cosine >= _LEAST and page.original not in known and shows(page):
            known.add(page.original)
            candidates.append(RankedSection(0.0, page, number, section, cosine))
    nearest = max((candidate.cosine or 0.0 for candidate in candidates), default=0.0)
    # How near pages come differs from query to query, and what counts is which come nearer.
    points = _PER_WORD * words / max(_LEAST, nearest)
    result = [
        candidate._replace(
            score=candidate.score
            + points * (candidate.cosine or 0.0) * boost_factor(candidate.page.boost)
        )
        for candidate in candidates
    ]
    return sorted(result, key=lambda ranked_section: -ranked_section.score)
