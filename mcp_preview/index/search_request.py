"""What is asked of a search, and what it may show."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from docs_lsp.site.visibility import Audience, Viewer
from mcp_preview.content.pages import IndexedPage


class SearchRequest(NamedTuple):
    """The words of a search, its filters, and how much it may give."""

    query: str
    language: str | None
    version: str | None
    limit: int
    viewer: Viewer | None
    """As whom one searches; None for the owner, who sees everything."""
    explain: bool = False
    """Whether each hit is to say why it ranks where it does."""


class SearchScope(NamedTuple):
    """What a search may show."""

    admitted: Collection[Audience]
    language: str | None
    version: str | None

    def shows(self, page: IndexedPage) -> bool:
        """Whether a page is among it."""
        return (
            page.audience in self.admitted
            and self.language in (None, page.language or self.language)
            and (self.version is None or not page.versions or self.version in page.versions)
        )
