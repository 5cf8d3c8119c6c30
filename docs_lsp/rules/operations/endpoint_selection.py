"""Find elements that list endpoints of the specification that applies to them.

For these the service generates no pages for the other operations. Also tells whether a new entry
would be the first such endpoint.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.operations.listed_endpoints import collect_listed_endpoints
from docs_lsp.site.generated_pages.generation import (
    covers_all_operations,
    is_endpoint_of_inherited_spec,
)
from docs_lsp.site.specifications.endpoints import Endpoint, parse_endpoint_entry
from docs_lsp.site.specifications.operation_pages import get_spec
from docs_lsp.site.specifications.spec_paths import resolve_spec_path

if TYPE_CHECKING:
    from docs_lsp.site.navigation.walk import Placed
    from docs_lsp.site.overview import Overview


def get_elements_with_endpoints(overview: Overview) -> frozenset[Placed]:
    """Return the elements whose specification has endpoints listed below them; cached."""
    return overview.cached(_find_elements_with_endpoints)


def _find_elements_with_endpoints(overview: Overview) -> frozenset[Placed]:
    below = (
        endpoint.listing
        for endpoint in collect_listed_endpoints(overview)
        if is_endpoint_of_inherited_spec(endpoint.listing.text)
    )
    return frozenset(branch for listing in below if (branch := find_spec_element(listing.placed)))


def find_spec_element(placed: Placed) -> Placed | None:
    """Return the nearest element, from itself outward, that names an OpenAPI file; or None."""
    return next(
        (one for one in placed.list_outward() if one.element.list_spec_sources("openapi")), None
    )


def is_unknown_endpoint(subject: FixContext, entry: str) -> bool:
    """Return whether an entry is an endpoint that no readable specification of it has.

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
    placed = subject.here.placed if subject.here else None
    if placed is None or not is_endpoint_of_inherited_spec(entry):
        return False
    branch, overview = find_spec_element(placed), subject.overview
    if branch is None:
        return False
    if overview is None:
        return not any(map(is_endpoint_of_inherited_spec, placed.element.listed))
    if any(
        (element.file, element.at) == (branch.file, branch.at)
        for element in get_elements_with_endpoints(overview)
    ):
        return False
    names = placed.element.inner.openapi
    specs = map(overview.facts.find_spec, names)
    return not covers_all_operations(specs, {entry})
