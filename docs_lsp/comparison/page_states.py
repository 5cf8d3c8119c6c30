"""Describes a page in one state of a site, as readers and search engines see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.site.navigation.navigation import is_accepted, scopes
from docs_lsp.site.overview import Overview, is_navigation_complete, site_marks
from docs_lsp.site.pages import url_of
from docs_lsp.site.summaries.index_card import visibility_of_page
from docs_lsp.site.summaries.page_card import titles_around
from docs_lsp.site.summaries.page_titles import title_of_page

if TYPE_CHECKING:
    from docs_lsp.site.navigation.navigation import Listing
    from docs_lsp.site.navigation.walk import Placed
    from docs_lsp.site.pages import PageFile


class PageState(NamedTuple):
    """The properties of a page that readers and search engines notice."""

    address: str
    title: str
    """The title of the page, or its path."""
    edition: str
    """The languages and versions that list it; empty if it is not listed."""
    is_found: bool | None
    """Whether search finds it; None if unknown."""


class PageStates:
    """Describes the pages of one state of a site."""

    def __init__(self, overview: Overview) -> None:
        """Prepare everything that concerns all pages."""
        self._overview = overview
        self._listed = overview.navigation.by_page
        self._scopes = scopes(overview.navigation)
        self._marks = site_marks(overview)
        self._is_whole = overview.cached(is_navigation_complete)
        self._editions: dict[tuple[Placed, ...], str] = {}

    def describe_page(self, page: PageFile) -> PageState:
        """Return the state of one page."""
        overview = self._overview
        content = (overview.contents or {}).get(page.file)
        accepted_listings = [
            listing
            for listing in self._listed.get(page.page, ())
            if is_accepted(listing, self._scopes)
        ]
        sight = None
        if accepted_listings or self._is_whole:
            sight = visibility_of_page(
                page.page, content, accepted_listings, self._scopes, self._marks
            )
        title = title_of_page(page, overview.facts, {page.file: content}) if content else None
        return PageState(
            url_of(page.page),
            title or page.page,
            self._edition_name(accepted_listings) if accepted_listings else "",
            sight.searchable if sight else None,
        )

    def _edition_name(self, listings: Sequence[Listing]) -> str:
        """Return the languages and versions around some entries; cached by place."""
        places = tuple(listing.placed for listing in listings)
        edition = self._editions.get(places)
        if edition is None:
            titles = (*titles_around("language", listings), *titles_around("version", listings))
            edition = self._editions[places] = ", ".join(titles) or "the whole site"
        return edition


def describe_pages(overview: Overview) -> Mapping[str, PageState]:
    """Return the states of all pages, by file, for a site that is compared repeatedly."""
    states = PageStates(overview)
    return {page.file: states.describe_page(page) for page in overview.facts.pages}
