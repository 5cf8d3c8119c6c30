"""Which content of a navigation element the service keeps (SERVICE.md, one-pattern).

The service takes an element for the first of several alternatives that validates as a whole: a
link, or an element with one kind of content. Where none does, it keeps the element without content;
a group, or an element whose other keys are wrong, fits in no way, and then the list around it does
not validate either.

Whether an alternative validates depends on all that is in it. So the answer is cached with each
object: an edit makes new objects on the way to it alone, and only these are looked at again.
"""

from __future__ import annotations

from docs_lsp.core.problem import Finding, Severity
from docs_lsp.jsontree.nodes import Array, Node, Object, String
from docs_lsp.schema.kinds import BESIDE_GENERATED, CHILD_KEYS, CONTAINERS, KINDS, Kind
from docs_lsp.schema.model import element
from docs_lsp.schema.model_parts import LINK
from docs_lsp.schema.shape import check_array, check_object
from docs_lsp.schema.shape_values import check_value
from docs_lsp.schema.types import Choice, ListOf, MapOf, Record, Type
from docs_lsp.schema.value_types import NEVER_CHECKED, find_typed_children, resolve

NO_CONTENT = ""
"""In place of a key: the service keeps an element, and nothing that it holds."""
_MISFITS = frozenset(("wrong-type", "invalid-value", "missing-key"))
_DROPPED_IN_GROUPS = frozenset(("openapi", "asyncapi"))
_AT_LEAST_ONE = frozenset(("tabs", "anchors", "groups", "languages", "versions"))


def find_accepted_key(node: Object, kind: Kind) -> str | None:
    """The content key, or `href`, that the service keeps of an element whose `$ref`s are put in;
    `NO_CONTENT` where it keeps none, None where the element fits in no way."""
    cache = node.cache
    if cache is None:
        cache = node.cache = {}
    elif kind in cache:
        known: str | None = cache[kind]
        return known
    key = cache[kind] = _match_alternatives(node, kind)
    return key


def find_valid_key(node: Object, kind: Kind) -> str:
    """The content key, or `href`, that the service keeps of an element if the rest of it is right;
    `NO_CONTENT` where it can read none."""
    for key in kind.order:
        if key in node.by_key and validates(key, node.get(key)):
            return key
    return NO_CONTENT


def validates(key: str, value: Node | None) -> bool:
    """Whether the service can read the value of a content key, or of `href`, with all that is in
    it."""
    if key == "href":
        return isinstance(value, String) and LINK.accepts(value.value)
    if not isinstance(value, Array) or (not value.items and key in _AT_LEAST_ONE):
        return False
    kind = kind_in(key)
    return all(
        bool(item.value)
        if isinstance(item, String) and key == "pages"
        else isinstance(item, Object) and find_accepted_key(item, kind) is not None
        for item in value.items
    )


def kind_in(key: str) -> Kind:
    """The kind of the elements in the list under a content key."""
    return KINDS[CONTAINERS.get(key, "group")]


def _match_alternatives(node: Object, kind: Kind) -> str | None:
    if not NEVER_CHECKED.isdisjoint(node.by_key):
        return NO_CONTENT
    if not _is_sound(node, kind):
        return None
    if key := find_valid_key(node, kind):
        return key
    # A group has no alternative without pages but the one that lacks the key; nor has a tab without
    # groups that is made from a file.
    only_key = "pages" if kind.name == "group" else "groups" if _is_generated(node) else ""
    return None if only_key in node.by_key else NO_CONTENT


def _is_sound(node: Object, kind: Kind) -> bool:
    """Whether what an element has besides its content is right."""
    node_type = element(kind.name)
    if not _is_generated_right(node, kind):
        return False
    if node.closed and not all(key in node.by_key for key in node_type.required):
        return False
    for key, index in node.by_key.items():
        known = node_type.properties.get(key)
        if known is None or key in CHILD_KEYS or key == "href":
            continue
        if kind.name == "group" and key in _DROPPED_IN_GROUPS:
            continue
        if not is_accepted(known.type, node.items[index].value):
            return False
    return True


def _is_generated(node: Object) -> bool:
    return "graphql" in node.by_key or "sdk" in node.by_key


def _is_generated_right(node: Object, kind: Kind) -> bool:
    """Whether an element that is made from a file is of a kind that may be, and has nothing beside
    that which it may not have."""
    keys = node.by_key
    if not _is_generated(node):
        return True
    if ("graphql" in keys and not kind.graphql) or ("sdk" in keys and not kind.sdk):
        return False
    return kind.name != "tab" or keys.keys() <= BESIDE_GENERATED


def is_accepted(wanted: Type, value: Node) -> bool:
    """Whether the service takes a value, with all that is in it, for a type."""
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
    return all(
        is_accepted(wanted, child) for _, child, wanted in find_typed_children(value, node_type)
    )


def _is_misfit(finding: Finding) -> bool:
    is_refused = finding.rule == "legacy-key" and finding.severity is Severity.ERROR
    return is_refused or finding.loses or finding.rule in _MISFITS
