"""A language lacks pages that the default language has.

Why it matters
--------------
Readers who choose another language get its own navigation. A page that it does not list is missing
for them, and nothing tells them that it exists in another language.

The path shows which page is the translation of which: `fr/guides/start` belongs to `guides/start`,
or to `en/guides/start`. If the pages of a language have other names, nothing is reported. Hidden
pages need no translation, and each version is compared with the one of the same name. A language
that lists less than a tenth of the pages is reported once, however many versions or products it is
in.

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
Translate the pages and list them under the language. Until then you can list the page of the
default language there.

Source: SERVICE.md, languages
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.core.phrases import code
from docs_lsp.core.problem import Problem, RelatedPlace, Severity
from docs_lsp.rules.framework.rule import site_rule
from docs_lsp.schema.model_languages import LANGUAGE_NAMES
from docs_lsp.site.navigation.navigation import Listing
from docs_lsp.site.overview import Overview

if TYPE_CHECKING:
    from docs_lsp.site.summaries.counterpart_pages import (
        LanguageEdition,
        TranslationKey,
        Translations,
    )

_NAME = "missing-translation"
_SHOWN = 3
_LEAST_SHARE = 0.1
"""A language that lists a smaller share of the default language's pages has hardly begun."""


@site_rule(_NAME, Severity.INFORMATION)
def missing_translation(overview: Overview) -> Iterator[Problem]:
    """Report each language that is not hidden and lacks pages of the default one."""
    if not overview.navigation.has_languages:
        return
    from docs_lsp.site.summaries.counterpart_pages import compare_site_languages

    by_language: dict[str, list[_Gap]] = defaultdict(list)
    for languages in overview.cached(compare_site_languages):
        for edition in languages.others:
            if not edition.is_hidden:
                by_language[edition.language].append(_build_gap(edition, languages, overview))
    for gaps in by_language.values():
        if _is_hardly_begun(gaps):
            yield _build_language_problem(gaps)
        else:
            yield from (_build_gap_problem(gap, overview) for gap in gaps if gap.lacking)


class _Gap(NamedTuple):
    """The pages that a language lacks in one array of languages."""

    edition: LanguageEdition
    default: str
    pages: int
    """Number of pages that the default language lists."""
    lacking: Mapping[TranslationKey, Listing]
    added: int
    """Number of pages that only this language lists."""


def _build_gap(edition: LanguageEdition, languages: Translations, overview: Overview) -> _Gap:
    """Compare a language with the default one; pages that broken entries may mean do not count."""
    from docs_lsp.site.summaries.unlisted_pages import collect_suggested_pages

    pages, lacking, added = languages.measure_coverage(edition)
    there = {key: one for key, one in lacking.items() if one.page in overview.facts.pages}
    pages -= len(lacking) - len(there)  # Another rule reports entries without a page.
    meant = overview.cached(collect_suggested_pages) if there else ()
    lacking = {key: one for key, one in there.items() if edition.find_page(key) not in meant}
    return _Gap(edition, languages.default.language, pages, lacking, added)


def _is_hardly_begun(gaps: Sequence[_Gap]) -> bool:
    """Return whether a language lists so few pages that one finding for all arrays is enough."""
    pages = sum(gap.pages for gap in gaps)
    listed = pages - sum(len(gap.lacking) for gap in gaps)
    return listed < _LEAST_SHARE * pages


def _build_language_problem(gaps: Sequence[_Gap]) -> Problem:
    """Build the one finding for a language that has hardly been begun."""
    first, *others = (gap for gap in gaps if gap.lacking)
    pages = sum(gap.pages for gap in gaps)
    listed = pages - sum(len(gap.lacking) for gap in gaps)
    message = (
        f"{_render_language(first.edition)} lists {listed or 'none'} of the {pages} pages listed "
        f"in {code(first.default)}. Translate and list more, or set `hidden` to `true` until then."
    )
    related = tuple(
        RelatedPlace(*gap.edition.locate_code(), "Pages are missing here too") for gap in others
    )
    return Problem(_NAME, *first.edition.locate_code(), message, Severity.INFORMATION, related)


def _render_language(edition: LanguageEdition) -> str:
    """Return the code and name of a language for messages: `fr` (French)."""
    name = LANGUAGE_NAMES.get(edition.language)
    return f"{code(edition.language)} ({name})" if name else code(edition.language)


def _build_gap_problem(gap: _Gap, overview: Overview) -> Problem:
    """Build the finding about what a language lacks in one array of languages."""
    edition, default, pages, lacking, added = gap
    message = (
        f"{_render_language(edition)} lacks {len(lacking)} of the {pages} pages listed in "
        f"{code(default)}. {_render_remedy(edition, lacking, overview)}"
    )
    if added:
        message += f" It lists {added} that {code(default)} does not (perhaps moved)."
    related = tuple(
        RelatedPlace(listing.file, listing.span, f"Not listed in {code(edition.language)}")
        for listing in islice(lacking.values(), _SHOWN)
    )
    return Problem(_NAME, *gap.edition.locate_code(), message, Severity.INFORMATION, related)


def _render_remedy(
    edition: LanguageEdition, lacking: Collection[TranslationKey], overview: Overview
) -> str:
    """Render what to do, depending on whether files of the translations exist."""
    pages = overview.facts.pages
    there = sum((edition.find_page(key) or "") in pages for key in lacking)
    if len(lacking) == 1:
        return "Its file exists: list it." if there else "Translate and list it."
    if not there:
        return "Translate and list them."
    if there == len(lacking):
        return "Their files exist: list them."
    verb = "exists" if there == 1 else "exist"
    return f"Translate and list them; {there} already {verb} as a file."
