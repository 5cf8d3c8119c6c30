"""Converts an operation of a specification to Markdown: the text of a generated page.

Everything is taken from the specification as it is written, by anyone, in any shape; what has
another shape than OpenAPI's is left out, and what is nested deeply or endlessly is cut off.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from docs_lsp.formats.spec_reader import as_list, as_mapping, as_text, first_of, resolved
from docs_lsp.site.specifications.endpoints import WEBHOOK
from docs_lsp.site.specifications.openapi import Operation

_BLOCK = re.compile(r"#|[-*+]\s|[>|<]|```|~~~|\d{1,9}[.)]\s")
_PLACES = {"path": "Path", "query": "Query", "header": "Header", "cookie": "Cookie"}
_MOST_NESTED = 3
_MOST_LINES = 300
_MOST_PARTS = 600
_MOST_VALUES = 20


def operation_markdown(
    root: Mapping[str, object], operation: Operation, description: str | None = None
) -> str:
    """The operation's page below its title; `root` is all that the document holds, `description`
    what is said of the operation, if not all that the document says."""
    said = (operation.description or "") if description is None else description
    return "\n".join(_Writer(root, operation, said).lines()).strip() + "\n"


def split_description(description: str) -> tuple[str, str]:
    """What a description says first, for below the title of its page, and the rest; nothing comes
    first that is not mere text."""
    first, _, rest = description.strip().partition("\n\n")
    return ("", description) if _BLOCK.match(first) else (first, rest)


class _Writer:
    def __init__(self, root: Mapping[str, object], operation: Operation, said: str) -> None:
        self.root = root
        self.said = said.strip()
        self.operation = operation
        self.left = _MOST_LINES
        self.parts_left = _MOST_PARTS

    def lines(self) -> Iterator[str]:
        operation = self.operation
        keys = operation.keys
        item = as_mapping(self.of(as_mapping(self.root.get(keys[0])).get(keys[1])))
        fields = item
        for key in keys[2:]:
            fields = as_mapping(fields.get(key))
        method = "Webhook" if operation.method == WEBHOOK else operation.method
        yield f"`{method} {operation.path}`"
        if operation.deprecated:
            yield from ("", "**Deprecated**")
        if self.said:
            yield from ("", self.said)
        yield from self.servers(fields, item)
        yield from self.parameters(fields, item)
        yield from self.body(fields)
        yield from self.responses(fields)
        yield from self.samples(fields)

    def of(self, value: object) -> object:
        return resolved(self.root, value)

    def servers(self, fields: Mapping[str, Any], item: Mapping[str, Any]) -> Iterator[str]:
        given = fields.get("servers") or item.get("servers") or self.root.get("servers")
        urls = [as_text(as_mapping(one).get("url")) for one in as_list(given)]
        if any(urls):
            yield from ("", "Servers: " + ", ".join(f"`{url}`" for url in urls[:5] if url))

    def parameters(self, fields: Mapping[str, Any], item: Mapping[str, Any]) -> Iterator[str]:
        found: dict[tuple[str, str], Mapping[str, Any]] = {}
        for each in (*as_list(item.get("parameters")), *as_list(fields.get("parameters"))):
            one = as_mapping(self.of(each))
            found[as_text(one.get("in")), as_text(one.get("name"))] = one
        for place, title in _PLACES.items():
            mine = [one for (where, name), one in found.items() if where == place and name]
            if mine:
                yield from ("", f"**{title} parameters**", "")
            for one in mine:
                schema = one.get("schema") or first_of(one.get("content")).get("schema")
                required = one.get("required") is True
                yield self.field(as_text(one.get("name")), schema, one, required=required)

    def body(self, fields: Mapping[str, Any]) -> Iterator[str]:
        body = as_mapping(self.of(fields.get("requestBody")))
        content = as_mapping(body.get("content"))
        for media, value in list(content.items())[:3]:
            yield from ("", f"**Body** (`{media}`)", "")
            if as_text(body.get("description")):
                yield from (as_text(body.get("description")).strip(), "")
            yield from self.properties(as_mapping(value).get("schema"), 0)

    def responses(self, fields: Mapping[str, Any]) -> Iterator[str]:
        responses = as_mapping(fields.get("responses"))
        if responses:
            yield from ("", "**Responses**")
        for code, value in responses.items():
            response = as_mapping(self.of(value))
            description = _line(response.get("description"))
            yield from ("", f"**{code}** {description}".strip(), "")
            schema = first_of(response.get("content")).get("schema")
            yield from self.properties(schema, 0)

    def samples(self, fields: Mapping[str, Any]) -> Iterator[str]:
        for each in as_list(fields.get("x-codeSamples") or fields.get("x-code-samples"))[:10]:
            sample = as_mapping(each)
            source = as_text(sample.get("source")).strip("\n")
            if source:
                label = f"{as_text(sample.get('lang'))} {as_text(sample.get('label'))}".strip()
                fence = "````" if "```" in source else "```"
                yield from ("", f"{fence}{label.replace('`', '')}", source, fence)

    def properties(self, schema: object, depth: int) -> Iterator[str]:
        """The fields of an object, a line for each, those within indented."""
        for part in self.parts(schema):
            required = as_list(part.get("required"))
            for name, value in as_mapping(part.get("properties")).items():
                if self.left <= 0:
                    return
                shape = as_mapping(self.of(value))
                line = self.field(name, value, shape, required=name in required)
                yield "  " * depth + line
                if depth + 1 < _MOST_NESTED:
                    inner = shape.get("items") if shape.get("type") == "array" else value
                    yield from self.properties(inner, depth + 1)

    def parts(self, schema: object, depth: int = 0) -> Iterator[Mapping[str, Any]]:
        """A schema, or those that it is put together from."""
        self.parts_left -= 1
        shape = as_mapping(self.of(schema)) if self.parts_left > 0 else {}
        if shape.get("type") == "array" and depth == 0:
            shape = as_mapping(self.of(shape.get("items")))
        if shape:
            yield shape
        if depth < _MOST_NESTED:
            for key in ("allOf", "oneOf", "anyOf"):
                for part in as_list(shape.get(key))[:8]:
                    yield from self.parts(part, depth + 1)

    def field(self, name: str, schema: object, said: Mapping[str, Any], *, required: bool) -> str:
        self.left -= 1
        shape = as_mapping(self.of(schema))
        words = [self.type(shape)] if self.type(shape) else []
        words += ["required"] if required else []
        words += ["deprecated"] if said.get("deprecated") is True else []
        description = _line(said.get("description")) or _line(shape.get("description"))
        values = [str(one) for one in as_list(shape.get("enum"))[:_MOST_VALUES]]
        parts = [f"- `{name}`" + (f" ({', '.join(words)})" if words else "")]
        parts += [f": {description}" if description else ""]
        parts += [f" One of: {', '.join(f'`{one}`' for one in values)}." if values else ""]
        if isinstance(shape.get("default"), str | int | float):
            parts.append(f" Default: `{shape['default']}`.")
        return "".join(parts)

    def type(self, shape: Mapping[str, Any], depth: int = 0) -> str:
        given = shape.get("type")
        words = [one for one in given if one != "null"] if isinstance(given, list) else [given]
        word = " or ".join(one for one in words if isinstance(one, str))
        if word == "array" and depth < _MOST_NESTED:
            inner = self.type(as_mapping(self.of(shape.get("items"))), depth + 1)
            return f"array of {inner}" if inner else word
        return word or ("object" if "properties" in shape else "")


def _line(value: object) -> str:
    return " ".join(as_text(value).split())
