"""The pages of a site counted by what becomes of them, in numbers that add up.

The editor, and the preview's terminal, page and report show the same numbers in the same words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.core.phrases import format_count
from docs_lsp.site.generated_pages.endpoint_pages import (
    AcceptedPlace,
    EndpointPage,
    EndpointPages,
    collect_endpoint_pages,
)
from docs_lsp.site.generated_pages.generation import OPAQUE
from docs_lsp.site.generated_pages.service_generation import Lack, UnreadSource
from docs_lsp.site.navigation.navigation import (
    Ancestors,
    Listing,
    find_published_ancestors,
    is_listing_accepted,
)
from docs_lsp.site.overview import collect_site_marks
from docs_lsp.site.pages import NonPageReason, page_to_url
from docs_lsp.site.routes.reserved import is_search_server_path
from docs_lsp.site.specifications.endpoints import MalformedEndpoint, parse_endpoint_entry
from docs_lsp.site.specifications.spec_paths import is_url, resolve_spec_path
from docs_lsp.site.summaries.index_card import find_rejected_pages, make_index_card
from docs_lsp.site.visibility import (
    Reason,
    SiteMarks,
    Visibility,
    decide_visibility,
    is_chain_indexed,
)

if TYPE_CHECKING:
    from docs_lsp.site.navigation.walk import Placed
    from docs_lsp.site.overview import Overview
    from docs_lsp.site.specifications.facts import SiteFacts


class PageCounts(NamedTuple):
    """The number of pages of a site by kind of verdict; no page is counted twice."""

    indexed: int
    refused: int
    """Pages that the service's parser refuses, which it does not publish."""
    left_out: int
    """Pages that settings of the site exclude, or that cannot be read."""
    without_page: int
    """Entries of the navigation without a page, and missing specifications that it names."""

    @property
    def text(self) -> str:
        """The numbers in words, without those that are 0, except the first."""
        parts = [f"{self.indexed:,} indexed"]
        if self.refused:
            parts.append(f"{self.refused:,} rejected by the parser")
        if self.left_out:
            parts.append(f"{self.left_out:,} excluded")
        if self.without_page:
            entries = format_count(self.without_page, "entry", "entries")
            parts.append(f"{entries} without a page")
        return ", ".join(parts)

    def as_json(self) -> dict[str, int | str]:
        """Return the numbers by name, and all in words as `text`."""
        return {**self._asdict(), "text": self.text}


class GeneratedCounts(NamedTuple):
    """The numbers of the generated pages of a site."""

    indexed: int
    by_reason: Counter[Reason]
    """The number of those that are not indexed, for each reason."""


class SiteCounts(NamedTuple):
    """The numbers of all pages of a site, and those of the generated ones among them."""

    pages: PageCounts
    generated: GeneratedCounts


class BrokenEntry(NamedTuple):
    """An entry of the navigation that leads to no page."""

    listing: Listing
    lack: Lack | NonPageReason | None = None
    """Why the entry has no page; None if the file does not exist."""


def count_site_pages(overview: Overview) -> SiteCounts | None:
    """Return the numbers of pages; parses those not parsed yet. None if the pages are not read."""
    card = overview.cached(make_index_card)
    if card is None:
        return None
    known = find_published_ancestors(overview.navigation)
    endpoints, marks = collect_endpoint_pages(overview, known), collect_site_marks(overview)
    sights = [decide_endpoint_visibility(page, known, marks) for page in endpoints.pages]
    excluded = Counter(sight.reason for sight in sights if not sight.searchable)
    generated = GeneratedCounts(len(sights) - excluded.total(), excluded)
    refused = len(overview.cached(find_rejected_pages))
    counts = PageCounts(
        card.searchable_count - refused + generated.indexed,
        refused,
        len(overview.facts.pages) - card.searchable_count + excluded.total(),
        sum(1 for _ in iter_broken_entries(overview, known, endpoints))
        + sum(
            is_source_missing(source, overview.facts)
            for source in iter_unread_sources(endpoints, known)
        ),
    )
    return SiteCounts(counts, generated)


def decide_endpoint_visibility(
    page: EndpointPage, known: Mapping[Placed, Ancestors], marks: SiteMarks
) -> Visibility:
    """Return the visibility of a generated page."""
    return decide_visibility(
        [known[placed].chain for placed in page.placed],
        page.operation.page_fields,
        marks,
        is_reserved=is_search_server_path(page_to_url(page.path)),
    )


def iter_unread_sources(
    endpoints: EndpointPages, known: Mapping[Placed, Ancestors]
) -> Iterator[UnreadSource[AcceptedPlace]]:
    """Yield the sources of indexed pages that are not read, and those that make the build fail."""
    for source in endpoints.unread:
        if not source.is_elsewhere or is_chain_indexed(known[source.element.placed].chain):
            yield source


def is_source_missing(source: UnreadSource[AcceptedPlace], facts: SiteFacts) -> bool:
    """Return whether the source is missing or invalid; what an SDK names may be anywhere."""
    if is_url(source.name) or source.key == "sdk":
        return False
    return source.key not in OPAQUE or resolve_spec_path(source.name) not in facts.files


def iter_broken_entries(
    overview: Overview, known: Mapping[Placed, Ancestors], endpoints: EndpointPages
) -> Iterator[BrokenEntry]:
    """Yield the accepted entries without a page: each endpoint, and each page path once."""
    pages, by_page = overview.facts.pages, overview.navigation.by_page
    passed = {page.path for page in endpoints.pages}
    for listing, lack in endpoints.lacking:
        passed.add(listing.page)
        if listing.page not in pages:  # `webhook setup` may name a page.
            yield BrokenEntry(listing, lack)
    passed.update(listing.page for listing in endpoints.elsewhere)
    for listing in overview.navigation.listings:
        page = listing.page
        if page in pages or page in passed or not is_listing_accepted(listing, known):
            continue
        if page in by_page or isinstance(parse_endpoint_entry(listing.text), MalformedEndpoint):
            passed.add(page)
            yield BrokenEntry(listing, pages.find_non_page_reason(page))
