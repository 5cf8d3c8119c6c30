"""Specifications without some of their operations."""

from __future__ import annotations

import json

import pytest
import yaml

from docs_lsp.site.specifications.openapi import parse_spec
from mcp_preview.content.served_specs import ServedSpec
from mcp_preview.content.spec_pruning import remove_operations

SPEC = {
    "openapi": "3.1.0",
    "info": {"title": "Harbour", "version": "1"},
    "tags": [{"name": "tides"}, {"name": "secret"}, {"name": "unused"}],
    "x-tagGroups": [{"name": "All", "tags": ["tides", "secret"]}],
    "paths": {
        "/tides": {
            "get": {
                "operationId": "tides",
                "tags": ["tides"],
                "responses": {
                    "200": {
                        "content": {"a/b": {"schema": {"$ref": "#/components/schemas/Tide"}}},
                        "links": {
                            "next": {"operationId": "secret"},
                            "own": {"operationId": "tides"},
                        },
                    }
                },
            },
            "post": {
                "operationId": "secret",
                "tags": ["secret"],
                "security": [{"key": []}],
                "requestBody": {"$ref": "#/components/requestBodies/Secret"},
                "responses": {"200": {"$ref": "#/components/responses/Shared"}},
            },
        },
        "/brought": {"$ref": "#/components/pathItems/Brought"},
        "/shared": {"get": {"responses": {"200": {"$ref": "#/components/responses/Shared"}}}},
    },
    "webhooks": {"flood": {"post": {"summary": "Flood", "tags": ["secret"]}}},
    "components": {
        "schemas": {
            "Tide": {"type": "object"},
            "Secret": {
                "discriminator": {"mapping": {"a": "Kind", "b": "#/components/schemas/Other~1kind"}}
            },
            "Kind": {"type": "object"},
            "Other/kind": {"type": "object"},
            "Never": {"$ref": "#/components/schemas/Tide"},
        },
        "requestBodies": {
            "Secret": {"content": {"a/b": {"schema": {"$ref": "#/components/schemas/Secret"}}}}
        },
        "responses": {"Shared": {"description": "fine"}},
        "securitySchemes": {"key": {"type": "apiKey"}},
        "pathItems": {"Brought": {"get": {"summary": "Brought"}, "put": {"summary": "Put"}}},
    },
}


def test_what_only_a_removed_operation_uses_goes_with_it() -> None:
    made = remove_operations(SPEC, [("paths", "/tides", "post"), ("webhooks", "flood", "post")])

    assert list(made["paths"]["/tides"]) == ["get"]
    assert made["webhooks"] == {}
    assert made["tags"] == [{"name": "tides"}, {"name": "unused"}]
    assert made["x-tagGroups"] == [{"name": "All", "tags": ["tides"]}]
    assert list(made["components"]) == ["schemas", "responses", "pathItems"]
    assert list(made["components"]["schemas"]) == ["Tide", "Never"]
    assert list(made["paths"]["/tides"]["get"]["responses"]["200"]["links"]) == ["own"]


def test_a_path_that_stands_elsewhere_loses_its_operation_there_too() -> None:
    made = remove_operations(SPEC, [("paths", "/brought", "put")])

    assert made["paths"]["/brought"] == {"get": {"summary": "Brought"}}
    assert "Put" not in json.dumps(made)


def test_a_path_without_operations_goes() -> None:
    made = remove_operations(SPEC, [("paths", "/tides", "get"), ("paths", "/tides", "post")])

    assert list(made["paths"]) == ["/brought", "/shared"]


def test_the_document_itself_stays_as_it_is() -> None:
    before = json.dumps(SPEC)

    remove_operations(SPEC, [("paths", "/tides", "post")])

    assert json.dumps(SPEC) == before


@pytest.mark.parametrize("file", ["api.json", "api.yaml"])
def test_a_file_keeps_its_format(file: str) -> None:
    text = json.dumps(SPEC) if file.endswith(".json") else yaml.safe_dump(SPEC)
    data = text.encode()
    served = ServedSpec(parse_spec(data, file), data)

    whole, some = (
        served.render_without(frozenset()),
        served.render_without(frozenset({("POST", "/tides")})),
    )

    assert whole == data and some is not None
    assert some.startswith(b"{") is file.endswith(".json")
    assert list(yaml.safe_load(some)["paths"]["/tides"]) == ["get"]
    assert served.render_without(frozenset({("POST", "/tides")})) is some


def test_a_file_of_which_nothing_is_left_is_not_served() -> None:
    paths = {"/a": {"get": {"summary": "A"}}}
    data = json.dumps({"openapi": "3.1.0", "info": {}, "paths": paths}).encode()

    assert (
        ServedSpec(parse_spec(data, "api.json"), data).render_without(frozenset({("GET", "/a")}))
        is None
    )
