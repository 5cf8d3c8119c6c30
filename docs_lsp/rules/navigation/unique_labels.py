"""Find titles and defaults that only one element of an array may have."""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.schema.kinds import KINDS, SWITCHED
from docs_lsp.site.navigation.element import ChildView, Element, Spot

CHOICES = frozenset(KINDS[name].container for name in SWITCHED)
"""The keys that hold languages or versions to choose from."""


def iter_repeated_values(
    element: Element, container: str, key: str
) -> Iterator[tuple[str, Spot, Spot]]:
    """Yield the values of a key that an earlier sibling has too.

    Each with its place and the first place.
    """
    first: dict[str, Spot] = {}
    for child in _iter_siblings(element, container):
        value = child.get_text(key)
        if not value or not value.strip():
            continue  # Another rule reports blank values.
        if value in first:
            yield value, child.find_value_spot_in_parent(key), first[value]
        else:
            first[value] = child.find_value_spot_in_parent(key)


def find_marked_defaults(element: Element, container: str) -> list[Spot]:
    """Return the places of `default` in all siblings for which it is `true`."""
    siblings = _iter_siblings(element, container)
    return [
        child.find_value_spot_in_parent("default")
        for child in siblings
        if child.get_flag("default") is True
    ]


def list_visible_siblings(element: Element, container: str) -> list[ChildView]:
    """Return the elements of one array that are not hidden."""
    return [
        child
        for child in _iter_siblings(element, container)
        if child.get_flag("hidden") is not True
    ]


def _iter_siblings(element: Element, container: str) -> Iterator[ChildView]:
    """Yield the objects in an array of children; none if the element cannot have that."""
    kind = element.kind
    if kind is not None and container in kind.children and element.has(container):
        yield from element.list_children(container)
