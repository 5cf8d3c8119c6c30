"""Lists that keep themselves: what fills them, what a person wrote, and what always holds."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from difflib import SequenceMatcher
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from docs_lsp.evaluation.check import read_site
from docs_lsp.files.draft import Draft
from docs_lsp.files.files import Files, MemoryFiles
from docs_lsp.jsontree import document
from docs_lsp.jsontree.nodes import SyntaxTree
from docs_lsp.jsontree.parser import OldTree, parse
from docs_lsp.settings.settings import Settings, SyncSource
from docs_lsp.site import sync
from docs_lsp.site.overview import Overview
from docs_lsp.site.sync import SyncPlan, plan_sync
from tests.rules.harness import findings

SPEC = """{"openapi": "3.1.0", "info": {"title": "Boats", "version": "1"},
"tags": [{"name": "Boats"}, {"name": "Piers", "x-group": "Piers and quays"}],
"paths": {
"/piers": {"get": {"tags": ["Piers"], "responses": {}}},
"/boats": {
"get": {"tags": ["Boats"], "responses": {}}, "post": {"tags": ["Boats"], "responses": {}}
},
"/health": {"get": {"responses": {}}},
"/secret": {"get": {"x-hidden": true, "responses": {}}}}}
"""


def overview(files: Files, *sources: SyncSource) -> Overview:
    found = read_site(Path("/site"), files, Settings(sync=sources)).get_overview()
    assert found is not None
    return found


def site(navigation: object, pages: Mapping[str, str]) -> MemoryFiles:
    docs = {"theme": "mint", "name": "Quay", "colors": {"primary": "#0d9373"}}
    text = json.dumps({**docs, "navigation": navigation}, indent=2)
    return MemoryFiles({"docs.json": text, **pages})


def plan(files: Files, *sources: SyncSource) -> SyncPlan:
    return plan_sync(overview(files, *sources))


def after(files: Files, *sources: SyncSource) -> object:
    found = plan(files, *sources)
    assert found.faults == ()
    draft = Draft(files).with_changes(found.edits)
    assert plan(draft, *sources).edits == (), "twice is once"
    return json.loads(draft.read("docs.json"))["navigation"]


def group(name: str, *pages: object, **more: object) -> dict[str, object]:
    return {"group": name, **more, "pages": list(pages)}


def pages(*names: str, **texts: str) -> dict[str, str]:
    return {f"{name}.mdx": texts.get(name, "Text\n") for name in names}


GUIDES = SyncSource("Guides", folder="guides")


def test_an_empty_element_gets_the_folder_with_groups() -> None:
    files = site(
        {"groups": [group("Guides")]},
        pages("guides/b", "guides/a10", "guides/a9", "guides/index", "guides/first-steps/x"),
    )
    assert after(files, GUIDES) == {
        "groups": [
            group(
                "Guides",
                *("guides/index", "guides/a9", "guides/a10", "guides/b"),
                group("First steps", "guides/first-steps/x"),
            )
        ]
    }


def test_what_a_person_wrote_is_kept() -> None:
    own = group("Erste Schritte", "/guides/first/x", "gone", icon="star", expanded=True)
    files = site(
        {
            "groups": [
                group(
                    "Guides",
                    "hello",
                    "guides/b.mdx",
                    group("Mixed", "guides/m", "hello"),
                    own,
                    "GET /x",
                )
            ]
        },
        pages("guides/a", "guides/b", "guides/m", "guides/first/x", "guides/first/y", "hello"),
    )
    assert after(files, GUIDES) == {
        "groups": [
            group(
                "Guides",
                "hello",
                "guides/a",
                "guides/b.mdx",
                group("Mixed", "guides/m", "hello"),
                {**own, "pages": ["/guides/first/x", "gone", "guides/first/y"]},
                "GET /x",
            )
        ]
    }


def test_what_is_gone_goes_and_what_is_listed_elsewhere_is_not_listed_twice() -> None:
    files = site(
        {"groups": [group("Guides", "guides/a", "guides/gone"), group("More", "guides/b")]},
        pages("guides/a", "guides/b"),
    )
    found = plan(files, GUIDES)

    assert [one.removed for one in found.out_of_step] == [("guides/gone",)]
    assert after(files, GUIDES) == {
        "groups": [group("Guides", "guides/a"), group("More", "guides/b")]
    }


def test_hidden_pages_are_not_listed_but_stay_where_they_are() -> None:
    files = site(
        {"groups": [group("Guides", "guides/h")]},
        {
            "guides/h.mdx": "---\nhidden: true\n---\n",
            "guides/i.mdx": "---\nhidden: true\n---\n",
            "guides/a.mdx": "",
        },
    )
    assert after(files, GUIDES) == {"groups": [group("Guides", "guides/h", "guides/a")]}


def test_pages_are_put_in_order_by_their_frontmatter_or_their_date() -> None:
    texts = {
        "guides/a.mdx": "---\norder: 2\nweight: 1\ndate: 2026-01-02\n---\n",
        "guides/b.mdx": "---\norder: 1\nweight: 2\ndate: 2026-03-04\n---\n",
        "guides/c.mdx": "---\ntitle: None\n---\n",
    }
    files = site({"groups": [group("Guides", "guides/a", "guides/b")]}, texts)
    by = GUIDES._replace

    def listed(source: SyncSource) -> object:
        return after(files, source)["groups"][0]["pages"]  # type: ignore[index]

    assert listed(by(order="frontmatter")) == ["guides/b", "guides/a", "guides/c"]
    assert listed(by(order="frontmatter", field="weight")) == ["guides/a", "guides/b", "guides/c"]
    assert listed(by(order="date")) == ["guides/b", "guides/a", "guides/c"]
    assert listed(by(order="name")) == ["guides/a", "guides/b", "guides/c"]


def test_a_tab_of_groups_gets_groups() -> None:
    files = site(
        {"tabs": [{"tab": "Guides", "groups": [group("One", "guides/one/x")]}]},
        pages("guides/a", "guides/one/x", "guides/two/y"),
    )
    assert after(files, GUIDES) == {
        "tabs": [
            {
                "tab": "Guides",
                "groups": [
                    group("Guides", "guides/a"),
                    group("One", "guides/one/x"),
                    group("Two", "guides/two/y"),
                ],
            }
        ]
    }


def test_a_specification_fills_an_element_by_tags() -> None:
    source = SyncSource("API", specification="api.json")
    own = group("Unsere Boote", "prose", "POST /boats", "GET /sunk", icon="ship")
    files = site(
        {"groups": [group("API", own, openapi="api.json")]},
        {**pages("prose"), "api.json": SPEC},
    )
    assert after(files, source) == {
        "groups": [
            group(
                "API",
                "GET /health",
                {**own, "pages": ["prose", "GET /boats", "POST /boats"]},
                group("Piers and quays", "GET /piers"),
                openapi="api.json",
            )
        ]
    }


def test_endpoints_name_their_specification_where_another_is_in_force() -> None:
    source = SyncSource("API", specification="api.json")
    files = site({"tabs": [{"tab": "API", "pages": ["GET /health"]}]}, {"api.json": SPEC})
    found = json.dumps(after(files, source))

    assert "api.json GET /boats" in found


def test_a_language_follows_the_default_one() -> None:
    tabs = [
        {"tab": "Guides", "groups": [group("Start", "a", "b"), group("More", "c")]},
        {"tab": "Blog", "href": "https://example.com"},
    ]
    french = [
        {"tab": "Le blog", "href": "https://example.com"},
        {"tab": "Guides (fr)", "groups": [group("Début", "fr/b", "fr/only", icon="x")]},
    ]
    files = site(
        {
            "languages": [
                {"language": "en", "tabs": tabs},
                {"language": "fr", "tabs": french},
            ]
        },
        pages("a", "b", "c", "fr/a", "fr/b", "fr/c", "fr/only"),
    )
    assert after(files, SyncSource(language="fr")) == {
        "languages": [
            {"language": "en", "tabs": tabs},
            {
                "language": "fr",
                "tabs": [
                    {
                        "tab": "Guides (fr)",
                        "groups": [
                            group("Début", "fr/a", "fr/b", "fr/only", icon="x"),
                            group("More", "fr/c"),
                        ],
                    },
                    french[0],
                ],
            },
        ]
    }


def test_a_copied_element_keeps_its_keys_if_one_of_its_pages_is_listed_elsewhere() -> None:
    more = group("More", "b", {"group": "Deep", "icon": "x", "pages": ["c", "d"]}, icon="y")
    files = site(
        {
            "languages": [
                {"language": "en", "groups": [group("Start", "a"), more]},
                {"language": "fr", "tag": "T", "groups": [group("Début", "fr/a", "fr/d")]},
            ]
        },
        pages("a", "b", "c", "d", "fr/a", "fr/b", "fr/c", "fr/d"),
    )
    source = SyncSource("/navigation/languages/1", language="fr")
    found = after(files, source)
    assert isinstance(found, dict)
    assert found["languages"][1]["groups"][1:] == [
        group("More", "fr/b", {"group": "Deep", "icon": "x", "pages": ["fr/c"]}, icon="y")
    ]


def test_a_page_with_a_blank_in_its_path_is_no_endpoint() -> None:
    default = group("G", "index", "my page", "one two/three", "GET /x")
    files = site(
        {
            "languages": [
                {"language": "en", "groups": [default]},
                {"language": "fr", "groups": [group("G", "fr/index", "fr/old page")]},
            ]
        },
        pages("index", "my page", "one two/three", "fr/index", "fr/one two/three"),
    )
    assert after(files, SyncSource(language="fr")) == {
        "languages": [
            {"language": "en", "groups": [default]},
            {"language": "fr", "groups": [group("G", "fr/index", "fr/one two/three", "GET /x")]},
        ]
    }


def test_an_element_in_a_part_of_docs_json_is_changed_there() -> None:
    part = '{\n\t"group": "Guides", // no comment\n\t"pages": [ "guides/b" ]\n}\r\n'.replace(
        " // no comment", ""
    )
    files = site(
        {"groups": [{"$ref": "./nav/guides.json"}]},
        {**pages("guides/a", "guides/b"), "nav/guides.json": part},
    )
    found = plan(files, GUIDES)
    draft = Draft(files).with_changes(found.edits)

    assert list(draft.changed) == ["nav/guides.json"]
    assert draft.read("nav/guides.json").decode() == part.replace(
        '[ "guides/b" ]', '[ "guides/a", "guides/b" ]'
    )


def test_several_declarations_are_followed_together() -> None:
    files = site({"groups": [group("Guides"), group("Deep")]}, pages("guides/a", "guides/deep/b"))
    found = after(files, GUIDES, SyncSource("Deep", folder="guides/deep"))

    assert found == {"groups": [group("Guides", "guides/a"), group("Deep", "guides/deep/b")]}


def test_what_sync_makes_of_an_element_does_not_hide_it() -> None:
    guides = {"tab": "Guides", "groups": []}
    languages = [
        {"language": "fr", "tabs": [{"tab": "Accueil", "pages": ["fr/index"]}]},
        {
            "language": "en",
            "default": True,
            "tabs": [{"tab": "Home", "pages": ["index"]}, guides],
        },
    ]
    files = site({"languages": languages}, pages("index", "guides/a", "fr/index", "fr/guides/a"))
    first, second = GUIDES, SyncSource(language="fr")
    found = json.dumps(after(files, first, second))
    draft = Draft(files).with_changes(plan(files, first, second).edits)

    assert found.count('"tab": "Guides"') == 2
    assert found.count('"group": "Guides"') == 2
    texts = {path: draft.read(path).decode() for path in draft.paths()}
    changed = MemoryFiles({**texts, "guides/b.mdx": ""})
    assert [one.added for one in plan(changed, first, second).out_of_step] == [("guides/b",)]


def test_of_several_elements_that_at_the_top_of_the_default_version_is_meant() -> None:
    def version(name: str, *groups: object, **more: object) -> dict[str, object]:
        return {"version": name, "groups": list(groups), **more}

    one = group("API", "x", group("Guides", "api/guides/a"))  # It comes first, and lies deeper.
    versions = [
        version("v1", group("Guides", "v1/guides/a")),
        version("v2", one, group("Guides"), default=True),
    ]
    files = site(
        {"versions": versions}, pages("x", "v1/guides/a", "v1/guides/b", "api/guides/a", "guides/a")
    )
    full = after(files, GUIDES)
    other = after(files, SyncSource("v1 > Guides", folder="v1/guides"))

    assert full["versions"][1]["groups"] == [one, group("Guides", "guides/a")]  # type: ignore[index]
    assert full["versions"][0] == versions[0]  # type: ignore[index]
    assert other["versions"][0]["groups"] == [  # type: ignore[index]
        group("Guides", "v1/guides/a", "v1/guides/b")
    ]


@pytest.mark.parametrize(
    ("default", "said"),
    [
        ([group("A", group("G", "x")), group("B", group("G", "x"))], "such as `en > A > G`"),
        ([group("G", "x"), group("G", "x")], "pointer, such as `/navigation/languages/1/groups/0`"),
    ],
)
def test_how_to_name_one_of_several_elements_is_told(default: list[object], said: str) -> None:
    languages = [
        {"language": "fr", "groups": [group("G", "fr/x")]},
        {"language": "en", "default": True, "groups": default},
    ]
    (fault,) = plan(
        site({"languages": languages}, pages("x", "fr/x", "guides/a")),
        SyncSource("G", folder="guides"),
    ).faults

    assert str(fault).startswith("2 elements are called `G`. ")
    assert said in str(fault)


@pytest.mark.parametrize(
    ("source", "key", "words"),
    [
        (SyncSource("Nowhere", folder="guides"), "element", "no element `Nowhere`"),
        (SyncSource("Twice", folder="guides"), "element", "2 elements are called `Twice`"),
        (SyncSource("Tab", folder="guides"), "element", "contains `anchors`"),
        (SyncSource("Tab > Twice", folder="nope"), "folder", "The folder `nope` does not exist"),
        (
            SyncSource("/navigation/tabs/1", folder="nope"),
            "folder",
            "The folder `nope` does not exist",
        ),
        (SyncSource("Tab > Twice", specification="no.json"), "specification", "`no.json`"),
        (SyncSource(language="fr"), "language", "no language `fr`"),
    ],
)
def test_what_cannot_be_followed_is_told_with_its_key(
    source: SyncSource, key: str, words: str
) -> None:
    files = site(
        {
            "tabs": [
                {"tab": "Tab", "anchors": [{"anchor": "A", "groups": [group("Twice", "x")]}]},
                {"tab": "Other", "groups": [group("Twice", "x")]},
            ]
        },
        pages("x", "guides/a"),
    )
    (fault,) = plan(files, source).faults

    assert (fault.index, fault.key) == (0, key)
    assert words in str(fault)


@pytest.mark.parametrize("held", [None, {}, "guides/a", 5, {"$ref": "no.json"}])
def test_what_is_no_list_is_told(held: object) -> None:
    files = site({"groups": [{"group": "Guides", "pages": held}]}, pages("guides/a"))
    (fault,) = plan(files, SyncSource("Guides", folder="guides")).faults

    assert str(fault) == "`pages` of `Guides` is not an array."
    assert findings({path: files.read(path).decode() for path in files.paths()})


def test_a_link_is_not_filled() -> None:
    files = site({"anchors": [{"anchor": "Out", "href": "https://example.com"}]}, pages("g/a"))
    (fault,) = plan(files, SyncSource("Out", folder="g")).faults

    assert str(fault).startswith("`Out` is a link and lists nothing.")


def test_the_finding_says_what_is_missing_and_what_is_gone() -> None:
    files = {
        "docs.json": '{"theme": "mint", "name": "Q", "colors": {"primary": "#0d9373"}, '
        '"navigation": {"groups": [{"group": "Guides", "pages": ["guides/gone"]}]}}',
        "docs-lsp.toml": '[[sync]]\nelement = "Guides"\nfolder = "guides"\n',
        "guides/a.mdx": "",
        "guides/b.mdx": "",
    }
    (found,) = (one for one in findings(files) if one.rule == "out-of-step")

    assert found.message == (
        "`Guides` is out of sync with `guides`: it lacks `guides/a` and 1 more and still lists "
        "`guides/gone`. Run `docs-lsp sync`, or use the quick fix."
    )


_PAGES = st.lists(
    st.sampled_from([f"g/{name}" for name in ("a", "b", "c", "x/a", "x/b", "y/a", "y/z/a")]),
    unique=True,
)
_ENTRY = st.sampled_from(
    ["g/a", "/g/b", "g/c.mdx", "g/x/a", "g/x/b", "g/y/a", "g/y/z/a", "g/gone", "other", "GET /x"]
)
_LIST = st.recursive(
    st.lists(_ENTRY, max_size=4),
    lambda inner: st.lists(
        _ENTRY | st.builds(lambda found: {"group": "G", "pages": found}, inner), max_size=4
    ),
    max_leaves=6,
)


_X_GROUP = {"group": "G", "pages": ["g/x/a"]}


def entries(node: object) -> Iterator[str]:
    if isinstance(node, dict):
        yield from entries(node.get("pages", []))
    elif isinstance(node, list):
        for item in node:
            yield from entries(item)
    elif isinstance(node, str):
        yield node.removeprefix("/").removesuffix(".mdx")


@settings(max_examples=40, deadline=None)
@given(there=_PAGES, listed=_LIST)
@example(there=["g/a", "g/b", "g/c"], listed=["g/c.mdx", "g/a", "g/c.mdx"])
@example(there=["g/a", "g/b", "g/x/a"], listed=[_X_GROUP, "g/a", _X_GROUP])
def test_nothing_is_lost_all_is_listed_and_twice_is_once(
    there: list[str], listed: list[object]
) -> None:
    files = site({"groups": [group("Guides", *listed)]}, pages("g/q", "other", *there))
    source = SyncSource("Guides", folder="g")
    found = list(entries(after(files, source)["groups"][0]))  # type: ignore[index]

    before = list(entries(listed))
    known = {*there, "g/q", "other"}
    assert {one for one in before if one in known or not one.startswith("g/")} <= set(found)
    assert {*there, "g/q"} <= set(found)
    for page in (*there, "g/q"):
        assert 1 <= found.count(page) <= max(1, before.count(page))


@pytest.mark.parametrize(
    ("default", "translated"),
    [
        ({"openapi": "api.json"}, {"openapi": "api.json"}),
        ({"openapi": "api.json"}, {"openapi": "fr/api.json"}),
        ({"openapi": "api.json"}, {"group": "Référence", "openapi": "fr/api.json"}),
        ({"openapi": "api.json", "pages": ["GET /boats"]}, {"openapi": "api.json"}),
        ({"openapi": "api.json"}, {"openapi": "api.json", "pages": ["GET /boats"]}),
        ({"pages": ["api.json GET /boats"]}, {"pages": ["fr/api.json GET /boats"]}),
    ],
)
def test_what_a_language_has_of_an_api_is_not_listed_twice(
    default: dict[str, object], translated: dict[str, object]
) -> None:
    languages = [
        {"language": "en", "groups": [group("Guides", "a"), {"group": "API", **default}]},
        {"language": "fr", "groups": [group("Guides", "fr/a"), {"group": "API", **translated}]},
    ]
    files = site(
        {"languages": languages}, {**pages("a", "fr/a"), "api.json": SPEC, "fr/api.json": SPEC}
    )

    assert after(files, SyncSource(language="fr")) == {"languages": languages}


def test_a_file_is_parsed_once_for_all_declarations(monkeypatch: pytest.MonkeyPatch) -> None:
    names = [f"part{number}" for number in range(12)]
    groups = [{"group": name, "pages": ["start"]} for name in names]
    pages = {"start.mdx": "# Start\n", **{f"{name}/a.mdx": "# A\n" for name in names}}
    sources = [SyncSource(element=name, folder=name) for name in names]
    site_overview = overview(site({"groups": groups}, pages), *sources)
    whole: list[bytes] = []

    def note(data: bytes, *old: OldTree) -> SyntaxTree:
        whole.extend([] if old else [data])
        return parse(data, *old)

    monkeypatch.setattr(document, "parse", note)
    assert len(plan_sync(site_overview).out_of_step) == 12
    assert not whole


def test_lines_that_are_repeated_around_a_change_are_not_compared(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    compared: list[int] = []

    class Matcher(SequenceMatcher[bytes]):
        def __init__(self, junk: None, a: list[bytes], b: list[bytes], *, autojunk: bool) -> None:
            compared.append(len(a) + len(b))
            super().__init__(junk, a, b, autojunk=autojunk)

    monkeypatch.setattr(sync, "SequenceMatcher", Matcher)
    groups = [group(f"G{number}", "start") for number in range(40)]
    pages = {"start.mdx": "# Start\n", "guides/a.mdx": "# A\n"}
    source = SyncSource(element="G20", folder="guides")
    assert plan(site({"groups": groups}, pages), source).edits
    assert max(compared) <= 4, compared
