"""A summary of one page: its title, its place in the navigation, and its visibility.

Nothing here goes through a whole site: the caller provides the listings of the page.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.schema.kinds import SWITCHED
from docs_lsp.site.mdx.frontmatter import Frontmatter
from docs_lsp.site.navigation.navigation import Listing, collect_ancestors, is_listing_accepted
from docs_lsp.site.navigation.origins import find_hiding_element, get_title
from docs_lsp.site.navigation.walk import Placed
from docs_lsp.site.pages import page_to_url
from docs_lsp.site.routes.reserved import is_search_server_path
from docs_lsp.site.summaries.page_emptiness import explain_emptiness
from docs_lsp.site.summaries.page_titles import choose_page_title, get_page_title
from docs_lsp.site.visibility import Chain, SiteMarks, Visibility, decide_visibility, is_chain_shown

if TYPE_CHECKING:
    from docs_lsp.site.mdx.content import PageContent
    from docs_lsp.site.pages import PageFile
    from docs_lsp.site.specifications.facts import SiteFacts
    from docs_lsp.site.summaries.counterpart_pages import Translations


class PageCard(NamedTuple):
    """A summary of one page."""

    page: str
    """Its page path."""
    file: str
    title: str
    """Its own title, or one made of its path."""
    description: str
    operation: str
    """The endpoint in its frontmatter, as written; empty for none."""
    listings: tuple[Listing, ...]
    """Every known entry for it."""
    accepted_listings: tuple[Listing, ...]
    """The entries that the service accepts."""
    sight: Visibility | None
    """Its visibility; None if unknown."""
    hider: Placed | None
    """An element that hides one of the entries from search or readers, or None."""
    why_empty: str
    """A sentence that says why it has no text; empty if it has some, or if unknown."""


def make_page_card(
    page: PageFile,
    content: PageContent | None,
    listings: Sequence[Listing],
    marks: SiteMarks,
    facts: SiteFacts,
    *,
    is_complete: bool,
) -> PageCard:
    """Return the summary of a page.

    `content` is None if it was not read; `is_complete` means that the whole navigation is known, so
    that a page without `listings` is certainly not listed.
    """
    frontmatter = content.frontmatter if content else Frontmatter()
    values = frontmatter.values
    accepted = _map_accepted_to_chains(listings)
    sight = None
    if content is not None and not frontmatter.problem and (accepted or is_complete):
        is_reserved = is_search_server_path(page_to_url(page.page))
        sight = decide_visibility([*accepted.values()], values, marks, is_reserved=is_reserved)
    hiders = (find_hiding_element(listing.placed) for listing in accepted)
    title = get_page_title(page, facts, {page.file: content}) if content else None
    return PageCard(
        page.page,
        page.file,
        title or choose_page_title(page.page, frontmatter),
        _str_or_empty(values.get("description")),
        _str_or_empty(values.get("openapi")),
        tuple(listings),
        tuple(accepted),
        sight,
        next((hider for hider in hiders if hider), None),
        explain_emptiness(page.file, content, facts) if content else "",
    )


def find_missing_languages(page: str, languages: Iterable[Translations]) -> Mapping[str, str]:
    """Map the languages that list no translation of a page to the translation's path."""
    return {
        other.language: other.page
        for language in languages
        for other in language.iter_counterparts(page)
        if other.listing is None
    }


def _str_or_empty(value: object) -> str:
    return value if isinstance(value, str) else ""


class Placement(NamedTuple):
    """The place of a page in the navigation."""

    listings: tuple[Listing, ...]
    """Its entries that the service accepts."""
    trails: tuple[tuple[str, ...], ...]
    """The distinct paths of titles to it; an empty one if it is at the top."""
    languages: tuple[str, ...]
    """The languages in which it, or a known translation, is listed."""
    versions: tuple[str, ...]
    hidden: bool
    """Whether readers see it in none of these places."""


def find_placement(
    page: str, listings: Sequence[Listing], translations: Iterable[Translations] = ()
) -> Placement | None:
    """Return the place of a page, given its entries; None if the service accepts none."""
    chains = _map_accepted_to_chains(listings)
    if not chains:
        return None
    accepted = tuple(chains)
    return Placement(
        accepted,
        tuple(dict.fromkeys(list_title_path(listing.placed) for listing in accepted)),
        tuple(_iter_languages(page, accepted, translations)),
        collect_titles_around("version", accepted),
        not any(map(is_chain_shown, chains.values())),
    )


def _map_accepted_to_chains(listings: Iterable[Listing]) -> dict[Listing, Chain]:
    """Map the listings that the service accepts to the visibility settings around them."""
    chains = {}
    for listing in listings:
        ancestors = collect_ancestors(listing.placed)
        if is_listing_accepted(listing, ancestors):
            chains[listing] = ancestors[listing.placed].chain
    return chains


def list_title_path(placed: Placed) -> tuple[str, ...]:
    """Return the titles around an element and its own, outermost first, without languages.

    Languages, versions and other divisions are left out.
    """
    elements = [
        one.element for one in placed.list_outward() if one.element.record.kind not in SWITCHED
    ]
    return tuple(filter(None, map(get_title, reversed(elements))))


def _iter_languages(
    page: str, listings: Sequence[Listing], translations: Iterable[Translations]
) -> Iterator[str]:
    """Yield the languages that list a page or its translation, in the order of docs.json."""
    codes = dict.fromkeys(collect_titles_around("language", listings))
    order: dict[str, None] = {}
    for languages in translations if codes else ():
        order |= dict.fromkeys(edition.language for edition in languages.editions)
        counterparts = languages.iter_counterparts(page)
        codes |= dict.fromkeys(
            counterpart.language for counterpart in counterparts if counterpart.listing is not None
        )
    yield from (code for code in order | codes if code in codes)


def collect_titles_around(kind: str, listings: Sequence[Listing]) -> tuple[str, ...]:
    """Return the distinct titles of the elements of a kind around some entries."""
    around = (placed for listing in listings for placed in listing.placed.list_outward())
    titles = (get_title(placed.element) for placed in around if placed.element.record.kind == kind)
    return tuple(dict.fromkeys(filter(None, titles)))
