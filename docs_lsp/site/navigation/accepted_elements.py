"""The part of a docs.json that the service accepts, determined as the service does.

Source: SERVICE.md, one-pattern. The service reads plain JSON, inserts the files of `$ref`s, and
accepts of each element of the navigation what `schema.accepted_content` says; if it accepts nothing
of the root, it rejects the file. This module is independent of the rules, so that their fixes can
be checked against it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from docs_lsp.jsontree.nodes import Array, Container, Node, Object, String
from docs_lsp.jsontree.tree_edit import TreeEdit
from docs_lsp.schema.accepted_content import (
    NO_CONTENT,
    NO_EDIT,
    find_accepted_key,
    get_item_kind,
    is_value_accepted,
)
from docs_lsp.schema.kinds import ROOT, Kind
from docs_lsp.schema.model import DOCS, get_element_record
from docs_lsp.site.navigation.docs_reader import Rejected, require_readable_root
from docs_lsp.site.navigation.refs import Parts


class AcceptedElement(NamedTuple):
    """An element of the navigation as the service accepts it."""

    kind: Kind
    node: Object
    """The object with all of its keys, accepted or not."""
    content: str | None = None
    """The key that the service accepts; `href` for a link, None for an empty element."""
    entries: tuple[str, ...] = ()
    """The strings in `pages`."""
    children: tuple[AcceptedElement, ...] = ()

    def value(self, key: str) -> Node | None:
        """Return the value of a key that the format knows here, or None if it is not accepted."""
        known = get_element_record(self.kind.name).properties.get(key)
        value = self.node.get(key)
        if known is None or value is None:
            return None
        if not isinstance(value, Container):
            return value if is_value_accepted(known.type, value) else None
        # Each prediction of an edit asks for the arrays and objects of all elements.
        cache = self.node.cache
        if cache is None:
            cache = self.node.cache = {}
        question = (AcceptedElement, self.kind, key)
        if question not in cache:
            cache[question] = is_value_accepted(known.type, value)
        return value if cache[question] else None


class AcceptedDocs(NamedTuple):
    """A docs.json as the service accepts it."""

    root: Object
    navigation: AcceptedElement
    seen: _ElementCache
    is_plain: bool
    """Whether the root is that of the file itself, which has no `$ref`."""

    def list_redirect_pairs(self) -> tuple[tuple[str, str], ...]:
        """Return the source and destination of each valid redirect, in order."""
        return tuple(pair for pair in map(parse_redirect_pair, self.redirect_items) if pair)

    @property
    def redirect_items(self) -> Sequence[Node]:
        """The items of `redirects`; none if that is missing or not an array."""
        value = self.root.get("redirects")
        return value.items if isinstance(value, Array) else ()


def parse_redirect_pair(item: Node) -> tuple[str, str] | None:
    """Return the source and destination of an item of `redirects`; None if it is invalid."""
    if not isinstance(item, Object):
        return None
    source, destination = item.get("source"), item.get("destination")
    if not isinstance(source, String) or not isinstance(destination, String):
        return None
    return source.value, destination.value


def read_accepted_docs(name: str, parts: Parts) -> AcceptedDocs | None:
    """Return the accepted part of a docs.json; None if the service rejects it."""
    try:
        root, is_plain = require_readable_root(name, parts)
        return _accept_docs_or_reject(root, _ElementCache(), is_plain)
    except (Rejected, RecursionError):
        return None


def read_accepted_navigation(name: str, parts: Parts) -> AcceptedDocs | None:
    """Return the accepted navigation, whatever is wrong elsewhere; None if it is rejected."""
    try:
        root, is_plain = require_readable_root(name, parts)
        return (
            _read_navigation(root, _ElementCache(), is_plain) if isinstance(root, Object) else None
        )
    except (Rejected, RecursionError):
        return None


def apply_accepted_edit(before: AcceptedDocs, edit: TreeEdit) -> AcceptedDocs | None:
    """Return the accepted part of a docs.json that is plain after an edit; None if rejected.

    Only what the edit may have changed is examined.
    """
    try:
        return _accept_docs_or_reject(edit.root, _ElementCache(before, edit), True)
    except (Rejected, RecursionError):
        return None


def _accept_docs_or_reject(root: Node, seen: _ElementCache, is_plain: bool) -> AcceptedDocs:
    """Return the accepted part of docs.json. Raises `Rejected` for a wrong or missing value."""
    if not isinstance(root, Object):
        raise Rejected
    for key, known in DOCS.properties.items():
        value = root.get(key)
        if value is None and known.required:
            raise Rejected
        if value is None or key == "navigation" or seen.is_unchanged_value(key, value):
            continue
        if not is_value_accepted(known.type, value, seen.around):
            raise Rejected
    return _read_navigation(root, seen, is_plain)


def _read_navigation(root: Object, seen: _ElementCache, is_plain: bool) -> AcceptedDocs:
    """Return docs.json with its accepted navigation. Raises `Rejected` if that has none."""
    navigation = root.get("navigation")
    root_element = (
        _accept_element(navigation, ROOT, seen) if isinstance(navigation, Object) else None
    )
    if root_element is None or root_element.content is None:
        raise Rejected
    return AcceptedDocs(root, root_element, seen, is_plain)


_Content: TypeAlias = "tuple[tuple[str, ...], tuple[AcceptedElement, ...]]"


class _ElementCache:
    """Elements that have been examined, by the identity of the node and the kind.

    Nodes from before an edit stay alive in the previous result, so their identities are unique.
    """

    def __init__(self, before: AcceptedDocs | None = None, edit: TreeEdit | None = None) -> None:
        self.elements: dict[tuple[int, str], AcceptedElement | None] = {}
        self.before: Mapping[tuple[int, str], AcceptedElement | None] = (
            before.seen.elements if before else {}
        )
        self.around = edit.around if edit else NO_EDIT
        self._root_before = before.root if before else None

    def is_unchanged_value(self, key: str, value: Node) -> bool:
        """Return whether a top-level value is the same node as before the edit."""
        return self._root_before is not None and self._root_before.get(key) is value


def _accept_element(node: Object, kind: Kind, seen: _ElementCache) -> AcceptedElement | None:
    """Return the accepted part of an element, or None if nothing is accepted; cached in `seen`."""
    place = (id(node), kind.name)
    if place in seen.before:
        return seen.before[place]
    key = find_accepted_key(node, kind, seen.around)
    accepted = None
    if key is not None:
        content = key or None
        accepted = AcceptedElement(kind, node, content, *_read_content(node, kind, key, seen))
    seen.elements[place] = accepted
    return accepted


def _read_content(node: Object, kind: Kind, key: str, seen: _ElementCache) -> _Content:
    """Return the entries and elements under the accepted key of an element."""
    value = None if key == NO_CONTENT else node.get(key)
    if not isinstance(value, Array):
        return (), ()
    outer, pair = seen.around.get(id(node)), seen.around.get(id(value))
    before = seen.before.get((id(outer.before), kind.name)) if outer else None
    if before is None or before.content != key:
        return _read_items(value.items, key, seen)
    if before.node.get(key) is value:
        return before.entries, before.children
    if pair is None:
        return _read_items(value.items, key, seen)
    items: list[Node] = pair.before.items
    start = _count_entries(items[: pair.start], before)
    stop = start + _count_entries(items[pair.start : pair.stop_before], before)
    entries, children = _read_items(value.items[pair.start : pair.stop], key, seen)
    return (
        before.entries[:start] + entries + before.entries[stop:],
        before.children[: pair.start - start]
        + children
        + before.children[pair.stop_before - stop :],
    )


def _count_entries(items: list[Node], element: AcceptedElement) -> int:
    """Return how many items are entries and not elements; most arrays have only one kind."""
    if not (element.entries and element.children):
        return len(items) if element.entries else 0
    return [*map(type, items)].count(String)


def _read_items(items: Iterable[Node], key: str, seen: _ElementCache) -> _Content:
    """Return the strings among some items, and the accepted elements among them."""
    entries = tuple(item.value for item in items if isinstance(item, String))
    kind = get_item_kind(key)
    children = (_accept_element(item, kind, seen) for item in items if isinstance(item, Object))
    return entries, tuple(filter(None, children))
