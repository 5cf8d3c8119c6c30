"""One page in short: its title, where readers find it in the navigation, who finds it and why not.

Nothing here looks through a whole site: whoever asks brings the listings of the page.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.schema.kinds import SWITCHED
from docs_lsp.site.mdx.frontmatter import Frontmatter, page_title
from docs_lsp.site.navigation.navigation import (
    Ancestors,
    Listing,
    Navigation,
    is_accepted,
    published_scopes,
)
from docs_lsp.site.navigation.origins import hider_of, title_of
from docs_lsp.site.navigation.walk import Placed
from docs_lsp.site.pages import url_of
from docs_lsp.site.routes.reserved import is_reserved
from docs_lsp.site.summaries.page_emptiness import explain_emptiness
from docs_lsp.site.summaries.page_titles import title_of_page
from docs_lsp.site.visibility import SiteMarks, Visibility, is_shown, visibility

if TYPE_CHECKING:
    from docs_lsp.site.mdx.content import PageContent
    from docs_lsp.site.pages import PageFile
    from docs_lsp.site.specifications.facts import SiteFacts
    from docs_lsp.site.summaries.translations import Translations


class PageCard(NamedTuple):
    """One page of a site."""

    page: str
    """Its page path."""
    file: str
    title: str
    """Its own, or one made of its path."""
    description: str
    operation: str
    """The endpoint that it is about, as its frontmatter has it; empty for none."""
    listings: tuple[Listing, ...]
    """Every entry of it that is known."""
    accepted_listings: tuple[Listing, ...]
    """Those that the service does not drop for what stands beside them."""
    sight: Visibility | None
    """Where it shows up; None where that is not known."""
    hider: Placed | None
    """The element that hides one of the entries, so that the page is hidden from search or from
    readers; None where nothing does."""
    why_empty: str
    """Why it has no text, as a sentence; empty where it has some, or that is not known."""


def page_card(
    page: PageFile,
    content: PageContent | None,
    listings: Sequence[Listing],
    marks: SiteMarks,
    facts: SiteFacts,
    *,
    is_complete: bool,
) -> PageCard:
    """Put together what is known of a page.

    `content` is None where it was not read; `whole` says that nothing keeps the navigation from
    being read, so that a page without `listings` is surely not listed.
    """
    frontmatter = content.frontmatter if content else Frontmatter()
    values = frontmatter.values
    accepted = tuple(
        listing for listing in listings if is_accepted(listing, scopes_around(listing.placed))
    )
    sight = None
    if content is not None and not frontmatter.problem and (accepted or is_complete):
        chains = [scopes_around(listing.placed)[listing.placed].chain for listing in accepted]
        sight = visibility(chains, values, marks, is_reserved=is_reserved(url_of(page.page)))
    hiders = (hider_of(listing.placed) for listing in accepted)
    title = title_of_page(page, facts, {page.file: content}) if content else None
    return PageCard(
        page.page,
        page.file,
        title or page_title(page.page, frontmatter),
        _text(values.get("description")),
        _text(values.get("openapi")),
        tuple(listings),
        accepted,
        sight,
        next((hider for hider in hiders if hider), None),
        explain_emptiness(page.file, content, facts) if content else "",
    )


def find_missing_languages(page: str, languages: Iterable[Translations]) -> Mapping[str, str]:
    """The languages that list no translation of a page, each with the path where it belongs."""
    return {
        other.language: other.page
        for language in languages
        for other in language.counterparts(page)
        if other.listing is None
    }


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


class Placement(NamedTuple):
    """All that a navigation says of where a page is."""

    listings: tuple[Listing, ...]
    """Its entries, those left out that the service drops for what stands beside them."""
    trails: tuple[tuple[str, ...], ...]
    """The titles that lead there, each trail once; an empty one where it stands at the top."""
    languages: tuple[str, ...]
    """The languages in which it is listed, itself or as a translation, as far as that is known."""
    versions: tuple[str, ...]
    hidden: bool
    """Whether readers do not see it in any of these places."""


def placement_of(
    page: str, listings: Sequence[Listing], translations: Iterable[Translations] = ()
) -> Placement | None:
    """Where a page path is, given its entries; None where the service keeps none of them."""
    known = {listing: scopes_around(listing.placed) for listing in listings}
    accepted = tuple(listing for listing in listings if is_accepted(listing, known[listing]))
    if not accepted:
        return None
    return Placement(
        accepted,
        tuple(dict.fromkeys(trail_of(listing.placed) for listing in accepted)),
        tuple(_languages(page, accepted, translations)),
        titles_around("version", accepted),
        not any(is_shown(known[listing][listing.placed].chain) for listing in accepted),
    )


def scopes_around(placed: Placed) -> Mapping[Placed, Ancestors]:
    """The scopes of an element and of those around it."""
    around = [one for one in placed.walk_outward() if one.element.kind is not None]
    return published_scopes(Navigation(tuple(reversed(around))))


def trail_of(placed: Placed) -> tuple[str, ...]:
    """The titles of the elements that lead to one, from the outermost on; languages, versions and
    the like left out."""
    elements = [
        one.element for one in placed.walk_outward() if one.element.record.kind not in SWITCHED
    ]
    return tuple(filter(None, map(title_of, reversed(elements))))


def _languages(
    page: str, listings: Sequence[Listing], translations: Iterable[Translations]
) -> Iterator[str]:
    """The languages, in the order of docs.json where that is known."""
    codes = dict.fromkeys(titles_around("language", listings))
    order: dict[str, None] = {}
    for languages in translations if codes else ():
        order |= dict.fromkeys(edition.language for edition in languages.editions)
        counterparts = languages.counterparts(page)
        codes |= dict.fromkeys(
            counterpart.language for counterpart in counterparts if counterpart.listing is not None
        )
    yield from (code for code in order | codes if code in codes)


def titles_around(kind: str, listings: Sequence[Listing]) -> tuple[str, ...]:
    """The titles of the elements of a kind around some entries, each once."""
    around = (placed for listing in listings for placed in listing.placed.walk_outward())
    titles = (title_of(placed.element) for placed in around if placed.element.record.kind == kind)
    return tuple(dict.fromkeys(filter(None, titles)))
