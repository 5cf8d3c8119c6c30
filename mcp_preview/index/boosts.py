"""What a site's boosts do to scores: they decide between hits of like relevance."""

from __future__ import annotations

from functools import lru_cache

_MOST = 1.05
"""Scores closer than by this factor are of like relevance."""


@lru_cache(maxsize=1_000)
def boost_factor(boost: float) -> float:
    """The factor that a boost comes to in a score (docs_lsp/SERVICE.md, boosts)."""
    return min(_MOST, max(1 / _MOST, boost))
