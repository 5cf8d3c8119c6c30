"""Convert operations and schemas of specifications to Markdown, the text of pages.

Specifications can have any content: anything that does not have the structure of OpenAPI is left
out, and deep or endless nesting is cut off.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from docs_lsp.formats.spec_reader import (
    as_list,
    as_mapping,
    as_text,
    get_first_mapping,
    resolve_ref,
)
from docs_lsp.site.specifications.endpoints import WEBHOOK
from docs_lsp.site.specifications.openapi import Operation
from mcp_preview.markdown.concealed_text import remove_concealed_text

_MOST_NESTED = 3
_MOST_LINES = 300
_MOST_PARTS = 600
_MOST_VALUES = 20
_MOST_EXAMPLES = 3
_LONGEST_EXAMPLE = 4_000
_LONGEST_VALUE = 200
"""The longest value and example in characters."""
_CHOICES = {"oneOf": "One of", "anyOf": "Any of"}
_LIMITS = {
    "minimum": "Minimum",
    "maximum": "Maximum",
    "minLength": "Shortest",
    "maxLength": "Longest",
    "pattern": "Pattern",
}

_BACKTICKS = re.compile("`+")
_BLOCK = re.compile(r"#|[-*+]\s|[>|<]|```|~~~|\d{1,9}[.)]\s")
_PLACES = {"path": "Path", "query": "Query", "header": "Header", "cookie": "Cookie"}


def convert_schema(root: Mapping[str, object], name: str) -> str:
    """Return the page of a schema in `components.schemas` below its title, with a line break.

    `root` is the whole document. There is nothing else if the schema is missing or has no content.
    """
    schemas = as_mapping(as_mapping(root.get("components")).get("schemas"))
    return "\n".join(_iter_page_lines(_SchemaWriter(root), schemas.get(name))).strip() + "\n"


def _join_to_line(value: object) -> str:
    """Return a string in one line; empty for other values."""
    return " ".join(as_text(value).split())


class _SchemaWriter:
    """A writer for schemas of one document, with a limit for all of them together."""

    def __init__(self, root: Mapping[str, object]) -> None:
        """Create a writer; `root` is the whole document."""
        self.root = root
        self.left = _MOST_LINES
        self.parts_left = _MOST_PARTS

    def resolve_reference(self, value: object) -> object:
        """Return a value, or the target of its `$ref`."""
        return resolve_ref(self.root, value)

    def iter_field_lines(self, schema: object, depth: int = 0) -> Iterator[str]:
        """Yield a line for each field of an object, nested ones indented, up to a limit."""
        for part in self.iter_subschemas(schema):
            required = as_list(part.get("required"))
            for name, value in as_mapping(part.get("properties")).items():
                if self.left <= 0:
                    return
                shape = as_mapping(self.resolve_reference(value))
                line = self.render_field(name, value, shape, required=name in required)
                yield "  " * depth + line
                if depth + 1 < _MOST_NESTED:
                    inner = shape.get("items") if _is_array_schema(shape) else value
                    yield from self.iter_field_lines(inner, depth + 1)

    def iter_subschemas(self, schema: object, depth: int = 0) -> Iterator[Mapping[str, Any]]:
        """Yield a schema, that of its items for an array, and those that it is composed of."""
        self.parts_left -= 1
        shape = as_mapping(self.resolve_reference(schema)) if self.parts_left > 0 else {}
        if _is_array_schema(shape) and depth == 0:
            shape = as_mapping(self.resolve_reference(shape.get("items")))
        if shape:
            yield shape
        if depth < _MOST_NESTED:
            for key in ("allOf", "oneOf", "anyOf"):
                for part in as_list(shape.get(key))[:8]:
                    yield from self.iter_subschemas(part, depth + 1)

    def render_field(
        self, name: str, schema: object, details: Mapping[str, Any], *, required: bool
    ) -> str:
        """Return the line of a field: its name, type, description and values.

        `details` may have a description of its use.
        """
        self.left -= 1
        shape = as_mapping(self.resolve_reference(schema))
        words = [self.render_type(shape)] if self.render_type(shape) else []
        words += ["required"] if required else []
        words += ["deprecated"] if details.get("deprecated") is True else []
        description = _join_to_line(details.get("description")) or _join_to_line(
            shape.get("description")
        )
        parts = [f"- `{name}`" + (f" ({', '.join(words)})" if words else "")]
        parts += [f": {description}" if description else ""]
        parts += [f" {value}" for value in _iter_value_sentences(shape)]
        return "".join(parts)

    def render_type(self, shape: Mapping[str, Any], depth: int = 0) -> str:
        """Return the type of a value in words; empty if it is unknown."""
        given = shape.get("type")
        words = [kind for kind in given if kind != "null"] if isinstance(given, list) else [given]
        word = " or ".join(kind for kind in words if isinstance(kind, str))
        if word == "array" and depth < _MOST_NESTED:
            inner = self.render_type(
                as_mapping(self.resolve_reference(shape.get("items"))), depth + 1
            )
            return f"array of {inner}" if inner else word
        return word or ("object" if "properties" in shape else "")


def _iter_value_sentences(shape: Mapping[str, Any]) -> Iterator[str]:
    """Yield sentences about the values of a field, and a short default and example."""
    values = [str(value) for value in as_list(shape.get("enum"))[:_MOST_VALUES]]
    if values:
        yield f"One of: {', '.join(f'`{value}`' for value in values)}."
    for key in ("default", "example"):
        if isinstance(shape.get(key), str | int | float) and len(str(shape[key])) <= _LONGEST_VALUE:
            yield f"{key.capitalize()}: `{_join_to_line(str(shape[key]))}`."


def _is_array_schema(shape: Mapping[str, Any]) -> bool:
    """Return whether a schema allows arrays."""
    given = shape.get("type")
    return given == "array" or (isinstance(given, list) and "array" in given)


def _iter_page_lines(writer: _SchemaWriter, schema: object) -> Iterator[str]:
    """Yield the lines of the page of a schema."""
    shape = as_mapping(writer.resolve_reference(schema))
    about = [writer.render_type(shape), as_text(shape.get("format"))]
    if shape.get("deprecated") is True:
        yield from ("**Deprecated**", "")
    if as_text(shape.get("description")).strip():
        yield from (as_text(shape.get("description")).strip(), "")
    if any(about):
        yield from (f"Type: {', '.join(filter(None, about))}", "")
    for sentence in (*_iter_value_sentences(shape), *_iter_limit_sentences(shape)):
        yield from (sentence, "")
    for key, title in _CHOICES.items():
        names = [
            name
            for choice in as_list(shape.get(key))
            if (name := _render_schema_name(writer, choice))
        ]
        if names:
            yield from (f"{title}: {', '.join(names[:_MOST_VALUES])}", "")
    fields = list(writer.iter_field_lines(schema))
    if fields:
        yield from ("**Properties**", "", *fields, "")
    yield from _iter_example_lines(shape)


def _iter_limit_sentences(shape: Mapping[str, Any]) -> Iterator[str]:
    """Yield sentences about the limits of a value."""
    for key, title in _LIMITS.items():
        if isinstance(shape.get(key), str | int | float):
            yield f"{title}: `{shape[key]}`."


def _render_schema_name(writer: _SchemaWriter, schema: object) -> str:
    """Return the name of a schema, or else its type."""
    ref = as_text(as_mapping(schema).get("$ref"))
    shape = as_mapping(writer.resolve_reference(schema))
    name = ref.rpartition("/")[2] or _join_to_line(shape.get("title"))
    return f"`{name}`" if name else writer.render_type(shape)


def _iter_example_lines(shape: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of the first examples, except long ones."""
    given = shape.get("examples")
    named = list(given.values()) if isinstance(given, dict) else as_list(given)
    own = shape.get("example")
    examples = ([own] if isinstance(own, dict | list) else []) + named
    for example in examples[:_MOST_EXAMPLES]:
        text = json.dumps(example, indent=2, ensure_ascii=False, default=str)
        if len(text) <= _LONGEST_EXAMPLE:
            yield from ("**Example**", "", *_fence_code(text, "json"), "")


def _fence_code(code: str, info: str) -> tuple[str, str, str]:
    """Return the lines of a code block, with fences longer than all backticks in the code."""
    longest = max(map(len, _BACKTICKS.findall(code)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{info}", code, fence


def convert_operation(
    root: Mapping[str, object], operation: Operation, description: str | None = None
) -> str:
    """Return the page of an operation below its title.

    `root` is the whole document, `description` replaces the description of the operation.
    """
    shown = read_operation_description(operation) if description is None else description
    shown = shown.strip()
    return "\n".join(_iter_operation_lines(_SchemaWriter(root), operation, shown)).strip() + "\n"


def read_operation_description(operation: Operation) -> str:
    """Return the description of an operation, as far as agents get it."""
    return remove_concealed_text(operation.description or "")


def split_description(description: str) -> tuple[str, str]:
    """Return the first paragraph of a description, "" unless it is plain text, and the rest."""
    first, _, rest = description.strip().partition("\n\n")
    return ("", description) if _BLOCK.match(first) else (first, rest)


def render_operation_name(method: str, path: str) -> str:
    """Return the first line of the page of an operation: its method and path as code."""
    return f"`{'Webhook' if method == WEBHOOK else method} {path}`"


def _iter_operation_lines(
    writer: _SchemaWriter, operation: Operation, description: str
) -> Iterator[str]:
    """Yield the lines of the page of an operation."""
    keys, root = operation.keys, writer.root
    item = as_mapping(writer.resolve_reference(as_mapping(root.get(keys[0])).get(keys[1])))
    fields = item
    for key in keys[2:]:
        fields = as_mapping(fields.get(key))
    yield render_operation_name(operation.method, operation.path)
    if operation.deprecated:
        yield from ("", "**Deprecated**")
    if description:
        yield from ("", description)
    given = fields.get("servers") or item.get("servers") or root.get("servers")
    urls = [as_text(as_mapping(server).get("url")) for server in as_list(given)]
    if any(urls):
        yield from ("", "Servers: " + ", ".join(f"`{url}`" for url in urls[:5] if url))
    yield from _iter_parameter_lines(writer, fields, item)
    yield from _iter_body_lines(writer, fields)
    yield from _iter_response_lines(writer, fields)
    yield from _iter_sample_lines(fields)


def _iter_parameter_lines(
    writer: _SchemaWriter, fields: Mapping[str, Any], item: Mapping[str, Any]
) -> Iterator[str]:
    """Yield the lines about the parameters of an operation and of its path item, by place."""
    parameters: dict[tuple[str, str], Mapping[str, Any]] = {}
    for value in (*as_list(item.get("parameters")), *as_list(fields.get("parameters"))):
        parameter = as_mapping(writer.resolve_reference(value))
        parameters[as_text(parameter.get("in")), as_text(parameter.get("name"))] = parameter
    for place, title in _PLACES.items():
        named = {name: one for (where, name), one in parameters.items() if where == place and name}
        if named:
            yield from ("", f"**{title} parameters**", "")
        for name, parameter in named.items():
            content = get_first_mapping(parameter.get("content"))
            schema = parameter.get("schema") or content.get("schema")
            required = parameter.get("required") is True
            yield writer.render_field(name, schema, parameter, required=required)


def _iter_body_lines(writer: _SchemaWriter, fields: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines about the request body, for three media types at most."""
    body = as_mapping(writer.resolve_reference(fields.get("requestBody")))
    content = as_mapping(body.get("content"))
    for media, value in list(content.items())[:3]:
        yield from ("", f"**Body** (`{media}`)", "")
        if as_text(body.get("description")):
            yield from (as_text(body.get("description")).strip(), "")
        yield from writer.iter_field_lines(as_mapping(value).get("schema"))


def _iter_response_lines(writer: _SchemaWriter, fields: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines about responses."""
    responses = as_mapping(fields.get("responses"))
    if responses:
        yield from ("", "**Responses**")
    for code, value in responses.items():
        response = as_mapping(writer.resolve_reference(value))
        description = _join_to_line(response.get("description"))
        yield from ("", f"**{code}** {description}".strip(), "")
        schema = get_first_mapping(response.get("content")).get("schema")
        yield from writer.iter_field_lines(schema)


def _iter_sample_lines(fields: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of code samples."""
    for value in as_list(fields.get("x-codeSamples") or fields.get("x-code-samples"))[:10]:
        sample = as_mapping(value)
        source = as_text(sample.get("source")).strip("\n")
        if source:
            label = f"{as_text(sample.get('lang'))} {as_text(sample.get('label'))}".strip()
            yield from ("", *_fence_code(source, label.replace("`", "")))
