"""Limits the effect of a site's boosts on scores: they decide between similar hits."""

from __future__ import annotations

from functools import lru_cache

_MOST = 1.05
"""The factor up to which scores count as similarly relevant."""


@lru_cache(maxsize=1_000)
def limit_boost(boost: float) -> float:
    """Return the factor by which a boost changes a score (docs_lsp/SERVICE.md, boosts)."""
    return min(_MOST, max(1 / _MOST, boost))
