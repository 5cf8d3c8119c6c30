"""A listed page is excluded from search.

Why it matters
--------------
With `noindex: true` in its frontmatter a page stays in the sidebar, and readers can open it there.
But neither the site's search, nor its MCP server, nor any search engine finds it. That is right for
a page that should not be found. On any other page it is mostly left over from the time when the
page was being written.

Example
-------
```fail
--- docs.json
"navigation": { "pages": ["index", "«fees»"] }
--- index.mdx
# Home
--- fees.mdx
---
title: Fees
⟦noindex: true⟧
---
A berth costs ten crowns.
```
```pass
--- docs.json
"navigation": { "pages": ["index", "fees"] }
--- index.mdx
# Home
--- fees.mdx
---
title: Fees
---
A berth costs ten crowns.
```

Fix
---
Remove `noindex` from the page if it should be found. Otherwise leave everything as it is, and
switch this hint off for the page in docs-lsp.toml.

Source: SERVICE.md, indexed-pages
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.phrases import code
from docs_lsp.core.problem import Problem, RelatedPlace, Severity
from docs_lsp.core.text import Span
from docs_lsp.rules.framework.rule import site_rule
from docs_lsp.site.mdx.content import PageContent
from docs_lsp.site.overview import Overview

_NAME = "noindex-listed"


@site_rule(_NAME, Severity.HINT)
def noindex_listed(overview: Overview) -> Iterator[Problem]:
    """Report each entry whose page has `noindex: true`."""
    contents, pages = overview.contents or {}, overview.facts.pages
    marked = {}
    for page, file in pages:
        content = contents.get(file)
        if content is not None and content.fields.get("noindex") is True:
            marked[page] = file
    if not marked:
        return
    seen = set()
    for listing in overview.navigation.listings:
        place = (listing.file, listing.span)
        if listing.page not in marked or place in seen:
            continue
        seen.add(place)
        message = (
            f"{code(listing.page)} is in the navigation but `noindex`, so search and the MCP "
            "server skip it. Remove `noindex` if they should find it."
        )
        file = marked[listing.page]
        related = RelatedPlace(file, _find_noindex_span(contents[file]), "`noindex` is set here")
        yield Problem(_NAME, *place, message, Severity.HINT, (related,))


def _find_noindex_span(page: PageContent) -> Span:
    entry = page.frontmatter.entries["noindex"]
    return Span(entry.key.start, entry.value.end)
