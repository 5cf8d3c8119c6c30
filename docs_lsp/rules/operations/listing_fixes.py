"""Build edits that list operations, each after a related one."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.core.problem import FileEdit
from docs_lsp.core.text import Span
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.edits import insert_items, quote_json
from docs_lsp.jsontree.nodes import Array
from docs_lsp.rules.operations.listed_endpoints import ListedEndpoint

if TYPE_CHECKING:
    from docs_lsp.site.overview import Overview
    from docs_lsp.site.specifications.openapi import Operation


class _InsertionPoint(NamedTuple):
    """An array, and the item in it after which something is inserted."""

    file: str
    node: Array
    at: int
    item: int


def build_listing_edits(
    listed: Sequence[ListedEndpoint], missing: Sequence[Operation], overview: Overview
) -> tuple[FileEdit, ...]:
    """Return the edits that list operations in arrays with others of their specification."""
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
    """Return the place of an endpoint, if its array is in the element's own file."""
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
    part = overview.parts[spot.file]
    if not isinstance(part, Document):
        return []
    edits = insert_items(part.text.data, spot.node, spot.at, spot.item + 1, texts)
    return [FileEdit(spot.file, Span(*span), new) for span, new in edits or ()]
