"""Which entries of `pages` name an endpoint, and which were meant to."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docs_lsp.site.specifications.endpoints import (
    METHODS,
    Endpoint,
    MalformedEndpoint,
    parse_endpoint_entry,
)


@pytest.mark.parametrize(
    ("entry", "spec", "method", "path", "lower"),
    [
        ("GET /users", None, "GET", "/users", False),
        ("get /users/{id}", None, "GET", "/users/{id}", True),
        ("Post /", None, "POST", "/", True),
        ("QUERY /search", None, "QUERY", "/search", False),
        ("  GET \t /users  ", None, "GET", "/users", False),
        ("api/openapi.yaml DELETE /users/", "api/openapi.yaml", "DELETE", "/users/", False),
        ("/openapi.json patch /a", "/openapi.json", "PATCH", "/a", True),
        ("v2 GET /users", "v2", "GET", "/users", False),
        ("webhook orderPaid", None, "WEBHOOK", "orderPaid", False),
        ("WEBHOOK /plant/webhook", None, "WEBHOOK", "/plant/webhook", False),
        ("hooks.json webhook orderPaid", "hooks.json", "WEBHOOK", "orderPaid", False),
    ],
)
def test_endpoints(entry: str, spec: str | None, method: str, path: str, lower: bool) -> None:
    found = parse_endpoint_entry(entry)

    assert isinstance(found, Endpoint)
    assert (found.spec, found.method, found.path, found.lower) == (spec, method, path, lower)
    assert found.is_webhook == (method == "WEBHOOK")
    assert entry[found.method_part.start : found.method_part.end].upper() == method
    assert entry[found.path_part.start : found.path_part.end] == path
    if spec is None:
        assert found.spec_part is None
    else:
        assert found.spec_part is not None
        assert entry[found.spec_part.start : found.spec_part.end] == spec


@pytest.mark.parametrize(
    "entry",
    [
        "",
        " ",
        "guides/start",
        "get started",
        "options",
        "GET",
        "trace",
        "built-in-nodes/Epsilon Scaling",
        "Upload & download limits",
        "What's new?",
        "how to get /dev/null back",
        "post mortem",
        "webhook",
        "my webhook setup",
        "POST mortem notes",
        "head of the class",
        "a.json b",
        "openapi.json",
        "foo /bar",
        "I /o",
        "ADDING users",
        "api/Claude 接口",
        "GET/users",
    ],
)
def test_pages_are_left_alone(entry: str) -> None:
    assert parse_endpoint_entry(entry) is None


@pytest.mark.parametrize(
    ("entry", "part", "replacement", "message"),
    [
        ("FETCH /users", "FETCH", None, "`FETCH` is not a method"),
        ("DEL /users", "DEL", "DELETE", "Did you mean `DELETE`?"),
        ("GET: /users", "GET:", "GET", "`GET:` is not a method"),
        ("GET,POST /users", "GET,POST", "POST", "is not a method"),
        ("XYZ /users", "XYZ", None, "Use one of GET, PUT"),
        ("api.json PSOT /users", "PSOT", "POST", "`PSOT` is not a method"),
        ("GET users", "users", "/users", "Write `/users`."),
        ("POST users/{id}", "users/{id}", "/users/{id}", "does not begin with `/`"),
        (
            "GET https://api.example.com/v1/users",
            "https://api.example.com/v1/users",
            "/v1/users",
            "",
        ),
        ("GET https://api.example.com", "https://api.example.com", "/", ""),
        ("api.json GET users", "users", "/users", "does not begin with `/`"),
        ("GET /users all of them", " all of them", "", "Extra words follow"),
        ("get /users/{user id}", " id}", "", "Extra words follow"),
        ("api.json GET /users all", " all", "", "Extra words follow the endpoint `GET /users`"),
        ("api.json /users", "/users", None, "has no method"),
        ("api.json GET", "GET", None, "has no path"),
        (
            "https://example.com/a.json GET /users",
            "https://example.com/a.json ",
            "",
            "A URL is not possible here",
        ),
    ],
)
def test_slips_are_told(entry: str, part: str, replacement: str | None, message: str) -> None:
    found = parse_endpoint_entry(entry)

    assert isinstance(found, MalformedEndpoint)
    assert entry[found.part.start : found.part.end] == part
    assert found.replacements[:1] == (() if replacement is None else (replacement,))
    assert message in found.message


@pytest.mark.parametrize(
    "entry",
    ["FETCH /users", "DEL /a", "GET users", "GET /a b c", "x.json GET a", "http://h/a.json GET /x"],
)
def test_a_replacement_makes_an_endpoint(entry: str) -> None:
    slip = parse_endpoint_entry(entry)
    assert isinstance(slip, MalformedEndpoint)

    for replacement in slip.replacements:
        mended = entry[: slip.part.start] + replacement + entry[slip.part.end :]
        assert isinstance(parse_endpoint_entry(mended), Endpoint)


WORDS = st.sampled_from(
    [*METHODS, "get", "/a", "a", "a.json", "https://h/b.yaml", "é", "FETCH", "GET:"]
)


@given(st.lists(WORDS, max_size=5).map(" ".join) | st.text())
def test_parts_lie_within_the_entry(entry: str) -> None:
    found = parse_endpoint_entry(entry)

    if isinstance(found, Endpoint):
        for part in (found.method_part, found.path_part, found.spec_part):
            assert part is None or 0 <= part.start < part.end <= len(entry)
    elif found is not None:
        assert 0 <= found.part.start < found.part.end <= len(entry)
        assert found.message.endswith((".", "?"))
