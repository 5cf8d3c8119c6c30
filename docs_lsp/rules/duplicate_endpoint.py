"""An endpoint is listed twice in one section.

Why it matters
--------------
Readers see the same entry twice in one sidebar. If both are in one list, one of them was most
likely meant to be another endpoint; in two groups of one section it may be intended, so it is only
reported as information. Upper and lower case and a `/` at the end make no difference: they mean the
same operation.

The same endpoint in two languages, versions, products, tabs or other sections is normal. If one of
the two is hidden, readers see it once.

Example
-------
```fail
--- docs.json
"navigation": {
  "groups": [
    {
      "group": "Boats",
      "openapi": "https://example.com/openapi.json",
      "pages": ["⟦GET /boats⟧", "POST /boats", "«GET /boats»"]
    }
  ]
}
--- index.mdx
# Home
```
```pass
--- docs.json
"navigation": {
  "tabs": [
    { "tab": "All", "openapi": "https://example.com/openapi.json", "pages": ["GET /boats"] },
    { "tab": "New", "openapi": "https://example.com/openapi.json", "pages": ["GET /boats"] }
  ]
}
--- index.mdx
# Home
```

Fix
---
Remove the extra entry, or write the endpoint you meant. The quick fix removes the later entry; it
is offered, and never applied without asking.

Source: SERVICE.md, endpoint-entries
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.phrases import code
from docs_lsp.core.problem import Fix, Problem, RelatedPlace, Severity
from docs_lsp.jsontree.nodes import Array
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.framework.rule import FixSafety, site_rule
from docs_lsp.rules.navigation.entry_fixes import offer_entry_removal
from docs_lsp.rules.operations.listed_endpoints import (
    ListedEndpoint,
    OperationKey,
    collect_listed_endpoints,
)
from docs_lsp.site.navigation.navigation import is_listing_accepted
from docs_lsp.site.navigation.walk import Placed
from docs_lsp.site.overview import Overview
from docs_lsp.site.visibility import is_chain_shown

_NAME = "duplicate-endpoint"


def _offer_entry_removal(subject: FixContext) -> Iterator[Fix]:
    """Offer to remove the later entry, unless it is the only one of its list."""
    step = subject.step
    if step is not None and isinstance(step.node, Array) and len(step.node.items) > 1:
        yield from offer_entry_removal(subject, preferred=True)


@site_rule(_NAME, Severity.WARNING, fix=_offer_entry_removal, fixes=FixSafety.OFFERED)
def duplicate_endpoint(overview: Overview) -> Iterator[Problem]:
    """Report each endpoint that its section has already listed."""
    # Another rule reports endpoints that are in no specification.
    listed = [
        each
        for each in overview.cached(collect_listed_endpoints)
        if each.operation or not each.specs
    ]
    if len({each.target for each in listed}) == len(listed):
        return
    known = overview.navigation.ancestors
    first: dict[tuple[Placed, OperationKey], ListedEndpoint] = {}
    seen = set()
    for each in listed:
        listing, scope = each.listing, known[each.listing.placed]
        # A file named by several `$ref`s is checked once for each section.
        place = (listing.file, listing.span, scope.section)
        if (
            place in seen
            or not is_chain_shown(scope.chain)
            or not is_listing_accepted(listing, known)
        ):
            continue
        seen.add(place)
        before = first.setdefault((scope.section, each.target), each)
        in_list = first.setdefault((listing.placed, each.target), each)
        if before is not each:
            yield _report_repeated_endpoint(each, before if in_list is each else in_list)


def _report_repeated_endpoint(listed: ListedEndpoint, first: ListedEndpoint) -> Problem:
    here, there = listed.listing, first.listing
    what = f"{code(here.text)} is"
    if here.text != there.text:
        what = f"The same endpoint, {code(there.text)}, is"
    message = (
        f"{what} already listed in this section. Remove one of the two, or write the endpoint you "
        "meant."
    )
    severity = Severity.WARNING if here.placed is there.placed else Severity.INFORMATION
    place = RelatedPlace(there.file, there.span, "Listed here first")
    return Problem(_NAME, here.file, here.span, message, severity, (place,))
