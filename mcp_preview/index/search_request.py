"""The parameters of a search, and the scope of what it may show."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from docs_lsp.site.visibility import Audience, Viewer
from mcp_preview.content.pages import IndexedPage

MOST_HITS = 10
"""The number of hits of a search."""


class SearchRequest(NamedTuple):
    """The words of a search, its filters and its limit."""

    query: str
    language: str | None
    version: str | None
    limit: int
    viewer: Viewer | None
    """The viewer who searches; None for the owner, who sees everything."""
    explain: bool = False
    """Whether each hit gets an explanation of its rank."""


class SearchScope(NamedTuple):
    """The scope of what a search may show."""

    admitted: Collection[Audience]
    language: str | None
    version: str | None

    def includes_page(self, page: IndexedPage) -> bool:
        """Return whether a page is in the scope."""
        return (
            page.audience in self.admitted
            and self.language in (None, page.language or self.language)
            and (self.version is None or not page.versions or self.version in page.versions)
        )
