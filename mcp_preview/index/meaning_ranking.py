"""Ranks pages found by their words again, by the similarity of their meaning to the query.

Pages with a similar meaning but without the words are added. The points for meaning grow with the
number of words of the query, like the points for words. For a sentence they are a share of the best
page's points for words: these differ by more than the number of words, since a question in words of
its own has few points. The weights were measured (docs_lsp/DECISIONS.md).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from mcp_preview.content.pages import IndexedPage
from mcp_preview.index.page_copies import RankedSection
from mcp_preview.index.sentence_words import is_sentence
from mcp_preview.index.weights import limit_boost
from mcp_preview.meaning.embedder import NearPages

_PER_WORD = 3.6
"""The points for each word of a query of few words, for the most similar page."""
_IN_SENTENCE = 1.5
"""The points for the page most similar to a sentence, as a share of the most points for words."""
_LEAST = 0.3
"""The least similarity of a page without the words, and of the best page for all points.

Below it, all pages are equally dissimilar.
"""


def rank_by_meaning(
    ranked: Sequence[RankedSection],
    near: NearPages,
    words: int,
    pages: Mapping[int, IndexedPage],
    shows: Callable[[IndexedPage], bool],
) -> list[RankedSection]:
    """Rank sections again and add those of pages similar to a query, best first.

    `ranked` has one section of each page. `pages` are all pages by their numbers, and `shows`
    decides which of them may be found.
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
    most = max((candidate.score for candidate in candidates), default=0.0)
    full = _IN_SENTENCE * most if most and is_sentence(words) else _PER_WORD * words
    # Similarities differ between queries; only the order of pages matters.
    points = full / max(_LEAST, nearest)
    result = [
        candidate._replace(
            score=candidate.score
            + points * (candidate.cosine or 0.0) * limit_boost(candidate.page.boost)
        )
        for candidate in candidates
    ]
    return sorted(result, key=lambda ranked_section: -ranked_section.score)
