"""A visible page is also listed under a hidden element.

Why it matters
--------------
For the index, hidden takes precedence: the page stays in the sidebar, but the site's search, the
MCP server, search engines and llms.txt skip it. This happens when an old version or tab is hidden
and still lists a page that the new one lists as well.

An element with `searchable: true` beside `hidden: true` is not treated as hidden here, nor is one
below `hidden: false`. If `seo.indexing` is `all`, nothing is lost, and a page that is hidden by its
own frontmatter is hidden on purpose.

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
everything there may be found; groups and tabs accept it. On any other element, remove `hidden`, or
hide the groups or tabs in it instead.

Source: SERVICE.md, pages-listed-twice, hidden-elements
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from docs_lsp.core.phrases import code
from docs_lsp.core.problem import Problem, RelatedPlace, Severity
from docs_lsp.rules.framework.rule import site_rule
from docs_lsp.site.navigation.navigation import (
    Ancestors,
    Listing,
    is_listing_accepted,
)
from docs_lsp.site.navigation.walk import Placed
from docs_lsp.site.overview import Overview, collect_site_marks
from docs_lsp.site.visibility import Reason, decide_visibility, is_chain_indexed, is_chain_shown

_NAME = "hidden-wins"


@site_rule(_NAME, Severity.WARNING)
def hidden_wins(overview: Overview) -> Iterator[Problem]:
    """Report the first visible entry of each page that a hidden entry removes from search."""
    navigation = overview.navigation
    if not any(placed.element.get_flag("hidden") for placed in navigation.elements):
        return
    known = navigation.ancestors
    marks = collect_site_marks(overview)
    for page, all_listings in navigation.by_page.items():
        if len(all_listings) < 2:
            continue
        listings = [listing for listing in all_listings if is_listing_accepted(listing, known)]
        chains = [known[listing.placed].chain for listing in listings]
        if not any(map(is_chain_indexed, chains)) or all(map(is_chain_indexed, chains)):
            continue
        fields = _read_page_fields(page, overview)
        if fields is not None and decide_visibility(chains, fields, marks).reason is Reason.HIDDEN:
            yield _report_page(listings, known)


def _read_page_fields(page: str, overview: Overview) -> Mapping[str, object] | None:
    """Return the frontmatter of a page, empty if it is not read yet; None if there is no page."""
    file = overview.facts.pages.find_page(page)
    if file is None:
        return None
    content = overview.contents.get(file.file) if overview.contents is not None else None
    return content.fields if content else {}


def _report_page(listings: Sequence[Listing], known: Mapping[Placed, Ancestors]) -> Problem:
    """Report a page at its first visible entry, with the hidden one as a related place."""
    chains = {listing: known[listing.placed].chain for listing in listings}
    shown = [listing for listing in listings if is_chain_shown(chains[listing])]
    indexed_listings = [listing for listing in listings if is_chain_indexed(chains[listing])]
    losing = (shown or indexed_listings)[0]
    hidden = next(listing for listing in listings if not is_chain_indexed(chains[listing]))
    hider = _find_hiding_element(hidden)
    message = (
        f"{code(losing.page)} is also listed under a hidden element, so search engines, the site's "
        f"search and AI tools skip it. Remove the entry there, or {_suggest_hider_change(hider)}."
    )
    places = _iter_related_places(losing, hidden, hider)
    return Problem(_NAME, losing.file, losing.span, message, Severity.WARNING, tuple(places))


def _find_hiding_element(hidden: Listing) -> Placed | None:
    """Return the innermost hidden element around an entry that is not `searchable`, or None."""
    around = (
        placed for placed in hidden.placed.list_outward() if placed.element.get_flag("hidden")
    )
    return next((placed for placed in around if not placed.element.get_flag("searchable")), None)


def _suggest_hider_change(hider: Placed | None) -> str:
    """Return the phrase that suggests `searchable: true`, or to remove `hidden`."""
    takes_it = hider is not None and "searchable" in hider.element.record.properties
    return "add `searchable: true` beside `hidden`" if takes_it else "remove `hidden`"


def _iter_related_places(
    losing: Listing, hidden: Listing, hider: Placed | None
) -> Iterator[RelatedPlace]:
    if (hidden.file, hidden.span) != (losing.file, losing.span):
        yield RelatedPlace(hidden.file, hidden.span, "Listed here under a hidden element")
    if hider is not None:
        file, span = hider.locate_spot(hider.element.find_key_spot("hidden"))
        yield RelatedPlace(file, span, "Hidden here")
