"""The pages that the service generates from operations, with the elements that show them.

Which pages there are, and at which addresses, is decided in `service_generation`. This gives it the
navigation, and collects by address what it says.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.schema.accepted_content import is_value_accepted as is_accepted_value
from docs_lsp.site.generated_pages.service_generation import (
    GeneratedPage,
    Generation,
    Lack,
    UnreadSource,
    generate_pages,
)
from docs_lsp.site.navigation.navigation import Ancestors, is_listing_accepted
from docs_lsp.site.pages import url_to_path

if TYPE_CHECKING:
    from docs_lsp.jsontree.nodes import Node
    from docs_lsp.site.navigation.navigation import Listing
    from docs_lsp.site.navigation.walk import Placed
    from docs_lsp.site.overview import Overview
    from docs_lsp.site.specifications.openapi import Operation, Spec


@dataclass(slots=True)
class EndpointPage:
    """A page that the service generates from an operation."""

    path: str
    """Its address without the leading slash, decoded."""
    spec: Spec
    operation: Operation
    group: str
    """The title of the group that the service adds for it; empty if an entry lists it."""
    placed: list[Placed] = field(default_factory=list)
    """The elements that list it, themselves or because they name the specification."""


class EndpointPages(NamedTuple):
    """The generated pages of a site, and the parts of the navigation without pages."""

    pages: tuple[EndpointPage, ...] = ()
    """In the order of the navigation; none if the build of the service fails."""
    lacking: tuple[tuple[Listing, Lack], ...] = ()
    """Endpoints without a page, in the order of the navigation; those that others stop are last."""
    elsewhere: tuple[Listing, ...] = ()
    """Endpoints of specifications at URLs, which are not read."""
    unread: tuple[UnreadSource[AcceptedPlace], ...] = ()
    """In the order of the navigation."""
    is_stopped: bool = False
    """Whether the build fails because of these, so that no page is generated."""


@dataclass(slots=True, eq=False)
class AcceptedPlace:
    """An element of the navigation that the service accepts, as page generation reads it."""

    placed: Placed
    listings: list[Listing] = field(default_factory=list)
    children: list[AcceptedPlace] = field(default_factory=list)

    @property
    def content(self) -> str | None:
        """The key whose content the service accepts, or None."""
        return self.placed.element.accepted_key

    @property
    def entries(self) -> list[str]:
        """The strings in `pages`."""
        return [listing.text for listing in self.listings]

    def value(self, key: str) -> Node | None:
        """Return the value of a key if the service accepts it, or None."""
        element = self.placed.element
        value = element.get_inlined(key)
        known = element.record.properties.get(key)
        if value is None or known is None or not is_accepted_value(known.type, value):
            return None
        return value


def collect_endpoint_pages(overview: Overview, known: Mapping[Placed, Ancestors]) -> EndpointPages:
    """Return the generated pages of a site, and the endpoints and sources that get none."""
    places = _build_tree(overview, known)
    if not places:
        return EndpointPages()
    root = next(iter(places.values()))
    generation = generate_pages(root, overview.facts)
    lacks = {(each.element, each.entry): each.lack for each in generation.lacking}
    elsewhere = set[tuple[AcceptedPlace, str]]()
    for endpoint in generation.unknown:
        if endpoint.is_elsewhere:
            elsewhere.add((endpoint.element, endpoint.entry))
        else:
            lacks[endpoint.element, endpoint.entry] = Lack.NO_OPERATION
    entries = [
        (listing, (place, listing.text))
        for listing in (overview.navigation.listings if lacks or elsewhere else ())
        if (place := places.get(listing.placed)) is not None and not listing.is_root
    ]
    lacking = [(listing, lacks[entry]) for listing, entry in entries if entry in lacks]
    return EndpointPages(
        _collect_pages(generation, {page for page, _ in overview.facts.pages}),
        tuple(sorted(lacking, key=lambda each: each[1] is Lack.STOPPED)),
        tuple(listing for listing, entry in entries if entry in elsewhere),
        generation.unread,
        generation.is_stopped,
    )


def _build_tree(
    overview: Overview, known: Mapping[Placed, Ancestors]
) -> dict[Placed, AcceptedPlace]:
    """Return the accepted elements of the navigation, its root first, joined to a tree."""
    places: dict[Placed, AcceptedPlace] = {}
    for placed in overview.navigation.elements:
        if not known[placed].is_accepted:
            continue
        place = places[placed] = AcceptedPlace(placed)
        outer = places.get(placed.around) if placed.around is not None else None
        if outer is not None:
            outer.children.append(place)
    for listing in overview.navigation.listings:
        if not listing.is_root and is_listing_accepted(listing, known):
            places[listing.placed].listings.append(listing)
    return places


def _collect_pages(
    generation: Generation[AcceptedPlace], own_pages: set[str]
) -> tuple[EndpointPage, ...]:
    """Return the generated pages, one for each address that no page of the site has."""
    pages: dict[str, EndpointPage] = {}
    for generated in generation.pages:
        path = url_to_path(generated.address)
        if path in own_pages:
            continue
        page = pages.get(path)
        if page is None or page.operation is not generated.operation:
            # Of several operations with one address, the last one is published.
            page = pages[path] = EndpointPage(
                path, generated.spec, generated.operation, _find_group(generated)
            )
        if generated.is_listed or not generated.operation.hidden:
            page.placed.append(generated.element.placed)
    return tuple(pages.values())


def _find_group(page: GeneratedPage[AcceptedPlace]) -> str:
    """Return the title of the group that the service adds for a page; empty if it is listed."""
    tag = page.operation.tags[0] if page.operation.tags and not page.is_listed else ""
    return page.spec.tags.get(tag, tag)
