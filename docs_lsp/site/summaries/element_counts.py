"""Numbers for an element of the navigation: its operations, its languages."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from docs_lsp.site.specifications.endpoints import Endpoint, parse_endpoint_entry
from docs_lsp.site.specifications.named_operation import find_listed_operation
from docs_lsp.site.summaries.counterpart_pages import compare_site_languages

if TYPE_CHECKING:
    from docs_lsp.site.navigation.walk import Placed
    from docs_lsp.site.overview import Overview

_MOST_COMPARED = 15_000
"""Maximum number of entries compared with translations; more are too slow while typing."""


def count_operations(placed: Placed, overview: Overview) -> tuple[int, int, int] | None:
    """Count all, hidden and listed operations of an element's own specifications, or return None.

    None if no specification of its own can be read. Hidden ones are those that their specification
    excludes from the navigation, listed ones those that the element, or one in it, lists.
    """
    names = placed.element.list_spec_sources("openapi")
    specs = [spec for spec in map(overview.facts.find_spec, names) if spec and spec.usable]
    if not specs:
        return None
    operations = [operation for spec in specs for operation in spec.all_operations]
    hidden = sum(operation.hidden or operation.excluded for operation in operations)
    listed = _collect_listed_operation_ids(placed, overview)
    return len(operations), hidden, sum(id(operation) in listed for operation in operations)


def count_language_pages(placed: Placed, overview: Overview) -> tuple[int, int | None]:
    """Count the pages of a language, and those of the default one (None if not compared).

    They are not compared for the default language itself. If they are, only pages of the default
    language count.
    """
    is_small = len(overview.navigation.listings) <= _MOST_COMPARED
    is_quick = is_small or overview.is_cached(compare_site_languages)
    for languages in overview.cached(compare_site_languages) if is_quick else ():
        for edition in languages.others:
            if edition.placed is placed:
                coverage = languages.measure_coverage(edition)
                if coverage.pages:
                    there = coverage.pages - len(coverage.lacking)
                    return there, coverage.pages
    return overview.cached(_count_pages_by_language)[placed], None


def _collect_listed_operation_ids(placed: Placed, overview: Overview) -> set[int]:
    """Return the identities of the operations that an element, or one in it, lists."""
    identities = set()
    for listing in overview.navigation.listings:
        if " " in listing.text and any(one is placed for one in listing.placed.list_outward()):
            endpoint = parse_endpoint_entry(listing.text)
            if isinstance(endpoint, Endpoint):
                in_force = listing.placed.element.inner.openapi
                one = find_listed_operation(endpoint, in_force, overview.facts)
                identities |= {id(one.operation)} if one else set()
    return identities


def _count_pages_by_language(overview: Overview) -> Counter[Placed]:
    """Count the pages that each language lists."""
    counts: Counter[Placed] = Counter()
    around: dict[Placed, tuple[Placed, ...]] = {}
    for listings in overview.navigation.by_page.values():
        languages: set[Placed] = set()
        for placed in {listing.placed for listing in listings}:
            if placed not in around:
                outward = placed.list_outward()
                kinds = (one for one in outward if one.element.record.kind == "language")
                around[placed] = tuple(kinds)
            languages.update(around[placed])
        counts.update(languages)
    return counts
