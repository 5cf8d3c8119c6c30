"""Fixes for entries that are endpoints, or were meant to be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from docs_lsp.core.phrases import code
from docs_lsp.core.problem import Fix
from docs_lsp.jsontree.edits import build_value_edit, insert_members, quote_json
from docs_lsp.jsontree.nodes import Object
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.navigation.entries import CheckedEndpoint, iter_checked_endpoints
from docs_lsp.rules.navigation.entry_fixes import get_entry_text
from docs_lsp.rules.operations.endpoint_selection import is_unknown_endpoint, would_stop_generation
from docs_lsp.site.navigation.element import Element
from docs_lsp.site.specifications.endpoints import Endpoint, parse_endpoint_entry


def offer_endpoint(
    subject: FixContext, new: str, *, safe: bool = False, preferred: bool = False
) -> Iterator[Fix]:
    """Offer to write another endpoint instead, unless no specification has it.

    The problem may be about a part of the entry only. The title says if the service then generates
    only listed endpoints.
    """
    step = subject.step
    if step is None or is_unknown_endpoint(subject, new):
        return
    if get_entry_text(subject) not in (None, new):
        edit = build_value_edit(subject.data, step.node, step.at, step.index, quote_json(new))
        costs = would_stop_generation(subject, new)
        title = f"Write {code(new)}"
        if costs:
            title += ", so that only listed endpoints have pages"
        yield from subject.offer_edits(title, (edit,), safe=safe, preferred=preferred and not costs)


def find_checked_endpoint(subject: FixContext) -> CheckedEndpoint | None:
    """Return the endpoint that the problem is about with its specifications, or None."""
    text, element = get_entry_text(subject), subject.element
    if text is None or element is None:
        return None
    return subject.readings.get_or_read(element, _map_checked_endpoints).get(text)


def _map_checked_endpoints(element: Element) -> Mapping[str, CheckedEndpoint]:
    """Map texts to the first endpoint with each."""
    endpoints: dict[str, CheckedEndpoint] = {}
    for checked in iter_checked_endpoints(element):
        endpoints.setdefault(checked.entry.text, checked)
    return endpoints


def collect_sibling_endpoints(subject: FixContext) -> frozenset[tuple[str, str]]:
    """Return method and path of the other endpoints that the same element lists."""
    element, own = subject.element, get_entry_text(subject)
    if element is None:
        return frozenset()
    counts = subject.readings.get_or_read(element, _count_endpoints)
    endpoint = parse_endpoint_entry(own) if own is not None and own in element.listed else None
    siblings = frozenset(counts)
    if isinstance(endpoint, Endpoint) and counts[endpoint.method, endpoint.path] == 1:
        siblings -= {(endpoint.method, endpoint.path)}
    return siblings


def _count_endpoints(element: Element) -> Counter[tuple[str, str]]:
    """Count how often an element lists each method and path."""
    parsed = map(parse_endpoint_entry, element.listed)
    return Counter((each.method, each.path) for each in parsed if isinstance(each, Endpoint))


def offer_openapi(
    subject: FixContext, source: str, title: str, *, preferred: bool = False
) -> Iterator[Fix]:
    """Offer to add `openapi` to the element around the problem, after its title."""
    target = find_own_object(subject)
    if target is not None:
        node, at = target
        behind = min(1, len(node.items))
        edits = insert_members(subject.data, node, at, behind, [("openapi", quote_json(source))])
        yield from subject.offer_edits(title, edits, preferred=preferred)


def find_own_object(subject: FixContext) -> tuple[Object, int] | None:
    """Return the object of the element in this file and its offset; None for `navigation`.

    The element is the one around the problem; `navigation` cannot have `openapi`.
    """
    placed = subject.here.placed if subject.here else None
    if placed is None or placed.element.record.name == "navigation":
        return None
    layers = zip(placed.element.resolved.layers, placed.starts, strict=True)
    return next(
        ((layer.node, at) for layer, at in layers if layer.file == subject.problem.file), None
    )
