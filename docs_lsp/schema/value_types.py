"""Choose the type that a value is checked against, and find the typed values in it.

An object is recognised by its discriminating key, so that one mistake gives one finding about what
was meant.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

from docs_lsp.jsontree.nodes import Array, Container, Node, Object, String
from docs_lsp.schema.model import get_element_record
from docs_lsp.schema.types import (
    Boolean,
    Choice,
    ElementType,
    ListOf,
    MapOf,
    NumberType,
    OneOf,
    Record,
    StringType,
    Type,
)

NEVER_CHECKED = frozenset(("$ref", "sourceRef"))
"""Keys whose object gets its content from elsewhere."""

MISSPELT_REFS = frozenset(
    "".join(letters)
    for word in ("$ref", "$refs")
    for letters in product(*zip(word, word.upper(), strict=True))
) - {"$ref"}
"""Spellings of `$ref` that the service does not read."""

_PLAIN = (StringType, Choice, Boolean, NumberType)
"""Types of values that contain no other values."""
_PAGE_KEYS = frozenset(("group", "pages", "groups", "root", "openapi", "asyncapi", "expanded"))


def find_misspelt_ref(node: Object) -> str | None:
    """Return the misspelt `$ref` key of an object, or None."""
    if "$ref" in node.by_key or node.by_key.keys().isdisjoint(MISSPELT_REFS):
        return None
    return next(key for key in node.by_key if key in MISSPELT_REFS)


def choose_value_type(wanted: Type, node: Node) -> Type | None:
    """Return the type that a value is checked against; None if none has its JSON kind.

    A `$ref` may refer to a value of any kind, for example an array.
    """
    if isinstance(node, Object) and "$ref" in node.by_key and "object" not in wanted.json_kinds:
        return wanted
    if isinstance(wanted, OneOf):
        keys: frozenset[str] = frozenset()
        case = None
        if isinstance(node, Object):
            keys = frozenset(node.by_key)
            named = node.get(wanted.discriminator) if wanted.discriminator else None
            case = named.value if isinstance(named, String) else None
        chosen = wanted.choose(node.json_kind, keys, case)
        return None if chosen is None else choose_value_type(chosen, node)
    if node.json_kind not in wanted.json_kinds:
        return None
    return get_element_record(wanted.kind) if isinstance(wanted, ElementType) else wanted


def choose_ref_value_type(
    wanted: Type, json_kind: str, keys: frozenset[str], case: str | None
) -> Type | None:
    """Return the type that the value of a `$ref` is checked against; None if no alternative fits.

    `keys` are those of an object, `case` its discriminating value.
    """
    if not isinstance(wanted, OneOf):
        return wanted
    chosen = wanted.choose(json_kind, keys, case)
    return get_element_record(chosen.kind) if isinstance(chosen, ElementType) else chosen


def _choose_child_type(wanted: Type, node: Container) -> Type | None:
    """Return the type of a child, or None; all alternatives for a `$ref` that may be several."""
    if isinstance(wanted, OneOf) and isinstance(node, Object) and "$ref" in node.by_key:
        containers = [
            alternative
            for alternative in wanted.alternatives
            if not isinstance(alternative, _PLAIN)
        ]
        if len(containers) > 1:
            return wanted
    return choose_value_type(wanted, node)


def find_typed_children(node: Container, node_type: Type) -> list[tuple[int, Container, Type]]:
    """Return the containers in a container that are checked too: index, node and type of each.

    Of a duplicated key only the last value is returned.
    """
    if node.height == 1:
        return []
    if isinstance(node, Array):
        every = range(len(node.items))
        return find_typed_items(node, node_type, every) if isinstance(node_type, ListOf) else []
    assert isinstance(node, Object)
    return find_typed_members(node, node_type, node.by_key.values())


def find_typed_members(
    node: Object, node_type: Type, indices: Iterable[int]
) -> list[tuple[int, Container, Type]]:
    """Return index, node and type of the containers with a type among members of an object."""
    children: list[tuple[int, Container, Type]] = []
    for index in indices:
        member = node.items[index]
        key, value = member.key.value, member.value
        if isinstance(value, Container) and node.by_key[key] == index:
            wanted = _find_key_type(node_type, key)
            chosen = None if wanted is None else _choose_child_type(wanted, value)
            if chosen is not None:
                children.append((index, value, chosen))
    return children


def find_typed_items(
    node: Array, node_type: ListOf, indices: Iterable[int]
) -> list[tuple[int, Container, Type]]:
    """Return index, node and type of the containers with a type among items of an array."""
    children: list[tuple[int, Container, Type]] = []
    for index in indices:
        item = node.items[index]
        if isinstance(item, Container) and not is_page_object_in(node_type, item):
            chosen = _choose_child_type(node_type.item, item)
            if chosen is not None:
                children.append((index, item, chosen))
    return children


def find_child_type(node_type: Type, node: Container, index: int) -> Type | None:
    """Return the type of one item or value of a container; None if any is allowed."""
    if isinstance(node, Object):
        return _find_key_type(node_type, node.items[index].key.value)
    return node_type.item if isinstance(node_type, ListOf) else None


def _find_key_type(node_type: Type, key: str) -> Type | None:
    if isinstance(node_type, Record):
        known = node_type.properties.get(key)
        return known.type if known else None
    return node_type.value if isinstance(node_type, MapOf) else None


def is_page_object(node: Node) -> bool:
    """Return whether an object in `pages` was meant as a page: it has no key of a group."""
    return (
        isinstance(node, Object)
        and bool(node.by_key)
        and not _PAGE_KEYS & node.by_key.keys()
        and not NEVER_CHECKED & node.by_key.keys()
    )


def is_page_object_in(node_type: ListOf, item: Node) -> bool:
    """Return whether an item of an array of pages is an object that was meant as a page."""
    return (
        isinstance(node_type.item, OneOf)
        and node_type.item.name == "pageEntry"
        and is_page_object(item)
    )
