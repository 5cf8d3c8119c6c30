"""Decide which content of a navigation element the service accepts.

The service reads an element as the first of several alternatives that is valid as a whole: a link,
or an element with one kind of content. If none is valid, it accepts the element without content. A
group, or an element whose other keys are invalid, matches no alternative, and then the array around
it is invalid too.

Whether an alternative is valid depends on everything in it, so the answer is cached with each
object: an edit creates new objects only on the path to it, and only these are checked again. A
caller that knows the containers around an edit (`TreeEdit.around`) passes them on; then only what
the edit may have changed in them is checked, even in an array of thousands.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain
from typing import TypeAlias

from docs_lsp.core.problem import Finding, Severity
from docs_lsp.jsontree.nodes import Array, Node, Object, String
from docs_lsp.jsontree.tree_edit import ContainerBefore
from docs_lsp.schema.kinds import BESIDE_GENERATED, CHILD_KEYS, CONTAINERS, KINDS, Kind
from docs_lsp.schema.model import get_element_record
from docs_lsp.schema.model_parts import LINK
from docs_lsp.schema.shape import (
    find_array_problems,
    find_item_problems,
    find_object_problems,
    report_item_count,
)
from docs_lsp.schema.shape_values import report_value
from docs_lsp.schema.types import Choice, ListOf, MapOf, Record, Type
from docs_lsp.schema.value_types import (
    NEVER_CHECKED,
    choose_value_type,
    find_typed_children,
    find_typed_items,
    find_typed_members,
)

Around: TypeAlias = Mapping[int, ContainerBefore]
NO_EDIT: Around = {}
"""Placeholder if no containers around an edit are known."""
NO_CONTENT = ""
"""In place of a key: the service accepts the element without any content."""
_MISFITS = frozenset(("wrong-type", "invalid-value", "missing-key"))
_DROPPED_IN_GROUPS = frozenset(("openapi", "asyncapi"))
_AT_LEAST_ONE = frozenset(("tabs", "anchors", "groups", "languages", "versions"))


def find_accepted_key(node: Object, kind: Kind, around: Around = NO_EDIT) -> str | None:
    """Return the accepted content key or `href`, `NO_CONTENT`, or None for an invalid element.

    `node` is the element with its `$ref`s resolved. Return `NO_CONTENT` if the service accepts it
    without content, and None if it matches no alternative. Cached in `node.cache`.
    """
    cache = node.cache
    if cache is None:
        cache = node.cache = {}
    elif kind in cache:
        known: str | None = cache[kind]
        return known
    key = cache[kind] = _compute_accepted_key(node, kind, around)
    return key


def find_valid_key(node: Object, kind: Kind, around: Around = NO_EDIT) -> str:
    """Return the first content key, or `href`, whose value is valid, or `NO_CONTENT`.

    The other keys of the element are assumed to be valid. Return `NO_CONTENT` if no value is valid.
    """
    before = _find_previous_object(node, around)
    key_before = find_accepted_key(before, kind) if before else None
    for key in kind.order:
        if key not in node.by_key:
            continue
        value, did_validate = node.get(key), key == key_before
        if did_validate and before and before.get(key) is value:
            return key
        if is_valid_content(key, value, around if did_validate else NO_EDIT):
            return key
    return NO_CONTENT


def is_valid_content(key: str, value: Node | None, around: Around = NO_EDIT) -> bool:
    """Return whether the value of a content key, or of `href`, is valid with all its content.

    An array in `around` was valid before the edit.
    """
    if key == "href":
        return isinstance(value, String) and LINK.accepts(value.value)
    if not isinstance(value, Array) or (not value.items and key in _AT_LEAST_ONE):
        return False
    kind, pair = get_item_kind(key), around.get(id(value))
    items = value.items[pair.start : pair.stop] if pair else value.items
    return all(
        bool(item.value)
        if isinstance(item, String) and key == "pages"
        else isinstance(item, Object) and find_accepted_key(item, kind, around) is not None
        for item in items
    )


def get_item_kind(key: str) -> Kind:
    """Return the kind of the elements in the array under a content key."""
    return KINDS[CONTAINERS.get(key, "group")]


def _find_previous_object(node: Object, around: Around) -> Object | None:
    """Return the object that a node replaces in the edit, or None."""
    pair = around.get(id(node))
    return pair.before if pair and isinstance(pair.before, Object) else None


def _compute_accepted_key(node: Object, kind: Kind, around: Around) -> str | None:
    """Compute the result of `find_accepted_key`, which caches it."""
    if not node.by_key.keys().isdisjoint(NEVER_CHECKED):
        return NO_CONTENT
    if not _are_other_keys_valid(node, kind, around):
        return None
    if key := find_valid_key(node, kind, around):
        return key
    # A group without valid pages is only accepted if it lacks the key. The same holds for the
    # groups of a tab that is generated from a file.
    only_key = "pages" if kind.name == "group" else "groups" if "sdk" in node.by_key else ""
    return None if only_key in node.by_key else NO_CONTENT


def _are_other_keys_valid(node: Object, kind: Kind, around: Around) -> bool:
    """Return whether all keys of an element other than its content are valid."""
    node_type = get_element_record(kind.name)
    if not _is_generation_allowed(node, kind):
        return False
    if node.closed and not all(key in node.by_key for key in node_type.required):
        return False
    before = _find_previous_object(node, around)
    if before and not _was_accepted(before, kind):
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
        if not is_value_accepted(known.type, value, around):
            return False
    return True


def _was_accepted(before: Object, kind: Kind) -> bool:
    """Return whether the service checked and accepted an object before the edit."""
    is_checked = before.by_key.keys().isdisjoint(NEVER_CHECKED)
    return is_checked and find_accepted_key(before, kind) is not None


def _is_generation_allowed(node: Object, kind: Kind) -> bool:
    """Return whether `sdk`, if an element has it, is allowed there and beside the other keys.

    True for an element that is not generated. Its kind must allow `sdk`, and a tab may
    have only the keys of `BESIDE_GENERATED` next to them.
    """
    if "sdk" not in node.by_key:
        return True
    return kind.sdk and (kind.name != "tab" or node.by_key.keys() <= BESIDE_GENERATED)


def is_value_accepted(wanted: Type, value: Node, around: Around = NO_EDIT) -> bool:
    """Return whether the service accepts a value, with all its content, for a type.

    A value in `around` was accepted before the edit.
    """
    if _has_rejection(report_value("", wanted, value, 0)):
        return False
    node_type, pair = choose_value_type(wanted, value), around.get(id(value))
    if pair and choose_value_type(wanted, pair.before) is not node_type:
        pair, around = None, NO_EDIT
    if isinstance(node_type, Choice) and isinstance(value, String):
        return node_type.accepts(value.value)
    changed = range(pair.start, pair.stop) if pair else None
    if isinstance(value, Object) and isinstance(node_type, Record | MapOf):
        findings: Iterable[Finding] = find_object_problems(value, node_type)
        children = (
            find_typed_children(value, node_type)
            if changed is None
            else find_typed_members(value, node_type, changed)
        )
    elif not (isinstance(value, Array) and isinstance(node_type, ListOf)):
        return True
    elif changed is None:
        findings = find_array_problems(value, node_type)
        children = find_typed_children(value, node_type)
    else:
        items = chain.from_iterable(
            find_item_problems(value, node_type, index) for index in changed
        )
        findings = chain(items, report_item_count(value, node_type))
        children = find_typed_items(value, node_type, changed)
    return not _has_rejection(findings) and all(
        is_value_accepted(wanted_inside, child, around) for _, child, wanted_inside in children
    )


def _has_rejection(findings: Iterable[Finding]) -> bool:
    return any(map(_is_rejection, findings))


def _is_rejection(finding: Finding) -> bool:
    is_refused = finding.rule == "legacy-key" and finding.severity is Severity.ERROR
    return is_refused or finding.loses or finding.rule in _MISFITS
