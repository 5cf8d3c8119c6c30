"""Decides which page of a language is the counterpart of a page of another.

The languages of an array distinguish their pages by a folder: `guides/start` is `fr/guides/start`
in French, and `en/guides/start` in English if English has a folder too. docs.json does not say so,
and the folder need not be named like the code. So it is derived from the pages themselves: of the
folders that contain most pages of a language, it is the one whose removal makes most paths equal to
those of the default language. If fewer than half become equal, the language is not compared: then
its pages have other names, or the sections are unrelated.

With versions inside languages, each version is compared with the one of the same name; with
languages inside versions, each array of languages is separate.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from docs_lsp.core.text import Span
from docs_lsp.site.languages_and_versions import choose_default
from docs_lsp.site.navigation.navigation import Listing, Navigation, is_listing_accepted
from docs_lsp.site.navigation.walk import Placed
from docs_lsp.site.navigation_completeness import is_navigation_complete
from docs_lsp.site.visibility import is_chain_shown

if TYPE_CHECKING:
    from docs_lsp.site.overview import Overview

_DEEPEST = 8
"""Maximum depth of the folder of a language."""


class TranslationKey(NamedTuple):
    """The identity that a page shares with its translations."""

    version: str | None
    path: str
    """The page path without the folder of its language."""


class Coverage(NamedTuple):
    """The part of the default language that another one lists."""

    pages: int
    """The number of visible pages of the default language, in versions that both have."""
    lacking: Mapping[TranslationKey, Listing]
    """Pages that the other language does not list, with the listing in the default language."""
    added: int
    """The number of pages that only the other language lists."""


class Counterpart(NamedTuple):
    """A page in another language."""

    language: str
    page: str
    """The page path as it is listed, or the path where it should be."""
    listing: Listing | None
    """Its first listing in that language, or None."""


@dataclass(frozen=True, slots=True, eq=False)
class LanguageEdition:
    """The pages that one language of an array lists."""

    language: str
    placed: Placed
    folders: Mapping[str | None, str]
    """The folder of its pages in each comparable version, with its slash; may be empty."""
    listings: Mapping[TranslationKey, Listing]
    """The first listing of each page, in the order of the text."""
    keys: Mapping[str, TranslationKey]
    """The key of each page in comparable versions, by its page path."""
    hidden: frozenset[TranslationKey]
    """The pages that elements hide in all places: few, or none."""

    @property
    def is_hidden(self) -> bool:
        """Whether readers do not see the language."""
        return self.placed.element.get_flag("hidden") is True

    def locate_code(self) -> tuple[str, Span]:
        """Return the file and the byte span of the language's code in docs.json."""
        return self.placed.locate_spot(self.placed.element.find_value_spot("language"))

    def find_page(self, key: TranslationKey) -> str | None:
        """Return the path that a page has or should have in this language; None if not comparable.

        It is not comparable if its version is not.
        """
        listing = self.listings.get(key)
        if listing is not None:
            return listing.page
        folder = self.folders.get(key.version)
        return None if folder is None else folder + key.path


@dataclass(frozen=True, slots=True, eq=False)
class Translations:
    """The languages of one array."""

    default: LanguageEdition
    others: tuple[LanguageEdition, ...]

    def measure_coverage(self, edition: LanguageEdition) -> Coverage:
        """Compare a language with the default one; `pages` is 0 if nothing is known."""
        listings = self.default.listings
        keys = [key for key in listings if self._is_compared(key, edition)]
        lacking = {key: listings[key] for key in keys if key not in edition.listings}
        own = [key for key in edition.listings if key.version in edition.folders]
        return Coverage(len(keys), lacking, sum(key not in listings for key in own))

    def iter_counterparts(self, page: str) -> Iterator[Counterpart]:
        """Yield a listed page's counterpart in each of the other languages."""
        for edition in self.editions:
            key = edition.keys.get(page)
            if key is not None:
                yield from self._iter_counterparts_of_key(key, edition)
                return

    @property
    def editions(self) -> tuple[LanguageEdition, ...]:
        """All languages, the default one first."""
        return (self.default, *self.others)

    def _is_compared(self, key: TranslationKey, edition: LanguageEdition) -> bool:
        """Return whether a page of the default language is visible and in a shared version."""
        return key.version in edition.folders and key not in self.default.hidden

    def _iter_counterparts_of_key(
        self, key: TranslationKey, own: LanguageEdition
    ) -> Iterator[Counterpart]:
        for edition in self.editions:
            page = edition.find_page(key) if edition is not own else None
            if page is not None:
                yield Counterpart(edition.language, page, edition.listings.get(key))


def compare_site_languages(overview: Overview) -> tuple[Translations, ...]:
    """Return the arrays of languages of a site; empty if not all of its navigation is known."""
    if overview.cached(is_navigation_complete):
        return compare_all_languages(overview.navigation)
    return ()


def compare_all_languages(navigation: Navigation) -> tuple[Translations, ...]:
    """Return every array of languages that can be compared, in the order of the text."""
    lists: dict[Placed, list[Placed]] = defaultdict(list)
    for placed in navigation.elements:
        if placed.key == "languages" and placed.around and placed.element.get_text("language"):
            lists[placed.around].append(placed)
    if not lists:
        return ()
    listed = _PagesByLanguage(navigation)
    return tuple(_compare_languages(found, listed) for found in lists.values() if len(found) > 1)


_Pages: TypeAlias = dict[str, Listing]
"""The first listing of each page."""


class _PagesByLanguage:
    """The pages that each language lists, by version."""

    def __init__(self, navigation: Navigation) -> None:
        self.pages: dict[Placed, dict[str | None, _Pages]] = {}
        self.shown: set[tuple[Placed, str | None, str]] = set()
        known = navigation.ancestors
        languages: dict[Placed, tuple[Placed, ...]] = {}
        for page, listings in navigation.by_page.items():
            for listing in listings:
                placed = listing.placed
                if not is_listing_accepted(listing, known):
                    continue
                if placed not in languages:
                    languages[placed] = _list_languages_around(placed)
                self._add(page, listing, languages[placed], is_chain_shown(known[placed].chain))

    def _add(
        self, page: str, listing: Listing, around: tuple[Placed, ...], is_visible: bool
    ) -> None:
        """Add a listing to the languages around it, unless their version lists the page already.

        `is_visible` is recorded of the page in any case.
        """
        version = listing.placed.element.inner.version
        for language in around:
            self.pages.setdefault(language, {}).setdefault(version, {}).setdefault(page, listing)
            if is_visible:
                self.shown.add((language, version, page))


def _list_languages_around(placed: Placed) -> tuple[Placed, ...]:
    return tuple(one for one in placed.list_outward() if one.element.record.kind == "language")


def _compare_languages(languages: list[Placed], listed: _PagesByLanguage) -> Translations:
    """Return the languages of one array, with the folders that make most pages correspond."""
    default = choose_default(languages)
    other_languages = [one for one in languages if one is not default]
    own: dict[str | None, str] = {}
    folders: dict[Placed, dict[str | None, str]] = {one: {} for one in other_languages}
    for version, pages in listed.pages.get(default, {}).items():
        pages_by_language = {
            one: listed.pages.get(one, {}).get(version, {}) for one in other_languages
        }
        own[version], of_others = _find_matching_folders(pages, pages_by_language)
        for language, folder in of_others.items():
            folders[language][version] = folder
    others = tuple(_make_edition(one, folders[one], own, listed) for one in other_languages)
    return Translations(_make_edition(default, own, own, listed), others)


def _make_edition(
    language: Placed,
    folders: Mapping[str | None, str],
    default: Mapping[str | None, str],
    listed: _PagesByLanguage,
) -> LanguageEdition:
    """Return a language with its listings; `folders` and `default` are those by version."""
    listings: dict[TranslationKey, Listing] = {}
    keys: dict[str, TranslationKey] = {}
    shown = set()
    for version, pages in listed.pages.get(language, {}).items():
        candidates = (folders.get(version, ""), default.get(version, ""))
        for page, listing in pages.items():
            key = TranslationKey(version, _strip_folder(page, *candidates))
            if listings.setdefault(key, listing) is listing and version in folders:
                keys.setdefault(page, key)
            if (language, version, page) in listed.shown:
                shown.add(key)
    code = language.element.get_text("language") or ""
    return LanguageEdition(
        code, language, folders, listings, keys, frozenset(listings.keys() - shown)
    )


def _find_matching_folders(
    default: Collection[str], others: Mapping[Placed, Collection[str]]
) -> tuple[str, dict[Placed, str]]:
    """Return the folder of the default language, and those of other ones that match it."""
    best, best_found = (-1, 0), ("", dict[Placed, str]())
    for folder in _list_common_folders(default):
        keys = {_strip_folder(page, folder) for page in default}
        matched, folders_by_language = 0, {}
        for language, pages in others.items():
            candidates = _list_common_folders([page for page in pages if page not in default])
            matches = ((_count_equal(pages, own, folder, keys), own) for own in candidates)
            equal, own = max(matches, key=_rank_match)
            matched += equal
            if pages and 2 * equal >= len(pages):
                folders_by_language[language] = own
        if (matched, -len(folder)) > best:
            best, best_found = (matched, -len(folder)), (folder, folders_by_language)
    return best_found


def _count_equal(pages: Collection[str], folder: str, default: str, keys: Collection[str]) -> int:
    """Count the pages of a language that correspond to one of the default language."""
    return sum(_strip_folder(page, folder, default) in keys for page in pages)


def _rank_match(match: tuple[int, str]) -> tuple[int, int]:
    """Return the sort key of a match: of as many equal pages, the shorter folder is better."""
    return match[0], -len(match[1])


def _list_common_folders(pages: Collection[str]) -> list[str]:
    """Return the folders, with their slash, that contain more than half of some pages.

    The root, an empty string, is always included.
    """
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
    """Return a page path without the first of the folders that contains it."""
    for folder in folders:
        if folder and page.startswith(folder):
            return page[len(folder) :]
    return page
