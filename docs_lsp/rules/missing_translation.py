"""A language lacks pages that the default language has.

Why it matters
--------------
Readers who choose another language get its own navigation. A page that it does not list is not
there for them, and nothing tells them that it exists in another language.

The path says which page is the translation of which: `fr/guides/start` belongs to
`guides/start`, or to `en/guides/start`. Where the pages of a language are called otherwise, nothing
is said of it. Hidden pages need no translation, and each version is compared with the one of the
same name. A language that lists under a tenth of the pages is reported once, however many versions
or products it is in.

Example
-------
```fail
--- docs.json
"navigation": {
  "languages": [
    { "language": "en", "pages": ["index", "guides/start", "guides/next"] },
    { "language": "«fr»", "pages": ["fr/index", "fr/guides/start"] }
  ]
}
--- index.mdx
# Home
--- guides/start.mdx
# Start
--- guides/next.mdx
# Next
--- fr/index.mdx
# Accueil
--- fr/guides/start.mdx
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
Translate the pages and list them under the language. Until then its readers are served by an entry
of the page as it is in the default language.

Source: SERVICE.md, languages
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.core.problem import Place, Problem, Severity
from docs_lsp.core.text import Span
from docs_lsp.rules.framework.phrases import code
from docs_lsp.rules.framework.rule import site_rule
from docs_lsp.schema.model_languages import LANGUAGE_NAMES

if TYPE_CHECKING:
    from docs_lsp.site.navigation.navigation import Listing
    from docs_lsp.site.overview import Overview
    from docs_lsp.site.summaries.translations import Edition, Key, Translations

_NAME = "missing-translation"
_SHOWN = 3
_LEAST_SHARE = 0.1
"""A language that lists less of the default language than this has hardly been begun."""


@site_rule(_NAME, Severity.INFORMATION)
def missing_translation(overview: Overview) -> Iterator[Problem]:
    """Each language, but for hidden ones, that lacks pages of the default one."""
    if not any(placed.key == "languages" for placed in overview.navigation.elements):
        return
    from docs_lsp.site.summaries.translations import site_translations

    by_language: dict[str, list[_Gap]] = defaultdict(list)
    for languages in overview.cached(site_translations):
        for edition in languages.others:
            if edition.placed.element.flag("hidden") is not True:
                by_language[edition.language].append(_build_gap(edition, languages, overview))
    for gaps in by_language.values():
        if _is_hardly_begun(gaps):
            yield _report_language(gaps)
        else:
            yield from (_report_list(gap, overview) for gap in gaps if gap.lacking)


class _Gap(NamedTuple):
    """What a language lacks in one list of languages."""

    edition: Edition
    default: str
    pages: int
    """How many pages the default language lists."""
    lacking: Mapping[Key, Listing]
    added: int
    """How many pages it lists that the default language does not."""


def _build_gap(edition: Edition, languages: Translations, overview: Overview) -> _Gap:
    from docs_lsp.site.summaries.unlisted_pages import find_meant_pages

    pages, lacking, added = languages.coverage(edition)
    there = {key: one for key, one in lacking.items() if one.page in overview.facts.pages}
    pages -= len(lacking) - len(there)  # An entry without a page is another mistake.
    meant = overview.cached(find_meant_pages) if there else ()
    lacking = {key: one for key, one in there.items() if edition.page_of(key) not in meant}
    return _Gap(edition, languages.default.language, pages, lacking, added)


def _is_hardly_begun(gaps: Sequence[_Gap]) -> bool:
    """Whether a language lists so little that what it lacks need not be counted for each list."""
    pages = sum(gap.pages for gap in gaps)
    listed = pages - sum(len(gap.lacking) for gap in gaps)
    return listed < _LEAST_SHARE * pages


def _place(gap: _Gap) -> tuple[str, Span]:
    placed = gap.edition.placed
    return placed.file_span(placed.element.value_spot("language"))


def _report_language(gaps: Sequence[_Gap]) -> Problem:
    """One finding for a language that has hardly been begun."""
    first, *others = (gap for gap in gaps if gap.lacking)
    pages = sum(gap.pages for gap in gaps)
    listed = pages - sum(len(gap.lacking) for gap in gaps)
    message = (
        f"{code(first.edition.language)} lists {listed or 'none'} of the {pages} pages that "
        f"{code(first.default)} lists, so readers who choose {_name(first.edition)} find next to "
        "nothing. Translate and list the pages, or set `hidden` to `true` until there are more."
    )
    related = tuple(Place(*_place(gap), "It lacks pages here too") for gap in others)
    return Problem(_NAME, *_place(first), message, Severity.INFORMATION, related)


def _name(edition: Edition) -> str:
    return LANGUAGE_NAMES.get(edition.language, "it")


def _report_list(gap: _Gap, overview: Overview) -> Problem:
    """What a language lacks in one list of languages."""
    edition, default, pages, lacking, added = gap
    message = (
        f"{code(edition.language)} lacks {len(lacking)} of the {pages} pages that {code(default)} "
        f"lists, so readers who choose {_name(edition)} do not find "
        f"{'it' if len(lacking) == 1 else 'them'}. {_remedy(edition, lacking, overview)}"
    )
    if added:
        message += f" It lists {added} that {code(default)} does not: maybe pages were moved there."
    related = tuple(
        Place(listing.file, listing.span, f"Not listed in {code(edition.language)}")
        for listing in islice(lacking.values(), _SHOWN)
    )
    return Problem(_NAME, *_place(gap), message, Severity.INFORMATION, related)


def _remedy(edition: Edition, lacking: Collection[Key], overview: Overview) -> str:
    """What to do, depending on whether the translations exist."""
    pages = overview.facts.pages
    there = sum((edition.page_of(key) or "") in pages for key in lacking)
    if len(lacking) == 1:
        return "Its file is there: list it." if there else "Translate and list it."
    if not there:
        return "Translate and list them."
    if there == len(lacking):
        return "Their files are there: list them."
    verb = "is" if there == 1 else "are"
    return f"Translate and list them: {there} {verb} there as a file already."
