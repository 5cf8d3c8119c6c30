"""Specifications against the OpenAPI schema: one mistake, one message, at its place."""

from __future__ import annotations

import json
import re
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docs_lsp.core.problem import Severity
from docs_lsp.openapi_schema import validators
from docs_lsp.openapi_schema.validators import VERSIONS, list_allowed_keys, load_validator
from docs_lsp.openapi_schema.violations import (
    MAX_DEPTH,
    MAX_SIZE,
    MOST_SHOWN,
    Violation,
    count_values,
    is_small_enough,
)
from docs_lsp.site.specifications.openapi import parse_spec
from docs_lsp.site.specifications.spec_files import find_openapi_key

CORPUS = Path(__file__).parents[3] / "shared/corpus/sites"
JARGON = re.compile(r"oneOf|anyOf|additional|unevaluated|schema|regex|propert|valid")
CODE = re.compile(r"`[^`]*`")

ERROR, WARNING, INFORMATION = Severity.ERROR, Severity.WARNING, Severity.INFORMATION

DOCUMENT: dict[str, Any] = {
    "openapi": "3.1.0",
    "info": {"title": "Häfen", "version": "1", "license": {"name": "MIT"}},
    "servers": [{"url": "https://example.com", "variables": {"a": {"default": "b"}}}],
    "tags": [{"name": "boats"}, {"name": "quays"}],
    "security": [{"key": []}],
    "paths": {
        "/boats/{id}": {
            "parameters": [{"$ref": "#/components/parameters/Id"}],
            "get": {
                "summary": "Show a boat",
                "tags": ["boats"],
                "deprecated": False,
                "parameters": [
                    {"name": "size", "in": "query", "style": "form", "schema": {"type": "integer"}}
                ],
                "responses": {
                    "200": {
                        "description": "A boat",
                        "content": {
                            "application/json": {
                                "schema": {"$ref": "#/components/schemas/Boat"},
                                "example": {"masts": 2},
                            }
                        },
                    },
                    "4XX": {"$ref": "#/components/responses/None"},
                },
            },
            "post": {
                "requestBody": {"content": {"text/plain": {"schema": {"type": "string"}}}},
                "responses": {"default": {"description": "Done"}},
                "callbacks": {"done": {"{$request.body#/url}": {"post": {"responses": {}}}}},
            },
        }
    },
    "components": {
        "schemas": {
            "Boat": {
                "type": "object",
                "required": ["masts"],
                "properties": {
                    "masts": {"type": "integer", "minimum": 0},
                    "names": {"type": "array", "items": {"type": "string", "enum": ["a"]}},
                },
                "additionalProperties": False,
            }
        },
        "parameters": {
            "Id": {"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}
        },
        "responses": {"None": {"description": "No such boat"}},
        "securitySchemes": {
            "key": {"type": "apiKey", "name": "key", "in": "header"},
            "token": {"type": "http", "scheme": "bearer", "bearerFormat": "JWT"},
        },
    },
}
del DOCUMENT["paths"]["/boats/{id}"]["post"]["callbacks"]["done"]["{$request.body#/url}"]["post"][
    "responses"
]

GET = ("paths", "/boats/{id}", "get")
BOAT = ("components", "schemas", "Boat")
DELETE = object()


def changed(version: str, *changes: tuple[tuple[str | int, ...], object]) -> dict[str, Any]:
    """The document with other values, or without some."""
    document = deepcopy(DOCUMENT) | {"openapi": f"{version}.0"}
    del document["paths"]["/boats/{id}"]["post"]["callbacks"]  # 3.0 wants more of it.
    for (*above, last), value in changes:
        held: Any = document
        for step in above:
            held = held[step]
        if value is DELETE:
            del held[last]
        else:
            held[last] = value
    return document


def violations(document: object, file: str = "a.json") -> list[Violation]:
    data = json.dumps(document, ensure_ascii=False, indent=1).encode()
    return list(parse_spec(data, file).violations)


def shown(document: object) -> list[tuple[str, str, Severity]]:
    """The text at the place, the message and the severity of each violation."""
    data = json.dumps(document, ensure_ascii=False, indent=1).encode()
    return [
        (data[slice(*each.span)].decode(), each.message, each.severity)
        for each in parse_spec(data, "a.json").violations
    ]


@pytest.mark.parametrize("version", VERSIONS)
def test_a_sound_document_has_none(version: str) -> None:
    assert shown(changed(version)) == []


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize(
    ("path", "value", "place", "message", "severity"),
    [
        # Of another type
        (("servers",), {}, '"servers"', "`servers` must be an array, not an object.", ERROR),
        (("paths", "/a"), [], '"/a"', "`/a` must be an object, not an array.", ERROR),
        (("tags", 1), "quays", "quays", "This entry must be an object, not the", ERROR),
        (("info", "version"), 1.5, "1.5", "not the number `1.5`. Put it in quotes.", INFORMATION),
        (("info", "version"), float("inf"), "Infinity", "a number that is too large", INFORMATION),
        (("info", "version"), True, "true", "not `true`. Put it in quotes.", INFORMATION),
        (("paths", "/boats/{id}", "put"), None, "null", "`put` must be an object, not", ERROR),
        (("tags",), None, "null", "`tags` must be an array, not null.", INFORMATION),
        (("info", "summary"), None, "null", "must be a string, not null.", INFORMATION),
        ((*GET, "deprecated"), "no", "no", "must be a boolean, not the", WARNING),
        ((*GET, "deprecated"), "true", "true", "string `true`. Write it without quotes.", WARNING),
        ((*GET, "deprecated"), " ", " ", "not an empty string.", WARNING),
        ((*BOAT, "required"), True, "true", "`required` must be an array, not", WARNING),
        (
            (*BOAT, "properties", "required"),
            *(["masts"], '"required"', "is indented one level too deep", ERROR),
        ),
        ((*BOAT, "properties", "masts"), "int", "int", "must be an object, not", ERROR),
        ((*BOAT, "additionalProperties"), [], '"additionalProperties"', "must be an obj", ERROR),
        ((*BOAT, "properties", "names", "items"), [1], '"items"', "must be an object", ERROR),
        # Another value than the allowed ones
        ((*GET, "parameters", 0, "in"), "querry", "querry", "Did you mean `query`?", ERROR),
        ((*GET, "parameters", 0, "style"), "matrix", "matrix", "`style` must be `", WARNING),
        ((*BOAT, "type"), "objekt", "objekt", "not `objekt`. Did you mean `ob", WARNING),
        (
            ("components", "securitySchemes", "key", "type"),
            *("apikey", "apikey", "`openIdConnect`, not `apikey`. Did you me", ERROR),
        ),
        (
            ("components", "parameters", "Id", "required"),
            *(False, "false", "A path parameter must have `required: true`", INFORMATION),
        ),
        (("openapi",), "3.{}", "3.{}", "version has three numbers", INFORMATION),
        # Missing keys
        (("info", "title"), DELETE, '"info"', "`info` lacks `title`, which OpenAPI", WARNING),
        (("tags", 0, "name"), DELETE, "{", "This entry lacks `name`, which Open", WARNING),
        ((*GET, "parameters", 0, "in"), DELETE, "{", "This entry lacks `in`, which", ERROR),
        (
            (*GET, "parameters", 0, "schema"),
            *(DELETE, "{", "has neither `schema` nor `content`; Open", WARNING),
        ),
        (
            ("components", "parameters", "Id", "required"),
            *(DELETE, '"Id"', "must have `required: true`.", INFORMATION),
        ),
        (
            ("components", "securitySchemes", "token", "scheme"),
            *(DELETE, '"token"', "`token` lacks `scheme`, which OpenAPI", ERROR),
        ),
        (
            ("components", "securitySchemes", "key", "type"),
            *(DELETE, '"key"', "`key` lacks `type`, which OpenAPI", ERROR),
        ),
        # Unknown keys
        ((*GET, "sumary"), "", '"sumary"', "Did you mean `summary`?", WARNING),
        (
            (*GET, "audience"),
            "",
            '"audience"',
            "Remove it, or start its name with `x-`.",
            INFORMATION,
        ),
        (("hosts",), [], '"hosts"', "ignored.", INFORMATION),
        (("paths", "boats"), {}, '"boats"', "is not a path, because it does not be", ERROR),
        (("paths", "/boats/{id}", "gte"), {}, '"gte"', "Did you mean `get`?", ERROR),
        (("paths", "/boats/{id}", "gte"), "", '"gte"', "Did you mean `get`?", WARNING),
        (("paths", "/boats/{id}", "GET"), {}, '"GET"', "in lower case. Write `get`.", WARNING),
        (("paths", "/boats/{id}", "tags"), [], '"tags"', "start its name with `x-`.", INFORMATION),
        ((*GET, "responses", "2xx"), {}, '"2xx"', "`2xx` is not a response.", WARNING),
        ((*GET, "responses", "2000"), {}, '"2000"', "`2000` is not a response.", WARNING),
        # Others
        (
            (*GET, "parameters", 0, "content"),
            *({"a/b": {}}, '"content"', "`schema` and `content` exclude each", WARNING),
        ),
    ],
)
def test_one_mistake_is_told_once_at_its_place(
    version: str,
    path: tuple[str | int, ...],
    value: object,
    place: str,
    message: str,
    severity: Severity,
) -> None:
    if isinstance(value, str):
        value, place = value.replace("{}", version[2]), place.replace("{}", version[2])
    if version == "3.0" and path == ("info", "summary"):
        path = ("info", "description")
    found = shown(changed(version, (path, value)))

    assert len(found) == 1, found
    assert found[0][0] == place
    assert message in found[0][1]
    assert found[0][2] is severity


@pytest.mark.parametrize(
    ("path", "value", "place", "message", "severity"),
    [
        ((*BOAT, "required"), [], '"required"', "`required` must not be empty", INFORMATION),
        ((*GET, "responses", "200", "description"), DELETE, '"200"', "lacks `descr", INFORMATION),
        (
            (*GET, "responses", "200", "content", "application/json", "examples"),
            *({}, '"examples"', "`example` and `examples` exclude each other.", WARNING),
        ),
        ((*BOAT, "const"), 1, '"const"', "`const` requires OpenAPI 3.1", INFORMATION),
        (("webhooks",), {}, '"webhooks"', "`webhooks` requires OpenAPI 3.1", INFORMATION),
        ((*BOAT, "type"), ["object"], '"type"', "An array of types requires", INFORMATION),
        (("tags", 1), {"name": "boats"}, "{", "`tags` contains this twice.", INFORMATION),
        ((*GET, "responses"), DELETE, '"get"', "`get` lacks `responses`", INFORMATION),
        ((*GET, "responses"), {}, '"responses"', "`responses` must not be empty", INFORMATION),
        (("paths",), DELETE, '"openapi"', "The document lacks `paths`", INFORMATION),
        (
            ("components", "securitySchemes", "token", "scheme"),
            *("basic", '"bearerFormat"', "`bearerFormat` cannot be combined", INFORMATION),
        ),
        (
            (*BOAT, "properties", "masts", "multipleOf"),
            *(0, "0", "does not allow `multipleOf` to be the number `0`", INFORMATION),
        ),
    ],
)
def test_what_3_0_alone_forbids(
    path: tuple[str | int, ...], value: object, place: str, message: str, severity: Severity
) -> None:
    found = shown(changed("3.0", (path, value)))

    assert [(each[0], each[2]) for each in found] == [(place, severity)], found
    assert message in found[0][1]


@pytest.mark.parametrize(
    ("path", "value", "place", "message", "severity"),
    [
        (("components", "schemas", "A b"), {}, '"A b"', "is not an allowed name", INFORMATION),
        ((*BOAT, "exclusiveMinimum"), True, "true", "must be a number, not", WARNING),
        ((*BOAT, "type"), ["object", "nul"], "nul", "Did you mean `null`?", WARNING),
        (
            ("components", "schemas", "A"),
            *({"enum": {}}, '"enum"', "`enum` must be an array, not an object", WARNING),
        ),
        (
            ("paths", "/boats/{id}", "parameters", 0),
            *({"$ref": "#/a", "schema": {}}, '"schema"', "is beside `$ref`", INFORMATION),
        ),
        (
            (*GET, "responses", "4XX"),
            {"description": "a", "links": {"a": {}}},
            *('"a"', "has neither `operationRef` nor `operationId`", INFORMATION),
        ),
        (
            (*GET, "parameters", 0),
            {"name": "a/", "in": "path", "required": True, "schema": {}},
            *("a/", "does not allow: the string `a/`", INFORMATION),
        ),
    ],
)
def test_what_3_1_alone_forbids(
    path: tuple[str | int, ...], value: object, place: str, message: str, severity: Severity
) -> None:
    found = shown(changed("3.1", (path, value)))

    assert [(each[0], each[2]) for each in found] == [(place, severity)], found
    assert message in found[0][1]


def test_the_newest_version_is_judged_by_its_own_schema() -> None:
    own = {"name": "all", "in": "querystring", "content": {"text/plain": {}}}
    new = changed("3.2", ((*GET, "parameters"), [own]), (("paths", "/boats/{id}", "query"), {}))

    assert shown(new) == []
    assert {each[0] for each in shown(new | {"openapi": "3.1.0"})} == {'"query"', "querystring"}


def test_a_document_of_nothing_says_what_is_missing() -> None:
    assert shown({"openapi": "3.1.0", "info": {"title": "", "version": ""}}) == [
        (
            '"openapi"',
            "The document has neither `paths`, `components` nor `webhooks`; OpenAPI 3.1 "
            "requires one of them. Add it.",
            INFORMATION,
        )
    ]


def test_keys_of_digits_keep_their_spelling() -> None:
    paths = {"/a": {"get": {"responses": {"200": {}, "0404": {}, "+5": 1}}}}
    found = shown(changed("3.1", (("paths",), paths)))

    assert [each[0] for each in found] == ['"200"', '"0404"', '"+5"']


def test_keys_of_ones_own_are_left_alone() -> None:
    reference = {"$ref": "#/components/parameters/Id", "x-a": 1}
    here = ("paths", "/boats/{id}")

    assert shown(changed("3.1", ((*here, "parameters"), [reference]), ((*GET, "x-b"), 1))) == []


def test_harmless_mistakes_of_one_kind_are_counted_and_others_are_not() -> None:
    paths: dict[str, Any]
    paths = {f"/{n}": {"get": {"responses": {"200": {}}, "tags": {}}} for n in range(3)}
    found = shown(changed("3.1", (("paths",), paths)))

    assert [each[0] for each in found] == ['"200"', '"tags"', '"tags"', '"tags"']
    assert found[0][1].endswith("Add it. 2 more places have this problem.")


def test_no_more_than_the_worst_are_told() -> None:
    paths = {f"/{n}": {"get": {"tags": {}, "sumary": ""}} for n in range(200)}
    found = violations(changed("3.1", (("paths",), paths)))

    assert len(found) == MOST_SHOWN
    assert {each.severity for each in found} == {ERROR}


def test_yaml_has_places_too_but_not_behind_aliases() -> None:
    data = (
        "openapi: 3.1.0\ninfo: {title: Häfen, version: '1'}\npaths:\n  /a: &a\n    get:\n"
        "      tags: 'x'\n      parameters:\n      - schema: true\n        name: a\n  /b: *a\n"
        "  /c:\n    get:\n      <<: {summary: []}\n"
    ).encode()
    found = parse_spec(data, "a.yaml").violations

    assert [data[slice(*each.span)].decode() for each in found] == [
        "x",
        "schema",
        "/b",
        "/b",
        "get",
    ]


def test_an_unusable_document_is_not_compared_with_the_schema() -> None:
    assert parse_spec(b'{"swagger": "2.0"}', "a.json").violations == ()
    assert parse_spec(b"openapi: [", "a.yaml").violations == ()


def test_a_fault_in_a_part_does_not_keep_the_rest_from_being_judged() -> None:
    document = changed("3.1", ((*GET, "tags"), {}), ((*GET, "x-a"), {"$ref": "b.json"}))
    data = json.dumps(document).encode()

    assert len(parse_spec(data, "a.json").faults) == 1
    assert len(parse_spec(data, "a.json").violations) == 1


class TestBounds:
    def test_the_size_counts_aliases_written_out(self) -> None:
        value: object = ["x"] * 10
        for _ in range(3):
            value = [value] * 10

        assert count_values(value) == 1 + 10 + 100 + 1000 + 10000
        assert count_values({"a": [1, {"b": 2}]}) == 5
        assert count_values("text") == 1

    def test_what_is_too_deep_or_too_large_is_not_judged(self) -> None:
        deep: object = {"type": 1}
        for _ in range(MAX_DEPTH + 1):
            deep = {"items": deep}
        wide: object = {"type": 1}
        while count_values(wide) <= MAX_SIZE:
            wide = {"anyOf": [wide] * 100}

        assert not is_small_enough(deep)
        assert not is_small_enough(wide)
        assert violations(changed("3.1", ((*BOAT, "not"), deep))) == []

    def test_of_a_huge_piece_the_first_mistake_is_told(self) -> None:
        many = {f"p{n}": {"type": "x"} for n in range(60_000)}
        huge = changed("3.1", ((*BOAT, "properties"), many))
        sound = changed("3.1", ((*BOAT, "properties"), {name: {} for name in many} | {"a": {}}))

        assert len(violations(huge)) == 1
        assert violations(sound) == []

    def test_aliases_of_faulty_schemas_cost_little(self) -> None:
        lines = [
            "openapi: 3.0.0",
            "info: {title: a, version: '1'}",
            "paths: {}",
            "x-0: &x0 {type: 1}",
        ]
        lines += [f"x-{n}: &x{n} {{allOf: [*x{n - 1}, *x{n - 1}]}}" for n in range(1, 18)]
        lines += ["components: {schemas: {A: *x17}}"]

        assert len(parse_spec("\n".join(lines).encode(), "a.yaml").violations) == 1


def test_a_version_of_the_future_has_no_schema_yet() -> None:
    assert load_validator("3.9") is None


def test_validators_of_all_versions_are_not_kept_at_once() -> None:
    """Who edits the version of a specification comes past all of them in time."""
    for version in VERSIONS:
        for with_schemas in (True, False):
            assert load_validator(version, with_schemas=with_schemas)
            assert list_allowed_keys(version, "info")
    assert load_validator.cache_info().currsize < len(VERSIONS)
    assert validators._load_schema.cache_info().currsize < len(VERSIONS)


VALUES = st.sampled_from(
    [
        DELETE,
        None,
        True,
        1,
        -1,
        "",
        "text",
        "get",
        [],
        [{}],
        ["a", "a"],
        {},
        {"$ref": "#/a"},
        {"a": 1},
    ]
)
NAMES = st.sampled_from(
    ["$ref", "schema", "content", "example", "style", "in", "type", "examples", "a b"]
)


def paths_of(value: object) -> list[tuple[str | int, ...]]:
    found: list[tuple[str | int, ...]] = []
    items = value.items() if isinstance(value, dict) else enumerate(value)  # type: ignore[arg-type]  # a list
    for step, child in items:
        found.append((step,))
        if isinstance(child, dict | list):
            found += [(step, *path) for path in paths_of(child)]
    return found


PATHS = paths_of(changed("3.1"))


@given(
    st.sampled_from(VERSIONS),
    st.lists(st.tuples(st.sampled_from(PATHS), VALUES | st.tuples(NAMES, VALUES)), max_size=3),
)
def test_a_document_has_violations_if_and_only_if_it_is_invalid(
    version: str, changes: list[tuple[tuple[str | int, ...], Any]]
) -> None:
    document = changed(version)
    for path, value in changes:
        try:
            if isinstance(value, tuple):
                document = changed_in(document, (*path, value[0]), value[1])
            else:
                document = changed_in(document, path, value)
        except (KeyError, IndexError, TypeError):
            continue  # Another change took the place away.
    document["openapi"] = f"{version}.0"
    data = json.dumps(document).encode()
    found = parse_spec(data, "a.json").violations
    validator = load_validator(version)
    assert validator is not None

    assert bool(found) is not validator.is_valid(document)
    assert len(set(found)) == len(found)
    for each in found:
        assert 0 <= each.span.start < each.span.end <= len(data)
        assert each.message.endswith((".", "?"))
        assert not JARGON.search(CODE.sub("", each.message)), each.message


def changed_in(
    document: dict[str, Any], path: tuple[str | int, ...], value: object
) -> dict[str, Any]:
    document = deepcopy(document)
    held: Any = document
    for step in path[:-1]:
        held = held[step]
    if value is DELETE:
        del held[path[-1]]
    else:
        held[path[-1]] = value
    return document


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus of real sites is not there")
def test_the_specifications_of_real_sites_are_sound() -> None:
    files = [file for kind in ("json", "yaml", "yml") for file in CORPUS.rglob(f"*.{kind}")]
    specs = [file for file in files if find_openapi_key(file.read_bytes())]

    assert len(specs) > 20
    assert [file for file in specs if parse_spec(file.read_bytes(), file.name).violations] == []
