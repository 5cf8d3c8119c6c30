"""Rank the pages of a site by how likely a writer in some folder wants to list them."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator
from itertools import accumulate, islice, product

from docs_lsp.core.near_text import SHORTEST, find_near, split_typed
from docs_lsp.core.text import fold_case
from docs_lsp.site.pages import PageIndex

_FEW = 200
"""Maximum number of pages that are sorted by distance, instead of visited outwards."""
_SHORTEST = 2
"""Minimum length of a query that is looked up; too many paths contain a single letter."""
_BEHIND_SLASH = chr(ord("/") + 1)
_BETWEEN = "\0"
"""The separator between paths in the joined text; no path contains it."""


class SortedPages:
    """All page paths in order, so that those of a folder are adjacent.

    A place is an index in this order.
    """

    def __init__(self, pages: PageIndex) -> None:
        """Sort the pages of a site."""
        self.paths = sorted(page.page for page in pages)
        self.folded = [fold_case(path) for path in self.paths]
        self._text = _BETWEEN.join(self.folded)
        self._starts = array("I", [0, *accumulate(len(path) + 1 for path in self.folded)])

    def find_places(self, pages: Iterable[str]) -> list[int]:
        """Return the indexes, in the sorted order, of the given pages that exist."""
        places = ((bisect_left(self.paths, page), page) for page in pages)
        return [at for at, page in places if self.paths[at : at + 1] == [page]]

    def has_pages_below(self, folder: str) -> bool:
        """Return whether there are pages in a folder or below it."""
        return bool(self.find_folder_range(f"{folder}/"))

    def find_folder_range(self, prefix: str) -> range:
        """Return the indexes of the pages in a folder or below it, which are adjacent.

        `prefix` ends with a slash; an empty one means all pages.
        """
        if not prefix:
            return range(len(self.paths))
        behind = prefix[:-1] + _BEHIND_SLASH
        return range(bisect_left(self.paths, prefix), bisect_left(self.paths, behind))

    def iter_direct_places(self, prefix: str, places: range) -> Iterator[int]:
        """Yield, of a folder's range of indexes, those of pages directly in the folder."""
        paths, size, at = self.paths, len(prefix), places.start
        while at < places.stop:
            slash = paths[at].find("/", size)
            if slash < 0:
                yield at
                at += 1
            else:
                at = bisect_left(paths, paths[at][:slash] + _BEHIND_SLASH, at)

    def iter_places_containing(self, needle: str) -> Iterator[int]:
        """Yield the indexes of the pages whose case-folded paths contain a text."""
        at = -1 if _BETWEEN in needle else self._text.find(needle)
        while at >= 0:
            place = bisect_right(self._starts, at) - 1
            yield place
            at = self._text.find(needle, self._starts[place + 1])


def rank_nearby_pages(
    pages: PageIndex,
    folder: str,
    query: str,
    unlisted: Collection[str] | None = None,
    far: Collection[str] = (),
    limit: int = 100,
) -> list[str]:
    """Return the pages that most likely belong beside those of a folder, best first.

    A page must contain `query` in its path. Those in `unlisted`, the pages that nothing lists yet,
    come first; None means all. Among them, pages that begin with the query come before those with a
    name that does; then nearer ones before others. Pages in the folders in `far` always come last.
    """
    known = pages.cached(SortedPages)
    needle = query.casefold()
    around = _FolderNeighbourhood(known, folder, far)
    few = _find_matches_if_few(known, needle)
    best: list[str] = []
    for is_far, is_unlisted in product((False, True), (True, False)):
        if len(best) < limit and (is_unlisted or unlisted is not None):
            wanted = unlisted if is_unlisted else None
            nearest = _iter_nearest(around, needle, few, wanted, is_far=is_far)
            places = (
                at
                for at in nearest
                if unlisted is None or (known.paths[at] in unlisted) is is_unlisted
            )
            best += _sort_by_query_match([known.paths[at] for at in islice(places, limit)], needle)
    return list(dict.fromkeys(best))[:limit]  # Far folders may contain each other.


def suggest_near_pages(pages: PageIndex, query: str, limit: int) -> list[str]:
    """Return the pages whose paths nearly contain `query`, as with a letter missing, best first."""
    known, typed = pages.cached(SortedPages), query.casefold()
    if len(typed) < SHORTEST:
        return []
    parts = [typed[slice(*part)] for part in split_typed(typed)]
    places = {at for part in parts for at in islice(known.iter_places_containing(part), _FEW)}
    by_text = {known.folded[at]: known.paths[at] for at in sorted(places)}
    return [by_text[text] for text in find_near(by_text, typed, limit)]


class _FolderNeighbourhood:
    """The pages around a folder: those in the folder itself first, then outwards."""

    def __init__(self, known: SortedPages, folder: str, far: Collection[str]) -> None:
        self.known = known
        self._far = [
            known.find_folder_range(f"{name}/")
            for name in far
            if not f"{folder}/".startswith(f"{name}/")
        ]
        segments = folder.split("/") if folder else []
        prefixes = ["/".join(segments[:count]) + "/" for count in range(len(segments), 0, -1)]
        self._folders = [(prefix, known.find_folder_range(prefix)) for prefix in (*prefixes, "")]

    def is_far(self, at: int) -> bool:
        """Return whether a place is in one of the far folders."""
        return any(at in places for places in self._far)

    def proximity_key(self, at: int) -> tuple[int, bool, int]:
        """Return the sort key that gives the order of `iter_near_places` and `iter_far_places`."""
        for number, places in enumerate(self._far):
            if at in places:
                return number, False, at
        level, size = next(
            (level, len(prefix))
            for level, (prefix, places) in enumerate(self._folders)
            if at in places
        )
        return level, self.known.paths[at].find("/", size) >= 0, at

    def iter_near_places(self) -> Iterator[int]:
        """Yield the indexes of pages in the folder, below it, and around it; not of far ones.

        Pages in far folders are left out.
        """
        paths, passed = self.known.paths, [*self._far]
        for prefix, places in self._folders:
            ranges, size = _subtract_ranges(places, passed), len(prefix)
            for part in ranges:
                yield from self.known.iter_direct_places(prefix, part)
            yield from (at for part in ranges for at in part if paths[at].find("/", size) >= 0)
            passed.append(places)

    def iter_far_places(self) -> Iterator[int]:
        """Yield the indexes of the pages in the far folders, folder by folder."""
        for places in self._far:
            yield from places


def _iter_nearest(
    around: _FolderNeighbourhood,
    needle: str,
    few: list[int] | None,
    wanted: Collection[str] | None,
    *,
    is_far: bool,
) -> Iterator[int]:
    """Yield the indexes of matching pages, the nearest first: of far ones, or of all others.

    `few` has the indexes of the pages that contain the query `needle`, or None if there are many.
    Pages that are not `wanted` may be left out.
    """
    known = around.known
    if few is None and wanted is not None and len(wanted) <= _FEW:
        few = known.find_places(wanted)
    if few is None:
        places = around.iter_far_places() if is_far else around.iter_near_places()
    else:
        of_kind = (at for at in few if around.is_far(at) is is_far)
        places = iter(sorted(of_kind, key=around.proximity_key))
    return (at for at in places if needle in known.folded[at])


def _find_matches_if_few(known: SortedPages, needle: str) -> list[int] | None:
    """Return the indexes of pages that contain a query; None if it is short or has many."""
    if len(needle) < _SHORTEST:
        return None
    places = [*islice(known.iter_places_containing(needle), _FEW + 1)]
    return places if len(places) <= _FEW else None


def _sort_by_query_match(paths: list[str], needle: str) -> list[str]:
    """Return the paths that begin with a query first, then those with a part that does."""
    if not needle:
        return paths

    def badness(path: str) -> int:
        folded = path.casefold()
        if folded.startswith(needle):
            return 0
        return 1 if f"/{needle}" in folded else 2

    return sorted(paths, key=badness)


def _subtract_ranges(whole: range, parts: Iterable[range]) -> list[range]:
    """Return the parts of a range that are in none of the other ranges."""
    left, start = [], whole.start
    for part in sorted(parts, key=lambda one: one.start):
        if part.stop > start and part.start < whole.stop:
            if part.start > start:
                left.append(range(start, part.start))
            start = max(start, part.stop)
    if start < whole.stop:
        left.append(range(start, whole.stop))
    return left
