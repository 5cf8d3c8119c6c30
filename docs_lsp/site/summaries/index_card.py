"""What the search of a site, and its search server for AI tools, will find.

For questions about all pages at once, so it takes time that grows with the site; the overview of
a site keeps the answer (`overview.once(index_card)`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.site.navigation.navigation import Ancestors, Listing, is_accepted, published_scopes
from docs_lsp.site.navigation.walk import Placed
from docs_lsp.site.overview import is_navigation_complete, site_marks
from docs_lsp.site.pages import url_of
from docs_lsp.site.routes.reserved import is_reserved
from docs_lsp.site.specifications.endpoints import Endpoint, parse_endpoint
from docs_lsp.site.summaries.page_emptiness import explain_emptiness
from docs_lsp.site.visibility import DECIDING, Reason, SiteMarks, Visibility, visibility

if TYPE_CHECKING:
    from docs_lsp.site.mdx.content import PageContent
    from docs_lsp.site.overview import Overview


@dataclass(frozen=True, eq=False)
class IndexCard:
    """All pages of a site that were read, and who finds them."""

    sights: Mapping[str, Visibility]
    """Where each page shows up, by its page path, as far as that is known."""
    endpoints: int
    """How many endpoints the navigation lists."""
    is_whole: bool
    """Whether pages that are not listed are among them."""
    without_text: int = 0
    """How many pages search finds by their title and description only."""

    @property
    def searchable_count(self) -> int:
        """How many pages search finds."""
        return sum(sight.searchable for sight in self.sights.values())

    @property
    def counts_by_reason(self) -> Counter[Reason]:
        """How many pages it does not find, for each reason."""
        return Counter(sight.reason for sight in self.sights.values() if not sight.searchable)


class Counts(NamedTuple):
    """How many pages an element lists, by what becomes of them."""

    pages: int
    hidden: int
    """Those that the navigation does not show."""
    left_out: int
    """Those that search does not find."""
    endpoints: int


def index_card(overview: Overview) -> IndexCard | None:
    """Look at every page; None where the pages have not been read."""
    if overview.contents is None:
        return None
    known, marks, whole = (
        published_scopes(overview.navigation),
        site_marks(overview),
        overview.cached(is_navigation_complete),
    )
    by_page = overview.navigation.by_page
    sights, alike = {}, dict[Visibility, Visibility]()  # There are few kinds of pages.
    usual = dict[tuple[int, ...], Visibility]()
    """Where pages show up of which only the elements tell that list them, by these."""
    without_text = 0
    for page, file in overview.facts.pages:
        content = overview.contents.get(file)
        listings = [listing for listing in by_page.get(page, ()) if is_accepted(listing, known)]
        if listings or whole:
            key = _elements_of(page, content, listings, known)
            sight = usual.get(key) if key else None
            if sight is None and (
                sight := visibility_of_page(page, content, listings, known, marks)
            ):
                sight = alike.setdefault(sight, sight)
            if sight is not None:
                sights[page] = sight
                if key:
                    usual[key] = sight
                if content is not None and sight.searchable:
                    without_text += bool(explain_emptiness(file, content, overview.facts))
    endpoints = sum(map(_is_endpoint, overview.navigation.listings))
    return IndexCard(sights, endpoints, whole, without_text)


def _elements_of(
    page: str,
    content: PageContent | None,
    listings: Iterable[Listing],
    known: Mapping[Placed, Ancestors],
) -> tuple[int, ...]:
    """The elements that list a page, if they alone tell where it shows up: thousands of pages need
    not be looked at one by one. None where the page has to be."""
    if content is None or content.fault or not content.fields or is_reserved(url_of(page)):
        return ()
    if not DECIDING.isdisjoint(content.fields):
        return ()
    return tuple(id(known[listing.placed]) for listing in listings)


def visibility_of_page(
    page: str,
    content: PageContent | None,
    listings: Iterable[Listing],
    known: Mapping[Placed, Ancestors],
    marks: SiteMarks,
) -> Visibility | None:
    """Where a page shows up, given the listings of it that the service keeps and the scopes that
    are known; None for a page that cannot be read."""
    if content is None or content.fault:
        return None
    if not content.fields and content.head.strip() and content.frontmatter.problem:
        return None
    chains = [known[listing.placed].chain for listing in listings]
    return visibility(chains, content.fields, marks, is_reserved=is_reserved(url_of(page)))


def counts_of(overview: Overview, file: str, at: int) -> Counts:
    """The pages in an element, which begins at an absolute offset of a file, each counted once."""
    pages = overview.facts.pages
    listings = list(_listings_in(overview, file, at))
    endpoints = sum(map(_is_endpoint, listings))
    named = {listing.page for listing in listings if listing.page in pages}
    card = overview.cached(index_card)
    sights = [card.sights[page] for page in named if page in card.sights] if card else []
    return Counts(
        len(named),
        sum(not sight.in_navigation for sight in sights),
        sum(not sight.searchable for sight in sights),
        endpoints,
    )


def _is_endpoint(listing: Listing) -> bool:
    return " " in listing.text and isinstance(parse_endpoint(listing.text), Endpoint)


def _listings_in(overview: Overview, file: str, at: int) -> Iterator[Listing]:
    below: set[Placed] = set()
    for placed in overview.objects:
        if (placed.file == file and placed.at == at) or placed.around in below:
            below.add(placed)
    yield from (listing for listing in overview.navigation.listings if listing.placed in below)
