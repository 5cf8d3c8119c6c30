"""A redirect makes a page unreachable.

Why it matters
--------------
The service applies redirects first. If one has the path of a page, or its wildcard matches it, the
page is never shown: a link to it, or its entry in the sidebar, leads somewhere else.

A redirect to another site is not reported if the page has no text of its own: that is how an entry
of the sidebar is made to lead to another site.

Example
-------
```fail
--- docs.json
"navigation": { "pages": ["moorings", "fees"] },
"redirects": [{ "source": "«/fees»", "destination": "/moorings" }]
--- moorings.mdx
# Moorings
--- fees.mdx
⟦⟧# Fees
```
```pass
--- docs.json
"navigation": { "pages": ["moorings", "fees"] },
"redirects": [{ "source": "/prices", "destination": "/fees" }]
--- moorings.mdx
# Moorings
--- fees.mdx
# Fees
```

Fix
---
Remove the redirect if the page is right, or the page and its entry if it is not. The quick fix
removes the redirect; it is offered, and not applied by itself, because only you know which of the
two is obsolete.

Source: SERVICE.md, redirects
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import TYPE_CHECKING

from docs_lsp.core.problem import Fix, Place, Problem, Severity
from docs_lsp.core.text import Span
from docs_lsp.rules.framework.container_fixes import remove_item
from docs_lsp.rules.framework.phrases import code
from docs_lsp.rules.framework.rule import Fixes, site_rule
from docs_lsp.rules.links.redirect_reports import redirects_of, value_of
from docs_lsp.site.pages import PageFile, url_of
from docs_lsp.site.routes.reserved import is_reserved
from docs_lsp.site.routes.router import answers_of

if TYPE_CHECKING:
    from docs_lsp.rules.framework.fix_context import FixContext
    from docs_lsp.site.overview import Overview
    from docs_lsp.site.routes.redirects import Redirect

_NAME = "shadowed-page"
_TOP = Span(0, 0)
_SHOWN = 5


def _fixes(subject: FixContext) -> Iterator[Fix]:
    yield from remove_item(subject, subject.problem.span, "Remove this redirect")


@site_rule(_NAME, Severity.WARNING, fix=_fixes, fixes=Fixes.OFFERED)
def shadowed_page(overview: Overview) -> Iterator[Problem]:
    """Report each redirect that certainly applies to the path of a page."""
    pages = _group_by_redirect(overview)
    for placed, redirect in redirects_of(overview) if pages else ():
        if is_reserved(redirect.source):
            continue  # It never applies, which `reserved-path` reports.
        hidden_pages = pages.get(redirect.order)
        trail = answers_of(overview).redirects.trail(redirect) if hidden_pages else None
        # `redirect-loop` reports redirects to themselves.
        if hidden_pages and not (trail and trail.cycle and trail.certain):
            file, span = value_of(placed, "source")
            related = (Place(page.file, _TOP, "The page") for page in hidden_pages[:_SHOWN])
            yield Problem(
                _NAME, file, span, _message(hidden_pages), Severity.WARNING, tuple(related)
            )


def _group_by_redirect(overview: Overview) -> dict[int, list[PageFile]]:
    """Group the pages that redirects make unreachable, by the index of the redirect."""
    redirects = answers_of(overview).redirects
    pages_by_redirect: dict[int, list[PageFile]] = defaultdict(list)
    for page in overview.facts.pages if redirects.all else ():
        match = redirects.match(url_of(page.page))
        if match and match.certain and not _is_stub(page, match.redirect, overview):
            pages_by_redirect[match.redirect.order].append(page)
    return pages_by_redirect


def _is_stub(page: PageFile, redirect: Redirect, overview: Overview) -> bool:
    if not redirect.is_external:
        return False
    content = (overview.contents or {}).get(page.file)
    return content is None or content.is_empty


def _message(pages: list[PageFile]) -> str:
    what = "a page" if len(pages) == 1 else f"{len(pages)} pages"
    names = ", ".join(code(page.file) for page in pages[:2]) + (", …" if len(pages) > 2 else "")
    page = "page" if len(pages) == 1 else "pages"
    return (
        f"This redirect makes {what} unreachable ({names}), because redirects come first. Remove "
        f"the redirect, or the {page}."
    )
