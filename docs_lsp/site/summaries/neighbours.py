"""Where in the navigation a page belongs, as far as its path tells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from docs_lsp.site.navigation.navigation import Listing, Navigation, is_kept, scopes
from docs_lsp.site.visibility import is_shown

if TYPE_CHECKING:
    from docs_lsp.site.overview import Overview

_Folders: TypeAlias = tuple[str, ...]


class _Nearness(NamedTuple):
    """How near a page is to a folder around it; the greater, the nearer."""

    further: int
    """How many more folders it lies in, below 0."""
    shown: bool


class _Nearest(NamedTuple):
    """The listings that are nearest to a folder, in the order of the text."""

    nearness: _Nearness
    listings: list[Listing]


@dataclass(frozen=True)
class Neighbours:
    """For each folder with a page that is listed, the pages that are nearest to it.

    Made once for all pages that nobody has decided about: a site may have thousands.
    """

    _by_folder: Mapping[_Folders, _Nearest]

    @classmethod
    def of(cls, navigation: Navigation) -> Neighbours:
        """Go through all that the navigation lists and the service keeps."""
        found: dict[_Folders, _Nearest] = {}
        for folders, shown, listing in _kept(navigation):
            for count in range(1 if folders else 0, len(folders) + 1):
                nearness = _Nearness(count - len(folders), shown)
                known = found.get(folders[:count])
                if known is None or known.nearness < nearness:
                    found[folders[:count]] = _Nearest(nearness, [listing])
                elif known.nearness == nearness:
                    known.listings.append(listing)
        return cls(found)

    def of_page(self, page: str) -> Listing | None:
        """The entry that a page would best stand behind.

        It is the last one among those of its folder, in the element that lists most of them; or
        of the next folder up that has any. None where nothing of its first folder is listed.
        """
        folders = tuple(page.split("/")[:-1])
        above = (folders[:count] for count in range(len(folders), 0 if folders else -1, -1))
        nearest = next((self._by_folder[one] for one in above if one in self._by_folder), None)
        return _best(nearest.listings) if nearest else None


def neighbours(overview: Overview) -> Neighbours:
    """For `Overview.once`."""
    return Neighbours.of(overview.navigation)


def _best(listings: list[Listing]) -> Listing:
    counts = Counter(listing.placed for listing in listings)
    home = max(counts, key=counts.__getitem__)
    at_home = [listing for listing in listings if listing.placed is home]
    return next((one for one in reversed(at_home) if not one.is_root), at_home[-1])


def _kept(navigation: Navigation) -> Iterator[tuple[_Folders, bool, Listing]]:
    """What is listed and kept, with its folders, and whether readers see it."""
    known = scopes(navigation)
    for page, listings in navigation.by_page.items():
        folders = tuple(page.split("/")[:-1])
        for listing in listings:
            if is_kept(listing, known):
                yield folders, is_shown(known[listing.placed].chain), listing
