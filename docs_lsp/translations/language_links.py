"""Finds links of a translation to a page of another language that its own language has, too."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from docs_lsp.core.text import Span
from docs_lsp.site.overview import Overview
from docs_lsp.site.pages import page_to_url, strip_page_extension, url_to_path
from docs_lsp.site.routes.link_paths import parse_link_path
from docs_lsp.site.routes.router import get_path_resolver
from docs_lsp.site.summaries.counterpart_pages import Counterpart, compare_site_languages


class WrongLink(NamedTuple):
    """A link that leaves the language of its page."""

    target: str
    """The target as written."""
    span: Span
    """The span of the target in the page."""
    language: str
    """The language of the target."""
    page: str
    """The page path of the target."""
    own: str
    """The address of that page in the language of the link, as the link writes addresses."""

    @property
    def target_in_language(self) -> str:
        """The corrected target, with everything after the path unchanged."""
        ends = [at for sign in "?#" if (at := self.target.find(sign)) >= 0]
        return self.own + (self.target[min(ends) :] if ends else "")


def collect_wrong_links(overview: Overview) -> Mapping[str, tuple[WrongLink, ...]]:
    """Return, by file, the links of pages to other languages whose target their own has too."""
    files = (
        overview.facts.pages.by_path.get(page) for page in overview.cached(_map_pages_to_language)
    )
    file_links = ((file, tuple(find_wrong_links(file, overview))) for file in files if file)
    return {file: links for file, links in file_links if links}


def find_wrong_links(file: str, overview: Overview) -> Iterator[WrongLink]:
    """Yield a page's links to other languages whose target its own language has too."""
    content = (overview.contents or {}).get(file)
    languages = overview.cached(_map_pages_to_language)
    language = languages.get(strip_page_extension(file))
    if content is None or language is None:
        return
    for link in content.links:
        wrong = _check_link_language(link.target, link.span, file, overview)
        if wrong is not None:
            yield wrong


def find_target_in_language(target: str, file: str, overview: Overview) -> str | None:
    """Return a link of a page corrected to its language, or None if it needs no correction."""
    wrong = _check_link_language(target, Span(0, 0), file, overview)
    return wrong.target_in_language if wrong else None


def _check_link_language(
    target: str, span: Span, file: str, overview: Overview
) -> WrongLink | None:
    """Return a link if it leaves the language of its page although that has the target, or None."""
    languages = overview.cached(_map_pages_to_language)
    language = languages.get(strip_page_extension(file))
    answers = overview.cached(get_path_resolver)
    start, own_link = answers.split_link(target)
    path = parse_link_path(own_link, file)
    if language is None or path is None:
        return None
    if languages.get(url_to_path(path.path), language) == language:
        return None  # Skips most links before the slower look-up.
    answer = answers.resolve_link(path)
    if answer.page is None or answer.redirect is not None:
        return None
    page = answer.page.page
    there = languages.get(page)
    if there is None or there == language:
        return None
    own = _find_page_in_language(page, language, overview)
    if own is None or own == strip_page_extension(file):  # A language switch.
        return None
    return WrongLink(target, span, there, page, start + page_to_url(own))


def localize_address(address: str, file: str, overview: Overview) -> str:
    """Return an address in the language of a page, unchanged if that language does not list it."""
    languages = overview.cached(_map_pages_to_language)
    language, page = languages.get(strip_page_extension(file)), url_to_path(address)
    if language is None or languages.get(page, language) == language:
        return address
    own = _find_page_in_language(page, language, overview)
    return address if own is None else page_to_url(own)


def list_counterpart_files(page: str, overview: Overview) -> tuple[str, ...]:
    """Return the files of a page in the other languages; empty if no language lists the page."""
    files = overview.facts.pages.by_path
    counterparts = overview.cached(_map_pages_to_counterparts).get(page, ())
    return tuple(files[other.page] for other in counterparts if other.page in files)


def _find_page_in_language(page: str, language: str, overview: Overview) -> str | None:
    """Return the page in another language if that lists it and it exists, or None."""
    for counterpart in overview.cached(_map_pages_to_counterparts).get(page, ()):
        if counterpart.language == language and counterpart.listing and counterpart.page != page:
            return counterpart.page if counterpart.page in overview.facts.pages else None
    return None


def _map_pages_to_language(overview: Overview) -> Mapping[str, str]:
    """Return the language of each page that belongs to one language only."""
    languages: dict[str, str | None] = {}
    for translations in overview.cached(compare_site_languages):
        for edition in translations.editions:
            for page in edition.keys:
                known = languages.setdefault(page, edition.language)
                if known != edition.language:
                    languages[page] = None
    return {page: language for page, language in languages.items() if language is not None}


def _map_pages_to_counterparts(overview: Overview) -> Mapping[str, tuple[Counterpart, ...]]:
    """Return the counterparts of each listed page in the other languages."""
    counterparts: dict[str, tuple[Counterpart, ...]] = {}
    for translations in overview.cached(compare_site_languages):
        for page in translations.default.keys:
            counterparts[page] = (
                *counterparts.get(page, ()),
                *translations.iter_counterparts(page),
            )
        for edition in translations.others:
            for page in edition.keys:
                counterparts[page] = (
                    *counterparts.get(page, ()),
                    *translations.iter_counterparts(page),
                )
    return counterparts
