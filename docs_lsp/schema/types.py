"""Types, properties and records, in which the shape of docs.json is declared.

Everything here is plain data, cheap to import and compared by identity: a type is created once and
shared, so results about a value can be cached under the type object itself. No type reads a
document. A type answers questions about strings, keys and JSON kinds; the shape check, completion
and the exported JSON Schema ask the same ones.

The classes are written out instead of being dataclasses, because creating those takes longer at
import than everything else in this package.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import ClassVar, Final, TypeAlias

from docs_lsp.schema.scalars import (
    Anything,
    Boolean,
    Choice,
    Form,
    JsonKind,
    NumberType,
    StringType,
)

__all__ = [
    "Anything",
    "Boolean",
    "Choice",
    "ElementType",
    "Form",
    "JsonKind",
    "ListOf",
    "MapOf",
    "NumberType",
    "OneOf",
    "Property",
    "Record",
    "StringType",
    "Type",
    "join_alternatives",
]


class ListOf:
    """An array whose items are all of one type."""

    __slots__ = ("item", "max_items", "min_items")
    json_kinds: ClassVar[tuple[JsonKind, ...]] = ("array",)
    noun: ClassVar[str] = "an array"

    def __init__(self, item: Type, min_items: int = 0, max_items: int | None = None) -> None:
        self.item: Final = item
        self.min_items: Final = min_items
        self.max_items: Final = max_items


class MapOf:
    """An object with arbitrary keys, or with keys out of `keys`."""

    __slots__ = ("keys", "value")
    json_kinds: ClassVar[tuple[JsonKind, ...]] = ("object",)
    noun: ClassVar[str] = "an object"

    def __init__(self, value: Type, keys: Choice | None = None) -> None:
        self.value: Final = value
        self.keys: Final = keys


class Property:
    """One key of an object: its type and its description for the user.

    `documented` is false if the service accepts the key but the documentation of the format does
    not list it. `deprecated` says in one sentence what to write instead, and is empty otherwise.
    """

    __slots__ = ("default", "deprecated", "description", "documented", "name", "required", "type")

    def __init__(
        self,
        name: str,
        type: Type,
        description: str,
        required: bool = False,
        documented: bool = True,
        default: object = None,
        deprecated: str = "",
    ) -> None:
        self.name: Final = name
        self.type: Final = type
        self.description: Final = description
        self.required: Final = required
        self.documented: Final = documented
        self.default: Final = default
        self.deprecated: Final = deprecated


class Record:
    """An object with known keys.

    `strict`: the service rejects the whole value because of one unknown key, instead of dropping
    the key. `open`: unknown keys are allowed and useful. `kind`: the navigation element that it is.
    `needs`: keys that become required beside another one. `instead`: keys that are not required
    beside another one.
    """

    __slots__ = ("_required", "instead", "kind", "name", "needs", "open", "properties", "strict")
    json_kinds: ClassVar[tuple[JsonKind, ...]] = ("object",)
    noun: ClassVar[str] = "an object"

    def __init__(
        self,
        name: str,
        *properties: Property,
        strict: bool = False,
        kind: str | None = None,
        open: bool = False,
        needs: Mapping[str, tuple[str, ...]] = MappingProxyType({}),
        instead: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self.name: Final = name
        self.properties: Final = {known.name: known for known in properties}
        self.strict: Final = strict
        self.kind: Final = kind
        self.open: Final = open
        self.needs: Final = needs
        self.instead: Final = instead
        self._required: tuple[str, ...] | None = None

    @property
    def required(self) -> tuple[str, ...]:
        """The keys that are required; an object may have the key from `instead` in place of one."""
        if self._required is None:  # Read twice for each of thousands of objects.
            required = [name for name, known in self.properties.items() if known.required]
            self._required = tuple(required)
        return self._required

    def find_missing_keys(self, keys: Collection[str]) -> tuple[str, ...]:
        """Return the required keys, and those that other keys need, that are not in `keys`."""
        missing = [
            key
            for key in self.required
            if key not in keys and self.instead.get(key, key) not in keys
        ]
        for key, others in self.needs.items():
            if key in keys:
                missing += [one for one in others if one not in keys and one not in missing]
        return tuple(missing)


class OneOf:
    """A value of one of several types; one of them is chosen to check it against.

    The JSON kind of the value decides first. Among several records the value of the key
    `discriminator` decides by `cases`, and if that does not, the keys that are present.
    `documented` has the alternatives that the documentation of the format lists, if there are more.
    """

    __slots__ = (
        *("_by_kind", "_json_kinds", "alternatives", "cases", "discriminator", "documented"),
        "name",
    )

    def __init__(
        self,
        alternatives: tuple[Type, ...],
        discriminator: str | None = None,
        cases: Mapping[str, Record] = MappingProxyType({}),
        documented: tuple[Type, ...] | None = None,
        name: str = "",
    ) -> None:
        self.alternatives: Final = alternatives
        self.discriminator: Final = discriminator
        self.cases: Final = cases
        self.documented: Final = documented
        self.name: Final = name
        self._by_kind: dict[str, Type | None] = {}
        self._json_kinds: tuple[JsonKind, ...] | None = None

    def choose(
        self,
        json_kind: str,
        keys: frozenset[str] = frozenset(),
        discriminator_value: str | None = None,
    ) -> Type | None:
        """Return the alternative that is most likely meant, or None if none has this JSON kind."""
        if json_kind != "object":
            return self._choose_by_kind(json_kind)
        if discriminator_value in self.cases:
            return self.cases[discriminator_value or ""]
        choose = _choose_by_keys if len(keys) <= _MOST_CACHED_KEYS else _choose_by_keys.__wrapped__
        return choose(self, keys)

    def _choose_by_kind(self, json_kind: str) -> Type | None:
        """Return the alternative for a value other than an object, or None; cached by JSON kind."""
        if json_kind not in self._by_kind:
            candidates = (
                alternative
                for alternative in self.alternatives
                if json_kind in alternative.json_kinds
            )
            self._by_kind[json_kind] = next(candidates, None)
        return self._by_kind[json_kind]

    @property
    def json_kinds(self) -> tuple[JsonKind, ...]:
        """The JSON kinds of all alternatives."""
        if self._json_kinds is None:  # Read for each key that could be meant by an unknown one.
            kinds = (kind for alternative in self.alternatives for kind in alternative.json_kinds)
            self._json_kinds = tuple(dict.fromkeys(kinds))
        return self._json_kinds

    @property
    def noun(self) -> str:
        """The type in words, for messages."""
        return join_alternatives(alternative.noun for alternative in self.alternatives)


def join_alternatives(parts: Iterable[str]) -> str:
    """Join different alternatives in words: `a, b or c`."""
    *most, last = dict.fromkeys(parts)
    return f"{', '.join(most)} or {last}" if most else last


_MOST_CACHED_KEYS = 30
"""The most keys of an object for which the choice is cached; others would fill the memory."""


@lru_cache(maxsize=1000)  # Thousands of objects have the same keys.
def _choose_by_keys(one_of: OneOf, keys: frozenset[str]) -> Type | None:
    """Return the most likely alternative for an object with these keys, or None."""
    candidates = [one for one in one_of.alternatives if "object" in one.json_kinds]
    return max(candidates, key=lambda one: _rank_by_keys(one, keys), default=None)


def _rank_by_keys(type_: Type, keys: frozenset[str]) -> tuple[bool, int]:
    """Rank a type for an object: whether its required keys are there, and how many are known."""
    if not isinstance(type_, Record):
        return (False, 0)
    known = len(keys.intersection(type_.properties))  # An object may have thousands of keys.
    fits = known > 0 and not type_.find_missing_keys(keys)
    if type_.strict and known < len(keys):
        fits = False
    return (fits, known)


class ElementType:
    """A navigation element by its kind; `model.get_element_record` returns its record.

    Elements contain each other, so a record cannot refer to the records of its children directly.
    """

    __slots__ = ("kind",)
    json_kinds: ClassVar[tuple[JsonKind, ...]] = ("object",)
    noun: ClassVar[str] = "an object"

    def __init__(self, kind: str) -> None:
        self.kind: Final = kind


Type: TypeAlias = (
    StringType
    | Choice
    | Boolean
    | NumberType
    | Anything
    | ListOf
    | MapOf
    | Record
    | OneOf
    | ElementType
)
