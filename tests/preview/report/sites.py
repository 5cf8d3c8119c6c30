"""Sites for the tests of the report."""

from __future__ import annotations

from collections.abc import Sequence

from docs_lsp.site.visibility import ANONYMOUS, Viewer
from mcp_preview.content.pages import IndexedPage
from mcp_preview.index.search_hit import SearchHit
from mcp_preview.index.search_index import SearchIndex
from mcp_preview.report.finding import FindHits, FindingKind, FindingPlace
from mcp_preview.report.site_findings import UnaskedFindings, find_site_findings


def findings_of(pages: Sequence[IndexedPage], name: str = "Harbour") -> UnaskedFindings:
    """The findings on a site with these pages."""
    return find_site_findings(name, finder(pages), pages)


def places_of(found: UnaskedFindings, kind: FindingKind) -> tuple[FindingPlace, ...]:
    """The places of all findings of a kind."""
    return tuple(place for one in found.findings if one.kind is kind for place in one.places)


def finder(pages: Sequence[IndexedPage], viewer: Viewer | None = ANONYMOUS) -> FindHits:
    """Searches in these pages as a viewer."""
    index = SearchIndex()
    index.rebuild(pages)

    def find(words: str, language: str | None, version: str | None) -> Sequence[SearchHit]:
        return index.search(words, language=language, version=version, viewer=viewer)

    return find


def words(number: int, count: int = 60) -> str:
    """A text like no other."""
    return " ".join(f"w{number}x{at}" for at in range(count))
