"""Collect the endpoints that a site lists, and find the elements that they are listed below.

If an element lists endpoints of the specification that applies to it, the service generates no
pages for the other operations. Also tells whether a new entry would be the first such endpoint.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.site.generated_pages.generation import (
    covers_all_operations,
    is_endpoint_of_inherited_spec,
)
from docs_lsp.site.navigation.navigation import Listing
from docs_lsp.site.navigation.walk import Placed
from docs_lsp.site.overview import Overview
from docs_lsp.site.specifications.endpoints import Endpoint, parse_endpoint_entry
from docs_lsp.site.specifications.spec_paths import resolve_spec_path
from docs_lsp.site.specifications.specs_named_by_pages import get_spec

if TYPE_CHECKING:
    from docs_lsp.site.specifications.openapi import Operation, Spec


class OperationKey(NamedTuple):
    """The operation that an endpoint refers to, the same for all its spellings."""

    specs: tuple[str, ...]
    """The file of the specification that has it; or all that may have it, as written."""
    method: str
    path: str


class ListedEndpoint(NamedTuple):
    """An endpoint that an element lists."""

    listing: Listing
    endpoint: Endpoint
    names: tuple[str, ...]
    """The names of its specifications as written: its own, or those that apply."""
    specs: tuple[Spec, ...]
    """The parsed specifications; empty if one of them is unknown or invalid."""
    operation: Operation | None
    """None if no specification has it, or they are not known."""
    target: OperationKey


def collect_listed_endpoints(overview: Overview) -> tuple[ListedEndpoint, ...]:
    """Return the endpoints in `pages` of all elements with specifications, in order."""
    return tuple(_iter_listed_endpoints(overview))


def _iter_listed_endpoints(overview: Overview) -> Iterator[ListedEndpoint]:
    for listing in overview.navigation.listings:
        if listing.is_root or " " not in listing.text.strip():
            continue
        endpoint = parse_endpoint_entry(listing.text)
        if isinstance(endpoint, Endpoint):
            names = (endpoint.spec,) if endpoint.spec else listing.placed.element.inner.openapi
            if names:
                yield _build_listed_endpoint(listing, endpoint, names, overview)


def _build_listed_endpoint(
    listing: Listing, endpoint: Endpoint, names: tuple[str, ...], overview: Overview
) -> ListedEndpoint:
    specs = overview.facts.get_sound_specs(names) or ()
    match = overview.facts.find_operation(specs, endpoint.method, endpoint.path)
    if match is not None:
        spec, operation = match
        target = OperationKey((spec.file,), operation.method, operation.path)
        return ListedEndpoint(listing, endpoint, names, specs, operation, target)
    path = endpoint.path if endpoint.is_webhook else endpoint.path.rstrip("/")
    target = OperationKey(tuple(sorted(names)), endpoint.method, path)
    return ListedEndpoint(listing, endpoint, names, specs, None, target)


def find_elements_with_endpoints(overview: Overview) -> frozenset[Placed]:
    """Return the elements that name a specification of which endpoints are listed below them."""
    below = (
        endpoint.listing
        for endpoint in overview.cached(collect_listed_endpoints)
        if is_endpoint_of_inherited_spec(endpoint.listing.text)
    )
    return frozenset(branch for listing in below if (branch := find_spec_element(listing.placed)))


def find_spec_element(placed: Placed) -> Placed | None:
    """Return the nearest element, from itself outward, that names an OpenAPI file; or None."""
    return next(
        (one for one in placed.list_outward() if one.element.list_spec_sources("openapi")), None
    )


def is_unknown_endpoint(subject: FixContext, entry: str) -> bool:
    """Return whether an endpoint is in none of its readable specifications; False if one is a URL.

    The service would then generate no page for any endpoint.
    """
    element, overview = subject.element, subject.overview
    endpoint = parse_endpoint_entry(entry)
    if overview is None or element is None or not isinstance(endpoint, Endpoint):
        return False
    names = (endpoint.spec,) if endpoint.spec else element.inner.openapi
    paths = [resolve_spec_path(name) for name in names]
    if not paths or None in paths:
        return False
    specs = (get_spec(path, overview.facts, subject.files) for path in paths if path)
    return not any(spec and spec.find_operation(endpoint.method, endpoint.path) for spec in specs)


def would_stop_generation(subject: FixContext, entry: str) -> bool:
    """Return whether a new entry would stop the generation of a page for every operation."""
    placed = subject.placed
    if placed is None or not is_endpoint_of_inherited_spec(entry):
        return False
    branch, overview = find_spec_element(placed), subject.overview
    if branch is None:
        return False
    if overview is None:
        return not any(map(is_endpoint_of_inherited_spec, placed.element.listed))
    if any(
        (element.file, element.at) == (branch.file, branch.at)
        for element in overview.cached(find_elements_with_endpoints)
    ):
        return False
    names = placed.element.inner.openapi
    specs = map(overview.facts.find_spec, names)
    return not covers_all_operations(specs, {entry})
