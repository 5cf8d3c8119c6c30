"""A page enters or leaves the search index.

Why it matters
--------------
`hidden`, `noindex`, a hidden group or tab around a page, and lines in `.mintignore` decide whether
search engines and the assistant find it. One change can hide hundreds of pages, or expose some that
are not for everyone, and a reviewer sees no difference. Only a comparison with an earlier state
shows it (`docs-lsp check --against main`, or the editor setting `docsLsp.compareWith`).

Example
-------
```fail
--- docs.json
"navigation": { "groups": [
  { "group": "Harbour", "pages": ["index"] },
  { "group": "Watch", "hidden": true, "pages": ["tides"] }
] }
--- index.mdx
# Start
--- tides.mdx
«---»
title: Tides
---

High water.
--- docs.json (before)
"navigation": { "groups": [
  { "group": "Harbour", "pages": ["index"] },
  { "group": "Watch", "pages": ["tides"] }
] }
```
```pass
--- docs.json
"navigation": { "pages": ["index", "tides"] }
--- index.mdx
# Start
--- tides.mdx
---
title: Tides
---

High water.
--- tides.mdx (before)
High water.
```

Fix
---
Undo the change that hides or exposes the page, unless it is intended.

Source: SERVICE.md, indexed-pages
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.phrases import code
from docs_lsp.core.problem import Problem, Severity
from docs_lsp.rules.framework.rule import PageTextNeed, site_rule
from docs_lsp.rules.links.changed_addresses import find_changes, find_page_at, name_earlier_revision
from docs_lsp.site.overview import Overview
from docs_lsp.site.summaries.unlisted_pages import find_first_line_span

_NAME = "changed-search"


@site_rule(_NAME, Severity.INFORMATION, reads=PageTextNeed.TEXT)
def changed_search(overview: Overview) -> Iterator[Problem]:
    """Report each page that search finds now but not in the compared revision, or the reverse."""
    changes = find_changes(overview)
    if changes is None:
        return
    for addresses, is_found_now in ((changes.unfound, False), (changes.found, True)):
        for address in addresses:
            page = find_page_at(address, overview)
            content = (overview.contents or {}).get(page.file) if page else None
            if page is not None:
                span, message = (
                    find_first_line_span(content),
                    _describe_search_change(address, name_earlier_revision(overview), is_found_now),
                )
                yield Problem(_NAME, page.file, span, message, Severity.INFORMATION, target=address)


def _describe_search_change(address: str, revision: str, is_found_now: bool) -> str:
    if is_found_now:
        return (
            f"{code(address)} is now found by search, unlike at {revision}. Hide the page if it is "
            "not for everyone."
        )
    return (
        f"{code(address)} is no longer found by search, unlike at {revision}. Undo the change that "
        "hides it if readers should find it."
    )
