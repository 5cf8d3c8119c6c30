"""Which content of a navigation element the service keeps (SERVICE.md, one-pattern).

The service takes an element for the first of several alternatives that validates as a whole: a
link, or an element with one kind of content. Where none does, it keeps the element without content;
a group, or an element whose other keys are wrong, fits in no way, and then the list around it does
not validate either.

Whether an alternative validates depends on all that is in it. So the answer is cached with each
object: an edit makes new objects on the way to it alone, and only these are looked at again. Who
knows the containers around an edit (`TreeEdit.around`) gives them along: then of these, too, only
what the edit may have changed is looked at, even in a list of thousands.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain
from typing import TypeAlias

from docs_lsp.core.problem import Finding, Severity
from docs_lsp.jsontree.nodes import Array, Node, Object, String
from docs_lsp.jsontree.tree_edit import ContainerBefore
from docs_lsp.schema.kinds import BESIDE_GENERATED, CHILD_KEYS, CONTAINERS, KINDS, Kind
from docs_lsp.schema.model import element
from docs_lsp.schema.model_parts import LINK
from docs_lsp.schema.shape import check_array, check_count, check_item, check_object
from docs_lsp.schema.shape_values import check_value
from docs_lsp.schema.types import Choice, ListOf, MapOf, Record, Type
from docs_lsp.schema.value_types import (
    NEVER_CHECKED,
    find_typed_children,
    find_typed_items,
    find_typed_members,
    resolve,
)

Around: TypeAlias = Mapping[int, ContainerBefore]
NO_EDIT: Around = {}
"""In place of the containers around an edit."""
NO_CONTENT = ""
"""In place of a key: the service keeps an element, and nothing that it holds."""
_MISFITS = frozenset(("wrong-type", "invalid-value", "missing-key"))
_DROPPED_IN_GROUPS = frozenset(("openapi", "asyncapi"))
_AT_LEAST_ONE = frozenset(("tabs", "anchors", "groups", "languages", "versions"))


def find_accepted_key(node: Object, kind: Kind, around: Around = NO_EDIT) -> str | None:
    """The content key, or `href`, that the service keeps of an element whose `$ref`s are put in;
    `NO_CONTENT` where it keeps none, None where the element fits in no way."""
    cache = node.cache
    if cache is None:
        cache = node.cache = {}
    elif kind in cache:
        known: str | None = cache[kind]
        return known
    key = cache[kind] = _match_alternatives(node, kind, around)
    return key


def find_valid_key(node: Object, kind: Kind, around: Around = NO_EDIT) -> str:
    """The content key, or `href`, that the service keeps of an element if the rest of it is right;
    `NO_CONTENT` where it can read none."""
    before = _find_before(node, around)
    key_before = find_accepted_key(before, kind) if before else None
    for key in kind.order:
        if key not in node.by_key:
            continue
        value, did_validate = node.get(key), key == key_before
        if did_validate and before and before.get(key) is value:
            return key
        if validates(key, value, around if did_validate else NO_EDIT):
            return key
    return NO_CONTENT


def validates(key: str, value: Node | None, around: Around = NO_EDIT) -> bool:
    """Whether the service can read the value of a content key, or of `href`, with all that is in
    it. Of an array `around` an edit it could before."""
    if key == "href":
        return isinstance(value, String) and LINK.accepts(value.value)
    if not isinstance(value, Array) or (not value.items and key in _AT_LEAST_ONE):
        return False
    kind, pair = kind_in(key), around.get(id(value))
    items = value.items[pair.start : pair.stop] if pair else value.items
    return all(
        bool(item.value)
        if isinstance(item, String) and key == "pages"
        else isinstance(item, Object) and find_accepted_key(item, kind, around) is not None
        for item in items
    )


def kind_in(key: str) -> Kind:
    """The kind of the elements in the list under a content key."""
    return KINDS[CONTAINERS.get(key, "group")]


def _find_before(node: Object, around: Around) -> Object | None:
    pair = around.get(id(node))
    return pair.before if pair and isinstance(pair.before, Object) else None


def _match_alternatives(node: Object, kind: Kind, around: Around) -> str | None:
    if not NEVER_CHECKED.isdisjoint(node.by_key):
        return NO_CONTENT
    if not _is_sound(node, kind, around):
        return None
    if key := find_valid_key(node, kind, around):
        return key
    # A group has no alternative without pages but the one that lacks the key; nor has a tab without
    # groups that is made from a file.
    only_key = "pages" if kind.name == "group" else "groups" if _is_generated(node) else ""
    return None if only_key in node.by_key else NO_CONTENT


def _is_sound(node: Object, kind: Kind, around: Around) -> bool:
    """Whether what an element has besides its content is right."""
    node_type = element(kind.name)
    if not _is_generated_right(node, kind):
        return False
    if node.closed and not all(key in node.by_key for key in node_type.required):
        return False
    before = _find_before(node, around)
    if before and not _was_sound(before, kind):
        before, around = None, NO_EDIT
    for key, index in node.by_key.items():
        known = node_type.properties.get(key)
        if known is None or key in CHILD_KEYS or key == "href":
            continue
        if kind.name == "group" and key in _DROPPED_IN_GROUPS:
            continue
        value = node.items[index].value
        if before and before.get(key) is value:
            continue
        if not is_accepted(known.type, value, around):
            return False
    return True


def _was_sound(before: Object, kind: Kind) -> bool:
    is_checked = NEVER_CHECKED.isdisjoint(before.by_key)
    return is_checked and find_accepted_key(before, kind) is not None


def _is_generated(node: Object) -> bool:
    return "sdk" in node.by_key


def _is_generated_right(node: Object, kind: Kind) -> bool:
    """Whether an element that is made from a file is of a kind that may be, and has nothing beside
    that which it may not have."""
    keys = node.by_key
    if not _is_generated(node):
        return True
    if not kind.sdk:
        return False
    return kind.name != "tab" or keys.keys() <= BESIDE_GENERATED


def is_accepted(wanted: Type, value: Node, around: Around = NO_EDIT) -> bool:
    """Whether the service takes a value, with all that is in it, for a type. A value that is
    `around` an edit it did take before."""
    if _has_misfit(check_value("", wanted, value, 0)):
        return False
    node_type, pair = resolve(wanted, value), around.get(id(value))
    if pair and resolve(wanted, pair.before) is not node_type:
        pair, around = None, NO_EDIT
    if isinstance(node_type, Choice) and isinstance(value, String):
        return node_type.accepts(value.value)
    changed = range(pair.start, pair.stop) if pair else None
    if isinstance(value, Object) and isinstance(node_type, Record | MapOf):
        findings: Iterable[Finding] = check_object(value, node_type)
        children = (
            find_typed_children(value, node_type)
            if changed is None
            else find_typed_members(value, node_type, changed)
        )
    elif not (isinstance(value, Array) and isinstance(node_type, ListOf)):
        return True
    elif changed is None:
        findings = check_array(value, node_type)
        children = find_typed_children(value, node_type)
    else:
        items = chain.from_iterable(check_item(value, node_type, index) for index in changed)
        findings = chain(items, check_count(value, node_type))
        children = find_typed_items(value, node_type, changed)
    return not _has_misfit(findings) and all(
        is_accepted(wanted_inside, child, around) for _, child, wanted_inside in children
    )


def _has_misfit(findings: Iterable[Finding]) -> bool:
    return any(map(_is_misfit, findings))


def _is_misfit(finding: Finding) -> bool:
    is_refused = finding.rule == "legacy-key" and finding.severity is Severity.ERROR
    return is_refused or finding.loses or finding.rule in _MISFITS
