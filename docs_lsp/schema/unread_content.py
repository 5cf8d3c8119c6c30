"""Content of the navigation that stands under a key that nothing reads, so that it is lost."""

from __future__ import annotations

from typing import Final, NamedTuple

from docs_lsp.jsontree.nodes import Array, Node, Object, String
from docs_lsp.schema.kinds import CHILD_KEYS, KINDS, ROOT, Kind, titles_in

_CONTENT_WORDS: Final = frozenset(
    ("navigation", "nav", "sidebar", "items", "root", "children", "content", "contents", "entries")
)
"""What writers call the list of what an element holds. A list of texts under another key may be
anything."""
_BY_NAME: Final = {**KINDS, ROOT.name: ROOT}


class UnreadContent(NamedTuple):
    """What the service drops, and would keep elsewhere."""

    key: str
    """The key that it is meant for; empty for what stands in another file, be it a list or not."""
    is_wrapped: bool = False
    """Whether it has that key already, in an object that is one too many."""


def content_in(kind_name: str | None, key: str, value: Node | None) -> UnreadContent | None:
    """The content of an element of a kind, if that is what stands under a key that nothing reads;
    `navigation` is a kind as well."""
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
    """Whether a value is a list with something in it."""
    return isinstance(value, Array) and bool(value.items)


def _content_in_object(kind: Kind, value: Object) -> UnreadContent | None:
    """Lists in an object around them; or an element that should stand in a list."""
    filled = [key for key in value.by_key if _is_content(key, value.get(key))]
    if not filled:
        return None
    title = next(titles_in(value), None)
    return _content_in_list(kind, title[0]) if title else UnreadContent(filled[0], is_wrapped=True)


def _is_content(key: str, value: Node | None) -> bool:
    """Whether a list holds pages or elements: `"languages": ["bash"]` is of another sort."""
    if key not in CHILD_KEYS or not isinstance(value, Array) or not value.items:
        return False
    first = value.items[0]
    return isinstance(first, Object) or (key == "pages" and isinstance(first, String))


def _content_in_list(kind: Kind, of: Kind) -> UnreadContent | None:
    """The list of an element that takes elements of a kind."""
    if of.container in kind.children:
        return UnreadContent(of.container)
    return UnreadContent("pages") if of.container == "groups" else None
