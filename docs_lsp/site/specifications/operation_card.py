"""A summary of one endpoint: its parameters, body, responses and authentication.

Everything is read from the specification as it is; values of a wrong type are left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from docs_lsp.formats.spec_reader import as_mapping, as_text, get_first_mapping, parse_ref_keys
from docs_lsp.site.specifications.spec_values import SpecValues

if TYPE_CHECKING:
    from docs_lsp.core.text import Span
    from docs_lsp.site.specifications.openapi import Operation, Spec

_PLACES = {"query": "query", "path": "path", "header": "header", "cookie": "cookie"}
_MOST_NESTED = 4
_SILENT = ("", "null")


class Parameter(NamedTuple):
    """A named value of a request: a parameter, or a field of its body."""

    name: str
    place: str
    """`query`, `path`, `header` or `cookie`; empty for a field of a body."""
    type: str
    """The type in OpenAPI's words: `integer`, `array of User`; empty if there is none."""
    required: bool = False
    deprecated: bool = False


class Body(NamedTuple):
    """The body of a request."""

    content_type: str
    type: str
    fields: tuple[Parameter, ...]
    required: bool


class Response(NamedTuple):
    """A possible response."""

    code: str
    description: str


class SecurityScheme(NamedTuple):
    """A security scheme."""

    name: str
    words: str
    """A description: `HTTP bearer`, `header X-Key`; empty if there is none."""


class OperationCard(NamedTuple):
    """A summary of one endpoint or webhook."""

    operation: Operation
    file: str
    """The site path of its specification."""
    span: Span | None
    """The position of its key there."""
    line: int | None
    """The number of that line, from 1."""
    parameters: tuple[Parameter, ...] = ()
    body: Body | None = None
    responses: tuple[Response, ...] = ()
    auth: tuple[tuple[SecurityScheme, ...], ...] | None = None
    """The alternative combinations of schemes; empty if none is needed, None if unspecified.

    An empty combination allows access without authentication.
    """


def make_operation_card(spec: Spec, operation: Operation) -> OperationCard:
    """Return the summary of an operation; never raises, whatever the content of the file."""
    span = spec.locate_operation(operation.method, operation.path)
    if spec.read is None:
        return OperationCard(operation, spec.file, span, None)
    line = None if span is None else spec.read.source.data.count(b"\n", 0, span.start) + 1
    reader = _Reader(SpecValues(spec.read))
    fields = as_mapping(reader.values.get_value(*operation.keys))
    return OperationCard(
        operation,
        spec.file,
        span,
        line,
        tuple(reader.read_parameters(fields, operation.keys)),
        reader.read_body(fields.get("requestBody")),
        tuple(reader.read_responses(fields.get("responses"))),
        reader.read_auth(fields.get("security")),
    )


class _Reader:
    """Reads the parts of an operation, following references within the document."""

    def __init__(self, values: SpecValues) -> None:
        self.values = values

    def read_parameters(
        self, fields: Mapping[str, Any], keys: tuple[str, ...]
    ) -> Iterator[Parameter]:
        """Yield its own parameters, and those of its path that it does not override."""
        parameters: dict[tuple[str, str], Parameter] = {}
        for items in (self.values.get_value(*keys[:2], "parameters"), fields.get("parameters")):
            for each in items if isinstance(items, list) else ():
                one = as_mapping(self.values.resolve_ref(each))
                name, place = as_text(one.get("name")), _PLACES.get(as_text(one.get("in")))
                if name and place:
                    parameters[name, place] = Parameter(
                        name,
                        place,
                        self.describe_type(
                            one.get("schema") or get_first_mapping(one.get("content")).get("schema")
                        ),
                        one.get("required") is True,
                        one.get("deprecated") is True,
                    )
        yield from sorted(parameters.values(), key=lambda parameter: not parameter.required)

    def read_body(self, given: object) -> Body | None:
        """Return a request body with its first content type, or None."""
        body = as_mapping(self.values.resolve_ref(given))
        content = as_mapping(body.get("content"))
        for content_type, value in content.items():
            schema = as_mapping(value).get("schema")
            fields = tuple(self.read_fields(schema))
            required = body.get("required") is True
            return Body(content_type, self.describe_type(schema), fields, required)
        return None

    def read_fields(self, schema: object) -> Iterator[Parameter]:
        """Yield the fields of an object, required ones first."""
        shape = as_mapping(self.values.resolve_ref(schema))
        required = shape.get("required")
        needed = required if isinstance(required, list) else []
        properties = as_mapping(shape.get("properties"))
        for name in sorted(properties, key=lambda name: name not in needed):
            yield Parameter(name, "", self.describe_type(properties[name]), name in needed)

    def read_responses(self, given: object) -> Iterator[Response]:
        """Yield the status codes with their descriptions, in the order of the document."""
        for code, value in as_mapping(given).items():
            yield Response(
                code, as_text(as_mapping(self.values.resolve_ref(value)).get("description"))
            )

    def read_auth(self, given: object) -> tuple[tuple[SecurityScheme, ...], ...] | None:
        """Return the operation's own security requirements, else the document's, or None."""
        ways = given if given is not None else self.values.get_value("security")
        if not isinstance(ways, list):
            return None
        named = [list(way) for way in ways if isinstance(way, dict)]
        return tuple(tuple(self.read_scheme(name) for name in names) for names in named)

    def read_scheme(self, name: str) -> SecurityScheme:
        """Return one of the document's security schemes."""
        value = self.values.resolve_ref(
            self.values.get_value("components", "securitySchemes", name)
        )
        return SecurityScheme(name, _describe_scheme(as_mapping(value)))

    def describe_type(self, schema: object, depth: int = 0) -> str:
        """Return the name of a referenced schema, or else its type in a few words; may be empty."""
        keys = parse_ref_keys(schema)
        if keys is not None:
            return keys[-1]
        shape = as_mapping(schema)
        types = shape.get("type")
        words = [one for one in types if isinstance(one, str)] if isinstance(types, list) else []
        word = " or ".join(one for one in words if one != "null") or as_text(types)
        if word == "array":
            item = self.describe_type(shape.get("items"), depth + 1) if depth < _MOST_NESTED else ""
            return f"array of {item}" if item else word
        return word or self._describe_alternatives(shape, depth)

    def _describe_alternatives(self, shape: Mapping[str, Any], depth: int) -> str:
        """Return the types of the alternatives of a schema in words; `object` or empty for none."""
        for key, between in (("oneOf", " or "), ("anyOf", " or "), ("allOf", " and ")):
            schemas = shape.get(key)
            if isinstance(schemas, list) and schemas and depth < _MOST_NESTED:
                words = (self.describe_type(part, depth + 1) for part in schemas[:_MOST_NESTED])
                return between.join(word for word in dict.fromkeys(words) if word not in _SILENT)
        return "object" if "properties" in shape else ""


def _describe_scheme(scheme: Mapping[str, Any]) -> str:
    match as_text(scheme.get("type")):
        case "http":
            return f"HTTP {as_text(scheme.get('scheme'))}".strip()
        case "apiKey":
            return f"{as_text(scheme.get('in'))} {as_text(scheme.get('name'))}".strip()
        case "oauth2":
            return "OAuth 2"
        case "openIdConnect":
            return "OpenID Connect"
        case "mutualTLS":
            return "client certificate"
        case _:
            return ""
