"""Fixes for entries that are endpoints, or were meant to be, and for endpoints that are missing."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.core.phrases import code
from docs_lsp.core.problem import FileEdit, Fix
from docs_lsp.jsontree.edits import build_value_edit, insert_items, insert_members, quote_json
from docs_lsp.jsontree.nodes import Array, Object
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.navigation.entries import CheckedEndpoint, iter_checked_endpoints
from docs_lsp.rules.navigation.entry_fixes import get_entry_text
from docs_lsp.rules.operations.listed_endpoints import (
    ListedEndpoint,
    is_unknown_endpoint,
    would_stop_generation,
)
from docs_lsp.site.navigation.element import Element
from docs_lsp.site.overview import Overview
from docs_lsp.site.specifications.endpoints import Endpoint, parse_endpoint_entry

if TYPE_CHECKING:
    from docs_lsp.site.specifications.openapi import Operation


def offer_endpoint(
    subject: FixContext, new: str, *, safe: bool = False, preferred: bool = False
) -> Iterator[Fix]:
    """Offer to write endpoint `new` instead, unless its specifications are known to lack it.

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
    """Map the text of each entry with known specifications to its first endpoint."""
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
    """Offer to add `openapi` to the element around the problem, after its first key."""
    target = find_own_object(subject)
    if target is not None:
        node, at = target
        behind = min(1, len(node.items))
        edits = insert_members(subject.data, node, at, behind, [("openapi", quote_json(source))])
        yield from subject.offer_edits(title, edits, preferred=preferred)


def find_own_object(subject: FixContext) -> tuple[Object, int] | None:
    """Return the element's object in the problem's file and its byte offset, or None.

    The element is the one around the problem. None also for `navigation`, which cannot have
    `openapi`.
    """
    placed = subject.placed
    if placed is None or placed.element.record.name == "navigation":
        return None
    layers = zip(placed.element.resolved.layers, placed.starts, strict=True)
    return next(
        ((layer.node, at) for layer, at in layers if layer.file == subject.problem.file), None
    )


class _InsertionPoint(NamedTuple):
    """An array, and the item in it after which something is inserted."""

    file: str
    node: Array
    at: int
    item: int


def build_listing_edits(
    listed: Sequence[ListedEndpoint], missing: Sequence[Operation], overview: Overview
) -> tuple[FileEdit, ...]:
    """Return edits that list missing operations after the most similar ones of `listed`, if any."""
    spots = [(each, spot) for each in listed if (spot := _find_insertion_point(each))]
    if not spots:
        return ()
    wanted: dict[tuple[str, int, int], tuple[_InsertionPoint, list[str]]] = {}
    for operation in missing:
        neighbour, spot = _choose_neighbour(operation, spots)
        own = neighbour.endpoint.spec
        text = f"{own} {operation}" if own else str(operation)
        key = (spot.file, spot.at, spot.item)
        wanted.setdefault(key, (spot, []))[1].append(quote_json(text))
    edits = (_build_insert_edits(spot, texts, overview) for spot, texts in wanted.values())
    return tuple(edit for of_list in edits for edit in of_list)


def _choose_neighbour(
    operation: Operation, spots: Sequence[tuple[ListedEndpoint, _InsertionPoint]]
) -> tuple[ListedEndpoint, _InsertionPoint]:
    """Return the endpoint after which an operation is listed, with its place.

    The last one with the same path, tag or first segment of the path; otherwise the last one of the
    longest array.
    """
    sizes = Counter(spot.at for _, spot in spots)
    start = operation.path.split("/")[1:2]

    def likeness(each: tuple[ListedEndpoint, _InsertionPoint]) -> tuple[bool, bool, bool, int, int]:
        other = each[0].operation
        assert other is not None
        return (
            other.path == operation.path,
            bool(operation.tags) and other.tags[:1] == operation.tags[:1],
            other.path.split("/")[1:2] == start,
            sizes[each[1].at],
            each[1].item,
        )

    return max(spots, key=likeness)


def _find_insertion_point(listed: ListedEndpoint) -> _InsertionPoint | None:
    """Return the place of an endpoint, or None if its array is not in the element's own file."""
    placed, span = listed.listing.placed, listed.listing.span
    element = placed.element
    value = element.get_resolved("pages")
    if not isinstance(value, Array):
        return None
    file, place = placed.locate_spot(element.find_resolved_spot("pages"))
    index = bisect_right(value.starts, span.start - place.start) - 1
    is_here = file == listed.listing.file and place.start < span.start < place.end
    return _InsertionPoint(file, value, place.start, index) if is_here and index >= 0 else None


def _build_insert_edits(
    spot: _InsertionPoint, texts: Sequence[str], overview: Overview
) -> list[FileEdit]:
    document = overview.find_document(spot.file)
    if document is None:
        return []
    edits = insert_items(document.text.data, spot.node, spot.at, spot.item + 1, texts)
    return [FileEdit(spot.file, *edit) for edit in edits or ()]
