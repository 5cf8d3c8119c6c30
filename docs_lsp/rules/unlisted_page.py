"""A page is published, and the navigation does not list it.

Why it matters
--------------
Every page file is published at its address, listed or not. But neither the site's search nor the
MCP server knows a page that no entry leads to: mostly somebody has forgotten to list it. Readers
come to it by a link in another page at best; the message names such a page. Where no page that the
navigation lists leads to it, by one link or by several, they do not come across it at all. Or it
was never meant for readers, such as notes for those who write the documentation, and now everybody
who guesses the address can read it.

A page is left alone where somebody has decided about it: where an entry, a `root` or an `href` of
docs.json names it, where its frontmatter says `hidden: true` or `noindex: true`, where an ignore
file excludes it, and where it is a part of other pages. So are the home page, and pages in a folder
that the service fills with pages of its own.

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

from docs_lsp.problem import Problem, Severity
from docs_lsp.rules._rule import Fixes, Rule
from docs_lsp.rules._words import code
from docs_lsp.site.search_marks import site_marks

if TYPE_CHECKING:
    from docs_lsp.problem import Fix
    from docs_lsp.rules._fix import Subject
    from docs_lsp.site.overview import Overview

_NAME = "unlisted-page"


def _check(overview: Overview) -> Iterator[Problem]:
    """Each page that nothing accounts for."""
    if overview.contents is None:
        return  # Whether a page is hidden is not known.
    from docs_lsp.site.routes.reached_pages import reached_by_links
    from docs_lsp.site.summaries.unlisted_pages import first_line, unlisted_pages

    pages = unlisted_pages(overview)
    linking = reached_by_links(pages, overview) if pages else {}
    is_indexed = site_marks(overview).index_all
    for page in pages:
        span = first_line(overview.contents.get(page.file))
        message = _message(linking.get(page.file), is_indexed=is_indexed)
        yield Problem(_NAME, page.file, span, message, Severity.INFORMATION)


def _message(linking: str | None, *, is_indexed: bool) -> str:
    if linking and is_indexed:
        fault = (
            "The navigation does not list this page: only the search leads to it, and links such "
            f"as the one in {code(linking)}."
        )
    elif linking:
        fault = (
            "The navigation does not list this page, and the search does not find it: readers come "
            f"to it by links only, such as the one in {code(linking)}."
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


def _decisions(subject: Subject) -> Iterator[Fix]:
    """List the page, hide it, or exclude it."""
    from docs_lsp.rules._unlisted_fixes import decisions  # Only who asks for fixes pays for it.

    yield from decisions(subject)


UNLISTED_PAGE = Rule(
    _NAME,
    Severity.INFORMATION,
    __doc__ or "",
    __file__,
    site=_check,
    fix=_decisions,
    fixes=Fixes.OFFERED,
)
