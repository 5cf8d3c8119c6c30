"""Detect moved folders from the broken addresses of a site.

If `/a/x`, `/a/y` and `/a/z` are broken and `/b/x`, `/b/y` and `/b/z` are pages, the folder `/a` has
most likely become `/b`, and one redirect from one to the other fixes every link.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.files.files import LONGEST_PATH
from docs_lsp.site.languages_and_versions import LanguagesAndVersions
from docs_lsp.site.pages import page_to_url
from docs_lsp.site.routes.redirects import Redirect, SourceForm, normalise_url_path
from docs_lsp.site.routes.router import LinkStatus, get_path_resolver

if TYPE_CHECKING:
    from docs_lsp.site.overview import Overview
    from docs_lsp.site.routes.router import PathResolver

_LEAST = 2
"""Minimum number of pages for a moved folder."""
_SURE = 3
"""Minimum number of pages for a certain move."""
_COMMON = 12
"""Maximum number of pages of a language with one name; a more common name is no evidence."""
_MOST_PAIRS = 1000

_Pair = tuple[str, str]


class MovedFolder(NamedTuple):
    """A folder that no longer exists, and the folder that has its pages now."""

    old: str
    """Its address, with the first slash and none at the end."""
    new: str
    addresses: frozenset[str]
    """The broken addresses in it whose pages are in the new folder."""
    is_whole: bool
    """Whether one redirect can cover them all.

    It must match no address that resolves, and no known address that would still be broken.
    """
    is_sure: bool
    """Whether there are enough pages to be certain."""

    @property
    def redirects(self) -> tuple[Redirect, ...]:
        """The redirect for the folder's content, preceded by one for the folder itself if needed.

        Whether the service applies a wildcard to the folder itself is not known.
        """
        below = Redirect(f"{self.old}/:slug*", f"{self.new}/:slug*")
        return (Redirect(self.old, self.new), below) if self.old in self.addresses else (below,)

    def map_address(self, address: str) -> str:
        """Return the new address of a page of the old folder."""
        return self.new + address[len(self.old) :]


def find_moved_folders(dead: Iterable[str], overview: Overview) -> tuple[MovedFolder, ...]:
    """Return the folders that have moved, given all broken addresses; each is in one at most.

    If two folders have pages of the same names, the move is ambiguous and not reported.
    """
    search = _MoveSearch(frozenset(map(normalise_url_path, dead)), overview)
    return tuple(search.iter_ranked_moves())


class _MoveSearch:
    def __init__(self, dead: frozenset[str], overview: Overview) -> None:
        self.dead = dead
        self.answers: PathResolver = get_path_resolver(overview)
        self.languages_and_versions = LanguagesAndVersions.from_overview(overview)
        urls = frozenset(page_to_url(page.page) for page in overview.facts.pages)
        self.pages = frozenset(
            url for url in urls if self.answers.resolve_path(url).redirect is None
        )

    def iter_ranked_moves(self) -> Iterator[MovedFolder]:
        """Yield the moves that explain most addresses first; those with one redirect come first."""
        left = set(self.dead)
        heap = [(_move_sort_key(move), move) for move in self._list_candidate_moves()]
        heapify(heap)
        while heap:
            rank, move = heappop(heap)
            # Addresses that an earlier move explains no longer count, so a move can only sink.
            move = move._replace(addresses=move.addresses & left)
            if _move_sort_key(move) != rank:
                if len(move.addresses) >= _LEAST:
                    heappush(heap, (_move_sort_key(move), move))
                continue
            left -= move.addresses
            yield move

    def _list_candidate_moves(self) -> list[MovedFolder]:
        """Return the folder moves that enough dead addresses suggest and no rival disputes."""
        votes = sorted(self._count_votes().items(), key=lambda one: (-one[1], one[0]))
        pairs = [pair for pair, number in votes[:_MOST_PAIRS] if number >= _LEAST]
        inside = self._group_dead_addresses({old for old, _ in pairs})
        covered = {pair: self._select_with_page(pair, inside[pair[0]]) for pair in pairs}
        rivals: dict[str, list[_Pair]] = defaultdict(list)
        for pair in pairs:
            rivals[pair[0]].append(pair)
        return [
            self._make_move(pair, inside[pair[0]], covered[pair])
            for pair in pairs
            if len(covered[pair]) >= _LEAST
            and not any(self._is_rival(pair, other, covered) for other in rivals[pair[0]])
        ]

    def _is_rival(self, pair: _Pair, other: _Pair, covered: Mapping[_Pair, frozenset[str]]) -> bool:
        """Return whether the pages may equally have moved to the other folder."""
        if pair == other or 2 * len(covered[other] & covered[pair]) <= len(covered[pair]):
            return False
        # Copies of the pages in another version are not rivals.
        own, here, there = (
            self._find_language_and_version(f"{one}/a")[1] for one in (pair[0], pair[1], other[1])
        )
        return here != own or there == own

    def _make_move(self, pair: _Pair, inside: Collection[str], own: frozenset[str]) -> MovedFolder:
        """Return the move of a folder; `own` are its broken addresses that have a page now."""
        old, new = pair
        is_whole = len(own) == len(inside) and self._is_free(old)
        # A folder below its own new folder may be the result of a wrong relative link.
        is_sure = len(own) >= _SURE and not old.startswith(f"{new}/")
        return MovedFolder(old, new, own, is_whole, is_sure)

    def _count_votes(self) -> Counter[_Pair]:
        """Count the broken addresses that support each pair of folders."""
        by_name: dict[tuple[frozenset[str], str], list[str]] = defaultdict(list)
        for url in self.pages:
            by_name[self._find_language_and_version(url)[0], url.rpartition("/")[2]].append(url)
        votes = Counter[_Pair]()
        for address in self.dead:
            languages, versions = self._find_language_and_version(address)
            candidates = by_name.get((languages, address.rpartition("/")[2]), ())
            if len(candidates) <= _COMMON:
                alike = (
                    url
                    for url in candidates
                    if versions in ((), self._find_language_and_version(url)[1])
                )
                votes.update({pair for url in alike for pair in _iter_folder_pairs(address, url)})
        return votes

    def _find_language_and_version(self, path: str) -> tuple[frozenset[str], tuple[str, ...]]:
        """Return the languages and versions that folders of a path name."""
        folders = self.languages_and_versions.find_folders(path)
        return frozenset(folders.languages), folders.versions

    def _group_dead_addresses(self, folders: Collection[str]) -> dict[str, frozenset[str]]:
        """Return the broken addresses in and below each folder."""
        addresses_by_folder: dict[str, set[str]] = {folder: set() for folder in folders}
        for address in self.dead:
            folder = address if len(address) <= LONGEST_PATH else ""
            while folder:
                if folder in addresses_by_folder:
                    addresses_by_folder[folder].add(address)
                folder = folder.rpartition("/")[0]
        return {folder: frozenset(addresses) for folder, addresses in addresses_by_folder.items()}

    def _select_with_page(self, pair: _Pair, inside: Iterable[str]) -> frozenset[str]:
        """Return those of the addresses in an old folder that have a page in the new one."""
        old, new = pair
        return frozenset(one for one in inside if new + one[len(old) :] in self.pages)

    def _is_free(self, old: str) -> bool:
        """Return whether a redirect for a folder's content matches no address that may resolve.

        Existing redirects from addresses in the folder come before it and are unaffected.
        """
        if not self.answers.is_folder_unused(old):
            return False
        at_folder = self.answers.resolve_path(old)
        redirect = at_folder.redirect.redirect if at_folder.redirect else None
        is_kept = (
            at_folder.page is None and redirect is not None and redirect.form is SourceForm.EXACT
        )
        return is_kept or at_folder.status is LinkStatus.DEAD


def _iter_folder_pairs(address: str, url: str) -> Iterator[_Pair]:
    """Yield pairs of folders below which an address and a page have the same path."""
    old, new = address, url
    while old and new and old.rpartition("/")[2] == new.rpartition("/")[2]:
        old, new = old.rpartition("/")[0], new.rpartition("/")[0]
        # The root cannot have moved.
        if old and not f"{new}/".startswith(f"{old}/"):
            yield old, new


def _move_sort_key(move: MovedFolder) -> tuple[bool, int, int, str, str]:
    """Return the sort key of a move; the best is first, and no two are equal."""
    return (not move.is_whole, -len(move.addresses), -move.old.count("/"), move.old, move.new)
