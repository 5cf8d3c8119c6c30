"""Find content of the navigation under an unknown key, which the service drops."""

from __future__ import annotations

from typing import Final, NamedTuple

from docs_lsp.jsontree.nodes import Array, Node, Object, String
from docs_lsp.schema.kinds import CHILD_KEYS, KINDS, ROOT, Kind, titles_in

_CONTENT_WORDS: Final = frozenset(
    ("navigation", "nav", "sidebar", "items", "root", "children", "content", "contents", "entries")
)
"""Unknown keys that likely hold content. An array under another key may be anything."""
_BY_NAME: Final = {**KINDS, ROOT.name: ROOT}


class UnreadContent(NamedTuple):
    """Content that the service drops, and would accept under another key."""

    key: str
    """The key that it is meant for; empty if the content is in another file."""
    is_wrapped: bool = False
    """Whether it already has that key, inside an extra object around it."""


def content_in(kind_name: str | None, key: str, value: Node | None) -> UnreadContent | None:
    """Return the content of an element under an unknown key, or None if it is not content.

    `kind_name` is the kind of the element, or `navigation`.
    """
    kind = _BY_NAME.get(kind_name or "")
    if kind is None:
        return None
    if isinstance(value, Object):
        if "$ref" in value.by_key and key in _CONTENT_WORDS:
            return UnreadContent("")
        return _content_in_object(kind, value)
    first = value.items[0] if isinstance(value, Array) and value.items else None
    if isinstance(first, String):
        return UnreadContent("pages") if key in _CONTENT_WORDS else None
    title = next(titles_in(first), None) if isinstance(first, Object) else None
    return _content_in_list(kind, title[0]) if title else None


def is_filled_list(value: Node | None) -> bool:
    """Return whether a value is a non-empty array."""
    return isinstance(value, Array) and bool(value.items)


def _content_in_object(kind: Kind, value: Object) -> UnreadContent | None:
    """Return content in an extra object: arrays of children, or a single element."""
    filled = [key for key in value.by_key if _is_content(key, value.get(key))]
    if not filled:
        return None
    title = next(titles_in(value), None)
    return _content_in_list(kind, title[0]) if title else UnreadContent(filled[0], is_wrapped=True)


def _is_content(key: str, value: Node | None) -> bool:
    """Return whether a value is an array of pages or elements, unlike `["bash"]`."""
    if key not in CHILD_KEYS or not isinstance(value, Array) or not value.items:
        return False
    first = value.items[0]
    return isinstance(first, Object) or (key == "pages" and isinstance(first, String))


def _content_in_list(kind: Kind, of: Kind) -> UnreadContent | None:
    """Return the content for the array that accepts elements of the kind `of`, or None."""
    if of.container in kind.children:
        return UnreadContent(of.container)
    return UnreadContent("pages") if of.container == "groups" else None
