"""A published page is not in the navigation.

Why it matters
--------------
Every page file is published at its path, listed or not. But neither the site's search nor the MCP
server finds a page that no entry refers to: in most cases it was forgotten. Readers reach it
through a link in another page or a redirect at best; the message names one. If no page of the
navigation leads to it, by one link or by several, and no redirect either, they do not find it at
all. Or it was never meant for readers, such as notes for authors of the documentation, and now
anyone who guesses the URL can read it.

A page is not reported if a decision about it is visible: if an entry, a `root` or an `href` of
docs.json names it, if its frontmatter has `hidden: true` or `noindex: true`, if an ignore file
excludes it, or if it is a snippet. Nor are the home page, and pages in a folder that the service
fills with generated pages.

Pages of one folder are one finding. If readers do not reach a page at all, because docs.json does
not mention it, search does not index it, no redirect leads to it and no page that readers reach
links to it, other findings in it are Information at most, and the finding about the folder counts
them; only Errors that stop the deployment of the whole site stay as they are. An editor with such a
page open and `docs-lsp check --all` show each of them. `reach = false` under `[check]` in
docs-lsp.toml treats all pages alike.

Example
-------
```fail
--- docs.json
"navigation": { "pages": ["index", "guides/start"] }
--- index.mdx
# Home
--- guides/start.mdx
# Start
--- guides/next.mdx
«---»
title: Next
---
```
```pass
--- docs.json
"navigation": { "pages": ["index", "guides/start"] }
--- index.mdx
# Home
--- guides/start.mdx
# Start
--- guides/next.mdx
---
title: Next
hidden: true
---
```

Fix
---
List the page where readers will look for it. Or set `hidden: true` in its frontmatter if only
readers with the link should read it. If no one should, and no link or redirect leads to it, exclude
it with a line in `.mintignore`. The quick fixes do one of these: list it after its neighbours, hide
it, or exclude it; pages without readers can also be deleted. They are offered, and never applied
without asking.

Source: SERVICE.md, indexed-pages, page-files
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.phrases import code
from docs_lsp.core.problem import Fix, Problem, Severity
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.framework.rule import FixSafety, PageTextNeed, site_rule
from docs_lsp.site.overview import Overview, collect_site_marks
from docs_lsp.site.pages import page_to_url

_NAME = "unlisted-page"


def _offer_decisions(subject: FixContext) -> Iterator[Fix]:
    """Offer to list the page, hide it, or exclude it."""
    from docs_lsp.rules.navigation.unlisted_fixes import (
        offer_decisions,  # Only imported when fixes are requested.
    )

    yield from offer_decisions(subject)


@site_rule(
    _NAME,
    Severity.INFORMATION,
    fix=_offer_decisions,
    fixes=FixSafety.CHOICE,
    reads=PageTextNeed.TEXT,
)
def unlisted_page(overview: Overview) -> Iterator[Problem]:
    """Report each unlisted page that was not left out on purpose."""
    if overview.contents is None:
        return  # It is not known which pages are hidden.
    from docs_lsp.site.summaries.reach import find_reach
    from docs_lsp.site.summaries.unlisted_pages import find_first_line_span, find_forgotten_pages

    pages = find_forgotten_pages(overview)
    if not pages:
        return
    reach, is_indexed = overview.cached(find_reach), collect_site_marks(overview).index_all
    for page in pages:
        span = find_first_line_span(overview.contents.get(page.file))
        way = None
        if source := reach.links.get(page.file):
            way = f"links such as the one in {code(source)}"
        elif source := reach.redirects.get(page_to_url(page.page)):
            way = f"the redirect from {code(source)}"
        message = _render_message(
            way, is_indexed=is_indexed, is_unlinked=page.file in reach.unlinked
        )
        yield Problem(_NAME, page.file, span, message, Severity.INFORMATION)


def _render_message(way: str | None, *, is_indexed: bool, is_unlinked: bool) -> str:
    if way and is_indexed:
        fault = f"This page is not in the navigation; readers reach it only by search and {way}."
    elif way:
        fault = (
            "This page is not in the navigation, and search does not find it; readers reach it "
            f"only by {way}."
        )
    elif is_indexed:
        fault = (
            "This page is not in the navigation, and no visible page links to it; only search "
            "finds it."
        )
    else:
        fault = (
            "This page is published but not in the navigation: no visible page links to it, and "
            "search does not find it."
        )
    if is_unlinked:
        return f"{fault} List it, set `hidden: true` in its frontmatter, or ignore its file."
    return f"{fault} List it, or set `hidden: true` in its frontmatter."
