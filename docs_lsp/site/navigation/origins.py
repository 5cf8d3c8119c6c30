"""The titles of elements, and the elements from which values are inherited.

A writer names an element by its title, or by several: `Guides` or `English > Guides`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from docs_lsp.schema.kinds import SWITCHED
from docs_lsp.site.navigation.element import Element, Spot
from docs_lsp.site.navigation.walk import Placed

INHERITED = ("openapi", "asyncapi", "directory", *SWITCHED)
"""The inherited keys, as `Context` names them."""
BETWEEN_TITLES = " > "


class Origin(NamedTuple):
    """The element and key that set an inherited value."""

    placed: Placed
    key: str
    values: tuple[str, ...]

    @property
    def spot(self) -> Spot:
        """The range of the key that sets the value."""
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


def iter_title_path(placed: Placed, without: Collection[str] = ()) -> Iterator[str]:
    """Yield the titles around and of an element, the outermost first.

    Elements whose kind is in `without` are skipped.
    """
    for element in reversed(placed.list_outward()):
        kind = element.element.kind
        title = element.element.get_text(kind.title) if kind and kind.title else None
        if kind and title is not None and kind.name not in without:
            yield title


def split_titles(text: str) -> list[str]:
    """Split a writer's title path into titles, the outermost first."""
    return [title.strip() for title in text.split(BETWEEN_TITLES.strip())]


def is_title_path_match(titles: list[str], wanted: list[str]) -> bool:
    """Return whether a title path ends in the last wanted title and has the others in order."""
    if not titles or titles[-1] != wanted[-1]:
        return False
    around = iter(titles[:-1])
    return all(title in around for title in wanted[:-1])
