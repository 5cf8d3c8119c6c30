"""What may be listed in `pages`: pages and endpoints."""

from __future__ import annotations

from docs_lsp.features.completion.cursor import CompletionCursor
from docs_lsp.features.completion.endpoint_entries import endpoint_items, in_force, wants_endpoints
from docs_lsp.features.completion.item import Item
from docs_lsp.features.completion.page_paths import MOST, page_items
from docs_lsp.site.specifications.endpoints import Endpoint, parse_endpoint

_LEAST = 20
"""So many of either kind find room, whatever there is of the other."""


def entry_items(place: CompletionCursor) -> list[Item]:
    """Pages and endpoints: first the kind that is being typed, or else is listed here already."""
    pages, endpoints = list(page_items(place)), list(endpoint_items(place))
    pages = pages[: MOST - min(len(endpoints), _LEAST)]
    endpoints = endpoints[: MOST - len(pages)]
    if wants_endpoints(place.query) or _lists_endpoints(place):
        return [*endpoints, *pages]
    return [*pages, *endpoints]


def _lists_endpoints(place: CompletionCursor) -> bool:
    if not place.siblings:
        return bool(in_force(place))
    return any(isinstance(parse_endpoint(entry), Endpoint) for entry in place.siblings)
