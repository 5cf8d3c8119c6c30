"""Endpoints for `pages`, out of the specifications that are known."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from docs_lsp.features._proposal_kind import Kind
from docs_lsp.features.completion.item import Item
from docs_lsp.features.completion.place import Place
from docs_lsp.site.api.specs import spec_path
from docs_lsp.site.nav.listed import listed_in

if TYPE_CHECKING:
    from docs_lsp.site.api.openapi import Operation, Spec
    from docs_lsp.site.facts import SiteFacts

MOST = 40
"""How many endpoints are proposed at once."""


def endpoint_items(place: Place) -> Iterator[Item]:
    """The endpoints of the specification in force, those first that nothing lists yet.

    Where none is in force, or another one is being named, each is written with its specification.
    """
    facts = place.view.site.facts
    if facts is None or not facts.specs:
        return
    listed = listed_in(place.parts, facts.pages).counts
    found = [*_of_specs_in_force(place, facts), *_others(place, facts)]
    found = [pair for pair in found if pair[0] not in place.siblings]
    needle = place.query.casefold()
    matching = [pair for pair in found if _matches(*pair, needle)]
    matching.sort(key=lambda pair: pair[0] in listed)
    for written, operation in matching[:MOST]:
        yield _item(written, operation, place.query, listed)


def _item(written: str, operation: Operation, query: str, listed: Mapping[str, int]) -> Item:
    return Item(
        written,
        Kind.METHOD,
        written,
        detail=" ".join((operation.summary or "").split()),
        said=operation.description or "",
        is_deprecated=operation.deprecated,
        is_found=not written.startswith(query),
    )


def _matches(written: str, operation: Operation, query: str) -> bool:
    return not query or query in written.casefold() or query in (operation.summary or "").casefold()


def _of_specs_in_force(place: Place, facts: SiteFacts) -> Iterator[tuple[str, Operation]]:
    seen = set()
    for name in in_force(place):
        for operation in _shown(facts.specs.get(spec_path(name) or "")):
            if str(operation) not in seen:
                seen.add(str(operation))
                yield str(operation), operation


def _others(place: Place, facts: SiteFacts) -> Iterator[tuple[str, Operation]]:
    """Endpoints with the file that has them in front."""
    known = {spec_path(name) for name in in_force(place)}
    query = place.query.lstrip("/")
    for file, spec in sorted(facts.specs.items()):
        is_named = bool(query) and (file.startswith(query) or query.startswith(file))
        if is_named or not known:
            for operation in _shown(spec):
                yield f"{file} {operation}", operation


def in_force(place: Place) -> tuple[str, ...]:
    """The specifications that endpoints without one of their own refer to, as written."""
    return place.around[-1].element.inner.openapi if place.around else ()


def _shown(spec: Spec | None) -> Iterator[Operation]:
    """The operations that get a page in the navigation."""
    if spec is None or not spec.usable:
        return
    for operation in (*spec.operations.values(), *spec.webhooks.values()):
        if not operation.hidden and not operation.excluded and " " not in operation.path:
            yield operation
