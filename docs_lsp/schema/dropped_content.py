"""Find content of the navigation under an unknown key, which the service drops."""

from __future__ import annotations

from typing import Final, NamedTuple

from docs_lsp.jsontree.nodes import Array, Node, Object, String
from docs_lsp.schema.kinds import CHILD_KEYS, KINDS, ROOT, Kind, iter_kinds_and_titles

_CONTENT_WORDS: Final = frozenset(
    ("navigation", "nav", "sidebar", "items", "root", "children", "content", "contents", "entries")
)
"""Unknown keys that likely hold content. An array under another key may be anything."""
_BY_NAME: Final = {**KINDS, ROOT.name: ROOT}


class DroppedContent(NamedTuple):
    """Content that the service drops, and would accept under another key."""

    key: str
    """The key that it is meant for; empty if the content is in another file."""
    is_wrapped: bool = False
    """Whether it already has that key, inside an extra object around it."""


def find_content_under_key(
    kind_name: str | None, key: str, value: Node | None
) -> DroppedContent | None:
    """Return the likely content of an element under an unknown key, or None.

    `kind_name` is the kind of the element, or `navigation`.
    """
    kind = _BY_NAME.get(kind_name or "")
    if kind is None:
        return None
    if isinstance(value, Object):
        if "$ref" in value.by_key and key in _CONTENT_WORDS:
            return DroppedContent("")
        return _find_content_in_object(kind, value)
    first = value.items[0] if isinstance(value, Array) and value.items else None
    if isinstance(first, String):
        return DroppedContent("pages") if key in _CONTENT_WORDS else None
    title = next(iter_kinds_and_titles(first), None) if isinstance(first, Object) else None
    return _find_array_for_kind(kind, title[0]) if title else None


def is_nonempty_array(value: Node | None) -> bool:
    """Return whether a value is a non-empty array."""
    return isinstance(value, Array) and bool(value.items)


def _find_content_in_object(kind: Kind, value: Object) -> DroppedContent | None:
    """Return content in an extra object (arrays of children, or a single element), or None."""
    filled = [key for key in value.by_key if _is_child_array(key, value.get(key))]
    if not filled:
        return None
    title = next(iter_kinds_and_titles(value), None)
    return (
        _find_array_for_kind(kind, title[0])
        if title
        else DroppedContent(filled[0], is_wrapped=True)
    )


def _is_child_array(key: str, value: Node | None) -> bool:
    """Return whether a content key holds a filled array of objects, or `pages` one of strings."""
    if key not in CHILD_KEYS or not isinstance(value, Array) or not value.items:
        return False
    first = value.items[0]
    return isinstance(first, Object) or (key == "pages" and isinstance(first, String))


def _find_array_for_kind(kind: Kind, of: Kind) -> DroppedContent | None:
    """Return the content for the array that accepts elements of the kind `of`, or None."""
    if of.container in kind.children:
        return DroppedContent(of.container)
    return DroppedContent("pages") if of.container == "groups" else None
