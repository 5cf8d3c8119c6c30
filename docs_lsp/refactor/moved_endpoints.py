"""Finds endpoint entries that would name another operation, or none, in another place.

An entry such as `GET /boats` is looked up in the specifications that its list inherits.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from docs_lsp.core.text import Span
from docs_lsp.jsontree.nodes import Array, Node, Object, String
from docs_lsp.refactor.selection import Selection
from docs_lsp.site.specifications.endpoints import Endpoint, parse_endpoint_entry
from docs_lsp.site.specifications.named_operation import SpecOperation, find_listed_operation

_INHERITED = ("openapi", "asyncapi")


def changes_operations(selection: Selection, items: Iterable[Node], file: str, at: int) -> bool:
    """Whether endpoints in moved items would name other operations in another list.

    The list is given by its file and its absolute byte offset.
    """
    facts = selection.site.facts
    endpoints = [*_iter_endpoints(items)]
    if facts is None or not endpoints:
        return False
    around = selection.site.navigator.find_objects_in_range(file, Span(at, at))
    old = selection.lister.element.inner.openapi
    new = around[-1].element.inner.openapi if around else ()
    return old != new and any(
        _get_operation(find_listed_operation(endpoint, old, facts))
        != _get_operation(find_listed_operation(endpoint, new, facts))
        for endpoint in endpoints
    )


def _get_operation(match: SpecOperation | None) -> tuple[str, str] | None:
    """Return an operation as its file and text, which can be compared; None for no match."""
    return (match.spec.file, str(match.operation)) if match else None


def _iter_endpoints(items: Iterable[Node]) -> Iterator[Endpoint]:
    """Yield the endpoints in some items whose operation depends on the place."""
    nodes = [*items]
    while nodes:
        node = nodes.pop()
        if isinstance(node, String):
            endpoint = parse_endpoint_entry(node.value)
            if isinstance(endpoint, Endpoint) and not endpoint.spec:
                yield endpoint
        elif isinstance(node, Object) and not any(key in node.by_key for key in _INHERITED):
            lists = (node.get(key) for key in ("pages", "groups"))
            nodes += (item for each in lists if isinstance(each, Array) for item in each.items)
