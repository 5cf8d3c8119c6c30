"""An address that answered no longer answers.

Why it matters
--------------
Links on other sites, bookmarks and search engines go on naming an address for years. When a page
moves or goes and nothing leads on from there, all of them end in an error, and no check of the
site's own links can tell. So this one needs an earlier state to compare with: the last common
commit with a branch (`docs-lsp check --against main`, or the editor's setting
`docsLsp.compareWith`, with which it is Information as long as the work goes on).

Addresses of pages, of files, and of endpoints that the service makes pages for all count, and so do
those that a redirect answered.

Example
-------
```fail
--- docs.json
"navigation": { "pages": ["index", "harbour/tides"] },
«"redirects"»: []
--- index.mdx
# Start
--- docs.json (before)
"navigation": { "pages": ["index", "guides/tides"] }
--- guides/tides.mdx (before)
# Tides

High water is at six, and again at half past six in the evening.
--- harbour/tides.mdx (new)
# Tides

High water is at six, and again at half past six in the evening.
```
```pass
--- docs.json
"navigation": { "pages": ["index", "harbour/tides"] },
"redirects": [{ "source": "/guides/tides", "destination": "/harbour/tides" }]
--- index.mdx
# Start
--- docs.json (before)
"navigation": { "pages": ["index", "guides/tides"] }
--- guides/tides.mdx (before)
# Tides
--- harbour/tides.mdx (new)
# Tides
```

Fix
---
Redirect the address. The quick fix does so where it is known what became of the page: a file that
git would call renamed, one of nearly the same text, or else one of the same name; one redirect with
a wildcard where a whole folder went the same way. Where a page is gone for good, lead its address
to the nearest page that helps its readers.

Source: SERVICE.md, redirects, generated-pages
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import TYPE_CHECKING

from docs_lsp.comparison.site_comparison import changes_since
from docs_lsp.problem import Fix, Problem, Severity
from docs_lsp.rules._changes import links_to, place_of_redirects, since
from docs_lsp.rules._rule import Fixes, Reads, site_rule
from docs_lsp.rules._words import code
from docs_lsp.text import Span

if TYPE_CHECKING:
    from docs_lsp.comparison.site_comparison import LostAddress
    from docs_lsp.rules._fix import FixContext
    from docs_lsp.site.overview import Overview

_NAME = "lost-address"


def _fixes(subject: FixContext) -> Iterator[Fix]:
    # Only who is offered a redirect pays for these imports.
    from docs_lsp.site.moves.redirect_edits import edits_of_list
    from docs_lsp.site.moves.redirecting import Redirecting

    overview = subject.overview
    for one in overview.once(changes_since).lost if overview else ():
        if overview and one.redirects and one.address == subject.problem.target:
            edits = edits_of_list(Redirecting((), one.redirects), overview)
            if edits:
                yield Fix(_redirect(one), tuple(edits), preferred=True)


@site_rule(_NAME, Severity.WARNING, fix=_fixes, fixes=Fixes.OFFERED, reads=Reads.TEXT)
def lost_address(overview: Overview) -> Iterator[Problem]:
    """Each address that answered at the earlier state and does not now; those that one redirect
    mends, once."""
    mended: dict[object, list[LostAddress]] = defaultdict(list)
    for one in overview.once(changes_since).lost:
        mended[one.redirects or one.address].append(one)
    file, span = place_of_redirects(overview) if mended else ("", Span(0, 0))
    for first, *others in mended.values():
        linked = tuple(links_to(first.address, first.linked_from, overview))
        message = _message(first, len(others), since(overview))
        yield Problem(_NAME, file, span, message, Severity.WARNING, linked, target=first.address)


def _message(lost: LostAddress, others: int, revision: str) -> str:
    remedy = _redirect(lost) if lost.redirects else "Redirect it to a page that helps these readers"
    if not others:
        what = f"{code(lost.address)} led to {code(lost.was)} at {revision}, and nothing answers it"
        return f"{what} now, so whoever has the address finds an error. {remedy}."
    more = f"{others:,} more addresses" if others > 1 else "another address"
    return (
        f"{code(lost.address)} and {more} answered at {revision}, and nothing answers them now, so "
        f"whoever has one finds an error. {remedy}."
    )


def _redirect(lost: LostAddress) -> str:
    source, destination, _ = lost.redirects[-1]
    return f"Redirect {code(source)} to {code(destination)}"
