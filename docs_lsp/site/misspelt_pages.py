"""Suggestions for a wrong page path, among all pages of a site.

A site may have thousands of pages and thousands of wrong paths, so no look-up goes over all pages:
pages are indexed by name, by folder and by pairs of letters.
"""

from __future__ import annotations

import posixpath
from array import array
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from heapq import nsmallest
from itertools import chain, islice, pairwise
from typing import NamedTuple

from docs_lsp.core.sure_misspelling import is_misspelling
from docs_lsp.schema.model_languages import LANGUAGE_NAMES

# Names that more pages than this share, such as `index`, hardly narrow the choice.
_COMMON = 12
# The maximum number of pages with such a name that are compared by their folders.
_IN_SAME_FOLDERS = 48
# Maximum number of paths, and of names in a folder, whose spelling is compared, so that a wrong
# path costs less than a millisecond.
_COMPARED = 10
_ALIKE = 6
# The number of names that may be counted for their pairs of letters, for one wrong name.
_MOST_COUNTED = 10_000
# Maximum number of cached results: a site with thousands of wrong paths is checked in every pause.
_KEPT = 10_000
# The page at the address of its folder: pages of this name have nothing in common.
_INDEX = "index"


def _is_same_folder(folder: str, page: str) -> bool:
    """Return whether a page is in a folder of the same name, or nearly so by a misspelling."""
    other = page.rpartition("/")[0]
    is_namesake = _last_segment(folder).casefold() == _last_segment(other).casefold()
    return is_namesake or is_misspelling(folder, other)


class LanguageScope(NamedTuple):
    """The languages of the pages that may be meant: that of the wrong path, and one more."""

    has_languages: bool = False
    """Whether the site has languages: then each folder that is named after one holds one.

    On other sites it does only if most of its pages are translations: `it` may be a department.
    """
    language: str | None = None
    """The language of the element that lists the wrong path, whose pages may be anywhere."""


class SimilarPages:
    """An index of page paths that suggests pages for a wrong path."""

    def __init__(self, pages: Iterable[str]) -> None:
        """Store all page paths; the indexes are built at the first look-up."""
        self._pages = pages
        self._results: dict[tuple[str, LanguageScope | None], tuple[str, ...]] = {}

    def suggest_pages(self, path: str, scope: LanguageScope | None = None) -> tuple[str, ...]:
        """Return pages that a wrong path may mean, the likeliest first.

        Pages of the same name in other folders come before those of the same folder with nearly the
        same name. Without a scope they are those of all languages. Results are cached.
        """
        pages = self._results.get((path, scope))
        if pages is None:
            if len(self._results) >= _KEPT:
                self._results.clear()
            pages = tuple(self._iter_similar_pages(path, scope))
            self._results[path, scope] = pages
        return pages

    def _iter_similar_pages(self, path: str, scope: LanguageScope | None) -> Iterator[str]:
        """Return the pages of the same name elsewhere, then of a similar one in the folder."""
        moved = self._find_same_name_elsewhere(path)
        close = self._find_similar_names_in_folder(path)
        if scope:
            # Filter before spelling is compared: that is slow, and most candidates may be
            # translations.
            own = self._find_language(path, scope)
            allowed = {own, scope.language, ""} if scope.language else {own}
            moved = [page for page in moved if self._find_language(page, scope) in allowed]
            close = [page for page in close if self._find_language(page, scope) in allowed]
        return chain(_sort_by_likeness(path, moved), close)

    def _find_language(self, path: str, scope: LanguageScope) -> str:
        """Return the language of the folder that a path is in, or an empty string."""
        folder, _ = _split_language_folder(path)
        is_other = not scope.has_languages and folder in self._folders_without_translations
        return "" if is_other else _last_segment(folder)

    @cached_property
    def _folders_without_translations(self) -> frozenset[str]:
        """The folders named like a language most of whose pages exist in no other language."""
        rests: dict[str, set[str]] = defaultdict(set)
        for page in self._page_list:
            folder, rest = _split_language_folder(page)
            if folder:
                rests[folder].add(rest)
        languages_by_rest = Counter(chain.from_iterable(rests.values()))
        pages = set(self._page_list) if rests else set()
        return frozenset(
            folder
            for folder, own in rests.items()
            if 2 * sum(languages_by_rest[rest] > 1 or rest in pages for rest in own) < len(own)
        )

    def _find_same_name_elsewhere(self, path: str) -> list[str]:
        """Return at most 10 pages of the same name elsewhere, those in similar folders first."""
        folder, _, name = path.rpartition("/")
        folded, folders = name.casefold(), set(folder.split("/"))
        places = self._by_name.find_indexes(folded)
        if len(places) > _COMMON:
            candidates = list(islice(self._find_name_in_folders(folded, folders), _IN_SAME_FOLDERS))
        else:
            candidates = [self._page_list[at] for at in places]
        if folded == _INDEX:
            candidates = [page for page in candidates if _is_same_folder(folder, page)]

        def distance(page: str) -> int:
            return len(folders.symmetric_difference(page.split("/")[:-1]))

        return nsmallest(_COMPARED, candidates, key=distance)

    def _find_similar_names_in_folder(self, path: str) -> list[str]:
        """Return pages of the same folder with nearly the same name."""
        folder, _, name = path.rpartition("/")
        if folder not in self._pair_index_by_folder:
            names = [
                _last_segment(self._page_list[at]) for at in self._by_folder.find_indexes(folder)
            ]
            if not names:
                return []
            self._pair_index_by_folder[folder] = _LetterPairIndex(names)
        # Only a site with a wrong path pays for this import.
        from difflib import get_close_matches

        close = get_close_matches(name, self._pair_index_by_folder[folder].find_similar_names(name))
        return [posixpath.join(folder, other) for other in close]

    def _find_name_in_folders(self, name: str, folders: Iterable[str]) -> Iterator[str]:
        """Return pages of a name below any folder of these names, the rarest names first."""
        if name not in self._pages_by_name_and_folder:
            around: dict[str, list[str]] = defaultdict(list)
            for page in (self._page_list[at] for at in self._by_name.find_indexes(name)):
                for folder in page.split("/")[:-1]:
                    around[folder].append(page)
            self._pages_by_name_and_folder[name] = around
        around = self._pages_by_name_and_folder[name]
        groups = sorted((around.get(folder, []) for folder in folders), key=lambda one: len(one))
        return iter(dict.fromkeys(chain.from_iterable(groups)))

    @cached_property
    def _page_list(self) -> list[str]:
        return list(self._pages)

    @cached_property
    def _by_name(self) -> _SortedIndex:
        return _SortedIndex(self._page_list, lambda page: _last_segment(page).casefold())

    @cached_property
    def _by_folder(self) -> _SortedIndex:
        return _SortedIndex(self._page_list, lambda page: page.rpartition("/")[0])

    @cached_property
    def _pages_by_name_and_folder(self) -> dict[str, dict[str, list[str]]]:
        return {}

    @cached_property
    def _pair_index_by_folder(self) -> dict[str, _LetterPairIndex]:
        return {}


class _SortedIndex:
    """Indexes of pages sorted by a key: a few bytes for each, not 150 for a list per key."""

    def __init__(self, pages: Sequence[str], key: Callable[[str], str]) -> None:
        self._pages = pages
        self._key = key
        keys = [key(page) for page in pages]
        self._order = array("I", sorted(range(len(pages)), key=keys.__getitem__))

    def find_indexes(self, value: str) -> Sequence[int]:
        """Return the indexes of the pages with a key, in the order in which they were given."""
        first = bisect_left(self._order, value, key=self._key_at)
        if first == len(self._order) or self._key_at(self._order[first]) != value:
            return ()
        return self._order[first : bisect_right(self._order, value, first, key=self._key_at)]

    def _key_at(self, at: int) -> str:
        """Return the key of the page at an index."""
        return self._key(self._pages[at])


class _LetterPairIndex:
    """An index of the names in one folder by the pairs of letters in them."""

    def __init__(self, names: list[str]) -> None:
        self._names = names
        self._with: dict[tuple[str, str], list[int]] = defaultdict(list)
        for at, name in enumerate(names):
            for pair in set(pairwise(name)):
                self._with[pair].append(at)

    def find_similar_names(self, name: str) -> list[str]:
        """Return at most 6 names of similar length that share the most letter pairs with a name."""
        shared: Counter[int] = Counter()
        counted = 0
        # The rarest pairs first: those that thousands of names have do not tell them apart.
        for places in sorted(
            (self._with.get(pair, []) for pair in dict.fromkeys(pairwise(name))), key=len
        ):
            if counted > _MOST_COUNTED:
                break
            counted += len(places)
            shared.update(places)
        room = max(2, len(name) // 3)
        names, lengths = self._names, range(len(name) - room, len(name) + room + 1)
        similar: list[str] = []
        # Of thousands of names few share the most pairs, so the others are not sorted.
        for most in sorted({*shared.values()}, reverse=True):
            alike = sorted(at for at, count in shared.items() if count == most)
            similar += (names[at] for at in alike if len(names[at]) in lengths)
            if len(similar) >= _ALIKE:
                break
        return similar[:_ALIKE]


def _last_segment(page: str) -> str:
    return page.rpartition("/")[2]


def _split_language_folder(path: str) -> tuple[str, str]:
    """Return the first folder of a path that is named after a language, and the path without it.

    The folder is empty if there is none.
    """
    *folders, _ = segments = path.split("/")
    for count, name in enumerate(folders):
        if name in LANGUAGE_NAMES:
            rest = "/".join((*segments[:count], *segments[count + 1 :]))
            return "/".join(segments[: count + 1]), rest
    return "", path


def _sort_by_likeness(path: str, pages: list[str]) -> list[str]:
    """Sort a few pages by how similar their spelling is to a path, most similar first."""
    if len(pages) < 2:
        return pages
    from difflib import SequenceMatcher

    matcher = SequenceMatcher(b=path, autojunk=False)

    def likeness(page: str) -> float:
        matcher.set_seq1(page)
        return -matcher.ratio()

    return sorted(pages, key=likeness)
