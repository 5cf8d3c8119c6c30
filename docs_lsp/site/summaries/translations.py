"""Which page of one language is which of another.

The languages of a list tell their pages apart by a folder: `guides/start` is `fr/guides/start` in
French, and `en/guides/start` in English where English has a folder too. Nothing says so in
docs.json, and the folder need not be called like the code. So it is taken from the pages
themselves: of the folders that most pages of a language lie in, the one that leaves most of their
paths equal to those of the default language. Where fewer than half become equal, nothing is said
of the language: then its pages have other names, or the sections have little to do with each other.

With versions inside languages, each version is compared with the one of the same name; with
languages inside versions, each list of languages stands for itself.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from docs_lsp.site.navigation.navigation import Listing, Navigation, is_accepted, scopes
from docs_lsp.site.navigation.walk import Placed
from docs_lsp.site.overview import is_navigation_complete
from docs_lsp.site.visibility import is_shown

if TYPE_CHECKING:
    from docs_lsp.site.overview import Overview

_DEEPEST = 8
"""How many folders deep the folder of a language may lie."""


class Key(NamedTuple):
    """What a page shares with its translations."""

    version: str | None
    path: str
    """The page path without the folder of its language."""


class Coverage(NamedTuple):
    """How much of the default language another one lists."""

    pages: int
    """How many pages the default language shows readers, of the versions that both have."""
    lacking: Mapping[Key, Listing]
    """Those of them that the other one does not list, where the default language lists them."""
    added: int
    """How many pages the other one lists that the default language does not."""


class Counterpart(NamedTuple):
    """A page in another language."""

    language: str
    page: str
    """The page path: as it is listed, else where the page would belong."""
    listing: Listing | None
    """Where that language lists it first; None where it does not."""


@dataclass(frozen=True, slots=True, eq=False)
class Edition:
    """What one language of a list lists."""

    language: str
    placed: Placed
    folders: Mapping[str | None, str]
    """The folder of its pages in each version that can be compared, with its slash; may be ""."""
    listings: Mapping[Key, Listing]
    """The first listing of each page, in the order of the text."""
    keys: Mapping[str, Key]
    """What each page is called among these, by its page path; only of the versions above."""
    hidden: frozenset[Key]
    """Those that elements around them hide wherever they stand: few, or none."""

    def page_of(self, key: Key) -> str | None:
        """The path of a page in this language; None where nothing is known of its version."""
        listing = self.listings.get(key)
        if listing is not None:
            return listing.page
        folder = self.folders.get(key.version)
        return None if folder is None else folder + key.path


@dataclass(frozen=True, slots=True, eq=False)
class Translations:
    """The languages of one list."""

    default: Edition
    others: tuple[Edition, ...]

    def coverage(self, edition: Edition) -> Coverage:
        """How much of the default language another one lists; of 0 pages if nothing is known."""
        listings = self.default.listings
        keys = [key for key in listings if self._is_compared(key, edition)]
        lacking = {key: listings[key] for key in keys if key not in edition.listings}
        own = [key for key in edition.listings if key.version in edition.folders]
        return Coverage(len(keys), lacking, sum(key not in listings for key in own))

    def counterparts(self, page: str) -> Iterator[Counterpart]:
        """A listed page in each of the other languages."""
        for edition in self.editions:
            key = edition.keys.get(page)
            if key is not None:
                yield from self._counterparts_of(key, edition)
                return

    @property
    def editions(self) -> tuple[Edition, ...]:
        """All languages, the default one first."""
        return (self.default, *self.others)

    def _is_compared(self, key: Key, edition: Edition) -> bool:
        return key.version in edition.folders and key not in self.default.hidden

    def _counterparts_of(self, key: Key, own: Edition) -> Iterator[Counterpart]:
        for edition in self.editions:
            page = edition.page_of(key) if edition is not own else None
            if page is not None:
                yield Counterpart(edition.language, page, edition.listings.get(key))


def site_translations(overview: Overview) -> tuple[Translations, ...]:
    """The lists of languages of a site; none where something keeps its navigation from being read
    as a whole, because nobody could say then what a language lacks."""
    return translations(overview.navigation) if overview.cached(is_navigation_complete) else ()


def translations(navigation: Navigation) -> tuple[Translations, ...]:
    """Every list of languages that can be compared, in the order of the text."""
    lists: dict[Placed, list[Placed]] = defaultdict(list)
    for placed in navigation.elements:
        if placed.key == "languages" and placed.around and placed.element.text("language"):
            lists[placed.around].append(placed)
    if not lists:
        return ()
    listed = _Listed(navigation)
    return tuple(_compare_languages(found, listed) for found in lists.values() if len(found) > 1)


def default_of(languages: Collection[Placed]) -> Placed:
    """The default of some languages: the one marked so, else the first."""
    marked = (language for language in languages if language.element.flag("default") is True)
    return next(marked, next(iter(languages)))


_Pages: TypeAlias = dict[str, Listing]
"""The first listing of each page."""


class _Listed:
    """What each language lists, by version, as it is written."""

    def __init__(self, navigation: Navigation) -> None:
        self.pages: dict[Placed, dict[str | None, _Pages]] = {}
        self.shown: set[tuple[Placed, str | None, str]] = set()
        known = scopes(navigation)
        languages: dict[Placed, tuple[Placed, ...]] = {}
        for page, listings in navigation.by_page.items():
            for listing in listings:
                placed = listing.placed
                if not is_accepted(listing, known):
                    continue
                if placed not in languages:
                    languages[placed] = _languages_around(placed)
                self._add(page, listing, languages[placed], is_shown(known[placed].chain))

    def _add(
        self, page: str, listing: Listing, around: tuple[Placed, ...], is_visible: bool
    ) -> None:
        version = listing.placed.element.inner.version
        for language in around:
            self.pages.setdefault(language, {}).setdefault(version, {}).setdefault(page, listing)
            if is_visible:
                self.shown.add((language, version, page))


def _languages_around(placed: Placed) -> tuple[Placed, ...]:
    return tuple(one for one in placed.walk_outward() if one.element.record.kind == "language")


def _compare_languages(languages: list[Placed], listed: _Listed) -> Translations:
    """The languages of one list, with the folders that make most pages correspond."""
    default = default_of(languages)
    other_languages = [one for one in languages if one is not default]
    own: dict[str | None, str] = {}
    folders: dict[Placed, dict[str | None, str]] = {one: {} for one in other_languages}
    for version, pages in listed.pages.get(default, {}).items():
        pages_by_language = {
            one: listed.pages.get(one, {}).get(version, {}) for one in other_languages
        }
        own[version], of_others = _find_folders(pages, pages_by_language)
        for language, folder in of_others.items():
            folders[language][version] = folder
    made = {one: _edition(one, folders[one], own, listed) for one in other_languages}
    return Translations(_edition(default, own, own, listed), tuple(made.values()))


def _edition(
    language: Placed,
    folders: Mapping[str | None, str],
    default: Mapping[str | None, str],
    listed: _Listed,
) -> Edition:
    listings: dict[Key, Listing] = {}
    keys: dict[str, Key] = {}
    shown = set()
    for version, pages in listed.pages.get(language, {}).items():
        candidates = (folders.get(version, ""), default.get(version, ""))
        for page, listing in pages.items():
            key = Key(version, _strip_folder(page, *candidates))
            if listings.setdefault(key, listing) is listing and version in folders:
                keys.setdefault(page, key)
            if (language, version, page) in listed.shown:
                shown.add(key)
    code = language.element.text("language") or ""
    return Edition(code, language, folders, listings, keys, frozenset(listings.keys() - shown))


def _find_folders(
    default: Collection[str], others: Mapping[Placed, Collection[str]]
) -> tuple[str, dict[Placed, str]]:
    """The folder of the default language, and that of each other one that corresponds to it."""
    best, best_found = (-1, 0), ("", dict[Placed, str]())
    for folder in _common_folders(default):
        keys = {_strip_folder(page, folder) for page in default}
        matched, folders_by_language = 0, {}
        for language, pages in others.items():
            candidates = _common_folders([page for page in pages if page not in default])
            matches = ((_count_equal(pages, own, folder, keys), own) for own in candidates)
            equal, own = max(matches, key=_rank_match)
            matched += equal
            if pages and 2 * equal >= len(pages):
                folders_by_language[language] = own
        if (matched, -len(folder)) > best:
            best, best_found = (matched, -len(folder)), (folder, folders_by_language)
    return best_found


def _count_equal(pages: Collection[str], folder: str, default: str, keys: Collection[str]) -> int:
    """How many pages of a language correspond to one of the default language."""
    return sum(_strip_folder(page, folder, default) in keys for page in pages)


def _rank_match(match: tuple[int, str]) -> tuple[int, int]:
    return match[0], -len(match[1])


def _common_folders(pages: Collection[str]) -> list[str]:
    """The folders, with their slash, that more than half of some pages lie in; "" among them."""
    counts: Counter[str] = Counter()
    for page in pages:
        end = -1
        for _ in range(_DEEPEST):
            end = page.find("/", end + 1)
            if end < 0:
                break
            counts[page[: end + 1]] += 1
    return ["", *(folder for folder, count in counts.items() if 2 * count > len(pages))]


def _strip_folder(page: str, *folders: str) -> str:
    """A page path without the first of some folders that it lies in."""
    for folder in folders:
        if folder and page.startswith(folder):
            return page[len(folder) :]
    return page
