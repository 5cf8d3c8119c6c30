"""Some operations of a specification are not listed.

Why it matters
--------------
If no endpoint is listed, the service generates a page for every operation. As soon as one is
listed, only listed ones get a page: an operation that was added to the specification later, or
forgotten, is missing from the documentation.

An operation counts as listed if it is listed anywhere in the site, or named in the frontmatter of a
page. Those with `x-hidden` or `x-excluded` are left out anyway.

Example
-------
```fail
--- docs.json
"navigation": {
  "groups": [{ "group": "Boats", "openapi": "«openapi.json»", "pages": ["GET /boats"] }]
}
--- openapi.json
{
  "openapi": "3.1.0",
  "info": { "title": "Harbour", "version": "1" },
  "paths": { "/boats": { "get": {}, ⟦"post"⟧: {} } }
}
```
```pass
--- docs.json
"navigation": {
  "groups": [{ "group": "Boats", "openapi": "openapi.json", "pages": ["GET /boats"] }]
}
--- openapi.json
{
  "openapi": "3.1.0",
  "info": { "title": "Harbour", "version": "1" },
  "paths": { "/boats": { "get": {}, "post": { "x-hidden": true } } }
}
```

Fix
---
List the operations, or mark them with `x-hidden` in the specification. The quick fix lists them,
each after one with the same path or tag; it is offered, and never applied without asking.

Source: SERVICE.md, generated-pages
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.core.phrases import code, join_codes
from docs_lsp.core.problem import Fix, Problem, RelatedPlace, Severity
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.framework.rule import FixSafety, site_rule
from docs_lsp.rules.operations.listed_endpoints import ListedEndpoint, collect_listed_endpoints
from docs_lsp.rules.operations.malformed_operations import find_incomplete_endpoint
from docs_lsp.rules.operations.named_specs import find_openapi_place
from docs_lsp.site.navigation.navigation import Listing
from docs_lsp.site.navigation.walk import Placed
from docs_lsp.site.navigation_completeness import is_navigation_complete
from docs_lsp.site.overview import Overview
from docs_lsp.site.specifications.endpoints import MalformedEndpoint, parse_endpoint_entry
from docs_lsp.site.specifications.spec_paths import resolve_spec_path
from docs_lsp.site.specifications.specs_named_by_pages import iter_operation_pages

if TYPE_CHECKING:
    from docs_lsp.site.specifications.openapi import Operation, Spec

_NAME = "unlisted-operations"
_SHOWN = 3


class UnlistedOperations(NamedTuple):
    """A specification of which some operations are not listed."""

    spec: Spec
    branch: Placed
    """The first element that names it."""
    listed: tuple[ListedEndpoint, ...]
    missing: tuple[Operation, ...]
    total: int
    """Number of operations that should be listed."""


def _offer_listing(subject: FixContext) -> Iterator[Fix]:
    """Offer to list the missing operations."""
    overview = subject.overview
    if overview is None:
        return
    from docs_lsp.rules.operations.endpoint_fixes import (
        build_listing_edits,  # Only imported when fixes are requested.
    )

    for lacking in overview.cached(_list_partly_listed_specs):
        if find_openapi_place(lacking.branch) == (subject.problem.file, subject.problem.span):
            changes = build_listing_edits(lacking.listed, lacking.missing, overview)
            if changes:
                count = len(lacking.missing)
                what = "the operation" if count == 1 else f"the {count} operations"
                yield Fix(f"List {what}", changes)


@site_rule(_NAME, Severity.INFORMATION, fix=_offer_listing, fixes=FixSafety.CHOICE)
def unlisted_operations(overview: Overview) -> Iterator[Problem]:
    """Report each specification of which only some operations are listed."""
    for lacking in overview.cached(_list_partly_listed_specs):
        file, span = find_openapi_place(lacking.branch)
        number = len(lacking.missing)
        listed = join_codes(map(str, lacking.missing[:_SHOWN]), "and", total=number)
        are, them = ("is", "it") if number == 1 else ("are", "them")
        message = (
            f"Of the {lacking.total} operations of {code(lacking.spec.file)}, {number} {are} not "
            f"listed, so readers do not find {them}: {listed}. List {them}, or set `x-hidden`."
        )
        related = tuple(_iter_places(lacking))
        yield Problem(_NAME, file, span, message, Severity.INFORMATION, related)


def _list_partly_listed_specs(overview: Overview) -> tuple[UnlistedOperations, ...]:
    return tuple(_iter_unlisted(overview))


def _iter_unlisted(overview: Overview) -> Iterator[UnlistedOperations]:
    """Yield the specifications of which some operations are listed and others surely are not."""
    branches = _group_elements_by_spec(overview)
    if not branches or overview.contents is None:
        return
    listed = list(overview.cached(collect_listed_endpoints))
    if not any(each.operation for each in listed) or not is_navigation_complete(overview):
        return
    unclear = frozenset(_find_unclear_specs(overview, listed))
    entries: dict[Spec, list[ListedEndpoint]] = {}
    for each in listed:
        # Of an entry for several specifications it is unclear which is meant.
        for spec in each.specs if each.operation and len(each.names) == 1 else ():
            entries.setdefault(spec, []).append(each)
    for file, elements in branches.items():
        spec = overview.facts.specs[file]
        own = tuple(entries.get(spec, ()))
        if file not in unclear and all(_has_listed_endpoint(each, own) for each in elements):
            gap = _collect_unlisted(spec, elements[0], own, overview)
            if gap.missing:
                yield gap


def _group_elements_by_spec(overview: Overview) -> dict[str, list[Placed]]:
    """Group the elements that name each valid specification, by its file."""
    branches_by_file: dict[str, list[Placed]] = {}
    for placed in overview.navigation.elements if overview.facts.specs else ():
        names = placed.element.list_spec_sources("openapi")
        for spec in overview.facts.get_sound_specs(names) or ():
            branches_by_file.setdefault(spec.file, []).append(placed)
    return branches_by_file


def _find_unclear_specs(overview: Overview, listed: list[ListedEndpoint]) -> Iterator[str]:
    """Yield specifications of which it is unclear what is listed.

    An entry may be meant for them that is malformed, or for which several specifications apply.
    """
    names = {each.names for each in listed if each.operation is None or len(each.names) > 1}
    for listing in overview.navigation.listings:
        if _is_malformed(listing, overview):
            names.add(tuple(listing.placed.element.inner.openapi))
    yield from (path for each in names for name in each if (path := resolve_spec_path(name)))


def _is_malformed(listing: Listing, overview: Overview) -> bool:
    endpoint = parse_endpoint_entry(listing.text)
    if endpoint is None and listing.page not in overview.facts.pages:
        endpoint = find_incomplete_endpoint(listing.placed.element, listing.text)
    return isinstance(endpoint, MalformedEndpoint)


def _has_listed_endpoint(branch: Placed, listed: tuple[ListedEndpoint, ...]) -> bool:
    """Return whether an endpoint below an element uses its specification."""
    return any(
        branch in each.listing.placed.list_outward()
        for each in listed
        if each.endpoint.spec is None
    )


def _collect_unlisted(
    spec: Spec, branch: Placed, listed: tuple[ListedEndpoint, ...], overview: Overview
) -> UnlistedOperations:
    """Return the visible operations of a specification that no entry and no page names."""
    there = {(each.operation.method, each.operation.path) for each in listed if each.operation}
    for page in iter_operation_pages(overview.contents or {}):
        operation = page.find_operation(spec)
        if operation is not None:
            there.add((operation.method, operation.path))
    wanted = [each for each in spec.operations.values() if not (each.hidden or each.excluded)]
    missing = tuple(each for each in wanted if (each.method, each.path) not in there)
    return UnlistedOperations(spec, branch, listed, missing, len(wanted))


def _iter_places(lacking: UnlistedOperations) -> Iterator[RelatedPlace]:
    """Yield the places of the first missing operations in their specification."""
    for operation in lacking.missing[:_SHOWN]:
        span = lacking.spec.locate_operation(operation.method, operation.path)
        if span is not None:
            yield RelatedPlace(lacking.spec.file, span, f"{code(str(operation))} is not listed")
