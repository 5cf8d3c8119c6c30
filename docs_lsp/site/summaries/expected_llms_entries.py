"""The pages that the service lists in the generated `llms.txt`, as far as files show.

Source: SERVICE.md, served-as-text. Generated pages are not included: there may be more entries than
these, never fewer.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.site.languages_and_versions import select_default_elements
from docs_lsp.site.navigation.navigation import find_published_ancestors, is_listing_accepted
from docs_lsp.site.navigation_completeness import is_navigation_complete
from docs_lsp.site.pages import page_to_url
from docs_lsp.site.summaries.index_card import make_index_card
from docs_lsp.site.summaries.page_titles import get_page_title

if TYPE_CHECKING:
    from docs_lsp.site.overview import Overview

LONGEST_DESCRIPTION = 300
"""Maximum number of characters of a description that the service shows."""


class LlmsEntry(NamedTuple):
    """A page in the list."""

    page: str
    """Its page path."""
    url: str
    title: str
    description: str
    """The part that the list shows."""

    def measure_line(self, *, is_described: bool = True) -> int:
        """Return the minimum number of characters of its line, without the site's origin."""
        more = len(self.description) + 2 if is_described and self.description else 0
        # `- [title](/url.md)` and the end of the line.
        return len(self.title) + len(self.url) + more + 10


def list_llms_entries(overview: Overview) -> tuple[LlmsEntry, ...]:
    """Return the entries in the order of the navigation; empty if not all pages are known."""
    if overview.contents and overview.cached(is_navigation_complete):
        return tuple(_iter_entries(overview))
    return ()


def _iter_entries(overview: Overview) -> Iterator[LlmsEntry]:
    """Yield the entries, without pages that are only in other languages or versions."""
    card, contents = overview.cached(make_index_card), overview.contents or {}
    pages = overview.facts.pages
    known = find_published_ancestors(overview.navigation)
    defaults = select_default_elements(known)
    by_page = overview.navigation.by_page
    for page in dict.fromkeys((*by_page, *(one.page for one in pages))):
        page_file, sight = pages.find_page(page), card.sights.get(page) if card else None
        if page_file is None or sight is None or not (sight.llms and sight.audience.public):
            continue
        around = [
            listing.placed
            for listing in by_page.get(page, ())
            if is_listing_accepted(listing, known)
        ]
        if around and not any(placed in defaults for placed in around):
            continue
        title = get_page_title(page_file, overview.facts, contents) or page
        fields = contents[page_file.file].fields
        value = fields.get("description")
        description = " ".join(value.split()) if isinstance(value, str) else ""
        yield LlmsEntry(page, page_to_url(page), title, description[:LONGEST_DESCRIPTION])
