"""OpenAPI documents: what they offer, where it stands, and why one is refused."""

from __future__ import annotations

import json
from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docs_lsp.site.specifications.endpoints import METHODS
from docs_lsp.site.specifications.openapi import Operation, Spec, parse_spec

DOCUMENT: dict[str, object] = {
    "openapi": "3.1.0",
    "info": {"title": "Käse API", "version": "2"},
    "tags": [{"name": "users", "x-group": "People"}, {"name": "orders"}, "odd", {}],
    "paths": {
        "/users": {
            "parameters": [],
            "x-mint": {"groups": ["staff"]},
            "get": {
                "summary": "List users",
                "description": "All of them.",
                "operationId": "listUsers",
                "tags": ["users", 1],
                "deprecated": True,
                "x-mint": {"href": "/people", "groups": ["admin"]},
                "x-site": {"content": "Hello"},
            },
            "post": {"x-hidden": True},
        },
        "/users/{id}": {
            "get": {},
            "delete": {"x-excluded": True},
            "query": {},
            "additionalOperations": {"COPY": {"summary": "Copy"}},
        },
        "/shared": {"$ref": "#/components/pathItems/a~1b"},
        "/broken": "nothing",
        "x-note": {"get": {}},
    },
    "webhooks": {
        "orderPaid": {"post": {"summary": "Paid", "x-hidden": True}},
        "empty": {},
    },
    "components": {"pathItems": {"a/b": {"patch": {"summary": "Shared"}}}},
}

YAML = dedent(
    """\
    openapi: 3.0.3
    info:
      title: Käse API  # ü
    paths:
      /users:
        get: &list
          summary: List users
          deprecated: true
          x-hidden: true
        post:
          <<: *list
          summary: Add
      "/users/{id}":
        get: {}
        200: odd
      ? [odd]
      : {get: {}}
    """
).encode()


def spec(changes: dict[str, object] | None = None, file: str = "api.json") -> Spec:
    return parse_spec(json.dumps(DOCUMENT | (changes or {}), indent=2).encode(), file)


def found(spec: Spec, method: str, path: str) -> Operation:
    operation = spec.find_operation(method, path)
    assert operation is not None
    return operation


def only_fault(data: bytes, file: str = "api.json") -> tuple[str, str]:
    """The text at the place of the only fault, and the message."""
    spec = parse_spec(data, file)
    assert len(spec.faults) == 1
    fault = spec.faults[0]
    assert fault.message.endswith(".")
    return data[fault.span.start : fault.span.end].decode(), fault.message


def test_a_document_offers_its_operations_and_webhooks() -> None:
    document = spec()

    assert document.usable
    assert document.faults == ()
    assert (document.file, document.version, document.title) == ("api.json", "3.1.0", "Käse API")
    assert document.tags == {"users": "People", "orders": "orders"}
    assert [str(operation) for operation in document.operations.values()] == [
        "GET /users",
        "POST /users",
        "GET /users/{id}",
        "DELETE /users/{id}",
        "QUERY /users/{id}",
        "COPY /users/{id}",
        "PATCH /shared",
        "GET x-note",
    ]
    assert [str(webhook) for webhook in document.webhooks.values()] == ["webhook orderPaid"]


def test_an_operation_carries_what_its_page_is_made_from() -> None:
    operation = found(spec(), "GET", "/users")

    assert operation == Operation(
        method="GET",
        path="/users",
        keys=("paths", "/users", "get"),
        summary="List users",
        description="All of them.",
        operation_id="listUsers",
        tags=("users",),
        deprecated=True,
        blocks={"x-mint": {"href": "/people", "groups": ["admin"]}, "x-site": {"content": "Hello"}},
        path_groups=("staff",),
    )
    assert operation.extension == {
        "href": "/people",
        "content": "Hello",
        "groups": ["staff", "admin"],
    }


def test_hidden_and_excluded_are_different_things() -> None:
    hidden, excluded = found(spec(), "POST", "/users"), found(spec(), "DELETE", "/users/{id}")

    assert (hidden.hidden, hidden.excluded) == (True, False)
    assert (excluded.hidden, excluded.excluded) == (False, True)
    assert spec().webhooks["orderPaid"].hidden


def test_an_extension_of_another_shape_is_kept_to_be_reported_and_says_nothing() -> None:
    operation = found(spec({"paths": {"/a": {"get": {"x-site": "text"}}}}), "GET", "/a")

    assert operation.blocks == {"x-site": "text"}
    assert operation.extension == {}


@pytest.mark.parametrize(
    ("method", "path", "keys"),
    [
        ("get", "/users", ("paths", "/users", "get")),
        ("GET", "/users/", ("paths", "/users", "get")),
        ("PATCH", "/shared", ("paths", "/shared", "patch")),
        ("copy", "/users/{id}", ("paths", "/users/{id}", "additionalOperations", "COPY")),
        ("webhook", "orderPaid", ("webhooks", "orderPaid", "post")),
    ],
)
def test_an_operation_is_found(method: str, path: str, keys: tuple[str, ...]) -> None:
    assert found(spec(), method, path).keys == keys


@pytest.mark.parametrize(
    ("method", "path"),
    [("PUT", "/users"), ("GET", "/Users"), ("GET", "/users//"), ("WEBHOOK", "x"), ("POST", "")],
)
def test_what_is_not_there_is_not_found(method: str, path: str) -> None:
    assert spec().find_operation(method, path) is None
    assert spec().locate_operation(method, path) is None


def test_a_slash_at_the_end_of_the_documents_path_is_forgiven_too() -> None:
    document = spec({"paths": {"/a/": {"get": {}}, "/": {"get": {}}}})

    assert found(document, "GET", "/a").path == "/a/"
    assert found(document, "GET", "/").path == "/"


def test_a_path_tells_its_methods() -> None:
    assert spec().list_methods("/users") == ("GET", "POST")
    assert spec().list_methods("/users/") == ("GET", "POST")
    assert spec().list_methods("/none") == ()


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/users/{uid}", "/users/{id}"),
        ("/users/{uid}/", "/users/{id}"),
        ("/users/{id}", None),
        ("/orders/{id}", None),
        ("/users/id", None),
    ],
)
def test_a_path_that_differs_only_by_a_parameter_is_told(path: str, expected: str | None) -> None:
    assert spec().find_path_with_other_parameters(path) == expected


@pytest.mark.parametrize(
    ("method", "path", "first"),
    [
        ("PUT", "/users", "GET /users"),
        ("DELETE", "/users/{uid}", "DELETE /users/{id}"),
        ("GET", "/user", "GET /users"),
        ("POST", "/user", "POST /users"),
        ("WEBHOOK", "orderPayed", "webhook orderPaid"),
    ],
)
def test_the_operation_that_was_meant_comes_first(method: str, path: str, first: str) -> None:
    near = spec().suggest_operations(method, path)

    assert str(near[0]) == first
    assert len(near) <= 3


def test_nothing_near_gives_nothing() -> None:
    assert spec().suggest_operations("GET", "/completely-different-thing") == ()
    assert spec().suggest_operations("WEBHOOK", "x") == ()


def test_places_are_found_in_json() -> None:
    data = json.dumps(DOCUMENT, indent=2, ensure_ascii=False).encode()
    document = parse_spec(data, "api.json")

    for operation in document.operations.values():
        span = document.locate_operation(operation.method, operation.path)
        assert span is not None
        key = operation.keys[1] if operation.path == "/shared" else operation.keys[-1]
        assert data[span.start : span.end].decode() == json.dumps(key)
    hidden = document.locate_operation("POST", "/users", "x-hidden")
    assert hidden is not None
    assert data[hidden.start : hidden.end] == b'"x-hidden"'
    assert document.locate_operation("GET", "/users", "x-hidden") is None
    webhook = document.locate_operation("WEBHOOK", "orderPaid")
    assert webhook is not None
    assert data[webhook.start : webhook.end] == b'"post"'


def test_yaml_reads_like_json_and_has_places() -> None:
    document = parse_spec(YAML, "api.yaml")

    assert (document.usable, document.faults, document.version) == (True, (), "3.0.3")
    assert document.title == "Käse API"
    assert [str(operation) for operation in document.operations.values()] == [
        "GET /users",
        "POST /users",
        "GET /users/{id}",
        "GET ",
    ]
    added = found(document, "POST", "/users")
    assert (added.summary, added.deprecated, added.hidden) == ("Add", True, True)
    place = document.locate_operation("POST", "/users")
    assert place is not None
    assert YAML[place.start :].startswith(b"post:\n")
    mark = document.locate_operation("GET", "/users", "x-hidden")
    assert mark is not None
    assert YAML[mark.start : mark.end] == b"x-hidden"


@pytest.mark.parametrize("version", ["3.0", "3.0.0", "3.1.1", "3.2.0", "3.1.0-rc0"])
def test_supported_versions(version: str) -> None:
    assert parse_spec(f"openapi: {version}\npaths: {{}}".encode(), "a.yml").usable


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("", "", "a value is missing here"),
        ("[]", "", "must contain an object"),
        ("{}", "", "has no `openapi` key"),
        ('{"swagger": "2.0"}', '"swagger"', "This is Swagger `2.0`"),
        ('{"asyncapi": "3.0.0"}', '"asyncapi"', "Name it under `asyncapi`"),
        ('{"openapi": "4.0.0"}', '"openapi"', "OpenAPI `4.0.0` is not supported"),
        ('{"openapi": 3}', '"openapi"', "OpenAPI `3` is not supported"),
        ('{"openapi": "3.10.0"}', '"openapi"', "is not supported"),
        (
            '{"é": 1 "b": 2}',
            '"',
            "Invalid JSON: a comma or a closing bracket is missing",
        ),
        ('{"a": ', "", "Invalid JSON"),
        ("[" * 100_000, "", "nested too deep"),
        ('{"a": ' + "9" * 5000 + "}", "", "has no `openapi` key"),
    ],
)
def test_a_document_of_no_use_says_why(text: str, place: str, message: str) -> None:
    document = parse_spec(text.encode(), "api.json")

    shown, said = only_fault(text.encode())
    assert shown == place
    assert message in said
    assert not document.usable
    assert document.operations == {}
    assert document.find_operation("GET", "/users") is None
    assert document.suggest_operations("GET", "/users") == ()
    assert document.locate_operation("GET", "/users") is None


def test_broken_yaml_says_where() -> None:
    shown, said = only_fault(b"openapi: 3.0.0\npaths:\n  /a: b: c\n", "api.yaml")

    assert shown == ":"
    assert "Invalid YAML" in said


def test_files_that_are_not_utf8_are_told() -> None:
    for file in ("api.json", "api.yaml"):
        data = b'{"openapi": "3.0.0", "info": {"title": "\xff"}}'
        document = parse_spec(data, file)
        assert "not UTF-8" in document.faults[0].message
        assert document.faults[0].span.start == data.index(b"\xff")


def test_a_bomb_of_aliases_is_refused() -> None:
    lines = ["openapi: 3.0.0", "l0: &l0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"l{n}: &l{n} [{', '.join([f'*l{n - 1}'] * 10)}]" for n in range(1, 12)]

    assert "too large" in only_fault("\n".join(lines).encode(), "api.yaml")[1]


@pytest.mark.parametrize(
    "text",
    [
        "openapi: 3.1.0\npaths: {/a: {get: {}}}",
        '{"openapi": "3.1.0", "paths": {"/a": {"get": {},},},} # comment',
        '\ufeff{"openapi": "3.1.0", "paths": {"/a": {"get": {}}}}',
        '{"openapi": "3.1.0", "openapi": "3.1.0", "paths": {"/b": {}, "/a": {"get": {}}}}',
    ],
)
def test_odd_spellings_are_tolerated(text: str) -> None:
    for file in ("api.json", "api.yaml", "api"):
        assert [str(each) for each in parse_spec(text.encode(), file).operations.values()] == [
            "GET /a"
        ]


def test_half_a_character_in_an_escape_cannot_leave_the_document() -> None:
    text = r'{"openapi": "3.1.0", "info": {"title": "a\ud800b\ud83d\ude00c\udc00"}}'

    assert parse_spec(text.encode(), "a.json").title == "a\ufffdb😀c\ufffd"


class TestOutwardReferences:
    def test_one_fault_stands_for_all_of_them(self) -> None:
        data = json.dumps(
            {
                "openapi": "3.0.0",
                "paths": {"/a": {"$ref": "#/components/x"}, "/b": {"$ref": "./b.yaml#/x"}},
                "components": {
                    "y": [{"$ref": "https://example.com/c.json"}, {"$ref": "./b.yaml#/x"}]
                },
            }
        ).encode()

        shown, said = only_fault(data)

        assert shown == "./b.yaml#/x"
        assert said.startswith("`./b.yaml#/x`, and 1 more like it, is outside of the document")
        assert parse_spec(data, "a.json").usable

    def test_yaml_has_them_too(self) -> None:
        data = b"openapi: 3.0.0\npaths:\n  /a:\n    $ref: 'paths/a.yaml'\n"

        assert only_fault(data, "a.yaml")[0] == "paths/a.yaml"

    @pytest.mark.parametrize(
        "value",
        [
            {"$ref": "#/components/schemas/A"},
            {"$ref": ""},
            {"$ref": {"type": "string"}},
            {"example": {"$ref": "./a.json"}},
            {"examples": [{"value": {"$ref": "./a.json"}}]},
            {"default": {"$ref": "./a.json"}},
            {"enum": [{"$ref": "./a.json"}]},
            {"description": '{"$ref": "./a.json"}'},
        ],
    )
    def test_others_are_no_references_out(self, value: object) -> None:
        assert spec({"x-thing": value}).faults == ()

    def test_aliases_are_looked_at_once(self) -> None:
        text = "openapi: 3.0.0\nx: &x {a: {$ref: b.yaml}}\ny: [*x, *x]\n"

        assert "more like it" not in only_fault(text.encode(), "a.yaml")[1]


ANY = st.recursive(
    st.none() | st.booleans() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["get", "post", "$ref", "tags", "x-mint", "groups", "/a", "summary"]),
            inner,
        )
    ),
    max_leaves=15,
)


@given(st.dictionaries(st.sampled_from(["info", "paths", "webhooks", "tags", "components"]), ANY))
def test_no_shape_is_too_odd(document: dict[str, object]) -> None:
    data = json.dumps({"openapi": "3.1.0", **document}).encode()
    document_read = parse_spec(data, "a.json")

    for operation in (*document_read.operations.values(), *document_read.webhooks.values()):
        assert operation.method in METHODS
        assert document_read.find_operation(operation.method, operation.path) is not None
        document_read.locate_operation(operation.method, operation.path)
        assert operation.extension is not None
    for fault in document_read.faults:
        assert 0 <= fault.span.start <= fault.span.end <= len(data)


@given(st.binary(), st.sampled_from(["a.json", "a.yaml"]))
def test_no_bytes_are_too_odd(data: bytes, file: str) -> None:
    for fault in parse_spec(data, file).faults:
        assert 0 <= fault.span.start <= fault.span.end <= len(data)
