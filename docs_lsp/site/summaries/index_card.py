"""A summary of the pages that search, and the search server for AI tools, will find.

It covers all pages, so it takes time proportional to the site; the overview of a site caches it
(`overview.cached(index_card)`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.site.navigation.navigation import (
    Ancestors,
    Listing,
    find_published_ancestors,
    is_listing_accepted,
)
from docs_lsp.site.navigation.variables import read_variables
from docs_lsp.site.navigation.walk import Placed
from docs_lsp.site.navigation_completeness import is_navigation_complete
from docs_lsp.site.overview import collect_site_marks
from docs_lsp.site.pages import page_to_url
from docs_lsp.site.routes.reserved import is_search_server_path
from docs_lsp.site.specifications.endpoints import Endpoint, parse_endpoint_entry
from docs_lsp.site.summaries.page_emptiness import explain_emptiness
from docs_lsp.site.visibility import DECIDING, Reason, SiteMarks, Visibility, decide_visibility

if TYPE_CHECKING:
    from docs_lsp.site.mdx.content import PageContent
    from docs_lsp.site.overview import Overview


@dataclass(frozen=True, eq=False)
class IndexCard:
    """The visibility of all pages of a site that were read."""

    sights: Mapping[str, Visibility]
    """The visibility of each page, by its page path, as far as it is known."""
    endpoints: int
    """The number of endpoints that the navigation lists."""
    is_whole: bool
    """Whether pages that are not listed are included."""
    without_text: int = 0
    """The number of pages that search finds by their title and description only."""
    unreadable: int = 0
    """The number of pages of unknown visibility, since their frontmatter cannot be read."""

    @property
    def page_count(self) -> int:
        """The number of pages, those of unknown visibility included."""
        return len(self.sights) + self.unreadable

    @property
    def searchable_count(self) -> int:
        """The number of pages that search finds."""
        return sum(sight.searchable for sight in self.sights.values())

    @property
    def counts_by_reason(self) -> Counter[Reason]:
        """The number of pages that search does not find, for each reason."""
        return Counter(sight.reason for sight in self.sights.values() if not sight.searchable)


class ListedPageCounts(NamedTuple):
    """The numbers of pages that an element lists."""

    pages: int
    hidden: int
    """The pages that the navigation does not show."""
    left_out: int
    """The pages that search does not find."""
    endpoints: int


def make_index_card(overview: Overview) -> IndexCard | None:
    """Return the visibility of every page, and counts; None if the pages have not been read."""
    if overview.contents is None:
        return None
    known, marks = find_published_ancestors(overview.navigation), collect_site_marks(overview)
    whole = overview.cached(is_navigation_complete)
    by_page = overview.navigation.by_page
    sights, alike = {}, dict[Visibility, Visibility]()  # There are few kinds of pages.
    usual = dict[tuple[int, ...], Visibility]()
    """The visibility of pages that depends only on the listing elements, by these."""
    without_text = unreadable = 0
    for page, file in overview.facts.pages:
        content = overview.contents.get(file)
        listings = [
            listing for listing in by_page.get(page, ()) if is_listing_accepted(listing, known)
        ]
        if listings or whole:
            key = _make_visibility_key(page, content, listings, known)
            sight = usual.get(key) if key else None
            if sight is None and (
                sight := decide_page_visibility(page, content, listings, known, marks)
            ):
                sight = alike.setdefault(sight, sight)
            if sight is None:
                unreadable += 1
            else:
                sights[page] = sight
                if key:
                    usual[key] = sight
                if content is not None and sight.searchable:
                    without_text += bool(explain_emptiness(file, content, overview.facts))
    endpoints = sum(map(_is_valid_endpoint, overview.navigation.listings))
    return IndexCard(sights, endpoints, whole, without_text, unreadable)


def find_rejected_pages(overview: Overview) -> frozenset[str]:
    """Return the searchable pages that the service rejects; parses those not parsed yet."""
    from docs_lsp.mdx.fault_messages import find_first_fault

    card = overview.cached(make_index_card)
    if card is None or overview.contents is None:
        return frozenset()
    defined = read_variables(overview.objects).by_name
    rejected = set[str]()
    for page, file in overview.facts.pages:
        sight = card.sights.get(page)
        content = overview.contents.get(file) if sight and sight.searchable else None
        if content is not None and find_first_fault(content.faults, defined):
            rejected.add(page)
    return frozenset(rejected)


def _make_visibility_key(
    page: str,
    content: PageContent | None,
    listings: Iterable[Listing],
    known: Mapping[Placed, Ancestors],
) -> tuple[int, ...]:
    """Return a key of the listing elements, or () if the page itself affects its visibility.

    With it, thousands of pages need not be examined one by one.
    """
    if (
        content is None
        or content.fault
        or not content.fields
        or is_search_server_path(page_to_url(page))
    ):
        return ()
    if not DECIDING.isdisjoint(content.fields):
        return ()
    return tuple(id(known[listing.placed]) for listing in listings)


def decide_page_visibility(
    page: str,
    content: PageContent | None,
    listings: Iterable[Listing],
    known: Mapping[Placed, Ancestors],
    marks: SiteMarks,
) -> Visibility | None:
    """Return a page's visibility, given its accepted listings; None if it cannot be read.

    `known` must have the ancestors of the listing elements.
    """
    # Nearly all pages have fields, so they need not be asked whether these can be read.
    fields = content.fields if content else {}
    if content is None or not (fields or content.has_readable_frontmatter):
        return None
    chains = [known[listing.placed].chain for listing in listings]
    is_reserved = is_search_server_path(page_to_url(page))
    return decide_visibility(chains, fields, marks, is_reserved=is_reserved)


def count_pages_in(overview: Overview, file: str, at: int) -> ListedPageCounts:
    """Count the distinct pages in the element that begins at an absolute byte offset of a file."""
    pages = overview.facts.pages
    listings = list(_iter_listings_in(overview, file, at))
    endpoints = sum(map(_is_valid_endpoint, listings))
    named = {listing.page for listing in listings if listing.page in pages}
    card = overview.cached(make_index_card)
    sights = [card.sights[page] for page in named if page in card.sights] if card else []
    return ListedPageCounts(
        len(named),
        sum(not sight.in_navigation for sight in sights),
        sum(not sight.searchable for sight in sights),
        endpoints,
    )


def _is_valid_endpoint(listing: Listing) -> bool:
    return " " in listing.text and isinstance(parse_endpoint_entry(listing.text), Endpoint)


def _iter_listings_in(overview: Overview, file: str, at: int) -> Iterator[Listing]:
    """Yield the listings of the element that begins at an offset of a file, and of those in it."""
    below: set[Placed] = set()
    for placed in overview.objects:
        if (placed.file == file and placed.at == at) or placed.around in below:
            below.add(placed)
    yield from (listing for listing in overview.navigation.listings if listing.placed in below)
