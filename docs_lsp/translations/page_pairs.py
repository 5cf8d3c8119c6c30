"""Lists the pages of the default language with their translations, and those that are missing.

`site.summaries.counterpart_pages` decides which page corresponds to which.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from docs_lsp.site.overview import Overview
from docs_lsp.site.summaries.counterpart_pages import (
    LanguageEdition,
    Translations,
    compare_site_languages,
)


class PagePair(NamedTuple):
    """A page of the default language, and the place of its translation."""

    language: str
    """The language of the translation, as written in docs.json."""
    default: str
    """The default language."""
    page: str
    """The page path of the translation."""
    file: str | None
    """The file of the translation, or None if it is missing."""
    original: str
    """The page path of the original."""
    original_file: str

    @property
    def is_regional_variant(self) -> bool:
        """Whether both are regional variants of one language, whose texts may be equal."""
        return self.language.partition("-")[0] == self.default.partition("-")[0]


def list_page_pairs(overview: Overview) -> tuple[PagePair, ...]:
    """Pair each visible page of a default language with its translations, existing or missing.

    In the order of docs.json, each translation once. A language that lists the original itself
    needs no translation of it.
    """
    pairs = (
        pair
        for translations in overview.cached(compare_site_languages)
        for pair in _iter_pairs(translations, overview)
    )
    return tuple({(pair.language, pair.page): pair for pair in pairs}.values())


def index_pairs_by_file(overview: Overview) -> Mapping[str, PagePair]:
    """Return the pairs whose translation exists, by its file."""
    return {pair.file: pair for pair in overview.cached(list_page_pairs) if pair.file is not None}


def _iter_pairs(languages: Translations, overview: Overview) -> Iterator[PagePair]:
    """Yield the pairs of the languages that are not hidden."""
    for edition in languages.others:
        if not edition.is_hidden:
            yield from _iter_edition_pairs(edition, languages.default, overview)


def _iter_edition_pairs(
    edition: LanguageEdition, default: LanguageEdition, overview: Overview
) -> Iterator[PagePair]:
    """Yield visible pages of the default language with their translations, which may be missing."""
    files = overview.facts.pages.by_path
    for key, listing in default.listings.items():
        page = edition.find_page(key)
        original = files.get(listing.page)
        is_compared = key not in default.hidden and page is not None and page != listing.page
        if original is None or not is_compared or page is None or listing.is_endpoint:
            continue
        yield PagePair(
            edition.language,
            default.language,
            page,
            files.get(page),
            listing.page,
            original,
        )
