"""A page is published, and the navigation does not list it.

Why it matters
--------------
Every page file is published at its address, listed or not. But neither the site's search nor the
MCP server knows a page that no entry leads to: mostly somebody has forgotten to list it. Readers
come to it by a link in another page or by a redirect at best; the message names one. Where no page
that the navigation lists leads to it, by one link or by several, and no redirect either, they do
not come across it at all. Or it was never meant for readers, such as notes for those who write the
documentation, and now everybody who guesses the address can read it.

A page is left alone where somebody has decided about it: where an entry, a `root` or an `href` of
docs.json names it, where its frontmatter says `hidden: true` or `noindex: true`, where an ignore
file excludes it, and where it is a part of other pages. So are the home page, and pages in a folder
that the service fills with pages of its own.

Pages of one folder are one finding. Where no reader comes to a page at all, because docs.json does
not mention it, the search does not index it, no redirect leads to it and no page that readers come
to links to it, other findings in it are Information at most, and the finding about the folder
counts them; only Errors that stop the deployment of the whole site stay as they are. An editor that
has such a page open, and `docs-lsp check --all`, show each of them. `reach = false` under `[check]`
in docs-lsp.toml treats all pages alike.

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
List the page where readers will look for it. Or write `hidden: true` in its frontmatter if only
those are to read it who have the link, or exclude it with a line in `.mintignore` if nobody is;
then links to it are dead. The quick fixes do one of these: list it behind its neighbours, hide it,
or exclude it. They are offered, and never made without asking.

Source: SERVICE.md, indexed-pages, page-files
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from docs_lsp.core.problem import Problem, Severity
from docs_lsp.rules.framework.phrases import code
from docs_lsp.rules.framework.rule import Fixes, Reads, site_rule
from docs_lsp.site.overview import site_marks
from docs_lsp.site.pages import url_of

if TYPE_CHECKING:
    from docs_lsp.core.problem import Fix
    from docs_lsp.rules.framework.fix_context import FixContext
    from docs_lsp.site.overview import Overview

_NAME = "unlisted-page"


def _decisions(subject: FixContext) -> Iterator[Fix]:
    """List the page, hide it, or exclude it."""
    from docs_lsp.rules.navigation.unlisted_fixes import (
        offer_decisions,  # Only who asks for fixes pays for it.
    )

    yield from offer_decisions(subject)


@site_rule(_NAME, Severity.INFORMATION, fix=_decisions, fixes=Fixes.OFFERED, reads=Reads.TEXT)
def unlisted_page(overview: Overview) -> Iterator[Problem]:
    """Each page that nothing accounts for."""
    if overview.contents is None:
        return  # Whether a page is hidden is not known.
    from docs_lsp.site.summaries.reach import find_reach
    from docs_lsp.site.summaries.unlisted_pages import find_unlisted_pages, first_line

    pages = find_unlisted_pages(overview)
    if not pages:
        return
    reach, is_indexed = overview.cached(find_reach), site_marks(overview).index_all
    for page in pages:
        span = first_line(overview.contents.get(page.file))
        way = None
        if source := reach.links.get(page.file):
            way = f"links such as the one in {code(source)}"
        elif source := reach.redirects.get(url_of(page.page)):
            way = f"the redirect from {code(source)}"
        message = _message(way, is_indexed=is_indexed)
        yield Problem(_NAME, page.file, span, message, Severity.INFORMATION)


def _message(way: str | None, *, is_indexed: bool) -> str:
    if way and is_indexed:
        fault = f"The navigation does not list this page: only the search leads to it, and {way}."
    elif way:
        fault = (
            "The navigation does not list this page, and the search does not find it: readers come "
            f"to it only by {way}."
        )
    elif is_indexed:
        fault = (
            "The navigation does not list this page, and no page that readers see links to it: "
            "only the search finds it."
        )
    else:
        fault = (
            "The navigation does not list this page, and no page that readers see links to it: it "
            "is published, yet readers do not come across it, and the search does not find it."
        )
    return f"{fault} List it, hide it with `hidden: true` in its frontmatter, or ignore its file."
