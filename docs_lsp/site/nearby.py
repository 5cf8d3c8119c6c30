"""The pages of a site in the order in which a writer at some place most likely wants them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Container, Iterable, Iterator
from itertools import islice
from weakref import WeakKeyDictionary

from docs_lsp.site.pages import PageIndex


class SortedPages:
    """All page paths in order, so that those of a folder stand together."""

    def __init__(self, pages: PageIndex) -> None:
        """Sort the pages of a site."""
        self.paths = sorted(page.page for page in pages)
        self.folded = [path.casefold() for path in self.paths]

    def from_folder(self, folder: str, far: Collection[str] = ()) -> Iterator[list[int]]:
        """The places of all pages: those in a folder first, then those below it, then the same for
        each folder around it; at the end those in the folders that are `far`."""
        away = [self._within(f"{name}/") for name in far if not f"{folder}/".startswith(f"{name}/")]
        passed = away
        for prefix in _outward(folder):
            found = self._within(prefix)
            places = list(_without(found, passed))
            passed = [*passed, found]
            size, paths = len(prefix), self.paths
            yield [at for at in places if "/" not in paths[at][size:]]
            yield [at for at in places if "/" in paths[at][size:]]
        for one in away:
            yield list(one)

    def _within(self, prefix: str) -> range:
        if not prefix:
            return range(len(self.paths))
        behind = prefix[:-1] + chr(ord("/") + 1)
        return range(bisect_left(self.paths, prefix), bisect_left(self.paths, behind))


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
    that begin with it, then those of which a name does; then the nearer ones.
    """
    known = sorted_pages(pages)
    needle = query.casefold()
    free: list[str] = []
    taken: list[str] = []
    for places in known.from_folder(folder, far):
        if needle:
            folded = known.folded
            places = [at for at in places if needle in folded[at]]
        paths = known.paths
        for at in places:
            path = paths[at]
            if path not in listed:
                free.append(path)
            elif len(taken) < limit:
                taken.append(path)
        if len(free) >= limit:
            break
    best = [*_best_first(free[:limit], needle), *_best_first(taken, needle)]
    return list(islice(best, limit))


def _best_first(paths: list[str], needle: str) -> list[str]:
    if not needle:
        return paths

    def badness(path: str) -> int:
        folded = path.casefold()
        if folded.startswith(needle):
            return 0
        return 1 if f"/{needle}" in folded else 2

    return sorted(paths, key=badness)


def _outward(folder: str) -> Iterator[str]:
    """The folder and those around it, each as what its pages begin with; the last one is empty."""
    while folder:
        yield f"{folder}/"
        folder = folder.rpartition("/")[0]
    yield ""


def _without(whole: range, parts: Iterable[range]) -> Iterator[int]:
    """What of a range lies in none of some other ones."""
    start = whole.start
    for part in sorted(parts, key=lambda one: one.start):
        if part.stop > start and part.start < whole.stop:
            yield from range(start, part.start)
            start = max(start, part.stop)
    yield from range(start, whole.stop)
