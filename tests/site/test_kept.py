"""What the service keeps of a site, played its own way."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from docs_lsp.evaluation.check import read_site
from docs_lsp.files.files import MemoryFiles
from docs_lsp.jsontree.document import Document
from docs_lsp.settings.settings import Settings
from docs_lsp.site.navigation.docs_reader import read_missing_parts
from docs_lsp.site.routes.accepted_site import (
    AcceptedSite,
    get_accepted_site,
    predict_accepted_site,
)

SPEC = {
    "openapi": "3.1.0",
    "info": {"title": "A", "version": "1"},
    "paths": {
        "/boats": {
            "get": {"summary": "List boats", "tags": ["boat"]},
            "post": {"x-hidden": True},
            "put": {"x-excluded": True},
        },
        "/quays/{id}": {"get": {"x-mint": {"href": "/quay"}}},
    },
}
MADE = {"api.json GET /boats", "api.json POST /boats", "api.json GET /quays/{id}"}
SDK = {"format": "sphinx", "source": "sdk"}
TAB = {"tab": "T", "pages": ["a"]}


def kept(navigation: object, more: Mapping[str, object] | None = None) -> AcceptedSite:
    """What is kept of a site with the pages `a`, `b/index` and `c`, and a specification."""
    docs = {"theme": "mint", "name": "A", "colors": {"primary": "#000"}, "navigation": navigation}
    files = {"api.json": json.dumps(SPEC), "docs.json": json.dumps(docs | dict(more or {}))}
    return of_files(files | dict.fromkeys(("a.mdx", "b/index.md", "c.mdx"), ""))


def of_files(files: Mapping[str, str]) -> AcceptedSite:
    memory = MemoryFiles({path: text.encode() for path, text in files.items()})
    overview = read_site(Path("/site"), memory, Settings()).get_overview()
    return get_accepted_site(overview) if overview else AcceptedSite()


@pytest.mark.parametrize(
    ("navigation", "pages"),
    [
        ({"pages": ["a", "/b/index", "none", "b", "a"]}, "a.mdx b/index.md"),
        ({"groups": [{"group": "A", "root": "c", "pages": ["a"]}], "pages": ["b/index"]}, "a c"),
        # The first pattern of the service's order, not the first that is written.
        ({"pages": ["a", "c"], "tabs": [{"tab": "T", "pages": ["b/index"]}]}, "b/index.md"),
        ({"tabs": [TAB | {"groups": [{"group": "G", "pages": ["c"]}]}]}, "c"),
        ({"tabs": [TAB | {"href": "/c"}]}, ""),
        ({"tabs": [TAB | {"href": "c"}]}, "a"),
        # What is wrong anywhere in a list takes the list, and the next thing is kept.
        ({"tabs": [TAB | {"groups": [{"pages": ["c"]}]}]}, "a"),
        ({"tabs": [TAB, {"tab": "U", "groups": [{"group": "G", "pages": "c"}]}]}, "a"),
        ({"tabs": [TAB, {"tab": "U", "pages": ["c", {"page": "b"}]}]}, "a"),
        ({"versions": [{"version": "1", "tabs": [TAB | {"icon": 5}]}]}, ""),
        ({"versions": [{"version": "1", "tabs": [TAB | {"icon": 5}], "pages": ["c"]}]}, "c"),
        ({"tabs": [TAB | {"nothing": "reads this"}]}, "a"),
        ({"groups": [{"group": "G", "openapi": 5, "pages": ["a"]}]}, "a"),
        ({"groups": [{"group": "G", "pages": ["a"], "tabs": [{"tab": "U", "pages": ["c"]}]}]}, "a"),
        ({"groups": [{"group": "G"}, {"group": "H", "pages": ["c"]}]}, "c"),
    ],
)
def test_what_the_service_keeps_of_a_navigation(navigation: object, pages: str) -> None:
    found = kept(navigation)

    wanted = {page if "." in page else f"{page}.mdx" for page in pages.split()}
    assert set(found.pages) == wanted
    assert found.answers["/c"] == "c.mdx"


@pytest.mark.parametrize(
    ("navigation", "more"),
    [
        ({}, {}),
        ({"groups": []}, {}),
        ({"groups": [{"pages": ["a"]}]}, {}),
        ({"languages": [{"language": "xx", "pages": ["a"]}]}, {}),
        ({"pages": ["a"], "global": {"anchors": [{"anchor": "A"}]}}, {}),
        ({"pages": ["a"], "global": {"anchors": [], "more": 1}}, {}),
        ([{"group": "G", "pages": ["a"]}], {}),
        ({"pages": ["a"]}, {"theme": "none"}),
        ({"pages": ["a"]}, {"redirects": [{"source": "/x"}]}),
        ({"pages": ["a"]}, {"styling": {"eyebrows": "crumbs"}}),
        ({"$ref": "none.json"}, {}),
        ({"$ref": "/a.json"}, {}),
        ({"$ref": "docs.json"}, {}),
        ({"$ref": 5}, {}),
        ({"pages": ["a"], "directory": float("nan")}, {}),
    ],
)
def test_a_file_that_the_service_refuses(navigation: object, more: Mapping[str, object]) -> None:
    assert kept(navigation, more) == AcceptedSite()


def test_plain_json_with_parts() -> None:
    docs = '{"theme": "mint", "name": "A", "colors": {"primary": "#000"}, "navigation": PARTS}'
    parts = docs.replace("PARTS", '{"$ref": "nav/all.json", "directory": "card"}')
    files = {
        "docs.json": parts,
        "nav/all.json": '{"directory": 5, "pages": ["a", {"$ref": "./group.json"}]}',
        "nav/group.json": '{"group": "G", "pages": {"$ref": "../list.json"}}',
        "list.json": '["c"]',
        "a.mdx": "",
        "c.mdx": "",
    }

    assert of_files(files).pages == {"a.mdx", "c.mdx"}
    assert of_files(files | {"list.json": '["c",]'}) == AcceptedSite()
    assert (
        of_files(files | {"docs.json": docs.replace("PARTS", '{"pages": ["a"]} // a')})
        == AcceptedSite()
    )


@pytest.mark.parametrize(
    ("element", "pages"),
    [
        ({"openapi": "api.json"}, MADE),
        ({"openapi": "api.json", "pages": ["a"]}, MADE | {"a.mdx"}),
        ({"openapi": "api.json", "pages": ["GET /boats"]}, {"api.json GET /boats"}),
        ({"openapi": "api.json", "pages": ["api.json GET /boats"]}, MADE),
        ({"openapi": "api.json", "pages": ["GTE /boats"]}, MADE),
        ({"openapi": "api.json", "pages": ["PUT /boats", "a"]}, {"a.mdx"}),
        ({"pages": ["api.json GET /boats", "GET /boats"]}, {"api.json GET /boats"}),
        # One endpoint that is nowhere, and no page of any endpoint is made.
        ({"openapi": "api.json", "pages": ["GET /boats", "GET /none", "a"]}, {"a.mdx"}),
        ({"openapi": "none.json", "pages": ["a"]}, {"a.mdx"}),
        ({"pages": ["none.json GET /boats", "api.json GET /boats", "a"]}, {"a.mdx"}),
        # What lies elsewhere is not known.
        ({"openapi": "https://example.com/a.json"}, {"openapi https://example.com/a.json"}),
        (
            {"openapi": "https://example.com/a.json", "pages": ["GET /a"]},
            {"https://example.com/a.json GET /a"},
        ),
        ({"asyncapi": "events.yaml"}, {"asyncapi events.yaml"}),
    ],
)
def test_pages_that_the_service_makes(element: Mapping[str, object], pages: set[str]) -> None:
    assert kept({"groups": [{"group": "G", **element}]}).pages == pages


def test_an_endpoint_below_ends_what_the_nearest_element_makes_and_no_more() -> None:
    inner = {"group": "H", "openapi": "api.json", "pages": ["GET /boats"]}
    found = kept({"tabs": [{"tab": "T", "openapi": "api.json", "groups": [inner]}]})
    assert found.pages == MADE

    inner = {"group": "H", "pages": ["GET /boats"]}
    found = kept({"tabs": [{"tab": "T", "openapi": "api.json", "groups": [inner]}]})
    assert found.pages == {"api.json GET /boats"}


def test_where_made_pages_lie() -> None:
    spec = {"source": "api.json", "directory": "ref"}
    found = kept({"groups": [{"group": "G", "openapi": spec}]}).answers

    assert found["/ref/boat/list-boats"] == "api.json GET /boats"
    assert found["/ref/post-boats"] == "api.json POST /boats"
    assert found["/quay"] == "api.json GET /quays/{id}"


def test_where_redirects_lead() -> None:
    pairs = {
        "/old": "/a",
        "/older": "/old#part",
        "/dead": "/none",
        "/one": "/two",
        "/two": "/one",
        "/out": "https://example.com",
        "/c": "/b",
        "/docs/:slug*": "/:slug*",
        "/all/:slug*": "/a",
    }
    redirects = [{"source": one, "destination": other} for one, other in pairs.items()]
    found = kept({"pages": ["a"]}, {"redirects": redirects}).answers

    assert found["/old"] == found["/older"] == found["/a"] == found["/docs/a"] == "a.mdx"
    assert found["/c"] == found["/docs/b"] == found["/docs/c"] == "b/index.md"
    assert found["/out"] == "https://example.com"
    assert not {"/dead", "/one", "/two", "/docs/none"} & found.keys()
    assert {page for address, page in found.items() if address.startswith("/all/")} == {"a.mdx"}


def test_no_page_answers_where_the_search_server_does() -> None:
    docs = '{"theme": "mint", "name": "A", "colors": {"primary": "#000"}, "navigation": NAV}'
    files = {"docs.json": docs.replace("NAV", '{"pages": ["mcp"]}'), "mcp.mdx": "", "a.png": ""}

    assert of_files(files).answers == {"/docs.json": "docs.json", "/a.png": "a.png"}


REDIRECT = {"source": "/old", "destination": "/c"}
GROUPS = [{"group": "G", "pages": ["a"]}, {"group": "H", "pages": ["c", "b/index"]}]
DOCS = {
    "theme": "mint",
    "name": "A",
    "colors": {"primary": "#000"},
    "navigation": {"groups": GROUPS},
    "redirects": [REDIRECT],
}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"/old"', '"/older"'),
        ('"c", ', ""),
        ('"pages": ["a"]', '"pages": []'),
        ('"group": "H"', '"group": 5'),
        ('{"group": "G", "pages": ["a"]}, ', ""),
        ('"pages": ["a"]', '"pages": ["a"], "pages": ["c"]'),
        ('"groups": [', '"anchors": ['),
        ('"name": "A"', '"$ref": "./more.json"'),
        ('"theme": "mint"', '"theme": 5'),
        ('"theme": "mint", ', ""),
        ("]}", "]"),
    ],
)
def test_what_is_kept_after_an_edit_is_what_is_kept_of_the_text(old: str, new: str) -> None:
    text = json.dumps(DOCS)
    files = dict.fromkeys(("a.mdx", "b/index.md", "c.mdx"), "") | {"more.json": '{"name": "B"}'}
    overview = read_site(
        Path("/site"), MemoryFiles(files | {"docs.json": text}), Settings()
    ).get_overview()
    assert overview is not None
    document = overview.parts["docs.json"]
    assert isinstance(document, Document)
    at = text.index(old)

    after = read_missing_parts(
        {**overview.parts, "docs.json": document.replace_bytes(at, at + len(old), new.encode())},
        MemoryFiles(files),
    )

    edited = text.replace(old, new, 1)
    assert predict_accepted_site(after, overview, MemoryFiles(files)) == of_files(
        files | {"docs.json": edited}
    )


@pytest.mark.parametrize(
    ("before", "after", "is_less"),
    [
        ({"pages": ["a", "c"]}, {"pages": ["c", "a"]}, False),
        ({"pages": ["a"]}, {"pages": ["a", "c"]}, False),
        ({"pages": ["a"]}, {"pages": ["c"]}, True),
        ({"pages": ["none"]}, {"groups": [{"group": 5, "pages": ["a"]}]}, True),
        ({"groups": []}, {"pages": ["c"]}, False),
        # What the service makes instead may show the same.
        ({"pages": ["a"]}, {"pages": ["api.json GET /boats"]}, False),
    ],
)
def test_a_site_lacks_pages_that_were_kept_before(
    before: object, after: object, is_less: bool
) -> None:
    assert kept(after).has_lost_pages(kept(before), {}) == is_less
    assert kept(after).has_lost_content(kept(before), {}) == is_less


@pytest.mark.parametrize(
    ("navigation", "pages"),
    [
        ({"versions": [{"version": "1", "sdk": SDK, "pages": ["a"]}], "pages": ["c"]}, "c"),
        ({"tabs": [TAB | {"sdk": SDK}], "pages": ["c"]}, "c"),
        ({"tabs": [{"tab": "T", "sdk": SDK, "groups": [{"group": 5}]}], "pages": ["c"]}, "c"),
        ({"tabs": [{"tab": "T", "sdk": SDK, "groups": [{"group": "G", "pages": ["a"]}]}]}, "a"),
        ({"tabs": [{"tab": "T", "sdk": SDK}], "pages": ["c"]}, ""),
    ],
)
def test_elements_that_are_made_from_a_file(navigation: object, pages: str) -> None:
    assert {page for page in kept(navigation).pages if page.endswith(".mdx")} == {
        f"{page}.mdx" for page in pages.split()
    }
