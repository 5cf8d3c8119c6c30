"""The documentation of a key, for whoever shows it: an editor, a command, a page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from docs_lsp.schema.kinds import KINDS
from docs_lsp.schema.model import element
from docs_lsp.schema.model_legacy import legacy_of
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
)

_PLURALS = {
    Form.PAGE_PATH: "page paths",
    Form.SPEC: "specifications",
    Form.URL: "URLs",
    Form.ASSET: "files",
}


class AllowedValue(NamedTuple):
    """One of the values that a key takes."""

    text: str
    label: str
    """What it does, in a sentence or a name; may be empty."""
    documented: bool
    """Whether the written format names it."""


class KeyCard(NamedTuple):
    """A key: what it takes, and what a writer gets."""

    name: str
    takes: str
    """What it takes, in a writer's words; empty for a key that nothing reads any more."""
    description: str
    values: tuple[AllowedValue, ...] = ()
    """All that it takes, where it takes one of a few."""
    keys: tuple[str, ...] = ()
    """The keys of the object that it takes, those first that have to be there."""
    required: bool = False
    documented: bool = True
    """Whether the written format names it."""
    default: object = None
    deprecated: str = ""
    """What to write instead, in a sentence; empty for what is up to date."""


def key_card(known: Property) -> KeyCard:
    """The documentation of a key that the format knows."""
    return KeyCard(
        known.name,
        takes(known.type),
        known.description,
        tuple(values_of(known.type)),
        tuple(_keys(known.type)),
        known.required,
        known.documented,
        known.default,
        known.deprecated,
    )


def legacy_card(record: Record, key: str) -> KeyCard | None:
    """The documentation of a key of the old mint.json; None for any other."""
    old = legacy_of(record, key)
    if old is None or key in record.properties:
        return None
    description = "A key of the old mint.json, which the service no longer reads."
    return KeyCard(key, "", description, deprecated=old.advice)


def takes(type_: Type) -> str:
    """What a value of a type is, in a writer's words."""
    match type_:
        case ListOf():
            return f"a list of {' and '.join(_plurals(type_.item))}"
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
            if len(lists) == 1 and len(others) > 1 and _alternatives(lists[0].item) == others:
                return _either([*map(takes, others), "a list of these"])
            return _either(takes(alternative) for alternative in type_.alternatives)
        case _:
            return type_.noun


def values_of(type_: Type) -> Iterator[AllowedValue]:
    """The few values that are possible, in a list too, each with what it does."""
    match type_:
        case Choice():
            for text in type_.values:
                documented = type_.documented is None or text in type_.documented
                yield AllowedValue(text, type_.labels.get(text, ""), documented)
        case ListOf():
            yield from values_of(type_.item)
        case OneOf():
            for alternative in type_.alternatives:
                yield from values_of(alternative)


def _alternatives(type_: Type) -> list[Type]:
    return list(type_.alternatives) if isinstance(type_, OneOf) else [type_]


def _plurals(type_: Type) -> Iterator[str]:
    match type_:
        case ElementType():
            yield KINDS[type_.kind].plural
        case OneOf():
            yield from dict.fromkeys(
                noun for alternative in type_.alternatives for noun in _plurals(alternative)
            )
        case StringType():
            yield _PLURALS.get(type_.form, "strings") if type_.form else "strings"
        case Choice():
            yield "names"
        case _:
            yield "objects"


def _keys(type_: Type) -> Iterator[str]:
    """The keys of the objects that a type takes, in a list too, each once."""
    properties = [known for record in _records(type_) for known in record.properties.values()]
    names = [known.name for known in sorted(properties, key=lambda known: not known.required)]
    yield from dict.fromkeys(names)


def _records(type_: Type) -> Iterator[Record]:
    match type_:
        case Record():
            yield type_
        case ElementType():
            yield element(type_.kind)
        case ListOf():
            yield from _records(type_.item)
        case OneOf():
            for alternative in type_.alternatives:
                yield from _records(alternative)


def _either(parts: Iterable[str]) -> str:
    """Alternatives in words: `a, b or c`."""
    *most, last = dict.fromkeys(parts)
    return f"{', '.join(most)} or {last}" if most else last
