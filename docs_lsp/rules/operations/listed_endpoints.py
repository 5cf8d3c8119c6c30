"""Collect the endpoints that a site lists, with their operations."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.rules.operations.element_specs import get_applicable_specs
from docs_lsp.site.specifications.endpoints import Endpoint, parse_endpoint_entry

if TYPE_CHECKING:
    from docs_lsp.site.navigation.navigation import Listing
    from docs_lsp.site.overview import Overview
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
    """Return the endpoints in `pages` of all elements with specifications, in order; cached."""
    return overview.cached(_find_listed_endpoints)


def _find_listed_endpoints(overview: Overview) -> tuple[ListedEndpoint, ...]:
    return tuple(_generate_listed_endpoints(overview))


def _generate_listed_endpoints(overview: Overview) -> Iterator[ListedEndpoint]:
    for listing in overview.navigation.listings:
        if listing.is_root or " " not in listing.text.strip():
            continue
        endpoint = parse_endpoint_entry(listing.text)
        if isinstance(endpoint, Endpoint):
            names = (
                (endpoint.spec,) if endpoint.spec else get_applicable_specs(listing.placed.element)
            )
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
