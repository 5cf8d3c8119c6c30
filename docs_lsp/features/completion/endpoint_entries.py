"""Completion of endpoints in `pages`, from the specifications of the site."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, TypeAlias

from docs_lsp.core.near_text import find_near
from docs_lsp.features._spec_cache import SpecReader
from docs_lsp.features.completion.cursor import CompletionCursor
from docs_lsp.features.completion.item import CompletionProposal
from docs_lsp.features.completion.template import Placeholder
from docs_lsp.features.to_lsp import ItemKind
from docs_lsp.site.navigation.listed_entries import update_listed_entries
from docs_lsp.site.specifications.endpoints import METHODS
from docs_lsp.site.specifications.spec_paths import resolve_spec_path
from docs_lsp.site.specifications.specs_named_by_pages import list_spec_files

if TYPE_CHECKING:
    from docs_lsp.site.specifications.facts import SiteFacts
    from docs_lsp.site.specifications.openapi import Operation

MOST = 40
"""The maximum number of endpoints proposed at once."""
_MOST_NEAR = 10
"""The maximum number of endpoints that nearly fit what was typed, if none fits it."""
_FEW = 2
"""The number of unnamed specifications whose operations are proposed at once."""


_EndpointMatch: TypeAlias = "tuple[str, Operation]"
"""The text that names an operation here, and the operation."""


def iter_endpoint_items(place: CompletionCursor) -> Iterator[CompletionProposal]:
    """Yield up to 40 endpoints that fit the typed text, best first, then specification files.

    Those that begin with the typed text come first, and among them those that are not listed yet.
    If no specification applies, or another one is being named, each endpoint is written with its
    specification; if there are too many of these, the specifications are proposed instead.
    """
    facts = place.view.site.facts
    if facts is None:
        return
    reader = SpecReader(facts, place.view.files)
    endpoints = [
        *_iter_applying_endpoints(place, reader),
        *_iter_endpoints_with_file(place, facts, reader),
    ]
    needle = place.query.casefold()
    free = [endpoint for endpoint in endpoints if endpoint[0] not in place.siblings]
    matching = [endpoint for endpoint in free if _matches_query(*endpoint, needle)]
    if matching:
        listed = update_listed_entries(place.parts, facts.pages).counts
        matching.sort(key=lambda one: (_rank_match(one, needle), one[0] in listed))
    if not matching:
        by_text = {endpoint[0].casefold(): endpoint for endpoint in free}
        matching = [by_text[text] for text in find_near(by_text, needle, _MOST_NEAR)]
    for one in matching[:MOST]:
        yield _build_endpoint_item(one, place.query)
    yield from _build_spec_items(place, facts)


def is_endpoint_prefix(query: str) -> bool:
    """Return whether the typed text begins an endpoint: a path, or a method."""
    method, blank, _ = query.partition(" ")
    if query.startswith("/") or (blank and method.upper() in METHODS):
        return True
    return method.isupper() and any(one.startswith(method) for one in METHODS)


def _build_endpoint_item(match: _EndpointMatch, query: str) -> CompletionProposal:
    written, operation = match
    return CompletionProposal(
        written,
        ItemKind.METHOD,
        written,
        detail=" ".join((operation.summary or "").split()),
        description=operation.description or "",
        is_deprecated=operation.deprecated,
        is_found=not written.startswith(query),
    )


def _matches_query(written: str, operation: Operation, needle: str) -> bool:
    """Return whether an endpoint as written, or its summary, contains a case-folded text."""
    return (
        not needle or needle in written.casefold() or needle in (operation.summary or "").casefold()
    )


def _rank_match(match: _EndpointMatch, needle: str) -> int:
    """Return 0 if an endpoint begins with the typed text, 1 if it contains it, else 2."""
    written, operation = match
    whole = written.casefold()
    beginnings = (whole, str(operation).casefold(), operation.path.casefold())
    if any(beginning.startswith(needle) for beginning in beginnings):
        return 0
    return 1 if needle in whole else 2


def _iter_applying_endpoints(
    place: CompletionCursor, reader: SpecReader
) -> Iterator[_EndpointMatch]:
    """Yield the visible operations of the specifications that apply here, without their file."""
    seen = set()
    for name in find_applying_specs(place):
        file = resolve_spec_path(name)
        for operation in reader.iter_operations(file) if file else ():
            if not operation.hidden and str(operation) not in seen:
                seen.add(str(operation))
                yield str(operation), operation


def _iter_endpoints_with_file(
    place: CompletionCursor, facts: SiteFacts, reader: SpecReader
) -> Iterator[_EndpointMatch]:
    """Yield endpoints prefixed with their file, if that is being typed or no other file applies."""
    query = place.query.lstrip("/")
    unread = _list_unnamed_specs(facts)
    is_free = not any(map(resolve_spec_path, find_applying_specs(place)))
    for file in list_spec_files(facts):
        is_named = bool(query) and (file.startswith(query) or query.startswith(f"{file} "))
        if file in unread and len(unread) > _FEW and not query.startswith(f"{file} "):
            continue
        if is_named or is_free:
            for operation in reader.iter_operations(file):
                if not operation.hidden:
                    yield f"{file} {operation}", operation


def _build_spec_items(place: CompletionCursor, facts: SiteFacts) -> Iterator[CompletionProposal]:
    """Yield items for fitting specifications whose operations are proposed once they are chosen."""
    unread, query = _list_unnamed_specs(facts), place.query.lstrip("/")
    if len(unread) <= _FEW:
        return
    is_free = not any(map(resolve_spec_path, find_applying_specs(place)))
    meant = (
        file for file in unread if (query in file if is_free else query and file.startswith(query))
    )
    for file in islice(meant, MOST):
        if not query.startswith(f"{file} "):
            begun = Placeholder("", f"{file} ")
            is_found = not file.startswith(place.query)
            yield CompletionProposal(file, ItemKind.FILE, begun, is_found=is_found, asks_again=True)


def _list_unnamed_specs(facts: SiteFacts) -> list[str]:
    """Return the specifications that docs.json does not name."""
    return [file for file in sorted(facts.spec_files or ()) if file not in facts.specs]


def find_applying_specs(place: CompletionCursor) -> tuple[str, ...]:
    """Return the specifications that apply to endpoints here, as written."""
    return place.around[-1].element.inner.openapi if place.around else ()
