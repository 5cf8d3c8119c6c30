"""What is known of an endpoint, and reading single values of a specification."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from docs_lsp.formats.spec_reader import parse_ref_keys
from docs_lsp.site.specifications.openapi import Spec, parse_spec
from docs_lsp.site.specifications.operation_card import (
    Body,
    OperationCard,
    Parameter,
    Response,
    SecurityScheme,
    make_operation_card,
)
from docs_lsp.site.specifications.spec_values import SpecValues

CORPUS = Path(__file__).parents[3] / "shared" / "corpus" / "sites"

SPEC: dict[str, Any] = {
    "openapi": "3.1.0",
    "info": {"title": "Bay", "version": "2"},
    "security": [{"key": []}, {"login": ["read"], "card": []}, {}],
    "paths": {
        "/boats": {
            "parameters": [
                {"$ref": "#/components/parameters/Quay"},
                {"name": "limit", "in": "query", "schema": {"type": "string"}},
            ],
            "post": {
                "parameters": [
                    {"name": "limit", "in": "query", "schema": {"type": "integer"}},
                    {"name": "X-Old", "in": "header", "deprecated": True, "content": {"a": {}}},
                    {"name": "id", "in": "path", "required": True},
                    {"name": "body", "in": "body"},
                    {"in": "query"},
                    7,
                ],
                "requestBody": {"$ref": "#/components/requestBodies/Boat"},
                "responses": {
                    "201": {"description": "Made"},
                    "default": {"$ref": "#/components/responses/Fault"},
                    "500": {},
                },
            },
            "get": {"security": []},
        },
        "/moved": {"$ref": "#/components/pathItems/Moved"},
    },
    "components": {
        "parameters": {
            "Quay": {
                "name": "quay",
                "in": "query",
                "schema": {"type": "array", "items": {"$ref": "#/components/schemas/Quay"}},
            }
        },
        "requestBodies": {
            "Boat": {
                "required": True,
                "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Boat"}}},
            }
        },
        "responses": {"Fault": {"description": "Not\nmade"}},
        "schemas": {
            "Boat": {
                "required": ["name"],
                "properties": {
                    "length": {"type": ["number", "null"]},
                    "name": {"type": "string"},
                    "owner": {"anyOf": [{"$ref": "#/components/schemas/Person"}, {"type": "null"}]},
                },
            }
        },
        "securitySchemes": {
            "key": {"type": "apiKey", "in": "header", "name": "X-Key"},
            "login": {"type": "oauth2"},
            "card": {"type": "http", "scheme": "bearer"},
        },
        "pathItems": {"Moved": {"put": {"responses": {"204": {"description": "Gone"}}}}},
    },
}


def spec_of(document: object, *, is_yaml: bool = False) -> Spec:
    text = yaml.safe_dump(document) if is_yaml else json.dumps(document, indent=1)
    return parse_spec(text.encode(), "a.yaml" if is_yaml else "a.json")


def card_of(
    method: str, path: str, document: object = SPEC, *, is_yaml: bool = False
) -> OperationCard:
    spec = spec_of(document, is_yaml=is_yaml)
    operation = spec.find_operation(method, path)
    assert operation is not None
    return make_operation_card(spec, operation)


@pytest.mark.parametrize("is_yaml", [False, True])
def test_all_parts_of_an_operation(is_yaml: bool) -> None:
    card = card_of("post", "/boats", is_yaml=is_yaml)

    assert card.parameters == (
        Parameter("id", "path", "", required=True),
        Parameter("quay", "query", "array of Quay"),
        Parameter("limit", "query", "integer"),
        Parameter("X-Old", "header", "", deprecated=True),
    )
    assert card.body == Body(
        "application/json",
        "Boat",
        (
            Parameter("name", "", "string", required=True),
            Parameter("length", "", "number"),
            Parameter("owner", "", "Person"),
        ),
        required=True,
    )
    assert sorted(card.responses) == [
        Response("201", "Made"),
        Response("500", ""),
        Response("default", "Not\nmade"),
    ]
    assert (
        card.auth
        == (
            (SecurityScheme("key", "header X-Key"),),
            (SecurityScheme("login", "OAuth 2"), SecurityScheme("card", "HTTP bearer")),
            (),
        )
        or is_yaml
    )
    assert card.line is not None


def test_an_operation_that_asks_for_nobody() -> None:
    assert card_of("get", "/boats").auth == ()
    open_ = {key: value for key, value in SPEC.items() if key != "security"}
    assert card_of("post", "/boats", open_).auth is None


def test_an_operation_that_a_reference_brings_stands_at_its_path() -> None:
    card = card_of("put", "/moved")

    assert card.span is not None
    assert json.dumps(SPEC, indent=1)[slice(*card.span)] == '"/moved"'
    assert card.responses == (Response("204", "Gone"),)


def test_the_place_of_an_operation() -> None:
    card = card_of("post", "/boats")
    text = json.dumps(SPEC, indent=1)

    assert card.span is not None
    assert text[slice(*card.span)] == '"post"'
    assert text.splitlines()[(card.line or 0) - 1].strip() == '"post": {'


_KEYS = (
    *("parameters", "requestBody", "responses", "security", "content", "schema", "type"),
    *("name", "in", "items", "oneOf", "allOf", "properties", "required", "description", "$ref"),
)
_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(_KEYS), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(_JSON, _JSON, st.booleans())
def test_no_shape_is_too_odd(operation: Any, components: Any, is_yaml: bool) -> None:
    inner = operation if isinstance(operation, dict) else {"parameters": operation}
    document = {
        "openapi": "3.1.0",
        "security": components,
        "paths": {"/a": {"get": inner, "parameters": components}},
        "components": {"parameters": components},
    }

    card = card_of("get", "/a", document, is_yaml=is_yaml)

    assert card.file in ("a.json", "a.yaml")


def test_schemas_that_lead_to_themselves_end() -> None:
    document = {
        "openapi": "3.1.0",
        "paths": {"/a": {"get": {"parameters": [{"$ref": "#/components/parameters/A"}]}}},
        "components": {"parameters": {"A": {"$ref": "#/components/parameters/A"}}},
    }
    assert card_of("get", "/a", document).parameters == ()


# Values


@pytest.mark.parametrize(
    ("text", "file"),
    [
        (json.dumps(SPEC), "a.json"),
        (json.dumps(SPEC, indent=4, ensure_ascii=False), "a.json"),
        (yaml.safe_dump(SPEC), "a.yaml"),
        (yaml.safe_dump(SPEC, default_flow_style=True), "a.yaml"),
        (yaml.safe_dump(SPEC, indent=7).replace("\n", "\r\n"), "a.yaml"),
    ],
)
def test_single_values_are_those_of_the_whole_document(text: str, file: str) -> None:
    spec = parse_spec(text.encode(), file)
    assert spec.read is not None
    values = SpecValues(spec.read)

    for path in spec.read.places:
        wanted: Any = SPEC
        for key in path:
            wanted = wanted[key]
        assert values.get_value(*map(str, path)) == wanted


def test_a_value_larger_than_a_piece() -> None:
    document = {**SPEC, "info": {"title": "ö" * 100_000, "version": "1"}}
    read = spec_of(document).read
    assert read is not None

    assert SpecValues(read).get_value("info", "title") == "ö" * 100_000


def test_what_is_not_there_is_not_looked_for_in_all_of_it() -> None:
    read = spec_of(SPEC).read
    assert read is not None
    values = SpecValues(read)

    assert values.get_value("servers") is None
    assert values.get_value("paths", "/boats", "put") is None
    assert "_all" not in values.__dict__


def test_what_aliases_and_merges_bring_is_found() -> None:
    text = """\
openapi: 3.0.0
x-shared: &shared
  parameters: &parameters
    - {name: a, in: query}
paths:
  /a:
    <<: *shared
    get:
      parameters: *parameters
      responses: {}
"""
    spec = parse_spec(text.encode(), "a.yaml")
    assert spec.read is not None
    operation = spec.find_operation("GET", "/a")
    assert operation is not None

    assert SpecValues(spec.read).get_value("paths", "/a", "parameters") == [
        {"name": "a", "in": "query"}
    ]
    assert make_operation_card(spec, operation).parameters == (Parameter("a", "query", ""),)


@pytest.mark.parametrize(
    ("value", "keys"),
    [
        ({"$ref": "#/a/b~1c~0d"}, ("a", "b/c~d")),
        ({"$ref": "other.json#/a"}, None),
        ({"$ref": 1}, None),
        ({}, None),
        ("#/a", None),
    ],
)
def test_where_a_reference_leads(value: object, keys: tuple[str, ...] | None) -> None:
    assert parse_ref_keys(value) == keys


@pytest.mark.skipif(not CORPUS.exists(), reason="the corpus is not here")
@pytest.mark.parametrize("name", ["trigger-dev/v3-openapi.yaml", "mintlify-docs/openapi.json"])
def test_every_operation_of_a_real_specification_has_a_card(name: str) -> None:
    spec = parse_spec((CORPUS / name).read_bytes(), name)
    assert spec.operations

    for operation in spec.operations.values():
        card = make_operation_card(spec, operation)
        assert card.line
        assert card.responses
