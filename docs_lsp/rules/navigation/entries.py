"""Classify the entries of an element for all rules, so that one entry gets one message.

Endpoints are also compared with the specifications that apply to them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.core.text import Span, encode_text
from docs_lsp.rules.operations.malformed_operations import find_incomplete_endpoint
from docs_lsp.site.entry_sorts import EntryKind, classify_entry, find_odd_entries
from docs_lsp.site.navigation.element import Element, Entry, Spot
from docs_lsp.site.specifications.endpoints import CharacterRange, Endpoint, parse_endpoint_entry

if TYPE_CHECKING:
    from docs_lsp.site.specifications.openapi import Operation, Spec

ENTRY_KEYS = frozenset(("pages", "root"))
"""The keys that hold entries."""


def get_entries_of_kind(element: Element, wanted: EntryKind) -> Sequence[Entry]:
    """Return the entries of one kind in an element, without valid pages other than its `root`."""
    return element.cached(group_entries_by_sort).get(wanted, ())


def group_entries_by_sort(element: Element) -> Mapping[EntryKind, Sequence[Entry]]:
    """Group the entries of an element by kind, without valid pages other than its `root`."""
    facts = element.context.facts
    odd = find_odd_entries(element.listed, facts)
    entries_by_sort: dict[EntryKind, list[Entry]] = {}
    for entry in element.list_entries(odd) if odd else ():
        sort = odd[entry.text]
        if sort is EntryKind.MISSING and find_incomplete_endpoint(element, entry.text):
            sort = EntryKind.MALFORMED_ENDPOINT
        entries_by_sort.setdefault(sort, []).append(entry)
    root = element.find_root_entry() if "root" in element.values else None
    if root is not None:
        entries_by_sort.setdefault(classify_entry(root.text, facts), []).append(root)
    return entries_by_sort


class CheckedEndpoint(NamedTuple):
    """An endpoint whose specifications could be read."""

    entry: Entry
    endpoint: Endpoint
    specs: tuple[Spec, ...]
    spec: Spec
    """The specification that has the endpoint, or the first one."""
    operation: Operation | None
    """The operation, or None if no specification has it."""


def iter_endpoints(element: Element) -> Iterator[tuple[Entry, Endpoint]]:
    """Yield the entries that the service reads as endpoints, with the parsed endpoint."""
    for entry in get_entries_of_kind(element, EntryKind.ENDPOINT):
        endpoint = parse_endpoint_entry(entry.text)
        if isinstance(endpoint, Endpoint):
            yield entry, endpoint


def iter_checked_endpoints(element: Element) -> Iterator[CheckedEndpoint]:
    """Yield the endpoints whose specifications are all known and valid."""
    facts = element.context.facts
    if facts is None or not facts.specs:
        return
    for entry, endpoint in iter_endpoints(element):
        names = (endpoint.spec,) if endpoint.spec else element.inner.openapi
        specs = facts.get_sound_specs(names)
        if specs:
            match = facts.find_operation(specs, endpoint.method, endpoint.path)
            spec, operation = match or (specs[0], None)
            yield CheckedEndpoint(entry, endpoint, specs, spec, operation)


def has_spec(element: Element, endpoint: Endpoint) -> bool:
    """Return whether a specification is named for an endpoint, even if it does not exist."""
    return bool(endpoint.spec or element.inner.openapi or element.has("openapi"))


def locate_part(entry: Entry, part: CharacterRange) -> Spot:
    """Return the place of a part of an entry; all of it if escapes make that uncertain."""
    start, end = entry.spot.span
    if len(encode_text(entry.text)) != end - start:
        return entry.spot
    offset = start + len(encode_text(entry.text[: part.start]))
    size = len(encode_text(entry.text[part.start : part.end]))
    return Spot(Span(offset, offset + size), entry.spot.layer)
