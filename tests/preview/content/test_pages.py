"""The pages of a site as the search server offers them, and how they follow the files."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from docs_lsp.files.files import DiskFiles, MemoryFiles
from docs_lsp.site.visibility import Reason
from mcp_preview.content.pages import ExcludedPage, IndexedPage
from mcp_preview.content.preview_site import PreviewSite, SiteChange, load_site
from mcp_preview.content.reasons import HIDDEN_BY
from mcp_preview.content.stored_text import StoredText
from tests.preview.small import files_of, site_of

SPEC = {
    "openapi": "3.1.0",
    "info": {"title": "Harbour", "version": "1"},
    "servers": [{"url": "https://api.example.com"}],
    "tags": [{"name": "berth", "x-group": "Berths"}],
    "paths": {
        "/berths/{id}": {
            "parameters": [{"$ref": "#/components/parameters/id"}],
            "get": {
                "summary": "Find a berth",
                "description": "Tells where a boat may lie.",
                "tags": ["berth"],
                "parameters": [
                    {
                        "name": "side",
                        "in": "query",
                        "schema": {"type": "string", "enum": ["port", "starboard"]},
                    }
                ],
                "responses": {
                    "200": {
                        "description": "The berth",
                        "content": {
                            "application/json": {"schema": {"$ref": "#/components/schemas/berth"}}
                        },
                    }
                },
            },
            "delete": {"x-hidden": True},
            "patch": {"x-excluded": True},
        },
        "/berths": {
            "post": {
                "summary": "Rent a berth",
                "x-mint": {
                    "href": "/rent",
                    "content": "<Note>Pay first.</Note>",
                    "metadata": {"title": "Renting", "boost": 2, "description": "Cash."},
                },
                "requestBody": {
                    "content": {
                        "application/json": {"schema": {"$ref": "#/components/schemas/berth"}}
                    }
                },
            },
            "put": {"deprecated": True, "x-mint": {"metadata": {"noindex": True}}},
        },
    },
    "components": {
        "parameters": {
            "id": {
                "name": "id",
                "in": "path",
                "required": True,
                "description": "Which\none.",
                "schema": {"type": "integer"},
            }
        },
        "schemas": {
            "berth": {
                "type": "object",
                "required": ["depth"],
                "properties": {
                    "depth": {"type": "number", "default": 2},
                    "next": {"$ref": "#/components/schemas/berth"},
                },
            }
        },
    },
}
FIND = """`GET /berths/{id}`

Tells where a boat may lie.

Servers: `https://api.example.com`

**Path parameters**

- `id` (integer, required): Which one.

**Query parameters**

- `side` (string) One of: `port`, `starboard`.

**Responses**

**200** The berth

- `depth` (number, required) Default: `2`.
- `next` (object)
  - `depth` (number, required) Default: `2`.
  - `next` (object)
    - `depth` (number, required) Default: `2`.
    - `next` (object)
"""


def page(path: str, site: PreviewSite) -> IndexedPage:
    return site.pages.indexed[path]


def test_a_page_has_all_that_search_needs() -> None:
    tides = (
        '---\ntitle: "Tides of {{town}}"\ndescription: High\n  and low\nkeywords: [ebb, flood]\n'
        "boost: 3\n---\n\n## When\n\nIn {{town}}.\n"
    )
    navigation = {
        "languages": [
            {"language": "en", "tabs": [{"tab": "Sea", "groups": [
                {"group": "Water", "boost": 2, "pages": ["sea/tides"]}
            ]}]},
            {"language": "fr", "groups": [{"group": "Eau", "pages": ["fr/index"]}]},
        ]
    }  # fmt: skip
    site = site_of(
        navigation,
        {"sea/tides.mdx": tides, "fr/index.md": "Marée"},
        variables={"town": "Deal"},
        description="Afloat",
        contextual={"options": ["copy", {"title": "x"}, "mcp"]},
    )

    assert page("sea/tides", site) == IndexedPage(
        path="sea/tides",
        url="/sea/tides",
        file="sea/tides.mdx",
        title="Tides of Deal",
        description="High and low",
        keywords=("ebb", "flood"),
        language="en",
        versions=(),
        boost=3.0,
        breadcrumbs=("Sea", "Water"),
        text=StoredText("## When\n\nIn Deal.\n"),
        common_path="sea/tides",
    )
    french = page("fr/index", site)
    assert french.common_path == "index"
    assert (french.url, french.title, french.language, french.boost) == ("/fr", "Index", "fr", 1.0)
    assert (site.name, site.description) == ("Harbour", "Afloat")
    assert (site.languages, site.versions) == (("en", "fr"), ())
    assert site.contextual == ("copy", "mcp")


def test_languages_and_versions_of_a_page_listed_twice() -> None:
    """Listed under two languages, a page belongs to all; under two versions, to both."""
    group = {"group": "A", "boost": 2, "pages": ["a", "b"]}
    navigation = {
        "versions": [
            {"version": "v1", "languages": [{"language": "en", "groups": [group]}]},
            {"version": "v2", "languages": [{"language": "fr", "pages": ["a", "c"]}]},
        ]
    }
    files = {"a.mdx": "", "b.mdx": "---\nversion: v9\n---\n", "c.mdx": ""}
    site = site_of(navigation, files)

    found = {one.path: (one.language, one.versions, one.boost) for one in _indexed(site)}

    assert found == {
        "a": (None, ("v1", "v2"), 2.0),
        "b": ("en", ("v9",), 2.0),
        "c": ("fr", ("v2",), 1.0),
    }
    assert site.versions == ("v1", "v2")


def _indexed(site: PreviewSite) -> list[IndexedPage]:
    return list(site.pages.indexed.values())


def test_half_a_character_is_none() -> None:
    """An escape in docs.json may stand for one, and no text that is sent may hold it."""
    group = {"group": "G\ud800", "pages": ["a"]}
    navigation = {"versions": [{"version": "\udc00", "groups": [group]}]}
    text = "---\ntitle: A{{v}}\n---\nB{{v}}"
    one = page("a", site_of(navigation, {"a.mdx": text}, variables={"v": "\udfff"}))

    assert (one.title, one.breadcrumbs, one.versions) == ("A?", ("G?",), ("?",))
    assert one.markdown == "B?\n"


def test_pages_come_in_the_order_of_the_navigation() -> None:
    navigation = {"groups": [{"group": "A", "root": "z", "pages": ["c", "a"]}]}
    files = {"a.mdx": "", "b.mdx": "", "c.mdx": "", "z.mdx": ""}

    site = site_of(navigation, files, seo={"indexing": "all"})

    assert list(site.pages.indexed) == ["z", "c", "a", "b"]


@pytest.mark.parametrize(
    ("said", "first", "rest"),
    [
        ("One.", "One.", ""),
        (" One\nline.\n\nTwo.\n", "One line.", "Two."),
        ("**One**\n\n- two", "**One**", "- two"),
        ("- one\n\ntwo", "", "- one\n\ntwo"),
        ("# One\n\ntwo", "", "# One\n\ntwo"),
        ("1. one\n\ntwo", "", "1. one\n\ntwo"),
        ("| one |\n|--|", "", "| one |\n|--|"),
    ],
)
def test_a_description_is_told_once(said: str, first: str, rest: str) -> None:
    spec = {"openapi": "3.1.0", "paths": {"/tides": {"get": {"description": said}}}}
    site = site_of({"tabs": [{"tab": "API", "openapi": "a.json"}]}, {"a.json": json.dumps(spec)})

    (found,) = _indexed(site)
    assert found.description == first
    assert found.markdown == f"`GET /tides`\n\n{rest}".strip() + "\n"


@pytest.mark.parametrize(
    "dropped",
    [
        {"anchors": [{"name": "GitHub", "url": "https://github.com/example"}]},
        {"groups": [{"group": "G", "searchable": 1, "pages": ["c"]}]},
    ],
)
def test_pages_are_those_that_the_service_can_read(dropped: dict[str, object]) -> None:
    files = dict.fromkeys(("a.mdx", "b.mdx", "c.mdx"), "Words")
    site = site_of({**dropped, "pages": ["a", "b"]}, files)

    assert list(site.pages.indexed) == ["a", "b"]


@pytest.mark.parametrize(
    "content",
    [
        {"groups": [{"pages": ["c"]}]},
        {"groups": [{"group": "G", "pages": ["c", {"group": "H", "tag": 5, "pages": ["b"]}]}]},
        {"pages": ["c", 5]},
        {"pages": ["b"], "groups": [{"group": 5, "pages": ["c"]}]},
    ],
)
def test_a_tab_whose_only_content_is_invalid_shows_no_page(content: dict[str, object]) -> None:
    files = dict.fromkeys(("a.mdx", "b.mdx", "c.mdx"), "Words")
    tabs = [{"tab": "A", "pages": ["a"]}, {"tab": "T", **content}]

    site = site_of({"tabs": tabs}, files)

    is_valid = "pages" in content and "groups" in content
    assert list(site.pages.indexed) == (["a", "b"] if is_valid else ["a"])
    verdict = site.verdicts.by_page["c"]
    if not is_valid:
        assert isinstance(verdict, ExcludedPage)
        assert 'tab "T" lists it, but is dropped because of a mistake' in verdict.detail


def test_versions_that_the_service_drops_are_none() -> None:
    versions = [{"version": one, "pages": ["a"]} for one in ("1", "2")]
    languages = [{"language": one, "pages": ["a"]} for one in ("en", "de")]

    assert site_of({"versions": versions}, {"a.mdx": ""}).versions == ("1", "2")
    site = site_of({"languages": languages, "versions": versions}, {"a.mdx": ""})
    assert (site.languages, site.versions) == (("en", "de"), ())


def test_every_operation_of_a_specification_has_a_page() -> None:
    site = site_of(
        {"tabs": [{"tab": "API", "openapi": "api.json"}]}, {"api.json": json.dumps(SPEC)}
    )

    found = {one.path: (one.title, one.breadcrumbs) for one in _indexed(site)}

    assert found == {
        "api-reference/berth/find-a-berth": ("Find a berth", ("API", "Berths")),
        "rent": ("Renting", ("API",)),
    }
    assert page("api-reference/berth/find-a-berth", site).markdown == FIND.replace(
        "Tells where a boat may lie.\n\n", ""
    )
    assert page("api-reference/berth/find-a-berth", site).description == (
        "Tells where a boat may lie."
    )
    rent = page("rent", site)
    assert rent.markdown.startswith("**Note**\n\nPay first.\n\n`POST /berths`\n")
    assert "**Body** (`application/json`)\n\n- `depth`" in rent.markdown
    assert (rent.boost, rent.description, rent.url) == (2.0, "Cash.", "/rent")
    left = {one.path: one.detail for one in site.pages.excluded}
    assert left == {
        "api-reference/delete-berths": "`DELETE /berths/{id}` in `api.json`",
        "api-reference/put-berths": "generated from `PUT /berths` in `api.json`",
    }
    [hidden] = [one for one in site.pages.excluded if one.path == "api-reference/delete-berths"]
    assert HIDDEN_BY[hidden.reason] == "by `x-hidden: true`"


def test_an_unlisted_page_of_an_operation_names_the_page_generated_of_it() -> None:
    files = {"own.mdx": "---\nopenapi: POST /berths\n---\n", "other.mdx": "Text."}
    tabs = {"tabs": [{"tab": "API", "openapi": "api.json"}]}
    site = site_of(tabs, {"api.json": json.dumps(SPEC), **files})

    left = {one.file: (one.reason, one.detail) for one in site.pages.left_out if one.file}
    assert left["own.mdx"][0].endswith("Delete it, or list it instead of that page.")
    assert left["own.mdx"][1] == "`rent`"
    assert left["other.mdx"] == (Reason.NOT_LISTED.value, "")


def list_operations(*pages: str) -> dict[str, object]:
    """A navigation with one group that lists pages and operations of a specification."""
    openapi = {"source": "api.json", "directory": "rest"}
    return {"groups": [{"group": "API", "openapi": openapi, "pages": list(pages)}]}


def test_listed_endpoints_have_pages_and_no_others() -> None:
    navigation = list_operations("index", "GET /berths/{id}", "GET /berths/{id}")
    site = site_of(navigation, {"index.mdx": "", "api.json": json.dumps(SPEC)})

    assert list(site.pages.indexed) == ["index", "rest/berth/find-a-berth"]
    assert page("rest/berth/find-a-berth", site).breadcrumbs == ("API",)
    assert not site.pages.excluded


def test_one_unknown_operation_stops_generation() -> None:
    navigation = list_operations("index", "GET /berths/{id}", "GET /nowhere")
    site = site_of(navigation, {"index.mdx": "", "api.json": json.dumps(SPEC)})

    assert list(site.pages.indexed) == ["index"]
    unknown, other = site.pages.excluded
    assert unknown.path == "GET /nowhere"
    assert "does not have this operation" in unknown.reason
    assert other.path == "GET /berths/{id}"
    assert "another endpoint" in other.reason


def test_a_page_of_the_site_keeps_its_address() -> None:
    site = site_of(
        {"groups": [{"group": "A", "openapi": "api.json", "pages": ["rent"]}]},
        {"rent.mdx": "Words", "api.json": json.dumps(SPEC)},
    )

    assert page("rent", site).file == "rent.mdx"
    assert "rent-1" not in site.pages.indexed


def test_a_page_about_an_operation_shows_it() -> None:
    files = {"a.mdx": "---\nopenapi: GET /berths/{id}\n---\nMind.", "api.json": json.dumps(SPEC)}
    site = site_of({"pages": ["a"]}, files)

    assert page("a", site).title == "Find a berth"
    assert page("a", site).markdown == f"Mind.\n\n{FIND}"


ODD = [
    {"get": 5},
    {"get": {"parameters": [5, None, {"name": 5, "in": []}, {"name": "a", "in": "query"}]}},
    {"get": {"responses": [1], "requestBody": 5, "servers": [{"url": 5}, 7], "tags": [5]}},
    {"get": {"responses": {"200": {"$ref": "#/paths/~1x"}}, "x-codeSamples": [{"source": 5}, 3]}},
    {"get": {"x-mint": {"metadata": 5, "href": "/", "content": 5, "groups": "x"}}},
    {"get": {"x-mint": 5}, "parameters": 5},
]


@pytest.mark.parametrize("item", ODD)
def test_a_specification_of_another_shape_is_shown_as_far_as_it_goes(item: object) -> None:
    spec = json.dumps({"openapi": "3.1.0", "paths": {"/x": item}})
    site = site_of({"tabs": [{"tab": "API", "openapi": "a.json"}]}, {"a.json": spec})

    assert all(one.markdown.startswith("`GET /x`") for one in _indexed(site))


def test_a_schema_that_is_part_of_itself_ends() -> None:
    itself = {"$ref": "#/components/schemas/a"}
    schema = {
        **{key: [itself] * 8 for key in ("allOf", "oneOf", "anyOf")},
        "properties": {f"p{number}": itself for number in range(9)},
    }
    body = {"requestBody": {"content": {"a": {"schema": itself}}}}
    spec = {
        "openapi": "3.1.0",
        "paths": {f"/x{number}": {"post": body} for number in range(40)},
        "components": {"schemas": {"a": schema}},
    }
    begin = time.process_time()
    site = site_of({"tabs": [{"tab": "A", "openapi": "a.json"}]}, {"a.json": json.dumps(spec)})

    assert max(len(one.markdown.splitlines()) for one in _indexed(site)) < 400
    assert time.process_time() - begin < 5


FILES = {
    "index.mdx": "import A from '/snippets/a.mdx'\n\nHome <A />",
    "b.mdx": "Bay",
    "c.mdx": "---\nhidden: true\n---\nCove",
    "d.mdx": "---\nopenapi: GET /berths/{id}\n---\n",
    "snippets/a.mdx": "and <b>away</b>",
    "api.json": json.dumps(SPEC),
}
NAVIGATION = {"groups": [{"group": "G", "pages": ["index", "b", "c", "d"]}]}
CHANGES = {
    "a page": {"b.mdx": "Beach"},
    "a hidden page": {"c.mdx": "Cove"},
    "a page that is hidden": {"b.mdx": "---\nhidden: true\n---\nBay"},
    "a page that cannot be read": {"b.mdx": "---\n"},
    "a snippet": {"snippets/a.mdx": "and back"},
    "a page that becomes a snippet": {"c.mdx": "import B from '/b.mdx'\n\nCove <B />"},
    "a new page": {"e.mdx": "East"},
    "a page that goes": {"b.mdx": None},
    "an ignore file": {".mintignore": "b.mdx"},
    "a specification": {"api.json": json.dumps(SPEC).replace("Find a berth", "Seek a berth")},
    "docs.json": {
        "docs.json": json.dumps(
            {"theme": "mint", "name": "Haven", "navigation": {"pages": ["b", "e"]}}
        )
    },
    "nothing": {"logo.svg": "<svg/>"},
}


@pytest.mark.parametrize("changes", CHANGES.values(), ids=CHANGES)
def test_after_a_change_a_site_is_as_if_read_anew(changes: Mapping[str, str | None]) -> None:
    before = files_of(NAVIGATION, FILES)
    texts = {path: before.read(path) for path in before.paths()}
    for path, text in changes.items():
        if text is None:
            del texts[path]
        else:
            texts[path] = text.encode()
    after = MemoryFiles(texts)
    old = load_site(before)

    change = old.apply_file_changes(after, list(changes))

    fresh = load_site(after)
    assert change.site.pages == fresh.pages
    assert list(change.site.pages.indexed) == list(fresh.pages.indexed)
    was, now = old.pages.indexed, fresh.pages.indexed
    assert {one.path: one for one in change.changed} == {
        path: one for path, one in now.items() if was.get(path) != one
    }
    assert set(change.removed) == was.keys() - now.keys()


def test_a_page_that_is_saved_changes_nothing_else() -> None:
    before = files_of(NAVIGATION, FILES)
    old = load_site(before)
    change = old.apply_file_changes(files_of(NAVIGATION, {**FILES, "b.mdx": "Beach"}), ["b.mdx"])

    assert [one.path for one in change.changed] == ["b"]
    assert change.site.navigation_facts is old.navigation_facts
    assert page("index", change.site) is page("index", old)


def test_variables_and_specifications_of_other_files_count() -> None:
    navigation = {"groups": [{"group": "G", "openapi": {"$ref": "specs.json"}, "pages": ["a"]}]}
    files = {
        "a.mdx": "In {{town}}, {{year}}.",
        "named.json": '{ "town": "Deal", "year": 1850 }',
        "specs.json": '["api.json"]',
        "api.json": '{"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {}}',
    }
    site = site_of(navigation, files, variables={"$ref": "named.json", "year": "1851"})

    assert page("a", site).markdown.strip() == "In Deal, 1851."
    assert list(site.overview.facts.specs) == ["api.json"]


def test_what_is_spread_over_files_counts_as_a_whole() -> None:
    info = {"title": "T", "version": "1"}
    paths = {"/berths": {"get": {"summary": "Berths"}}}
    files = {
        "source.json": '{ "source": "api.json" }',
        "api.json": json.dumps({"openapi": "3.1.0", "info": info, "paths": paths}),
        "menu.json": '{ "options": { "$ref": "options.json" } }',
        "options.json": '["mcp", "copy"]',
    }
    openapi = [{"$ref": "source.json", "directory": "reference"}]
    menu = {"$ref": "menu.json", "display": "header"}
    site = site_of({"groups": [{"group": "G", "openapi": openapi}]}, files, contextual=menu)

    assert [one.path for one in _indexed(site)] == ["reference/berths"]
    assert site.contextual == ("mcp", "copy")


def test_a_broken_docs_json_keeps_the_last_good_navigation() -> None:
    files = files_of(NAVIGATION, FILES)
    texts = {path: files.read(path) for path in files.paths()}
    old = load_site(files)

    broken = MemoryFiles({**texts, "docs.json": b'{"navigation": {"groups": ['})
    first = old.apply_file_changes(broken, ["docs.json"])
    edited = MemoryFiles({**texts, "docs.json": b'{"navigation"', "b.mdx": b"Beach"})
    second = first.site.apply_file_changes(edited, ["docs.json", "b.mdx"])
    mended = second.site.apply_file_changes(files, ["docs.json", "b.mdx"])

    assert first == SiteChange(first.site, (), ())
    assert first.site.uses_previous_navigation and first.site.trouble.startswith(
        "`docs.json`, line 1:"
    )
    assert [one.path for one in second.changed] == ["b"] and second.site.uses_previous_navigation
    assert not mended.site.uses_previous_navigation and mended.site.trouble == ""
    assert mended.site.pages == old.pages


def test_at_the_start_a_broken_docs_json_gives_what_can_be_read() -> None:
    text = '{"name": "A", "navigation": {"pages": ["a", "b",'
    site = load_site(MemoryFiles({"docs.json": text, "a.mdx": "", "c.mdx": ""}))

    assert list(site.pages.indexed) == ["a"]
    assert site.trouble and not site.uses_previous_navigation
    (left,) = (one for one in site.pages.excluded if one.path == "c")
    assert "cannot be read completely" in left.detail


def test_a_docs_json_that_is_no_object_is_trouble_and_keeps_the_last_good_navigation() -> None:
    files = files_of(NAVIGATION, FILES)
    texts = {path: files.read(path) for path in files.paths()}
    listed = (
        load_site(files)
        .apply_file_changes(MemoryFiles({**texts, "docs.json": b"[]"}), ["docs.json"])
        .site
    )

    assert listed.uses_previous_navigation
    assert listed.trouble == "`docs.json` must contain an object."


@pytest.mark.parametrize("docs", [None, "", "[]", "{}", "nonsense", '{"navigation": 5}'])
def test_a_site_of_any_kind_can_be_loaded(docs: str | None) -> None:
    site = load_site(MemoryFiles({"a.mdx": "A", **({} if docs is None else {"docs.json": docs})}))

    assert not site.pages.indexed
    assert (site.name, site.description, site.contextual, site.languages) == ("", "", (), ())


def test_changes_on_the_disk_are_noticed_by_time_and_size(tmp_path: Path) -> None:
    files = files_of(NAVIGATION, FILES)
    for name in files.paths():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(files.read(name))
    disk = DiskFiles(tmp_path)
    old = load_site(disk)
    (tmp_path / "b.mdx").write_text("Beach")
    (tmp_path / "docs.json").write_bytes(files.read("docs.json") + b"\n")

    change = old.apply_file_changes(disk, ["docs.json"])

    assert [one.path for one in change.changed] == ["b"]
    unchanged = page("d", change.site)
    assert unchanged == replace(page("d", old)) and unchanged.markdown is page("d", old).markdown
