"""Which operations of a specification stand at a place of its text."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from docs_lsp.site.specifications.openapi import Operation, Spec


def operations_around(spec: Spec, offset: int) -> tuple[Operation, ...]:
    """The operation around a byte offset, or all of a path where the offset is at none of them."""
    places = spec.read.places if spec.read else {}
    before = [(span.start, path) for path, span in places.items() if span.start <= offset]
    if not before:
        return ()
    _, path = max(before, key=lambda one: one[0])
    every = (*spec.operations.values(), *spec.webhooks.values())
    exact = tuple(one for one in every if path[: len(one.keys)] == one.keys)
    return exact or tuple(one for one in every if path[:2] == one.keys[:2])
