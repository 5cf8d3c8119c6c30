"""Validation of tool arguments, with messages that help AI clients to correct them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import orjson

from mcp_preview.mcp.tools import Json

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator, ValidationError

_TYPES = {"string": "a text"}


def describe_argument_faults(arguments: Mapping[str, Any], tool: Json) -> tuple[str, ...]:
    """Return a sentence for each fault in stable order; empty if the arguments are valid."""
    if _are_valid(arguments, tool["inputSchema"]):
        return ()
    validator = _build_validator(orjson.dumps(tool["inputSchema"]))
    return tuple(
        sentence
        for error in sorted(validator.iter_errors(arguments), key=lambda one: list(one.path))
        for sentence in _iter_fault_sentences(error, tool["inputSchema"])
    )


def _are_valid(arguments: Mapping[str, Any], schema: Json) -> bool:
    """Return whether arguments match the schema of a tool.

    Most do, and the library that explains faults takes long to import.
    """
    properties = schema["properties"]
    return all(name in arguments for name in schema["required"]) and all(
        name in properties
        and isinstance(value, str)
        and ("enum" not in properties[name] or value in properties[name]["enum"])
        for name, value in arguments.items()
    )


@lru_cache(maxsize=8)
def _build_validator(schema: bytes) -> Draft202012Validator:
    """Return the validator of a schema."""
    from jsonschema import Draft202012Validator

    return Draft202012Validator(orjson.loads(schema))


def _iter_fault_sentences(error: ValidationError, schema: Json) -> Iterator[str]:
    """Yield the sentences about a fault."""
    given: Any = error.instance
    allowed: Any = error.validator_value
    known = ", ".join(f"`{name}`" for name in schema["properties"])
    name = str(error.path[0]) if error.path else ""
    match error.validator:
        case "additionalProperties":
            for unknown in sorted(set(given) - set(schema["properties"])):
                yield (
                    f"There is no argument `{_shorten_value(unknown)}`. The arguments are: {known}."
                )
        case "required":
            missing = [one for one in schema["required"] if one not in given]
            yield f"The argument `{missing[0]}` is missing. The arguments are: {known}."
        case "enum" if isinstance(given, str):
            valid = ", ".join(f"`{value}`" for value in allowed)
            yield f"There is no {name} `{_shorten_value(given)}`. Valid ones are: {valid}."
        case "enum":
            return  # Reported as a fault of the type.
        case "type" if name:
            yield f"`{name}` must be {_TYPES.get(allowed, allowed)}."
            if given is None and name not in schema["required"]:
                yield "Leave it out rather than give null."
        case _:
            yield f"`{name}` cannot be used."


def _shorten_value(value: object) -> str:
    """Return a value as a text of at most 60 characters, with an ellipsis if it is longer."""
    text = str(value)
    return text if len(text) <= 60 else f"{text[:60]}…"
