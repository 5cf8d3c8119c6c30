"""The whole navigation: every element, and every page and endpoint that one lists.

It answers questions about all elements: is a page listed twice, is it listed at all, does a
language lack it. It is made by a walk, so never on a keystroke.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from docs_lsp.core.text import Span
from docs_lsp.schema.kinds import ROOT
from docs_lsp.site.navigation.element import Element, Entry
from docs_lsp.site.navigation.walk import Placed
from docs_lsp.site.pages import entry_to_page_path
from docs_lsp.site.specifications.endpoints import Endpoint, MalformedEndpoint, parse_endpoint_entry
from docs_lsp.site.visibility import Chain, Mark


class Listing(NamedTuple):
    """A mention of a page or an endpoint: a string in `pages`, or the `root` of a group."""

    text: str
    """The entry as written."""
    page: str
    """The page path for look-ups."""
    file: str
    span: Span
    """The absolute byte range inside the quotes."""
    is_root: bool
    placed: Placed
    """The element that lists it."""

    @property
    def is_endpoint(self) -> bool:
        """Whether the service treats it as an endpoint, valid or not, and not as a page."""
        return isinstance(parse_endpoint_entry(self.text), Endpoint | MalformedEndpoint)


@dataclass(frozen=True)
class Navigation:
    """All navigation elements, in the order of the text, including `navigation` itself."""

    elements: tuple[Placed, ...]

    @classmethod
    def from_objects(cls, objects: Iterable[Placed]) -> Navigation:
        """Select the elements of the navigation from all objects."""
        return cls(tuple(placed for placed in objects if placed.element.kind is not None))

    @cached_property
    def has_languages(self) -> bool:
        """Whether any element is one of `languages`; few sites have several."""
        return any(placed.key == "languages" for placed in self.elements)

    @cached_property
    def languages(self) -> tuple[str, ...]:
        """The codes of all languages, without repeats, in the order of the text."""
        elements = (placed.element for placed in self.elements)
        codes = (each.get_text("language") for each in elements if each.record.kind == "language")
        return tuple(dict.fromkeys(code for code in codes if code))

    @cached_property
    def listings(self) -> tuple[Listing, ...]:
        """All listings, in the order of the text."""
        return tuple(listing for placed in self.elements for listing in _iter_listings(placed))

    @cached_property
    def by_page(self) -> Mapping[str, tuple[Listing, ...]]:
        """The listings of each page path, without endpoints."""
        listings_by_page: dict[str, list[Listing]] = defaultdict(list)
        for listing in self.listings:
            listings_by_page[listing.page].append(listing)
        return {
            page: tuple(listings)
            for page, listings in listings_by_page.items()
            if not (" " in page and listings[0].is_endpoint)
        }

    @cached_property
    def ancestors(self) -> Mapping[Placed, Ancestors]:
        """The section, the visibility settings and the acceptance of every element."""
        ancestors: dict[Placed, Ancestors] = {}
        for placed in self.elements:
            around = placed.around  # In an array of thousands, a list of those around takes longer.
            while around is not None and around not in ancestors:
                around = around.around
            ancestors[placed] = _make_ancestors(
                placed, around, ancestors.get(around) if around else None
            )
        return ancestors


def _iter_listings(placed: Placed) -> Iterator[Listing]:
    """Yield what an element lists: the `root` of a group, then the strings in `pages`."""
    element = placed.element
    root = element.find_root_entry()
    if root is not None:
        yield _make_listing(placed, root, is_root=True)
    for entry in element.list_entries():
        yield _make_listing(placed, entry, is_root=False)


def _make_listing(placed: Placed, entry: Entry, *, is_root: bool) -> Listing:
    file, span = placed.locate_spot(entry.spot)
    return Listing(entry.text, entry_to_page_path(entry.text), file, span, is_root, placed)


class Ancestors(NamedTuple):
    """Data about the elements around the listings of one element."""

    section: Placed
    """The innermost element that is not a group."""
    chain: Chain
    """The visibility settings of the elements from the root down to this one."""
    is_accepted: bool
    """Whether the service accepts the element; of several kinds of content it accepts one."""


def find_published_ancestors(navigation: Navigation) -> Mapping[Placed, Ancestors]:
    """Return the ancestors of every element; content dropped for a mistake is not accepted.

    Rules use `Navigation.ancestors`, as if the mistake, which one of them reports, were corrected.
    A mistake in the content of `navigation` itself changes nothing: the service rejects such a
    docs.json, and the site stays as it was.
    """
    known = navigation.ancestors
    invalid = {placed for placed in known if find_invalid_content(placed.element)}
    if not invalid:
        return known
    return {
        placed: scope._replace(
            is_accepted=scope.is_accepted and invalid.isdisjoint(placed.list_outward())
        )
        for placed, scope in known.items()
    }


def collect_ancestors(placed: Placed) -> Mapping[Placed, Ancestors]:
    """Return the ancestors of an element and of those around it, as `find_published_ancestors`."""
    around = [each for each in placed.list_outward() if each.element.kind is not None]
    return find_published_ancestors(Navigation(tuple(reversed(around))))


def find_invalid_content(element: Element) -> str | None:
    """Return the content key of an element if the service cannot read its value, or None."""
    key = element.accepted_key
    if key is None or element.kind is None or element.kind is ROOT or element.is_valid_content(key):
        return None
    return key


def is_listing_accepted(listing: Listing, known: Mapping[Placed, Ancestors]) -> bool:
    """Return whether the service accepts a listing."""
    if not known[listing.placed].is_accepted:
        return False
    return listing.is_root or listing.placed.element.accepted_key == "pages"


def _make_ancestors(placed: Placed, around: Placed | None, outer: Ancestors | None) -> Ancestors:
    """Return the ancestors of an element, given those of the element `around` it."""
    element = placed.element
    mark = Mark(
        element.get_flag("hidden"), element.get_flag("searchable"), element.get_flag("public")
    )
    if around is None or outer is None:
        return Ancestors(placed, (mark,), True)
    return Ancestors(
        outer.section if element.record.kind == "group" else placed,
        (*outer.chain, mark),
        outer.is_accepted and around.element.accepted_key == placed.key,
    )
