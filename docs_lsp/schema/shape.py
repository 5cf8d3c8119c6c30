"""Report what is wrong with the shape of one object or array.

The check looks at one container and its direct members, so its result can be cached with the
container and remains valid while the rest of the file is edited. The caller decides which container
is checked against which type (`find_typed_children`). Only `is_json_valid_for`, which is called
before a value is proposed, checks everything in a value.

The declarations in `model` define what is allowed and name their sources.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import islice

from docs_lsp.core.did_you_mean import MOST_SUGGESTIONS, find_nearest_name
from docs_lsp.core.problem import Finding, ProblemTag, Severity
from docs_lsp.core.text import Span
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.nodes import Array, Broken, Container, Node, Object, String
from docs_lsp.schema.kinds import CHILD_KEYS
from docs_lsp.schema.model import DOCS
from docs_lsp.schema.shape_keys import (
    UnknownKeys,
    find_reportable_misnamed_keys,
    report_duplicate_keys,
    report_missing_keys,
)
from docs_lsp.schema.shape_values import join_values, report_value
from docs_lsp.schema.types import ListOf, MapOf, OneOf, Record, StringType, Type
from docs_lsp.schema.value_types import (
    NEVER_CHECKED,
    choose_value_type,
    find_misspelt_ref,
    find_typed_children,
    is_page_object_in,
)

MOST_FINDINGS = 2000
"""Most findings for one object or array: a million invalid entries are one mistake."""
_HARMLESS = frozenset(("undocumented-key",))


def find_array_problems(node: Array, node_type: Type) -> list[Finding]:
    """Return findings about an array's items (at most 2000) and their number, not inside them."""
    if not isinstance(node_type, ListOf):
        return []
    findings = islice(_report_items(node, node_type, range(len(node.items))), MOST_FINDINGS)
    return [*findings, *report_item_count(node, node_type)]


def find_item_problems(node: Array, node_type: Type, index: int) -> list[Finding]:
    """Return the findings about one item of an array, apart from its own content."""
    return [*_report_items(node, node_type, (index,))] if isinstance(node_type, ListOf) else []


def _report_items(node: Array, node_type: ListOf, indices: Iterable[int]) -> Iterator[Finding]:
    """Report items of a wrong type; objects are left to their own checks."""
    plain = _find_unrestricted_string(node_type.item)
    takes_objects = "object" in node_type.item.json_kinds
    hints = MOST_SUGGESTIONS
    for index in indices:
        item = node.items[index]
        if takes_objects and type(item) is Object:
            continue  # Its own check says what is wrong with it.
        # Arrays of thousands of strings are checked again when an item is added.
        if plain is not None and type(item) is String and len(item.value) >= plain.min_length:
            continue
        if not is_page_object_in(node_type, item):
            at = node.starts[index]
            for finding in report_value("", node_type.item, item, at, suggests=hints > 0):
                hints -= 1
                yield finding


def report_item_count(node: Array, node_type: ListOf) -> Iterator[Finding]:
    """Report an array that has too few or too many items."""
    count = len(node.items)
    if count < node_type.min_items:
        least = node_type.min_items
        message = f"This array is empty; it needs at least {least} entry."
        yield Finding("invalid-value", Span(0, node.size), message)
    if node_type.max_items is not None and count > node_type.max_items:
        first = node.starts[node_type.max_items]
        message = f"This array can have at most {node_type.max_items} entries. Remove this one."
        yield Finding(
            "invalid-value", Span(first, first + node.items[node_type.max_items].size), message
        )


def _find_unrestricted_string(wanted: Type) -> StringType | None:
    """Return the string type of array items, if only its length is restricted; else None."""
    node_type = wanted.choose("string") if isinstance(wanted, OneOf) else wanted
    if not isinstance(node_type, StringType) or node_type.patterns or node_type.prefix:
        return None
    return node_type


def find_object_problems(
    node: Object, node_type: Type, beside: Collection[str] | None = ()
) -> list[Finding]:
    """Return the findings about the keys and plain values of an object.

    `beside` are keys that a `$ref` adds to the object from another file, None if that file is not
    known.
    """
    findings = [*islice(report_duplicate_keys(node), MOST_FINDINGS)]
    if isinstance(node_type, MapOf):
        findings += islice(_report_map_entries(node, node_type), MOST_FINDINGS)
    elif isinstance(node_type, Record):
        present_keys = None if beside is None else node.by_key.keys() | set(beside)
        misnamed_keys = find_reportable_misnamed_keys(node, node_type, present_keys)
        findings += islice(_report_members(node, node_type, misnamed_keys), MOST_FINDINGS)
        if (
            present_keys is not None
            and "sourceRef" not in node.by_key
            and not find_misspelt_ref(node)
        ):
            findings += report_missing_keys(
                node, node_type, present_keys | set(misnamed_keys.values())
            )
    return findings


def _report_members(node: Object, node_type: Record, names: Mapping[str, str]) -> Iterator[Finding]:
    """Report what is wrong with the plain values of known keys, and then unknown keys."""
    unknown = []
    for key, index in node.by_key.items():
        if key in node_type.properties:
            if key not in NEVER_CHECKED:
                yield from _report_member(node, node_type, key, index)
        elif key and key not in NEVER_CHECKED and not isinstance(node.items[index].value, Broken):
            unknown.append(key)
    if unknown:  # Last, so that other findings are not lost among thousands of them.
        keys = UnknownKeys(node, node_type, names)
        for key in unknown:
            yield from keys.report(key)


def _report_map_entries(node: Object, node_type: MapOf) -> Iterator[Finding]:
    hints = MOST_SUGGESTIONS
    for key, index in node.by_key.items():
        if not key or key in NEVER_CHECKED:
            continue
        member = node.items[index]
        if node_type.keys is not None and not node_type.keys.accepts(key):
            near = find_nearest_name(key, node_type.keys.values) if hints > 0 else None
            hints -= 1
            hint = (
                f" Did you mean `{near}`?"
                if near
                else f" Use one of {join_values(node_type.keys.values)}."
            )
            span = node.get_key_span(key)
            yield Finding("invalid-value", span, f"Unknown key `{key}`.{hint}")
        yield from report_value(
            key, node_type.value, member.value, node.starts[index] + member.value_start
        )


def _report_member(node: Object, node_type: Record, key: str, index: int) -> Iterator[Finding]:
    """Report a known key that is undocumented, `navigation` as an array, or a wrong value."""
    member = node.items[index]
    known = node_type.properties[key]
    if not known.documented and key not in CHILD_KEYS:
        message = f"`{key}` works here but is undocumented."
        yield Finding("undocumented-key", node.get_key_span(key), message)
    at = node.starts[index] + member.value_start
    if key == "navigation" and node_type is DOCS and isinstance(member.value, Array):
        message = (
            "`navigation` must be an object; an array is the mint.json format and is rejected. "
            "Move the entries to `navigation.groups` or `navigation.pages`."
        )
        yield Finding(
            "legacy-key",
            node.get_key_span(key),
            message,
            severity=Severity.ERROR,
            tags=(ProblemTag.DEPRECATED,),
        )
        return
    yield from report_value(key, known.type, member.value, at)


def is_json_valid_for(wanted: Type, json_value: str) -> bool:
    """Return whether JSON text is valid and has the right shape for a type, documented or not."""
    document = Document.from_text(json_value)
    return next(document.iter_faults(), None) is None and is_node_valid_for(
        wanted, document.tree.root
    )


def is_node_valid_for(wanted: Type, node: Node) -> bool:
    """Return whether all of a parsed value has the right shape for a type, documented or not."""
    if any(finding.rule not in _HARMLESS for finding in report_value("", wanted, node, 0)):
        return False
    node_type = choose_value_type(wanted, node)
    return (
        node_type is None or not isinstance(node, Container) or _is_container_valid(node, node_type)
    )


def _is_container_valid(node: Container, node_type: Type) -> bool:
    """Return whether nothing in a container has the wrong shape, apart from harmless findings."""
    findings = find_object_problems(node, node_type) if isinstance(node, Object) else ()
    if isinstance(node, Array):
        findings = find_array_problems(node, node_type)
    if any(finding.rule not in _HARMLESS for finding in findings):
        return False
    return all(
        _is_container_valid(child, type_)
        for _, child, type_ in find_typed_children(node, node_type)
    )
