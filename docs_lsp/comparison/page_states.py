"""Describes a page in one state of a site, as readers and search engines see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from docs_lsp.site.navigation.navigation import (
    Listing,
    find_published_ancestors,
    is_listing_accepted,
)
from docs_lsp.site.navigation.walk import Placed
from docs_lsp.site.navigation_completeness import is_navigation_complete
from docs_lsp.site.overview import Overview, collect_site_marks
from docs_lsp.site.pages import PageFile, page_to_url
from docs_lsp.site.summaries.index_card import decide_page_visibility
from docs_lsp.site.summaries.page_card import collect_titles_around
from docs_lsp.site.summaries.page_titles import get_page_title


class PageState(NamedTuple):
    """The properties of a page that readers and search engines notice."""

    address: str
    title: str
    """The title of the page, or its path."""
    edition: str
    """The languages and versions that list it; empty if it is not listed."""
    is_found: bool | None
    """Whether search finds it; None if unknown."""


class PageDescriber:
    """Describes the pages of one state of a site."""

    def __init__(self, overview: Overview) -> None:
        """Prepare everything that concerns all pages."""
        self._overview = overview
        self._listed = overview.navigation.by_page
        self._scopes = find_published_ancestors(overview.navigation)
        self._marks = collect_site_marks(overview)
        self._is_whole = overview.cached(is_navigation_complete)
        self._editions: dict[tuple[Placed, ...], str] = {}

    def describe_page(self, page: PageFile) -> PageState:
        """Return the state of one page."""
        overview = self._overview
        content = (overview.contents or {}).get(page.file)
        accepted_listings = [
            listing
            for listing in self._listed.get(page.page, ())
            if is_listing_accepted(listing, self._scopes)
        ]
        sight = None
        if accepted_listings or self._is_whole:
            sight = decide_page_visibility(
                page.page, content, accepted_listings, self._scopes, self._marks
            )
        title = get_page_title(page, overview.facts, {page.file: content}) if content else None
        return PageState(
            page_to_url(page.page),
            title or page.page,
            self._get_edition_name(accepted_listings) if accepted_listings else "",
            sight.searchable if sight else None,
        )

    def _get_edition_name(self, listings: Sequence[Listing]) -> str:
        """Return the languages and versions around some entries; cached by place."""
        places = tuple(listing.placed for listing in listings)
        edition = self._editions.get(places)
        if edition is None:
            titles = (
                *collect_titles_around("language", listings),
                *collect_titles_around("version", listings),
            )
            edition = self._editions[places] = ", ".join(titles) or "the whole site"
        return edition


def describe_pages(overview: Overview) -> Mapping[str, PageState]:
    """Return the states of all pages, by file, for a site that is compared repeatedly."""
    states = PageDescriber(overview)
    return {page.file: states.describe_page(page) for page in overview.facts.pages}
