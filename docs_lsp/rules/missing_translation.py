"""A language lacks pages that the default language has.

Why it matters
--------------
Readers who choose another language get its own navigation. A page that it does not list is not
there for them, and nothing tells them that it exists in another language.

Which page is the translation of which is told by the path: `fr/guides/start` belongs to
`guides/start`, or to `en/guides/start`. Where the pages of a language are called otherwise, nothing
is said of it. Hidden pages need no translation, and each version is compared with the one of the
same name.

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

Source: users, 10
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import islice
from typing import TYPE_CHECKING

from docs_lsp.problem import Place, Problem, Severity
from docs_lsp.rules._rule import Rule
from docs_lsp.rules._words import code
from docs_lsp.schema.model_languages import LANGUAGE_NAMES

if TYPE_CHECKING:
    from docs_lsp.site.nav.translations import Edition, Key, Translations
    from docs_lsp.site.overview import Overview

_NAME = "missing-translation"
_SHOWN = 3


def _check(overview: Overview) -> Iterator[Problem]:
    """Each language, but for hidden ones, that lacks pages of the default one."""
    if not any(placed.key == "languages" for placed in overview.navigation.elements):
        return
    from docs_lsp.site.nav.translations import (
        site_translations,  # Few sites have several languages.
    )

    for languages in overview.once(site_translations):
        for edition in languages.others:
            if edition.placed.element.flag("hidden") is not True:
                yield from _of_language(edition, languages, overview)


def _of_language(
    edition: Edition, languages: Translations, overview: Overview
) -> Iterator[Problem]:
    from docs_lsp.site.nav.unlisted import meant_pages

    pages, lacking, added = languages.coverage(edition)
    there = {key: one for key, one in lacking.items() if one.page in overview.facts.pages}
    pages -= len(lacking) - len(there)  # An entry without a page is another mistake.
    meant = overview.once(meant_pages) if there else ()
    lacking = {key: one for key, one in there.items() if edition.page_of(key) not in meant}
    if not lacking:
        return
    file, span = edition.placed.file_span(edition.placed.element.value_spot("language"))
    name = LANGUAGE_NAMES.get(edition.language, "it")
    default = code(languages.default.language)
    message = (
        f"{code(edition.language)} lacks {len(lacking)} of the {pages} pages that {default} lists, "
        f"so readers who choose {name} do not find {'it' if len(lacking) == 1 else 'them'}. "
        f"{_remedy(edition, lacking, overview)}"
    )
    if added:
        message += f" It lists {added} that {default} does not: maybe pages were moved there."
    related = tuple(
        Place(one.file, one.span, f"Not listed in {code(edition.language)}")
        for one in islice(lacking.values(), _SHOWN)
    )
    yield Problem(_NAME, file, span, message, Severity.INFORMATION, related)


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


MISSING_TRANSLATION = Rule(_NAME, Severity.INFORMATION, __doc__ or "", __file__, site=_check)
