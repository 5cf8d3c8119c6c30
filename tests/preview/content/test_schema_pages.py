"""Pages about a schema of a specification, and pages that are indexed without any text."""

from __future__ import annotations

import json

import pytest

from docs_lsp.files.files import MemoryFiles
from mcp_preview.content.preview_site import PreviewSite, load_site
from mcp_preview.content.verdict_report import render_verdicts
from mcp_preview.index.search_index import SearchIndex
from mcp_preview.markdown.spec_markdown import convert_schema
from tests.preview.small import files_of, site_of

SPEC = {
    "openapi": "3.1.0",
    "paths": {"/boats": {"get": {"summary": "List boats"}}},
    "components": {
        "schemas": {
            "Boat": {
                "type": "object",
                "description": "Whatever floats.",
                "required": ["draughtInMetres"],
                "properties": {
                    "draughtInMetres": {"type": "number", "minimum": 0, "example": 1.5},
                    "rig": {"$ref": "#/components/schemas/Rig"},
                    "crew": {
                        "type": ["array", "null"],
                        "items": {"type": "object", "properties": {"rank": {"type": "string"}}},
                    },
                },
                "example": {"draughtInMetres": 2},
            },
            "Rig": {"type": "string", "enum": ["sloop", "ketch"], "default": "sloop"},
            "Vessel": {"oneOf": [{"$ref": "#/components/schemas/Boat"}, {"title": "Raft"}]},
            "Nothing": {},
        }
    },
}
BOAT = """Whatever floats.

Type: object

**Properties**

- `draughtInMetres` (number, required) Example: `1.5`.
- `rig` (string) One of: `sloop`, `ketch`. Default: `sloop`.
- `crew` (array of object)
  - `rank` (string)

**Example**

```json
{
  "draughtInMetres": 2
}
```
"""
RIG = "Type: string\n\nOne of: `sloop`, `ketch`.\n\nDefault: `sloop`.\n"


def site_with(fields: str, body: str = "", **files: str) -> PreviewSite:
    page = f"---\n{fields}\n---\n{body}"
    return site_of({"pages": ["a"]}, {"a.mdx": page, "api.json": json.dumps(SPEC), **files})


@pytest.mark.parametrize("written", ["Boat", "api.json Boat", "/api.json Boat", '"api.json Boat"'])
def test_a_page_about_a_schema_shows_it(written: str) -> None:
    page = site_with(f"openapi-schema: {written}", "Mind.").pages.indexed["a"]

    assert page.markdown == f"Mind.\n\n{BOAT}"
    assert not page.why_empty


def test_a_schema_is_found_by_the_names_of_its_properties() -> None:
    index = SearchIndex()
    index.rebuild(site_with("openapi-schema: Boat").pages.indexed.values())

    for query in ("draughtInMetres", "rank", "ketch"):
        assert [hit.path for hit in index.search(query)] == ["a"], query


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Rig", RIG),
        ("Vessel", "One of: `Boat`, `Raft`\n\n**Properties**\n\n- `draughtInMetres`"),
        ("Nothing", "\n"),
        ("None", "\n"),
    ],
)
def test_every_kind_of_schema_has_a_text(name: str, text: str) -> None:
    assert convert_schema(SPEC, name).startswith(text)


@pytest.mark.parametrize(
    "odd",
    [
        5,
        {"properties": 5, "required": 5, "enum": 5, "examples": 5, "type": 5, "oneOf": [5]},
        {"properties": {"a": None}, "type": [5], "description": [], "default": {}, "minimum": "x"},
        {"allOf": [{"$ref": "#/components/schemas/odd"}], "items": {"$ref": "#/nowhere"}},
        {"example": {"a": "x" * 9000}, "pattern": [], "format": 5},
    ],
)
def test_a_schema_of_another_shape_is_shown_as_far_as_it_goes(odd: object) -> None:
    root = {"components": {"schemas": {"odd": odd}}}

    assert len(convert_schema(root, "odd")) < 200


def test_a_large_schema_is_cut() -> None:
    fields = {f"f{number}": {"$ref": "#/components/schemas/big"} for number in range(100)}
    root = {"components": {"schemas": {"big": {"properties": fields}}}}

    assert len(convert_schema(root, "big").splitlines()) < 400


URL = "https://example.com/api.json"
EMPTY = [
    ("title: A", "", "There is no text below the frontmatter."),
    ("title: A", "<Widget />", "There is no text for AI tools below the frontmatter"),
    ("openapi-schema: Boot", "", "No specification of the site has the schema `Boot`; one at"),
    ("openapi-schema: api.json Boot", "", "`api.json` has no schema `Boot`."),
    ("openapi-schema: rest.json Boat", "", "The site has no specification `rest.json`."),
    ("openapi-schema: odd.json Boat", "", "`odd.json` cannot be read as a specification."),
    (f"openapi: {URL} GET /boats", "", "The specification is at a URL, which is not read"),
    (f"openapi-schema: {URL} Boat", "", "The specification is at a URL, which is not read"),
    ("openapi: GET /ships", "", "No specification of the site has the operation `GET /ships`;"),
    ("openapi: api.json GET /ships", "", "`api.json` has no operation `GET /ships`."),
    ("openapi: boats", "", "`openapi` in the frontmatter names no operation."),
    ("asyncapi: a.json boats", "", "The content is generated from an AsyncAPI document"),
    ("url: https://example.com", "", "A page with `url` is only a link to another address."),
]


@pytest.mark.parametrize(("fields", "body", "why"), EMPTY)
def test_a_page_without_text_says_why(fields: str, body: str, why: str) -> None:
    site = site_with(fields, body, **{"odd.json": "{}"})
    page = site.pages.indexed["a"]

    assert page.why_empty.startswith(why)
    (shown,) = render_verdicts("Harbour", "", site.pages)["indexed"]
    assert (shown["content"], shown["why"]) == ("empty", page.why_empty)


@pytest.mark.parametrize(
    ("operation", "text"),
    [
        (f"{URL} get /boats", "`GET /boats`"),
        ("GET /ships", "`GET /ships`"),
        ("webhook boatSank", "`Webhook boatSank`"),
        ("api.json GET /ships", ""),
        ("boats", ""),
    ],
)
def test_an_operation_of_an_unread_specification_is_shown_by_its_name(
    operation: str, text: str
) -> None:
    page = site_with(f"sidebarTitle: Our boats\nopenapi: {operation}").pages.indexed["a"]

    assert page.markdown.strip() == text
    assert page.title == "Our boats"


@pytest.mark.parametrize("fields", ["openapi: GET /boats", "openapi-schema: Boat"])
def test_a_page_with_text_says_nothing_of_that(fields: str) -> None:
    site = site_with(fields)

    (shown,) = render_verdicts("Harbour", "", site.pages)["indexed"]
    assert (shown["content"], shown["why"]) == ("text", "")


def test_a_schema_that_comes_later_is_shown() -> None:
    pages = {"a.mdx": "---\nopenapi-schema: Boat\n---\nMind."}
    after = files_of({"pages": ["a"]}, {**pages, "api.json": json.dumps(SPEC)})

    for spec in ({}, {"api.json": json.dumps({**SPEC, "components": {}})}):
        old: MemoryFiles = files_of({"pages": ["a"]}, {**pages, **spec})
        change = load_site(old).apply_file_changes(after, ["api.json"])
        assert [one.markdown for one in change.changed] == [f"Mind.\n\n{BOAT}"]


def test_a_schema_that_changes_is_shown_as_it_is_now() -> None:
    pages = {"a.mdx": "---\nopenapi-schema: Rig\n---\n"}
    old = load_site(files_of({"pages": ["a"]}, {**pages, "api.json": json.dumps(SPEC)}))
    components = {"schemas": {"Rig": {"type": "string", "enum": ["yawl"]}}}
    changed = json.dumps({**SPEC, "components": components})

    change = old.apply_file_changes(
        files_of({"pages": ["a"]}, {**pages, "api.json": changed}), ["api.json"]
    )

    assert [one.markdown for one in change.changed] == ["Type: string\n\nOne of: `yawl`.\n"]


@pytest.mark.parametrize(
    ("text", "fence"), [("```\na\n```", "````"), ("````md\na\n````", "`````"), ("`a`", "```")]
)
def test_code_cannot_end_its_block(text: str, fence: str) -> None:
    root = {"components": {"schemas": {"A": {"type": "object", "example": {"text": text}}}}}
    lines = convert_schema(root, "A").splitlines()

    assert [line for line in lines if line.startswith(fence)] == [f"{fence}json", fence]
