"""Specifications without some of their operations."""

from __future__ import annotations

import json

import pytest
import yaml

from docs_lsp.site.specifications.openapi import parse_spec
from mcp_preview.content.agent_documents import render_document_for_agents
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


HIDDEN = "<Visibility for='humans'>no</Visibility>"


def described(description: str) -> dict[str, object]:
    operation = {
        "description": description,
        "x-mint": {"content": description, "metadata": {"description": description}},
        "x-codeSamples": [{"source": description}],
    }
    return {"openapi": "3.1.0", "info": {}, "paths": {"/a": {"get": operation}}}


@pytest.mark.parametrize("file", ["api.json", "api.yaml"])
def test_a_file_is_served_without_what_agents_do_not_get(file: str) -> None:
    text = json.dumps if file.endswith(".json") else yaml.safe_dump
    data = text(described(f"a {HIDDEN} b")).encode()

    served = ServedSpec(parse_spec(data, file), data).render_without(frozenset())

    assert served is not None and served.startswith(b"{") is file.endswith(".json")
    operation = yaml.safe_load(served)["paths"]["/a"]["get"]
    assert (operation["description"], operation["x-mint"]["content"]) == ("a  b", "a  b")
    # Frontmatter is plain text, and samples are code.
    assert operation["x-mint"]["metadata"]["description"] == f"a {HIDDEN} b"
    assert operation["x-codeSamples"][0]["source"] == f"a {HIDDEN} b"


def test_a_file_that_names_the_tag_in_code_is_served_as_written() -> None:
    data = json.dumps(described(f"`{HIDDEN}`"), indent=4).encode()

    assert ServedSpec(parse_spec(data, "api.json"), data).render_without(frozenset()) is data


def test_an_asyncapi_document_is_served_without_what_agents_do_not_get() -> None:
    data = f"asyncapi: 3.0.0\ninfo:\n  description: a {HIDDEN} b\n".encode()

    served = render_document_for_agents(data, "events.yaml")

    assert served is not None and yaml.safe_load(served)["info"]["description"] == "a  b"
    assert render_document_for_agents(data + b"\t{", "events.yaml") is None
    assert render_document_for_agents(b"\t{", "events.yaml") == b"\t{"


def test_the_parts_of_a_file_may_refer_to_one_another() -> None:
    text = f"openapi: 3.1.0\ninfo: &i {{description: {HIDDEN}}}\nx: [*i, *i]\n"

    served = render_document_for_agents(text.encode(), "api.yaml")

    assert served is not None and b"no" not in served
