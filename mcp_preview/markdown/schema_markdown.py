"""Converts a schema of a specification to Markdown: the text of a page about a data model, and the
fields that the page of an operation lists.

Everything is taken from the specification as it is written, by anyone, in any shape; what has
another shape than OpenAPI's is left out, and what is nested deeply or endlessly is cut off.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from docs_lsp.formats.spec_reader import as_list, as_mapping, as_text, resolve_ref

_MOST_NESTED = 3
_MOST_LINES = 300
_MOST_PARTS = 600
_MOST_VALUES = 20
_MOST_EXAMPLES = 3
_LONGEST_EXAMPLE = 4_000
_LONGEST_VALUE = 200
"""In characters, as all of these."""
_CHOICES = {"oneOf": "One of", "anyOf": "Any of"}
_LIMITS = {
    "minimum": "Minimum",
    "maximum": "Maximum",
    "minLength": "Shortest",
    "maxLength": "Longest",
    "pattern": "Pattern",
}


def schema_markdown(root: Mapping[str, object], name: str) -> str:
    """The page of a schema in `components.schemas` below its title; `root` is all that the document
    holds. Empty where the document has no such schema, or it says nothing."""
    schemas = as_mapping(as_mapping(root.get("components")).get("schemas"))
    return "\n".join(_page(SchemaWriter(root), schemas.get(name))).strip() + "\n"


def line_of(value: object) -> str:
    """A text in one line; empty for anything else."""
    return " ".join(as_text(value).split())


class SchemaWriter:
    """Writes schemas of one document; all that one writes together is bounded."""

    def __init__(self, root: Mapping[str, object]) -> None:
        """Write what stands in a document; `root` is all that it holds."""
        self.root = root
        self.left = _MOST_LINES
        self.parts_left = _MOST_PARTS

    def resolve(self, value: object) -> object:
        """A value, or what its `$ref` leads to."""
        return resolve_ref(self.root, value)

    def properties(self, schema: object, depth: int = 0) -> Iterator[str]:
        """The fields of an object, a line for each, those within indented."""
        for part in self.list_subschemas(schema):
            required = as_list(part.get("required"))
            for name, value in as_mapping(part.get("properties")).items():
                if self.left <= 0:
                    return
                shape = as_mapping(self.resolve(value))
                line = self.field(name, value, shape, required=name in required)
                yield "  " * depth + line
                if depth + 1 < _MOST_NESTED:
                    inner = shape.get("items") if _is_array(shape) else value
                    yield from self.properties(inner, depth + 1)

    def list_subschemas(self, schema: object, depth: int = 0) -> Iterator[Mapping[str, Any]]:
        """A schema, or those that it is put together from."""
        self.parts_left -= 1
        shape = as_mapping(self.resolve(schema)) if self.parts_left > 0 else {}
        if _is_array(shape) and depth == 0:
            shape = as_mapping(self.resolve(shape.get("items")))
        if shape:
            yield shape
        if depth < _MOST_NESTED:
            for key in ("allOf", "oneOf", "anyOf"):
                for part in as_list(shape.get(key))[:8]:
                    yield from self.list_subschemas(part, depth + 1)

    def field(
        self, name: str, schema: object, details: Mapping[str, Any], *, required: bool
    ) -> str:
        """One field in a line: its name, type, description and values; `said` is what is said of it
        where it is used."""
        self.left -= 1
        shape = as_mapping(self.resolve(schema))
        words = [self.type(shape)] if self.type(shape) else []
        words += ["required"] if required else []
        words += ["deprecated"] if details.get("deprecated") is True else []
        description = line_of(details.get("description")) or line_of(shape.get("description"))
        parts = [f"- `{name}`" + (f" ({', '.join(words)})" if words else "")]
        parts += [f": {description}" if description else ""]
        parts += [f" {value}" for value in values_of(shape)]
        return "".join(parts)

    def type(self, shape: Mapping[str, Any], depth: int = 0) -> str:
        """The type of a value in words; empty where nothing says it."""
        given = shape.get("type")
        words = [one for one in given if one != "null"] if isinstance(given, list) else [given]
        word = " or ".join(one for one in words if isinstance(one, str))
        if word == "array" and depth < _MOST_NESTED:
            inner = self.type(as_mapping(self.resolve(shape.get("items"))), depth + 1)
            return f"array of {inner}" if inner else word
        return word or ("object" if "properties" in shape else "")


def values_of(shape: Mapping[str, Any]) -> Iterator[str]:
    """What values a field may have, as sentences."""
    values = [str(one) for one in as_list(shape.get("enum"))[:_MOST_VALUES]]
    if values:
        yield f"One of: {', '.join(f'`{value}`' for value in values)}."
    for key in ("default", "example"):
        if isinstance(shape.get(key), str | int | float) and len(str(shape[key])) <= _LONGEST_VALUE:
            yield f"{key.capitalize()}: `{line_of(str(shape[key]))}`."


def _is_array(shape: Mapping[str, Any]) -> bool:
    given = shape.get("type")
    return given == "array" or (isinstance(given, list) and "array" in given)


def _page(writer: SchemaWriter, schema: object) -> Iterator[str]:
    shape = as_mapping(writer.resolve(schema))
    about = [writer.type(shape), as_text(shape.get("format"))]
    if shape.get("deprecated") is True:
        yield from ("**Deprecated**", "")
    if as_text(shape.get("description")).strip():
        yield from (as_text(shape.get("description")).strip(), "")
    if any(about):
        yield from (f"Type: {', '.join(filter(None, about))}", "")
    for sentence in (*values_of(shape), *_limits(shape)):
        yield from (sentence, "")
    for key, title in _CHOICES.items():
        names = [name for one in as_list(shape.get(key)) if (name := _name(writer, one))]
        if names:
            yield from (f"{title}: {', '.join(names[:_MOST_VALUES])}", "")
    fields = list(writer.properties(schema))
    if fields:
        yield from ("**Properties**", "", *fields, "")
    yield from _examples(shape)


def _limits(shape: Mapping[str, Any]) -> Iterator[str]:
    for key, title in _LIMITS.items():
        if isinstance(shape.get(key), str | int | float):
            yield f"{title}: `{shape[key]}`."


def _name(writer: SchemaWriter, schema: object) -> str:
    """What a schema is called, or else its type."""
    ref = as_text(as_mapping(schema).get("$ref"))
    shape = as_mapping(writer.resolve(schema))
    name = ref.rpartition("/")[2] or line_of(shape.get("title"))
    return f"`{name}`" if name else writer.type(shape)


def _examples(shape: Mapping[str, Any]) -> Iterator[str]:
    given = shape.get("examples")
    named = list(given.values()) if isinstance(given, dict) else as_list(given)
    own = shape.get("example")
    examples = ([own] if isinstance(own, dict | list) else []) + named
    for example in examples[:_MOST_EXAMPLES]:
        text = json.dumps(example, indent=2, ensure_ascii=False, default=str)
        if len(text) <= _LONGEST_EXAMPLE:
            fence = "````" if "```" in text else "```"
            yield from ("**Example**", "", f"{fence}json", text, fence, "")
