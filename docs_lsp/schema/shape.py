"""What is wrong with the shape of one object or array, in words a writer understands.

The check looks at one container and its direct members, so that its result can be kept with the
container and stays true while the rest of the file is edited. Which container is to be checked as
what is for the caller to follow (`typed_children`). Only `fits`, which is asked before a value is
proposed, looks at all that a value holds.

Source of what is allowed: the declarations in `model`, which name their own sources.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.nodes import Array, Broken, Container, Node, Object, String
from docs_lsp.nearest import nearest
from docs_lsp.problem import Finding, Severity, Tag
from docs_lsp.schema.kinds import CHILD_KEYS
from docs_lsp.schema.model import DOCS
from docs_lsp.schema.shape_keys import duplicate_keys, misnamed_in, missing_keys, unknown_key
from docs_lsp.schema.shape_values import check_value, listed
from docs_lsp.schema.types import ListOf, MapOf, OneOf, Record, StringType, Type
from docs_lsp.schema.value_types import (
    NEVER_CHECKED,
    is_page_in,
    misspelt_ref,
    resolve,
    typed_children,
)
from docs_lsp.text import Span

_HARMLESS = frozenset(("undocumented-key",))


def check_array(node: Array, judged: Type) -> list[Finding]:
    """What is wrong with the items of an array, apart from what is inside them."""
    return [*_check_list(node, judged)] if isinstance(judged, ListOf) else []


def _check_list(node: Array, judged: ListOf) -> Iterator[Finding]:
    plain = _plain_string(judged.item)
    for start, item in zip(node.starts, node.items, strict=True):
        # Lists of thousands of strings are looked at on each keystroke in them.
        if plain is not None and type(item) is String and len(item.value) >= plain.min_length:
            continue
        if not is_page_in(judged, item):
            yield from check_value("", judged.item, item, start)
    count = len(node.items)
    if count < judged.min_items:
        least = judged.min_items
        message = f"This list is empty, and the service wants at least {least} entry: add one."
        yield Finding("invalid-value", Span(0, node.size), message)
    if judged.max_items is not None and count > judged.max_items:
        first = node.starts[judged.max_items]
        message = f"The service takes at most {judged.max_items} entries here: remove this one."
        yield Finding(
            "invalid-value", Span(first, first + node.items[judged.max_items].size), message
        )


def _plain_string(wanted: Type) -> StringType | None:
    """The string type among what a list takes, where only its length matters."""
    judged = wanted.choose("string") if isinstance(wanted, OneOf) else wanted
    if not isinstance(judged, StringType) or judged.patterns or judged.prefix:
        return None
    return judged


def check_object(node: Object, judged: Type, beside: Collection[str] | None = ()) -> list[Finding]:
    """What is wrong with the keys and plain values of an object.

    `beside` are keys that a `$ref` brings to the same object from another file, None where that
    file is not known.
    """
    found = [*duplicate_keys(node)]
    if isinstance(judged, MapOf):
        found += _check_map(node, judged)
    elif isinstance(judged, Record):
        given = None if beside is None else node.by_key.keys() | set(beside)
        names = misnamed_in(node, judged, given)
        for key, index in node.by_key.items():
            if key and key not in NEVER_CHECKED:
                found += _check_member(node, judged, key, index, names)
        if given is not None and "sourceRef" not in node.by_key and not misspelt_ref(node):
            found += missing_keys(node, judged, given | set(names.values()))
    return found


def _check_map(node: Object, judged: MapOf) -> Iterator[Finding]:
    for key, index in node.by_key.items():
        if not key or key in NEVER_CHECKED:
            continue
        member = node.items[index]
        if judged.keys is not None and not judged.keys.accepts(key):
            near = nearest(key, judged.keys.values)
            hint = (
                f" Did you mean `{near}`?" if near else f" It knows {listed(judged.keys.values)}."
            )
            span = node.key_span(key)
            yield Finding("invalid-value", span, f"The service does not know `{key}` here.{hint}")
        yield from check_value(
            key, judged.value, member.value, node.starts[index] + member.value_start
        )


def _check_member(
    node: Object, judged: Record, key: str, index: int, names: Mapping[str, str]
) -> Iterator[Finding]:
    member = node.items[index]
    known = judged.properties.get(key)
    if known is None:
        if not isinstance(member.value, Broken):
            yield from unknown_key(node, judged, key, names)
        return
    if not known.documented and key not in CHILD_KEYS:
        message = f"The service reads `{key}` here, but the written format does not name it."
        yield Finding("undocumented-key", node.key_span(key), message)
    at = node.starts[index] + member.value_start
    if key == "navigation" and judged is DOCS and isinstance(member.value, Array):
        message = (
            "`navigation` is an object today; a list is the old mint.json shape and the service "
            "refuses it. Put the entries into `navigation.groups` or `navigation.pages`."
        )
        yield Finding(
            "legacy-key",
            node.key_span(key),
            message,
            severity=Severity.ERROR,
            tags=(Tag.DEPRECATED,),
        )
        return
    yield from check_value(key, known.type, member.value, at)


def fits(wanted: Type, json_value: str) -> bool:
    """Whether nothing is wrong with the shape of a JSON text, nor with that of anything in it."""
    document = Document.of(json_value)
    return next(document.faults(), None) is None and node_fits(wanted, document.tree.root)


def node_fits(wanted: Type, node: Node) -> bool:
    """Whether nothing is wrong with the shape of a value that has been parsed."""
    if any(finding.rule not in _HARMLESS for finding in check_value("", wanted, node, 0)):
        return False
    judged = resolve(wanted, node)
    return judged is None or not isinstance(node, Container) or _is_whole(node, judged)


def _is_whole(node: Container, judged: Type) -> bool:
    found = check_object(node, judged) if isinstance(node, Object) else ()
    if isinstance(node, Array):
        found = check_array(node, judged)
    if any(finding.rule not in _HARMLESS for finding in found):
        return False
    return all(_is_whole(child, type_) for _, child, type_ in typed_children(node, judged))
