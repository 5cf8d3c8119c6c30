"""A page is listed in another language or version than before.

Why it matters
--------------
Readers who choose a language or a version, and searches limited to one, find a page only where the
navigation lists it. If a page moves from one to another, often by a slip in a large merge, some
readers can no longer find it. Only a comparison with an earlier state shows this (`docs-lsp check
--against main`, or the editor setting `docsLsp.compareWith`).

Example
-------
```fail
--- docs.json
"navigation": { "versions": [
  { "version": "v2", "pages": ["index"] },
  { "version": "v1", "pages": ["«tides»", "ropes"] }
] }
--- index.mdx
# Start
--- tides.mdx
# Tides
--- ropes.mdx
# Ropes
--- docs.json (before)
"navigation": { "versions": [
  { "version": "v2", "pages": ["index", "tides"] },
  { "version": "v1", "pages": ["ropes"] }
] }
```
```pass
--- docs.json
"navigation": { "versions": [
  { "version": "v2", "pages": ["tides", "index"] },
  { "version": "v1", "pages": ["ropes"] }
] }
--- index.mdx
# Start
--- tides.mdx
# Tides
--- ropes.mdx
# Ropes
--- docs.json (before)
"navigation": { "versions": [
  { "version": "v2", "pages": ["index", "tides"] },
  { "version": "v1", "pages": ["ropes"] }
] }
```

Fix
---
List the page where it was, unless the move is intended.

Source: SERVICE.md, languages, version-filter
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.phrases import code
from docs_lsp.core.problem import Problem, Severity
from docs_lsp.rules.framework.rule import PageTextNeed, site_rule
from docs_lsp.rules.links.changed_addresses import (
    find_changes,
    find_page_at,
    locate_redirects_key,
    name_earlier_revision,
)
from docs_lsp.site.overview import Overview

_NAME = "changed-edition"


@site_rule(_NAME, Severity.INFORMATION, reads=PageTextNeed.TEXT)
def changed_edition(overview: Overview) -> Iterator[Problem]:
    """Report each page listed in other languages or versions than in the compared revision."""
    changes = find_changes(overview)
    for edition in changes.editions if changes else ():
        page = find_page_at(edition.address, overview)
        listings = overview.navigation.by_page.get(page.page, ()) if page else ()
        place = next(((each.file, each.span) for each in listings), None)
        file, span = place or locate_redirects_key(overview)
        message = (
            f"{code(edition.address)} has moved from {code(edition.was)} to {code(edition.now)} "
            f"since {name_earlier_revision(overview)}. Readers of the former no longer find "
            f"it there."
        )
        yield Problem(_NAME, file, span, message, Severity.INFORMATION, target=edition.address)
