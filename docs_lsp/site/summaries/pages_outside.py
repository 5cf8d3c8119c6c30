"""The pages that no entry of the navigation lists: forgotten ones, hidden ones, linked ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docs_lsp.site.completeness import is_whole
from docs_lsp.site.ignore import documented
from docs_lsp.site.pages import PageFile
from docs_lsp.site.summaries.page_titles import page_of_entry

if TYPE_CHECKING:
    from docs_lsp.site.overview import Overview


def pages_outside(overview: Overview) -> tuple[PageFile, ...]:
    """These pages, as they are in the index; none where not all of the navigation is known."""
    if not overview.once(is_whole):
        return ()
    pages = overview.facts.pages
    found = (page_of_entry(one.text, pages) for one in overview.navigation.listings)
    listed = {page.page for page in found if page is not None}
    return tuple(page for page in pages if page.page not in listed and not _is_aside(page))


def _is_aside(page: PageFile) -> bool:
    """Whether the service may leave a page aside because of where it lies."""
    return documented(page.file) or "/." in f"/{page.file}"
