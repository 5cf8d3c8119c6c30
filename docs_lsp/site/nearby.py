"""The pages of a site in the order in which a writer at some place most likely wants them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Container, Iterable, Iterator, Sequence
from itertools import islice
from weakref import WeakKeyDictionary

from docs_lsp.site.pages import PageIndex

_FEW = 50
_BEHIND_SLASH = chr(ord("/") + 1)


class SortedPages:
    """All page paths in order, so that those of a folder stand together."""

    def __init__(self, pages: PageIndex) -> None:
        """Sort the pages of a site."""
        self.paths = sorted(page.page for page in pages)
        self.folded = [path.casefold() for path in self.paths]

    def has_folder(self, folder: str) -> bool:
        """Whether there are pages in a folder or below it."""
        return bool(self.within(f"{folder}/"))

    def within(self, prefix: str) -> range:
        """The places of the pages in a folder or below it, given with its slash; without a name,
        of all pages."""
        if not prefix:
            return range(len(self.paths))
        behind = prefix[:-1] + _BEHIND_SLASH
        return range(bisect_left(self.paths, prefix), bisect_left(self.paths, behind))

    def directly_in(self, prefix: str, places: range) -> Iterator[int]:
        """Those of some places of a folder whose pages stand in the folder itself."""
        paths, size, at = self.paths, len(prefix), places.start
        while at < places.stop:
            slash = paths[at].find("/", size)
            if slash < 0:
                yield at
                at += 1
            else:
                at = bisect_left(paths, paths[at][:slash] + _BEHIND_SLASH, at)


_sorted: WeakKeyDictionary[PageIndex, SortedPages] = WeakKeyDictionary()


def sorted_pages(pages: PageIndex) -> SortedPages:
    """The pages of a site in order, made once."""
    found = _sorted.get(pages)
    if found is None:
        found = _sorted[pages] = SortedPages(pages)
    return found


def wanted_pages(
    pages: PageIndex,
    folder: str,
    query: str,
    listed: Container[str],
    far: Collection[str] = (),
    limit: int = 100,
) -> list[str]:
    """The pages that most likely belong beside those of a folder, best first.

    A page has to hold `query` somewhere. Those that are not `listed` come first, among them those
    that begin with it, then those of which a name does; then the nearer ones. Pages in the folders
    that are `far` come last in any case.
    """
    known = sorted_pages(pages)
    needle = query.casefold()
    away = [known.within(f"{name}/") for name in far if not f"{folder}/".startswith(f"{name}/")]
    best: list[str] = []
    for order in (_outward(known, folder, away), away):
        if len(best) < limit:
            best += _best_of(known, order, needle, listed, limit)
    return list(dict.fromkeys(best))[:limit]  # Folders that are far may lie in each other.


def _best_of(
    known: SortedPages,
    order: Iterable[Iterable[int]],
    needle: str,
    listed: Container[str],
    limit: int,
) -> list[str]:
    """The pages of some places that hold what is typed, those first that are not listed."""
    paths, folded = known.paths, known.folded
    passed: list[Iterable[int]] = []
    free: list[str] = []
    for places in order:
        if needle:
            places = [at for at in places if needle in folded[at]]
        passed.append(places)
        found = (paths[at] for at in places if paths[at] not in listed)
        free += islice(found, limit - len(free))
        if len(free) >= limit:
            return _best_first(free, needle)
    taken = (paths[at] for places in passed for at in places if paths[at] in listed)
    return [*_best_first(free, needle), *_best_first([*islice(taken, limit)], needle)]


def _best_first(paths: list[str], needle: str) -> list[str]:
    if not needle:
        return paths

    def badness(path: str) -> int:
        folded = path.casefold()
        if folded.startswith(needle):
            return 0
        return 1 if f"/{needle}" in folded else 2

    return sorted(paths, key=badness)


def _outward(known: SortedPages, folder: str, away: Iterable[range]) -> Iterator[Sequence[int]]:
    """The places of all pages but those that are `away`: of the pages in a folder, then of those
    below it, then the same for each folder around it."""
    paths = known.paths
    passed = [*away]
    while True:
        prefix = f"{folder}/" if folder else ""
        found = known.within(prefix)
        parts = _without(found, passed)
        direct = [at for part in parts for at in known.directly_in(prefix, part)]
        yield direct
        if len(direct) <= _FEW:
            yield from _without(found, [*passed, *(range(at, at + 1) for at in direct)])
        else:
            yield [at for part in parts for at in part if "/" in paths[at][len(prefix) :]]
        if not folder:
            return
        passed.append(found)
        folder = folder.rpartition("/")[0]


def _without(whole: range, parts: Iterable[range]) -> list[range]:
    """What of a range lies in none of some other ones."""
    left, start = [], whole.start
    for part in sorted(parts, key=lambda one: one.start):
        if part.stop > start and part.start < whole.stop:
            if part.start > start:
                left.append(range(start, part.start))
            start = max(start, part.stop)
    if start < whole.stop:
        left.append(range(start, whole.stop))
    return left
