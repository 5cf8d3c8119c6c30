"""A page is listed both under a hidden element and where readers see it.

Why it matters
--------------
For the index, hidden wins: the page stays in the sidebar, but the site's search, the MCP server,
search engines and llms.txt do not know it any more. It happens when an old version or tab is hidden
and still lists a page that the new one lists as well.

An element with `searchable: true` beside `hidden: true` does not count as hidden here, nor does one
below `hidden: false`. With `seo.indexing` set to `all` nothing is lost, and a page that is hidden
by its own frontmatter is meant to be.

Example
-------
```fail
--- docs.json
"navigation": {
  "versions": [
    { "version": "2.0", "pages": ["start", "«fees»"] },
    { "version": "1.0", "hidden": true, "pages": ["v1/start", "fees"] }
  ]
}
--- start.mdx
# Start
--- fees.mdx
# Fees
--- v1/start.mdx
# Start
```
```pass
--- docs.json
"navigation": {
  "versions": [
    { "version": "2.0", "pages": ["start", "fees"] },
    { "version": "1.0", "hidden": true, "pages": ["v1/start"] }
  ]
}
--- start.mdx
# Start
--- fees.mdx
# Fees
--- v1/start.mdx
# Start
```

Fix
---
Remove the entry under the hidden element, or write `searchable: true` beside `hidden: true` if
everything there may be found; groups and tabs take it. Of any other element, take `hidden` away, or
hide the groups or tabs in it instead.

Source: SERVICE.md, pages-listed-twice, hidden-elements
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from docs_lsp.core.problem import Place, Problem, Severity
from docs_lsp.rules.framework.phrases import code
from docs_lsp.rules.framework.rule import site_rule
from docs_lsp.site.navigation.navigation import Ancestors, Listing, is_accepted, scopes
from docs_lsp.site.navigation.walk import Placed
from docs_lsp.site.overview import site_marks
from docs_lsp.site.visibility import Reason, is_indexed, is_shown, visibility

if TYPE_CHECKING:
    from collections.abc import Mapping

    from docs_lsp.site.overview import Overview

_NAME = "hidden-wins"


@site_rule(_NAME, Severity.WARNING)
def hidden_wins(overview: Overview) -> Iterator[Problem]:
    """The first visible entry of each page that a hidden one takes out of the index."""
    navigation = overview.navigation
    if not any(placed.element.flag("hidden") for placed in navigation.elements):
        return
    known = scopes(navigation)
    marks = site_marks(overview)
    for page, all_listings in navigation.by_page.items():
        if len(all_listings) < 2:
            continue
        listings = [listing for listing in all_listings if is_accepted(listing, known)]
        chains = [known[listing.placed].chain for listing in listings]
        if not any(map(is_indexed, chains)) or all(map(is_indexed, chains)):
            continue
        fields = _fields(page, overview)
        if fields is not None and visibility(chains, fields, marks).reason is Reason.HIDDEN:
            yield _problem(listings, known)


def _fields(page: str, overview: Overview) -> Mapping[str, object] | None:
    """The frontmatter of a page as far as it was read; None where there is no page."""
    file = overview.facts.pages.find(page)
    if file is None:
        return None
    content = overview.contents.get(file.file) if overview.contents is not None else None
    return content.fields if content else {}


def _problem(listings: Sequence[Listing], known: Mapping[Placed, Ancestors]) -> Problem:
    chains = {listing: known[listing.placed].chain for listing in listings}
    shown = [listing for listing in listings if is_shown(chains[listing])]
    indexed_listings = [listing for listing in listings if is_indexed(chains[listing])]
    losing = (shown or indexed_listings)[0]
    hidden = next(listing for listing in listings if not is_indexed(chains[listing]))
    hider = _hider(hidden)
    message = (
        f"A hidden element lists {code(losing.page)} too, and hidden wins: search engines, the "
        "site's search and AI tools do not find the page. Remove the entry there, or "
        f"{_other_remedy(hider)}."
    )
    places = _places(losing, hidden, hider)
    return Problem(_NAME, losing.file, losing.span, message, Severity.WARNING, tuple(places))


def _hider(hidden: Listing) -> Placed | None:
    """The element that takes a listed page out of search."""
    around = (placed for placed in hidden.placed.walk_outward() if placed.element.flag("hidden"))
    return next((placed for placed in around if not placed.element.flag("searchable")), None)


def _other_remedy(hider: Placed | None) -> str:
    """What else brings the page back: not every element takes `searchable`."""
    takes_it = hider is not None and "searchable" in hider.element.record.properties
    return "add `searchable: true` beside `hidden`" if takes_it else "take `hidden` away"


def _places(losing: Listing, hidden: Listing, hider: Placed | None) -> Iterator[Place]:
    if (hidden.file, hidden.span) != (losing.file, losing.span):
        yield Place(hidden.file, hidden.span, "Listed here under a hidden element")
    if hider is not None:
        file, span = hider.file_span(hider.element.key_spot("hidden"))
        yield Place(file, span, "Hidden here")
