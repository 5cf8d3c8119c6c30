"""A page is listed twice in one section.

Why it matters
--------------
If a page is twice in one list, readers see the same entry twice, and one of the two was most likely
meant to be another page. In two groups of one section the page is shown in both; it is undefined
which of them is expanded when readers open the page, and which pages come before and after it. That
may be intended, so it is only reported as information.

The same page in two languages, versions, products, tabs or other sections is normal, and so is a
`root` that is also an entry. If one of the two is hidden, readers see the page once.

Example
-------
```fail
"navigation": {
  "groups": [
    { "group": "Harbour", "pages": ["moorings", "fees", "«moorings»"] }
  ]
}
```
```pass
"navigation": {
  "tabs": [
    { "tab": "Visitors", "pages": ["moorings", "fees"] },
    { "tab": "Members", "pages": ["moorings", "keys"] }
  ]
}
```

Fix
---
Remove the extra entry, or write the page you meant. The quick fix removes the later entry; it is
offered, and never applied without asking.

Source: SERVICE.md, pages-listed-twice
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from docs_lsp.core.phrases import code
from docs_lsp.core.problem import Finding, Fix, Problem, RelatedPlace, Severity
from docs_lsp.core.text import Span
from docs_lsp.jsontree.nodes import Array
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.framework.rule import FixSafety, element_rule
from docs_lsp.rules.navigation.entry_fixes import offer_entry_removal
from docs_lsp.site.entry_sorts import EntryKind, classify_entry
from docs_lsp.site.navigation.element import Element, Spot
from docs_lsp.site.navigation.navigation import (
    Ancestors,
    Listing,
    is_listing_accepted,
)
from docs_lsp.site.navigation.walk import Placed
from docs_lsp.site.overview import Overview
from docs_lsp.site.pages import entry_to_page_path
from docs_lsp.site.visibility import is_chain_shown

_NAME = "duplicate-page"
_NO_PAGES = frozenset(
    (EntryKind.EMPTY, EntryKind.ENDPOINT, EntryKind.MALFORMED_ENDPOINT, EntryKind.URL)
)
_FIRST = "Listed here first"


def _offer_entry_removal(subject: FixContext) -> Iterator[Fix]:
    """Offer to remove the later entry, unless it is the only one of its list."""
    step = subject.step
    if step is None or not isinstance(step.node, Array) or len(step.node.items) < 2:
        return
    here = Span(step.at, step.at + step.node.size)
    first = next(iter(subject.problem.related), None)
    is_in_list = (
        first is not None
        and first.file == subject.problem.file
        and here.start <= first.span.start < here.end
    )
    yield from offer_entry_removal(subject, preferred=is_in_list)


def _report_repeated_in_sections(overview: Overview) -> Iterator[Problem]:
    """Report entries that are listed already, in another group or in another spelling."""
    navigation = overview.navigation
    # Another rule reports entries that name no page, such as an empty string or `..`.
    repeated = [
        page_listings
        for page, page_listings in navigation.by_page.items()
        if page and len(page_listings) > 1
    ]
    if not repeated:
        return
    known = navigation.ancestors
    for listings in repeated:
        problems = (
            problem
            for section in _group_visible_by_section(listings, known)
            for problem in _report_repeated_in_section(section)
        )
        yield from dict.fromkeys(problems)  # Several sections may show one list.


@element_rule(
    _NAME,
    Severity.WARNING,
    keys={"pages"},
    site=_report_repeated_in_sections,
    fix=_offer_entry_removal,
    fixes=FixSafety.OFFERED,
)
def duplicate_page(element: Element) -> Iterator[Finding]:
    """Report each entry that the same list already has in the same spelling."""
    texts = element.listed
    if len(set(texts)) == len(texts) or element.accepted_key != "pages":
        return
    first: dict[str, Spot] = {}
    for entry in element.list_entries(
        {text for text, count in Counter(texts).items() if count > 1}
    ):
        if entry.text not in first:
            first[entry.text] = entry.spot
        elif classify_entry(entry.text, None) not in _NO_PAGES:
            yield element.make_finding(
                entry.spot, _describe_repeat_in_list(entry.text), (first[entry.text], _FIRST)
            )


def _group_visible_by_section(
    listings: Iterable[Listing], known: Mapping[Placed, Ancestors]
) -> Iterator[list[Listing]]:
    """Yield the visible entries of a page, two or more to a section, each source range once."""
    listings_by_section: dict[Placed, list[Listing]] = {}
    seen = set()
    for listing in listings:
        scope = known[listing.placed]
        place = (listing.file, listing.span, scope.section)
        if listing.is_root or place in seen or not is_chain_shown(scope.chain):
            continue
        if is_listing_accepted(listing, known):
            seen.add(place)
            listings_by_section.setdefault(scope.section, []).append(listing)
    yield from (listings for listings in listings_by_section.values() if len(listings) > 1)


def _report_repeated_in_section(listings: list[Listing]) -> Iterator[Problem]:
    """Report the later entries of one section: new spellings in a list, and other lists."""
    first, *others = listings
    by_list = {first.placed: first}
    spelt = {(first.placed, first.text)}
    for listing in others:
        placed = listing.placed
        if placed not in by_list:
            by_list[placed] = listing
            yield _report_repeated_page(
                listing, first, _describe_repeat_in_section(listing, first), Severity.INFORMATION
            )
        elif (placed, listing.text) not in spelt:
            yield _report_repeated_page(
                listing, by_list[placed], _describe_repeat_in_list(listing.text), Severity.WARNING
            )
        spelt.add((placed, listing.text))


def _report_repeated_page(
    listing: Listing, first: Listing, message: str, severity: Severity
) -> Problem:
    place = RelatedPlace(first.file, first.span, _FIRST)
    return Problem(_NAME, listing.file, listing.span, message, severity, (place,))


def _describe_repeat_in_list(text: str) -> str:
    page = code(entry_to_page_path(text) or text)
    return f"{page} is already in this list. Remove one of the two, or write the page you meant."


def _describe_repeat_in_section(listing: Listing, first: Listing) -> str:
    group = first.placed.element.get_text("group")
    where = f", in the group {code(group)}" if group else ""
    return (
        f"{code(listing.page)} is already listed in this section{where}, so readers see it twice "
        "in one sidebar. Remove one of the two, unless that is intended."
    )
