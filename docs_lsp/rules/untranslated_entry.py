"""A language lists a page of the default language.

Why it matters
--------------
Readers who choose a language expect pages in it. If the language lists a page that the default
language lists too, they get that one. If a translation of it exists, the entry is most likely a
mistake, and readers do not find the translation.

Without a translation it is often intended, so it is only information, reported once for each
language. Search then returns the page for all languages.

The path shows which page is the translation of which: `fr/guides/start` belongs to `guides/start`,
or to `en/guides/start`.

Example
-------
```fail
--- docs.json
"navigation": {
  "languages": [
    { "language": "en", "pages": ["index", "⟦guides/start⟧"] },
    { "language": "fr", "pages": ["fr/index", "«guides/start»"] }
  ]
}
--- index.mdx
# Home
--- guides/start.mdx
# Start
--- fr/index.mdx
# Accueil
--- fr/guides/start.mdx
---
noindex: true
---
# Commencer
```
```pass
--- docs.json
"navigation": {
  "languages": [
    { "language": "en", "pages": ["index", "guides/start"] },
    { "language": "fr", "pages": ["fr/index", "fr/guides/start"] }
  ]
}
--- index.mdx
# Home
--- guides/start.mdx
# Start
--- fr/index.mdx
# Accueil
--- fr/guides/start.mdx
# Commencer
```

Fix
---
List the translation. The quick fix does so for the entry, or for all of them if they are reported
together. It is offered, and never applied without asking, because the translation may be
unfinished.

Source: SERVICE.md, pages-listed-twice
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.core.grouping import group_by
from docs_lsp.core.phrases import code
from docs_lsp.core.problem import FileEdit, Fix, Problem, RelatedPlace, Severity
from docs_lsp.core.text import Span
from docs_lsp.jsontree.edits import quote_json
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.framework.rule import FixSafety, site_rule
from docs_lsp.schema.model_languages import LANGUAGE_NAMES
from docs_lsp.site.navigation.navigation import Listing
from docs_lsp.site.overview import Overview

if TYPE_CHECKING:
    from docs_lsp.site.summaries.counterpart_pages import (
        LanguageEdition,
        TranslationKey,
        Translations,
    )

_NAME = "untranslated-entry"
_MOST_ALONE = 5
"""Most such entries of a language that are reported one by one; more are a copy."""
_SHOWN = 3


class UntranslatedEntry(NamedTuple):
    """An entry of a language that names a page of the default one."""

    listing: Listing
    original: Listing
    translation: str | None
    """The page to list instead, or None."""


def _offer_translations(subject: FixContext) -> Iterator[Fix]:
    """Offer to list the translations: for one entry, or for all if reported together."""
    overview, problem = subject.overview, subject.problem
    if overview is None or problem.severity is Severity.HINT:
        return
    here = (problem.file, problem.span)
    for place, by_place in overview.cached(_group_translated_entries):
        own = by_place.get(here, [])
        if not own and place == here:
            own = [*chain.from_iterable(by_place.values())]
        edits = tuple(dict.fromkeys(_build_entry_edit(one) for one in own))
        if edits:
            title = f"List {len(edits)} translations"
            if len(edits) == 1:
                title = f"Write {code(own[0].translation or '')}"
            yield Fix(title, edits)


def _group_translated_entries(
    overview: Overview,
) -> tuple[tuple[tuple[str, Span], dict[tuple[str, Span], list[UntranslatedEntry]]], ...]:
    """Return each language's place with its translated entries, grouped by their places."""
    languages = []
    for _, edition, entries in _iter_languages_with_entries(overview):
        translated = (one for one in entries if one.translation)
        by_place = group_by(translated, lambda one: (one.listing.file, one.listing.span))
        languages.append((edition.locate_code(), by_place))
    return tuple(languages)


@site_rule(_NAME, Severity.WARNING, fix=_offer_translations, fixes=FixSafety.CHOICE)
def untranslated_entry(overview: Overview) -> Iterator[Problem]:
    """Report entries of a language that name pages of the default one, singly or together."""
    for languages, edition, entries in _iter_languages_with_entries(overview):
        translated = [one for one in entries if one.translation]
        if len(translated) > _MOST_ALONE:
            yield _build_copy_problem(edition, languages, translated)
        else:
            yield from (_build_unlisted_translation_problem(edition, one) for one in translated)
        rest = [one for one in entries if not one.translation]
        if rest:
            yield _build_untranslated_problem(edition, languages, rest)


def _iter_languages_with_entries(
    overview: Overview,
) -> Iterator[tuple[Translations, LanguageEdition, list[UntranslatedEntry]]]:
    """Yield the visible languages, each with its entries from the default one."""
    if not overview.navigation.has_languages:
        return
    # Few sites have several languages.
    from docs_lsp.site.summaries.counterpart_pages import compare_site_languages

    for languages in overview.cached(compare_site_languages):
        for edition in languages.others:
            # A second element of the default language is reported by `duplicate-language`.
            is_other = edition.language != languages.default.language
            if is_other and not edition.is_hidden:
                yield (
                    languages,
                    edition,
                    list(_iter_untranslated_entries(edition, languages, overview)),
                )


def _iter_untranslated_entries(
    edition: LanguageEdition, languages: Translations, overview: Overview
) -> Iterator[UntranslatedEntry]:
    """Yield the entries that list a page of the default language instead of a translation."""
    pages = overview.facts.pages
    for key, listing in edition.listings.items():
        original = languages.default.listings.get(key)
        if original is None or original.page != listing.page or key in edition.hidden:
            continue
        if listing.page in pages:
            translation = _find_translation(edition, key, listing.page, overview)
            if not translation or not _is_listed(translation, edition, overview):
                yield UntranslatedEntry(listing, original, translation)


def _is_listed(page: str, edition: LanguageEdition, overview: Overview) -> bool:
    """Return whether any entry of a language lists a page."""
    return any(
        edition.placed in listing.placed.list_outward()
        for listing in overview.navigation.by_page.get(page, ())
    )


def _find_translation(
    edition: LanguageEdition, key: TranslationKey, page: str, overview: Overview
) -> str | None:
    """Return the language's own page for a key, or None."""
    candidates = (edition.folders.get(key.version, "") + key.path, f"{edition.language}/{key.path}")
    return next(
        (
            candidate
            for candidate in candidates
            if candidate != page and candidate in overview.facts.pages
        ),
        None,
    )


def _build_unlisted_translation_problem(
    edition: LanguageEdition, one: UntranslatedEntry
) -> Problem:
    """Return the problem of an entry whose page has a translation."""
    listing, original = one.listing, one.original
    message = (
        f"This entry names the page of the default language; readers of {code(edition.language)} "
        f"do not get its translation. Write {code(one.translation or '')}."
    )
    place = RelatedPlace(original.file, original.span, "Listed in the default language")
    return Problem(_NAME, listing.file, listing.span, message, Severity.WARNING, (place,))


def _build_copy_problem(
    edition: LanguageEdition, languages: Translations, entries: list[UntranslatedEntry]
) -> Problem:
    """Return the one problem of a language for many entries whose pages have translations."""
    message = (
        f"{code(edition.language)} lists {len(entries)} pages of "
        f"{code(languages.default.language)} although their translations exist. List the "
        f"translations, such as {code(entries[0].translation or '')}."
    )
    return _build_language_problem(edition, message, Severity.WARNING, entries)


def _build_untranslated_problem(
    edition: LanguageEdition, languages: Translations, entries: list[UntranslatedEntry]
) -> Problem:
    """Return the one problem of a language for entries whose pages have no translation."""
    default = languages.default.language
    name = LANGUAGE_NAMES.get(default, code(default))
    them = "a page" if len(entries) == 1 else f"{len(entries)} pages"
    it = "it" if len(entries) == 1 else "them"
    message = (
        f"{code(edition.language)} lists {them} of {code(default)}, so readers get {it} in {name}, "
        f"and search returns {it} for all languages. Translate {it}, unless this is intended."
    )
    return _build_language_problem(edition, message, Severity.HINT, entries)


def _build_language_problem(
    edition: LanguageEdition,
    message: str,
    severity: Severity,
    entries: list[UntranslatedEntry],
) -> Problem:
    """Return a problem at the code of a language, with up to three entries as related places."""
    related = tuple(
        RelatedPlace(entry.listing.file, entry.listing.span, "Listed in the default language too")
        for entry in islice(entries, _SHOWN)
    )
    return Problem(_NAME, *edition.locate_code(), message, severity, related)


def _build_entry_edit(one: UntranslatedEntry) -> FileEdit:
    """Return the edit that writes the translation in place of the original."""
    listing = one.listing
    return FileEdit(listing.file, listing.span, quote_json(one.translation or "")[1:-1])
