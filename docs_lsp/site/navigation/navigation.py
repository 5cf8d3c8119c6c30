"""The whole navigation at once: every element, and every page and endpoint that one lists.

For questions that no single element can answer: is a page listed twice, is it listed at all, does
a language lack it. Made by a walk, so never on a keystroke.
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
from docs_lsp.site.pages import page_of
from docs_lsp.site.specifications.endpoints import Endpoint, MalformedEndpoint, parse_endpoint
from docs_lsp.site.visibility import Chain, Mark


class Listing(NamedTuple):
    """One mention of a page or an endpoint: a string in `pages`, or the `root` of a group."""

    text: str
    """As it is written."""
    page: str
    """The page path that it is looked up by."""
    file: str
    span: Span
    """Inside the quotes, absolute."""
    is_root: bool
    placed: Placed
    """The element that lists it."""

    @property
    def is_endpoint(self) -> bool:
        """Whether the service takes it, right or wrong, for an endpoint and not for a page."""
        return isinstance(parse_endpoint(self.text), Endpoint | MalformedEndpoint)


@dataclass(frozen=True)
class Navigation:
    """All navigation elements, in the order of the text, `navigation` itself among them."""

    elements: tuple[Placed, ...]

    @classmethod
    def from_objects(cls, objects: Iterable[Placed]) -> Navigation:
        """Pick the elements of the navigation out of all objects."""
        return cls(tuple(placed for placed in objects if placed.element.kind is not None))

    @cached_property
    def listings(self) -> tuple[Listing, ...]:
        """Everything that is listed, in the order of the text."""
        return tuple(listing for placed in self.elements for listing in _listings(placed))

    @cached_property
    def by_page(self) -> Mapping[str, tuple[Listing, ...]]:
        """The listings of each page path, endpoints left out."""
        listings_by_page: dict[str, list[Listing]] = defaultdict(list)
        for listing in self.listings:
            listings_by_page[listing.page].append(listing)
        return {
            page: tuple(listings)
            for page, listings in listings_by_page.items()
            if not (" " in page and listings[0].is_endpoint)
        }

    @cached_property
    def scopes(self) -> Mapping[Placed, Ancestors]:
        """The scope of every element."""
        ancestors: dict[Placed, Ancestors] = {}
        for placed in self.elements:
            around = next((one for one in placed.walk_outward() if one in ancestors), None)
            ancestors[placed] = _ancestors_of(
                placed, around, ancestors.get(around) if around else None
            )
        return ancestors


def _listings(placed: Placed) -> Iterator[Listing]:
    element = placed.element
    root = element.root_entry()
    if root is not None:
        yield _listing(placed, root, is_root=True)
    for entry in element.entries():
        yield _listing(placed, entry, is_root=False)


def _listing(placed: Placed, entry: Entry, *, is_root: bool) -> Listing:
    file, span = placed.file_span(entry.spot)
    return Listing(entry.text, page_of(entry.text), file, span, is_root, placed)


class Ancestors(NamedTuple):
    """What surrounds the listings of one element."""

    section: Placed
    """The innermost element that is not a group."""
    chain: Chain
    """What the elements from the root down to this one say about who sees what is below."""
    is_accepted: bool
    """Whether the service keeps the element: of several kinds of content it drops all but one."""


def scopes(navigation: Navigation) -> Mapping[Placed, Ancestors]:
    """The scope of every element of the navigation."""
    return navigation.scopes


def published_scopes(navigation: Navigation) -> Mapping[Placed, Ancestors]:
    """The same, where nothing counts as accepted that an element holds beside a mistake over which
    the service drops all of it. Rules go on as if the mistake, which one of them reports, were
    corrected. Over a mistake in `navigation` itself the service rejects docs.json: the site stays.
    """
    known = navigation.scopes
    invalid = {placed for placed in known if find_invalid_content(placed.element)}
    if not invalid:
        return known
    return {
        placed: scope._replace(
            is_accepted=scope.is_accepted and invalid.isdisjoint(placed.walk_outward())
        )
        for placed, scope in known.items()
    }


def find_invalid_content(element: Element) -> str | None:
    """The key of the content that an element would show, if the service cannot read that."""
    key = element.accepted_key
    if key is None or element.kind is None or element.kind is ROOT or element.accepts(key):
        return None
    return key


def is_accepted(listing: Listing, known: Mapping[Placed, Ancestors]) -> bool:
    """Whether the service keeps a listing."""
    if not known[listing.placed].is_accepted:
        return False
    return listing.is_root or listing.placed.element.accepted_key == "pages"


def _ancestors_of(placed: Placed, around: Placed | None, outer: Ancestors | None) -> Ancestors:
    element = placed.element
    mark = Mark(element.flag("hidden"), element.flag("searchable"), element.flag("public"))
    if around is None or outer is None:
        return Ancestors(placed, (mark,), True)
    return Ancestors(
        outer.section if element.record.kind == "group" else placed,
        (*outer.chain, mark),
        outer.is_accepted and around.element.accepted_key == placed.key,
    )
