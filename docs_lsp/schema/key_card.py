"""Describe a key of docs.json for hovers, completions and commands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from docs_lsp.schema.kinds import CHILD_KEYS, KINDS, ROOT
from docs_lsp.schema.model import get_element_record
from docs_lsp.schema.model_legacy import find_legacy_key
from docs_lsp.schema.types import (
    Choice,
    ElementType,
    Form,
    ListOf,
    MapOf,
    OneOf,
    Property,
    Record,
    StringType,
    Type,
    join_alternatives,
)

_CONTENT = CHILD_KEYS | {"href"}
_PLURALS = {
    Form.PAGE_PATH: "page paths",
    Form.SPEC: "specifications",
    Form.URL: "URLs",
    Form.ASSET: "files",
}


class AllowedValue(NamedTuple):
    """One of the values that a key accepts."""

    text: str
    label: str
    """Its meaning, as a sentence or a name; may be empty."""
    documented: bool
    """Whether the documentation of the format lists it."""


class KeyCard(NamedTuple):
    """The documentation of a key: its type, meaning and default."""

    name: str
    takes: str
    """Its type in words, such as "an array of groups"; empty for an obsolete key."""
    description: str
    values: tuple[AllowedValue, ...] = ()
    """The allowed values, if it accepts one of a few."""
    keys: tuple[str, ...] = ()
    """The other keys of the object that it accepts, required ones first."""
    content: tuple[str, ...] = ()
    """The keys of which a navigation element has exactly one, as documented; empty for others."""
    generates: bool = False
    """Whether the element may do without them if it has a specification, which generates pages."""
    required: bool = False
    documented: bool = True
    """Whether the documentation of the format lists it."""
    default: object = None
    deprecated: str = ""
    """A sentence with the replacement; empty if the key is not deprecated."""


def describe_known_key(known: Property) -> KeyCard:
    """Return the documentation of a known key."""
    elements = [record for record in _iter_records(known.type) if record.kind is not None]
    content = list_content_keys(elements[0]) if len(elements) == 1 else ()
    return KeyCard(
        known.name,
        describe_type(known.type),
        known.description,
        tuple(iter_allowed_values(known.type)),
        tuple(_iter_object_keys(known.type)),
        content,
        generates=bool(content) and "openapi" in elements[0].properties,
        required=known.required,
        documented=known.documented,
        default=known.default,
        deprecated=known.deprecated,
    )


def list_content_keys(record: Record) -> tuple[str, ...]:
    """Return the documented keys of which an element has exactly one; empty if there is no choice.

    Others are accepted as well, but each only if nothing of higher precedence is there.
    """
    kind = ROOT if record.kind == "navigation" else KINDS.get(record.kind or "")
    content = tuple(key for key in kind.order if key in kind.documented) if kind else ()
    return content if len(content) > 1 else ()


def describe_legacy_key(record: Record, key: str) -> KeyCard | None:
    """Return the documentation of a key of the old mint.json; None for any other key."""
    old = find_legacy_key(record, key)
    if old is None or key in record.properties:
        return None
    description = "A mint.json setting, ignored in docs.json."
    return KeyCard(key, "", description, deprecated=old.advice)


def describe_type(type_: Type) -> str:
    """Describe the values of a type in words: `an array of groups or pages`."""
    match type_:
        case ListOf():
            return f"an array of {' and '.join(_iter_plural_nouns(type_.item))}"
        case MapOf():
            return "an object with keys of your own" if type_.keys is None else "an object"
        case OneOf():
            lists = [
                alternative for alternative in type_.alternatives if isinstance(alternative, ListOf)
            ]
            others = [
                alternative
                for alternative in type_.alternatives
                if not isinstance(alternative, ListOf)
            ]
            if len(lists) == 1 and len(others) > 1 and _list_alternatives(lists[0].item) == others:
                return join_alternatives([*map(describe_type, others), "an array of these"])
            return join_alternatives(
                describe_type(alternative) for alternative in type_.alternatives
            )
        case _:
            return type_.noun


def iter_allowed_values(type_: Type) -> Iterator[AllowedValue]:
    """Yield the strings that a type lists as allowed, also inside arrays and alternatives."""
    match type_:
        case Choice():
            for text in type_.values:
                documented = type_.documented is None or text in type_.documented
                yield AllowedValue(text, type_.labels.get(text, ""), documented)
        case ListOf():
            yield from iter_allowed_values(type_.item)
        case OneOf():
            for alternative in type_.alternatives:
                yield from iter_allowed_values(alternative)


def _list_alternatives(type_: Type) -> list[Type]:
    """Return the alternatives of a type, or the type itself as the only one."""
    return list(type_.alternatives) if isinstance(type_, OneOf) else [type_]


def _iter_plural_nouns(type_: Type) -> Iterator[str]:
    match type_:
        case ElementType():
            yield KINDS[type_.kind].plural
        case OneOf():
            yield from dict.fromkeys(
                noun
                for alternative in type_.alternatives
                for noun in _iter_plural_nouns(alternative)
            )
        case StringType():
            yield _PLURALS.get(type_.form, "strings") if type_.form else "strings"
        case Choice():
            yield "names"
        case _:
            yield "objects"


def _iter_object_keys(type_: Type) -> Iterator[str]:
    """Yield the keys of a type's objects, except content: required ones first, each once.

    Content of a navigation element is left out: of that it has one (`list_content_keys`).
    """
    if isinstance(type_, MapOf) and type_.keys is not None:
        yield from type_.keys.values
    properties = [
        known
        for record in _iter_records(type_)
        for known in record.properties.values()
        if not list_content_keys(record) or known.name not in _CONTENT
    ]
    names = [known.name for known in sorted(properties, key=lambda known: not known.required)]
    yield from dict.fromkeys(names)


def _iter_records(type_: Type) -> Iterator[Record]:
    """Yield the object types in a type, also in arrays and alternatives."""
    match type_:
        case Record():
            yield type_
        case ElementType():
            yield get_element_record(type_.kind)
        case ListOf():
            yield from _iter_records(type_.item)
        case OneOf():
            for alternative in type_.alternatives:
                yield from _iter_records(alternative)
