"""Convert an operation of a specification to Markdown: the text of a generated page.

Specifications can have any content: anything that does not have the structure of OpenAPI is left
out, and deep or endless nesting is cut off.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from docs_lsp.formats.spec_reader import as_list, as_mapping, as_text, get_first_mapping
from docs_lsp.site.specifications.endpoints import WEBHOOK
from docs_lsp.site.specifications.openapi import Operation
from mcp_preview.markdown.schema_markdown import SchemaWriter, join_to_line

_BLOCK = re.compile(r"#|[-*+]\s|[>|<]|```|~~~|\d{1,9}[.)]\s")
_PLACES = {"path": "Path", "query": "Query", "header": "Header", "cookie": "Cookie"}


def convert_operation(
    root: Mapping[str, object], operation: Operation, description: str | None = None
) -> str:
    """Return the page of an operation below its title.

    `root` is the whole document, `description` replaces the description of the operation.
    """
    shown_description = (operation.description or "") if description is None else description
    return (
        "\n".join(_OperationWriter(root, operation, shown_description).iter_lines()).strip() + "\n"
    )


def split_description(description: str) -> tuple[str, str]:
    """Return the first paragraph of a description, "" unless it is plain text, and the rest."""
    first, _, rest = description.strip().partition("\n\n")
    return ("", description) if _BLOCK.match(first) else (first, rest)


def render_operation_name(method: str, path: str) -> str:
    """Return the first line of the page of an operation: its method and path as code."""
    return f"`{'Webhook' if method == WEBHOOK else method} {path}`"


class _OperationWriter(SchemaWriter):
    """The lines of the page of an operation."""

    def __init__(self, root: Mapping[str, object], operation: Operation, description: str) -> None:
        super().__init__(root)
        self.said = description.strip()
        self.operation = operation

    def iter_lines(self) -> Iterator[str]:
        """Yield all lines of the page."""
        operation = self.operation
        keys = operation.keys
        item = as_mapping(self.resolve_reference(as_mapping(self.root.get(keys[0])).get(keys[1])))
        fields = item
        for key in keys[2:]:
            fields = as_mapping(fields.get(key))
        yield render_operation_name(operation.method, operation.path)
        if operation.deprecated:
            yield from ("", "**Deprecated**")
        if self.said:
            yield from ("", self.said)
        yield from self.iter_server_lines(fields, item)
        yield from self.iter_parameter_lines(fields, item)
        yield from self.iter_body_lines(fields)
        yield from self.iter_response_lines(fields)
        yield from self.iter_sample_lines(fields)

    def iter_server_lines(
        self, fields: Mapping[str, Any], item: Mapping[str, Any]
    ) -> Iterator[str]:
        """Yield the lines about servers."""
        given = fields.get("servers") or item.get("servers") or self.root.get("servers")
        urls = [as_text(as_mapping(one).get("url")) for one in as_list(given)]
        if any(urls):
            yield from ("", "Servers: " + ", ".join(f"`{url}`" for url in urls[:5] if url))

    def iter_parameter_lines(
        self, fields: Mapping[str, Any], item: Mapping[str, Any]
    ) -> Iterator[str]:
        """Yield the lines about parameters by place."""
        parameters: dict[tuple[str, str], Mapping[str, Any]] = {}
        for each in (*as_list(item.get("parameters")), *as_list(fields.get("parameters"))):
            one = as_mapping(self.resolve_reference(each))
            parameters[as_text(one.get("in")), as_text(one.get("name"))] = one
        for place, title in _PLACES.items():
            mine = [one for (where, name), one in parameters.items() if where == place and name]
            if mine:
                yield from ("", f"**{title} parameters**", "")
            for one in mine:
                schema = one.get("schema") or get_first_mapping(one.get("content")).get("schema")
                required = one.get("required") is True
                yield self.render_field(as_text(one.get("name")), schema, one, required=required)

    def iter_body_lines(self, fields: Mapping[str, Any]) -> Iterator[str]:
        """Yield the lines about the request body."""
        body = as_mapping(self.resolve_reference(fields.get("requestBody")))
        content = as_mapping(body.get("content"))
        for media, value in list(content.items())[:3]:
            yield from ("", f"**Body** (`{media}`)", "")
            if as_text(body.get("description")):
                yield from (as_text(body.get("description")).strip(), "")
            yield from self.iter_field_lines(as_mapping(value).get("schema"))

    def iter_response_lines(self, fields: Mapping[str, Any]) -> Iterator[str]:
        """Yield the lines about responses."""
        responses = as_mapping(fields.get("responses"))
        if responses:
            yield from ("", "**Responses**")
        for code, value in responses.items():
            response = as_mapping(self.resolve_reference(value))
            description = join_to_line(response.get("description"))
            yield from ("", f"**{code}** {description}".strip(), "")
            schema = get_first_mapping(response.get("content")).get("schema")
            yield from self.iter_field_lines(schema)

    def iter_sample_lines(self, fields: Mapping[str, Any]) -> Iterator[str]:
        """Yield the lines of code samples."""
        for each in as_list(fields.get("x-codeSamples") or fields.get("x-code-samples"))[:10]:
            sample = as_mapping(each)
            source = as_text(sample.get("source")).strip("\n")
            if source:
                label = f"{as_text(sample.get('lang'))} {as_text(sample.get('label'))}".strip()
                fence = "````" if "```" in source else "```"
                yield from ("", f"{fence}{label.replace('`', '')}", source, fence)
