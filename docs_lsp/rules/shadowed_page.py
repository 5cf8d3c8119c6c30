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
from functools import partial

from docs_lsp.core.phrases import code
from docs_lsp.core.problem import Problem, RelatedPlace, Severity
from docs_lsp.core.text import Span
from docs_lsp.rules.framework.container_fixes import offer_item_removal
from docs_lsp.rules.framework.rule import FixSafety, site_rule
from docs_lsp.rules.links.reported_redirects import list_site_redirects, locate_value
from docs_lsp.site.overview import Overview
from docs_lsp.site.pages import PageFile, page_to_url
from docs_lsp.site.routes.redirects import Redirect
from docs_lsp.site.routes.reserved import is_search_server_path
from docs_lsp.site.routes.router import get_path_resolver

_NAME = "shadowed-page"
_TOP = Span(0, 0)
_SHOWN = 5


@site_rule(
    _NAME,
    Severity.WARNING,
    fix=partial(offer_item_removal, title="Remove this redirect"),
    fixes=FixSafety.CHOICE,
)
def shadowed_page(overview: Overview) -> Iterator[Problem]:
    """Report each redirect that certainly applies to the path of a page."""
    pages = _group_unreachable_pages(overview)
    for placed, redirect in overview.cached(list_site_redirects) if pages else ():
        if is_search_server_path(redirect.source):
            continue  # It never applies, which `reserved-path` reports.
        hidden_pages = pages.get(redirect.order)
        chains = get_path_resolver(overview).redirect_chains
        chain = chains.find_chain(redirect) if hidden_pages else None
        # `redirect-loop` reports redirects to themselves.
        if hidden_pages and not (chain and chain.cycle and chain.certain):
            file, span = locate_value(placed, "source")
            related = (RelatedPlace(page.file, _TOP, "The page") for page in hidden_pages[:_SHOWN])
            is_listed = any(page.page in overview.navigation.by_page for page in hidden_pages)
            severity = Severity.WARNING if is_listed else Severity.INFORMATION
            message = _render_message(hidden_pages, is_listed)
            yield Problem(_NAME, file, span, message, severity, tuple(related))


def _group_unreachable_pages(overview: Overview) -> dict[int, list[PageFile]]:
    """Group the pages that redirects make unreachable, by the index of the redirect."""
    redirects = get_path_resolver(overview).redirects
    pages_by_redirect: dict[int, list[PageFile]] = defaultdict(list)
    for page in overview.facts.pages if redirects.all else ():
        match = redirects.find_match(page_to_url(page.page))
        if match and match.certain and not _is_link_stub(page, match.redirect, overview):
            pages_by_redirect[match.redirect.order].append(page)
    return pages_by_redirect


def _is_link_stub(page: PageFile, redirect: Redirect, overview: Overview) -> bool:
    """Return whether a page is redirected to another site and has no content that is known."""
    if not redirect.is_external:
        return False
    content = (overview.contents or {}).get(page.file)
    return content is None or content.is_empty


def _render_message(pages: list[PageFile], is_listed: bool) -> str:
    what = "a page" if len(pages) == 1 else f"{len(pages)} pages"
    names = ", ".join(code(page.file) for page in pages[:2]) + (", …" if len(pages) > 2 else "")
    page = "page" if len(pages) == 1 else "pages"
    if not is_listed:
        return (
            f"This redirect makes {what} unreachable ({names}), which the navigation does not list "
            f"either. Delete the {page}, or remove the redirect."
        )
    return (
        f"This redirect makes {what} unreachable ({names}), because redirects come first. Remove "
        f"the redirect, or the {page}."
    )
