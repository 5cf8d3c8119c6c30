"""Where in the navigation a page belongs, as far as its path tells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from docs_lsp.site.navigation import Listing, Navigation
from docs_lsp.site.scopes import is_kept, scopes
from docs_lsp.site.visibility import is_shown


class _Nearness(NamedTuple):
    """How near one page is to another; the greater, the nearer."""

    shared: int
    """How many folders they have in common."""
    further: int
    """How many more the other one lies in, below 0."""
    shown: bool


def neighbour_of(page: str, navigation: Navigation) -> Listing | None:
    """The entry that a page would best stand behind.

    It is the last one among those of its folder, in the element that lists most of them; or of the
    next folder up that has any. None where nothing of its first folder is listed.
    """
    found = list(_candidates(page, navigation))
    if not found:
        return None
    best = max(nearness for nearness, _ in found)
    listings = [listing for nearness, listing in found if nearness == best]
    counts = Counter(listing.placed for listing in listings)
    home = max(counts, key=counts.__getitem__)
    at_home = [listing for listing in listings if listing.placed is home]
    return next((one for one in reversed(at_home) if not one.is_root), at_home[-1])


def _candidates(page: str, navigation: Navigation) -> Iterator[tuple[_Nearness, Listing]]:
    known = scopes(navigation)
    folders = page.split("/")[:-1]
    for other, listings in navigation.by_page.items():
        others = other.split("/")[:-1]
        shared = _shared(folders, others)
        if shared or not (folders or others):
            for listing in listings:
                if is_kept(listing, known):
                    shown = is_shown(known[listing.placed].chain)
                    yield _Nearness(shared, shared - len(others), shown), listing


def _shared(folders: list[str], others: list[str]) -> int:
    """How many folders two paths begin with in common."""
    count = 0
    for one, other in zip(folders, others, strict=False):
        if one != other:
            break
        count += 1
    return count
