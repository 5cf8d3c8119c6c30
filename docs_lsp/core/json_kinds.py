"""The kinds of JSON values, and their names in messages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

NOUNS: Final[Mapping[str, str]] = {
    "string": "a string",
    "number": "a number",
    "boolean": "a boolean",
    "null": "`null`",
    "array": "an array",
    "object": "an object",
}
"""Each kind as messages name it."""


def get_json_kind(value: object) -> str:
    """Return the JSON kind of a value, such as `string`; it is `object` if no other fits."""
    match value:
        case None:
            return "null"
        case bool():
            return "boolean"
        case int() | float():
            return "number"
        case str():
            return "string"
        case list():
            return "array"
    return "object"


def join_kinds(kinds: Iterable[str]) -> str:
    """Render the kinds that a value may have, such as `a string or an array`; `null` is omitted.

    A boolean is "`true` or `false`".
    """
    nouns = {**NOUNS, "boolean": "`true` or `false`"}
    return " or ".join(dict.fromkeys(nouns[kind] for kind in kinds if kind != "null"))
