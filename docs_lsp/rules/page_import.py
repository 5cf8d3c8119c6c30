"""A page is imported and therefore no longer a page.

Why it matters
--------------
Any file that a page imports is a snippet from then on: it has no URL of its own, search does not
find it, and links to it are broken. Its title and description are dropped when it is imported. For
a page of the navigation, `snippet-page` reports its entry; this rule is about pages that the
navigation does not list.

Example
-------
```fail
--- docs.json
"navigation": { "pages": ["index"] }
--- index.mdx
import Fees from "«/harbour/fees.mdx»"

<Fees />
--- harbour/fees.mdx
---
title: Fees
description: What a berth costs
---

A berth costs ten crowns.
```
```pass
--- docs.json
"navigation": { "pages": ["index", "harbour/fees"] }
--- index.mdx
import Fees from "/snippets/fees.mdx"

<Fees />
--- harbour/fees.mdx
---
title: Fees
---

import Fees from "/snippets/fees.mdx"

<Fees />
--- snippets/fees.mdx
A berth costs ten crowns.
```

Fix
---
Move the shared content to a file in `snippets/`, and import that. If the file is not meant to be a
page, remove its title and description.

Source: SERVICE.md, imports, page-files
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.phrases import code
from docs_lsp.core.problem import Problem, RelatedPlace, Severity
from docs_lsp.core.text import Span
from docs_lsp.rules.framework.rule import PageTextNeed, site_rule
from docs_lsp.rules.mdx.site_imports import group_imports_by_path
from docs_lsp.site.imported_files import ImportTargetKind
from docs_lsp.site.mdx.content import PageContent
from docs_lsp.site.mdx.contents import COMPONENTS
from docs_lsp.site.overview import Overview
from docs_lsp.site.pages import strip_page_extension

_NAME = "page-import"
_PARTS = ("snippets/", "_snippets/")
_OF_PAGES = ("title", "description")
"""Frontmatter keys of pages that are useless in a snippet."""


@site_rule(_NAME, Severity.WARNING, reads=PageTextNeed.TEXT)
def page_import(overview: Overview) -> Iterator[Problem]:
    """Report the first import of each unlisted file that looks like a page."""
    listed = overview.navigation.by_page if overview.contents else {}
    for path, many in overview.cached(group_imports_by_path).items():
        content = (overview.contents or {}).get(path)
        if (
            content is None
            or strip_page_extension(path) in listed
            or not _looks_like_page(path, content)
        ):
            continue
        first = many[0]
        if first.target.reached is not ImportTargetKind.FILE:
            continue
        message = (
            f"{code(path)} looks like a page, but because it is imported it has no URL, and search "
            "does not find it. Move the shared content to `snippets/`."
        )
        related = RelatedPlace(path, Span(0, 0), "Not a page, because it is imported")
        yield Problem(
            *(_NAME, first.file, first.statement.source_span, message, Severity.WARNING),
            related=(related,),
        )


def _looks_like_page(path: str, content: PageContent) -> bool:
    """Return whether a file has a title and a description, and is no snippet or component file."""
    if path.startswith(_PARTS) or path.endswith(COMPONENTS):
        return False
    return all(isinstance(content.fields.get(key), str) for key in _OF_PAGES)
