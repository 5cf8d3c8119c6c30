"""Where readers find a page in the navigation, said for whoever has the page in front of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.schema.kinds import SWITCHED
from docs_lsp.site.navigation.navigation import Ancestors, Navigation, is_kept, scopes
from docs_lsp.site.navigation.origins import title_of
from docs_lsp.site.visibility import is_shown

if TYPE_CHECKING:
    from docs_lsp.site.navigation.navigation import Listing
    from docs_lsp.site.navigation.walk import Placed
    from docs_lsp.site.summaries.translations import Translations


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
    known = {listing: _scopes(listing.placed) for listing in listings}
    kept = tuple(one for one in listings if is_kept(one, known[one]))
    if not kept:
        return None
    return Placement(
        kept,
        tuple(dict.fromkeys(_trail(one.placed) for one in kept)),
        tuple(_languages(page, kept, translations)),
        _named("version", kept),
        not any(is_shown(known[one][one.placed].chain) for one in kept),
    )


def _scopes(placed: Placed) -> Mapping[Placed, Ancestors]:
    """The scopes of an element and of those around it."""
    around = [one for one in placed.outward() if one.element.kind is not None]
    return scopes(Navigation(tuple(reversed(around))))


def _trail(placed: Placed) -> tuple[str, ...]:
    elements = [one.element for one in placed.outward() if one.element.record.kind not in SWITCHED]
    return tuple(filter(None, map(title_of, reversed(elements))))


def _languages(
    page: str, listings: Sequence[Listing], translations: Iterable[Translations]
) -> Iterator[str]:
    """The languages, in the order of docs.json where that is known."""
    found = dict.fromkeys(_named("language", listings))
    order: dict[str, None] = {}
    for languages in translations if found else ():
        order |= dict.fromkeys(edition.language for edition in languages.editions)
        others = languages.counterparts(page)
        found |= dict.fromkeys(one.language for one in others if one.listing is not None)
    yield from (code for code in order | found if code in found)


def _named(kind: str, listings: Sequence[Listing]) -> tuple[str, ...]:
    """The titles of the elements of a kind around some entries, each once."""
    around = (one for listing in listings for one in listing.placed.outward())
    titles = (title_of(one.element) for one in around if one.element.record.kind == kind)
    return tuple(dict.fromkeys(filter(None, titles)))
