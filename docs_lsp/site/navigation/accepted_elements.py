"""What the service keeps of a docs.json, played after its own reading (SERVICE.md, one-pattern).

The service reads plain JSON, puts in what `$ref`s name, and keeps of each element of the navigation
what `schema.accepted_content` says; where that is nothing of the root, it refuses the file. This
knows nothing of what the rules say, so that their fixes can be held against it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import NamedTuple, NoReturn

from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.nodes import Array, Node, Object, String
from docs_lsp.schema.accepted_content import NO_CONTENT, find_accepted_key, is_accepted, kind_in
from docs_lsp.schema.kinds import ROOT, Kind
from docs_lsp.schema.model import DOCS, element
from docs_lsp.site.navigation.refs import Parts, may_be_json, target_of
from docs_lsp.site.navigation.unfolding import unfolding_of


class AcceptedElement(NamedTuple):
    """An element of the navigation as the service has it."""

    kind: Kind
    node: Object
    """All of its keys, read or not."""
    content: str | None = None
    """The key that the service keeps; `href` of a link, None of an element that holds nothing."""
    entries: tuple[str, ...] = ()
    """The strings in `pages`."""
    children: tuple[AcceptedElement, ...] = ()

    def value(self, key: str) -> Node | None:
        """The value of a key that the service reads of every such element."""
        known = element(self.kind.name).properties.get(key)
        value = self.node.get(key)
        if known is None or value is None or not is_accepted(known.type, value):
            return None
        return value


class AcceptedDocs(NamedTuple):
    """A docs.json as the service has it."""

    root: Object
    navigation: AcceptedElement
    seen: _Known

    def redirects(self) -> tuple[tuple[str, str], ...]:
        """From where to where, in order."""
        value = self.root.get("redirects")
        pairs = (
            (item.get("source"), item.get("destination"))
            for item in (value.items if isinstance(value, Array) else ())
            if isinstance(item, Object)
        )
        return tuple(
            (source.value, destination.value)
            for source, destination in pairs
            if isinstance(source, String) and isinstance(destination, String)
        )


class Rejected(Exception):
    """The service does not take the file at all."""


def read_accepted_docs(
    name: str, parts: Parts, before: AcceptedDocs | None = None
) -> AcceptedDocs | None:
    """What the service keeps of a docs.json; None for one that it refuses.

    What has been kept `before` an edit need not be looked at again where nothing has changed.
    """
    try:
        root, is_plain = _root(name, parts)
        return _accept_docs(root, before if is_plain else None)
    except (Rejected, RecursionError):
        return None


def read_accepted_navigation(name: str, parts: Parts) -> AcceptedDocs | None:
    """What the service would keep of a docs.json if all beside its navigation were right; None
    where that is not either."""
    try:
        root, _ = _root(name, parts)
        return _read_navigation(root, None) if isinstance(root, Object) else None
    except (Rejected, RecursionError):
        return None


# JSON and `$ref`s


def _root(name: str, parts: Parts) -> tuple[Node, bool]:
    """All of docs.json, and whether that is one file as it stands."""
    if not unfolding_of(parts, name).is_whole:
        raise Rejected
    plain, part = _read(name, parts, ()), parts[name]
    if isinstance(part, Document) and _is_plain(part):
        return part.tree.root, True
    return Document.from_text(json.dumps(plain)).tree.root, False


def _read(file: str, parts: Parts, trail: tuple[str, ...]) -> object:
    part = parts.get(file)
    if not isinstance(part, Document) or file in trail:
        raise Rejected
    try:
        value = json.loads(part.text.data, parse_constant=_refuse)
    except ValueError as fault:
        raise Rejected from fault
    return _merge_refs(value, file, parts, (*trail, file))


def _is_plain(document: Document) -> bool:
    """Whether a file is read as it stands: without a `$ref`, and with each key once."""
    root, waiting = document.tree.root, [document.tree.root]
    if document.tree.faults or not root.clean or not isinstance(root, Object):
        return False
    while waiting:
        node = waiting.pop()
        if isinstance(node, Object) and (
            "$ref" in node.by_key or len(node.by_key) < len(node.items)
        ):
            return False
        waiting += (child for _, child in node.children() if child.height)
    return True


def _refuse(_constant: str) -> NoReturn:
    raise Rejected


def _merge_refs(value: object, file: str, parts: Parts, trail: tuple[str, ...]) -> object:
    if isinstance(value, list):
        return [_merge_refs(item, file, parts, trail) for item in value]
    if not isinstance(value, dict):
        return value
    own = {
        key: _merge_refs(each, file, parts, trail) for key, each in value.items() if key != "$ref"
    }
    if "$ref" not in value:
        return own
    ref = value["$ref"]
    target = target_of(file, ref) if isinstance(ref, str) else None
    if target is None or not may_be_json(target):
        raise Rejected
    inner = _read(target, parts, trail)
    return {**inner, **own} if isinstance(inner, dict) else inner


# The shape


def _accept_docs(root: Node, before: AcceptedDocs | None) -> AcceptedDocs:
    if not isinstance(root, Object):
        raise Rejected
    for key, known in DOCS.properties.items():
        value = root.get(key)
        if value is None and known.required:
            raise Rejected
        if value is None or key == "navigation" or (before and before.root.get(key) is value):
            continue
        if not is_accepted(known.type, value):
            raise Rejected
    return _read_navigation(root, before)


def _read_navigation(root: Object, before: AcceptedDocs | None) -> AcceptedDocs:
    navigation = root.get("navigation")
    seen = _Known(before.seen.elements if before else {}, {})
    root_element = (
        _accept_element(navigation, ROOT, seen) if isinstance(navigation, Object) else None
    )
    if root_element is None or root_element.content is None:
        raise Rejected
    return AcceptedDocs(root, root_element, seen)


class _Known(NamedTuple):
    """Elements that have been looked at, by the identity of the node and the kind.

    The nodes of those before an edit are kept by what was kept then, so none is another one now.
    """

    before: Mapping[tuple[int, str], AcceptedElement | None]
    elements: dict[tuple[int, str], AcceptedElement | None]


def _accept_element(node: Object, kind: Kind, seen: _Known) -> AcceptedElement | None:
    """An element as the service keeps it; None for one that fits in no way."""
    key = (id(node), kind.name)
    if key not in seen.before:
        seen.elements[key] = accepted = _match_shapes(node, kind, seen)
        return accepted
    return seen.before[key]


def _match_shapes(node: Object, kind: Kind, seen: _Known) -> AcceptedElement | None:
    key = find_accepted_key(node, kind)
    if key is None:
        return None
    if key == NO_CONTENT:
        return AcceptedElement(kind, node)
    value = node.get(key)
    items = value.items if isinstance(value, Array) else ()
    entries = tuple(item.value for item in items if isinstance(item, String))
    inner = kind_in(key)
    children = (_accept_element(item, inner, seen) for item in items if isinstance(item, Object))
    return AcceptedElement(kind, node, key, entries, tuple(filter(None, children)))
