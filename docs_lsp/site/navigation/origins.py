"""The title of an element, and the element from which a value is inherited."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from docs_lsp.schema.kinds import SWITCHED
from docs_lsp.site.navigation.element import Element, Spot
from docs_lsp.site.navigation.walk import Placed

INHERITED = ("openapi", "asyncapi", "directory", *SWITCHED)
"""The inherited keys, as `Context` names them."""


class Origin(NamedTuple):
    """The element and key that set an inherited value."""

    placed: Placed
    key: str
    values: tuple[str, ...]

    @property
    def spot(self) -> Spot:
        """The key that sets it."""
        return self.placed.element.find_key_spot(self.key)


def get_title(element: Element) -> str:
    """Return the title of a navigation element; empty if it has none."""
    kind = element.kind
    title = element.get_text(kind.title) if kind and kind.title else None
    return (title or "").strip()


def list_breadcrumbs(placed: Placed) -> tuple[str, ...]:
    """Return the titles of the elements around an object and its own, the outermost first."""
    titles = [
        get_title(one.element) for one in placed.list_outward() if one.element.kind is not None
    ]
    return tuple(title for title in reversed(titles) if title)


def find_origin(placed: Placed | None, key: str) -> Origin | None:
    """Return the nearest element, from this one outward, that sets an inherited key, or None."""
    for one in placed.list_outward() if placed else ():
        values = _list_own_values(one.element, key)
        if values:
            return Origin(one, key, values)
    return None


def find_hiding_element(placed: Placed) -> Placed | None:
    """Return the outermost hidden element, an object itself or one around it, or None."""
    hidden = [one for one in placed.list_outward() if one.element.get_flag("hidden") is True]
    return hidden[-1] if hidden else None


def iter_origins(placed: Placed) -> Iterator[Origin]:
    """Yield the origins of all values that an element inherits."""
    for key in INHERITED:
        if not _list_own_values(placed.element, key):
            origin = find_origin(placed.around, key)
            if origin is not None:
                yield origin


def _list_own_values(element: Element, key: str) -> tuple[str, ...]:
    """Return the values that an element itself sets for an inheritable key; empty for none."""
    if element.kind is None:
        return ()
    if key in ("openapi", "asyncapi"):
        return element.list_spec_sources(key)
    if key in SWITCHED and element.record.kind != key:
        return ()
    text = element.get_text(key)
    return (text,) if text else ()
