"""The weights of the parts of a page in a search: title, headings, description, links, boosts.

The values were measured (docs_lsp/DECISIONS.md).
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple


class FieldWeights(NamedTuple):
    """The weights of words in a title or a heading, relative to the text of a section."""

    title: float
    heading: float


IN_SHORT_QUERY = FieldWeights(title=1.0, heading=0.8)
IN_SENTENCE = FieldWeights(title=0.4, heading=0.15)

TITLE_COPIES, HEADING_COPIES, DESCRIPTION_COPIES = 10, 1, 8
"""How often the words of a title, heading or description count in the index of whole pages."""

FIRST_WORDS = 25
"""The number of words of a page's text that, with its title and description, are its beginning."""
AT_START = 0.75
"""The points for a word of a sentence in the beginning of a page, as a share of its rarity."""

WHOLE_TITLE = 1.5
"""The factor for the sections of a page whose title is the query."""
MOSTLY_LINKS = 0.5
"""The factor for the score of a section that is mostly links."""
_MOST_BY_BOOST = 1.05
"""The factor up to which scores count as similarly relevant."""


@lru_cache(maxsize=1_000)
def limit_boost(boost: float) -> float:
    """Return a site's boost as the factor of a score, limited to 5 % more or less.

    Boosts decide between similar hits only (docs_lsp/SERVICE.md, boosts).
    """
    return min(_MOST_BY_BOOST, max(1 / _MOST_BY_BOOST, boost))
