"""Which page is a translation of which, and which are missing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.site.summaries.translations import Edition, Translations, site_translations

if TYPE_CHECKING:
    from docs_lsp.site.overview import Overview


class PagePair(NamedTuple):
    """A page of the default language, and where its translation is or belongs."""

    language: str
    """The language of the translation, as docs.json writes it."""
    default: str
    """The default language."""
    page: str
    """The page path of the translation."""
    file: str | None
    """The file of the translation; None where there is none."""
    original: str
    """The page path of the original."""
    original_file: str

    @property
    def is_same_tongue(self) -> bool:
        """Whether both are one language of two regions, whose texts may well be equal."""
        return self.language.partition("-")[0] == self.default.partition("-")[0]


def page_pairs(overview: Overview) -> tuple[PagePair, ...]:
    """Every shown page of the default languages with each other language that can be compared, in
    the order of docs.json, each translation once. A language that lists the original itself has
    no translation of it, and needs none."""
    pairs = (
        pair
        for translations in overview.cached(site_translations)
        for pair in _pairs(translations, overview)
    )
    return tuple({(pair.language, pair.page): pair for pair in pairs}.values())


def page_pairs_by_file(overview: Overview) -> Mapping[str, PagePair]:
    """The pairs whose translation is there, by its file."""
    return {pair.file: pair for pair in overview.cached(page_pairs) if pair.file is not None}


def _pairs(languages: Translations, overview: Overview) -> Iterator[PagePair]:
    for edition in languages.others:
        if edition.placed.element.flag("hidden") is not True:
            yield from _pairs_of(edition, languages.default, overview)


def _pairs_of(edition: Edition, default: Edition, overview: Overview) -> Iterator[PagePair]:
    files = overview.facts.pages.by_path
    for key, listing in default.listings.items():
        page = edition.page_of(key)
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
