"""What the service keeps of a docs.json, played after its own reading (SERVICE.md, one-pattern).

The service reads plain JSON, puts in what `$ref`s name, and takes each element of the navigation
for the first of several shapes that fits: a link, or an element with one kind of content. What does
not fit as a whole is passed over, and where nothing fits, the element is kept without content. An
element that fits in no way makes the list around it misfit; at the root, the service refuses the
file. This knows nothing of what the rules say, so that their fixes can be held against it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import NamedTuple, NoReturn

from docs_lsp.core.problem import Finding, Severity
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.nodes import Array, Node, Object, String
from docs_lsp.schema.kinds import CHILD_KEYS, CONTAINERS, KINDS, ROOT, Kind
from docs_lsp.schema.model import DOCS, element
from docs_lsp.schema.model_parts import LINK
from docs_lsp.schema.shape import check_array, check_object
from docs_lsp.schema.shape_values import check_value
from docs_lsp.schema.types import Choice, ListOf, MapOf, Record, Type
from docs_lsp.schema.value_types import find_typed_children, resolve
from docs_lsp.site.navigation.refs import Parts, may_be_json, target_of
from docs_lsp.site.navigation.unfolding import unfolding_of

_MISFITS = frozenset(("wrong-type", "invalid-value", "missing-key"))
_DROPPED_IN_GROUPS = frozenset(("openapi", "asyncapi"))
_AT_LEAST_ONE = frozenset(("tabs", "anchors", "groups", "languages", "versions"))


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
        if known is None or value is None or not _fits(known.type, value):
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
        if not _fits(known.type, value):
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
    if "sourceRef" in node.by_key:
        return AcceptedElement(kind, node)
    if not _is_sound(node, kind):
        return None
    for key in kind.order:
        value = node.get(key)
        if key == "href" and isinstance(value, String) and LINK.accepts(value.value):
            return AcceptedElement(kind, node, key)
        if key != "href" and isinstance(value, Array):
            content = _accept_children(value, key, seen)
            if content is not None:
                return AcceptedElement(kind, node, key, *content)
    # A group has no shape without pages but the one that lacks the key.
    is_lost = kind.name == "group" and "pages" in node.by_key
    return None if is_lost else AcceptedElement(kind, node)


def _accept_children(
    value: Array, key: str, seen: _Known
) -> tuple[tuple[str, ...], tuple[AcceptedElement, ...]] | None:
    """What stands in a list of children; None where one of them fits in no way."""
    entries: list[str] = []
    children: list[AcceptedElement] = []
    kind = KINDS[CONTAINERS[key]] if key in CONTAINERS else KINDS["group"]
    for item in value.items:
        if isinstance(item, String) and key == "pages" and item.value:
            entries.append(item.value)
            continue
        child = _accept_element(item, kind, seen) if isinstance(item, Object) else None
        if child is None:
            return None
        children.append(child)
    if not value.items and (key in _AT_LEAST_ONE):
        return None
    return tuple(entries), tuple(children)


def _is_sound(node: Object, kind: Kind) -> bool:
    """Whether what an element has besides its content is right."""
    node_type = element(kind.name)
    if any(key not in node.by_key for key in node_type.required):
        return False
    for key, known in node_type.properties.items():
        value = node.get(key)
        if value is None or key in CHILD_KEYS or key == "href":
            continue
        if kind.name == "group" and key in _DROPPED_IN_GROUPS:
            continue
        if not _fits(known.type, value):
            return False
    return True


def _fits(wanted: Type, value: Node) -> bool:
    """Whether the service takes a value, with all that is in it."""
    if any(map(_is_misfit, check_value("", wanted, value, 0))):
        return False
    node_type = resolve(wanted, value)
    if isinstance(node_type, Choice) and isinstance(value, String):
        return node_type.accepts(value.value)
    if isinstance(value, Object) and isinstance(node_type, Record | MapOf):
        return not any(map(_is_misfit, check_object(value, node_type))) and _holds(value, node_type)
    if isinstance(value, Array) and isinstance(node_type, ListOf):
        return not any(map(_is_misfit, check_array(value, node_type))) and _holds(value, node_type)
    return True


def _holds(value: Object | Array, node_type: Record | MapOf | ListOf) -> bool:
    return all(_fits(wanted, child) for _, child, wanted in find_typed_children(value, node_type))


def _is_misfit(finding: Finding) -> bool:
    is_refused = finding.rule == "legacy-key" and finding.severity is Severity.ERROR
    return is_refused or finding.loses or finding.rule in _MISFITS
