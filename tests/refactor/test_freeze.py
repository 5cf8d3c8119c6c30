"""Freezing a version: what is copied, what is refused, and what holds for every site."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docs_lsp.core.problem import FileEdit, NewFile
from docs_lsp.evaluation.check import read_site
from docs_lsp.files.draft import Draft
from docs_lsp.files.files import DiskFiles, Files, MemoryFiles
from docs_lsp.refactor.freeze import FreezePlan, FreezeRequest, plan_freeze
from docs_lsp.refactor.harmless_changes import ChangeRefused
from docs_lsp.settings.settings import Settings
from docs_lsp.site.mdx import content
from docs_lsp.site.pages import strip_page_extension
from docs_lsp.site.routes.accepted_site import AcceptedSite, get_accepted_site

SITES = Path(__file__).parents[1] / "sites"
SPEC = """{"openapi": "3.1.0", "info": {"title": "Boats", "version": "1"},
"paths": {"/boats": {"get": {"summary": "List boats", "responses": {"200": {"description": "x"}},
"parameters": [{"$ref": "parts/page.json"}]}}}}
"""


def planned(
    files: Files, old: str = "v1", new: str = "v2", folder: str = "", tag: str | None = None
) -> FreezePlan:
    site = read_site(Path("/site"), files, Settings())
    return plan_freeze(site, files, FreezeRequest(old, new, folder or old, tag))


def frozen(files: Files, *names: str) -> Draft:
    return Draft(files).with_changes(planned(files, *names).changes)


def kept(files: Files) -> AcceptedSite:
    overview = read_site(Path("/site"), files, Settings()).get_overview()
    assert overview is not None
    return get_accepted_site(overview)


def site(navigation: object, pages: Mapping[str, str], **more: object) -> MemoryFiles:
    docs = {"theme": "mint", "name": "Quay", "colors": {"primary": "#0d9373"}}
    text = json.dumps({**docs, "navigation": navigation, **more}, indent=2)
    return MemoryFiles({"docs.json": text, **pages})


def navigation_of(files: Files) -> dict[str, object]:
    found: dict[str, object] = json.loads(files.read("docs.json"))["navigation"]
    return found


PAGES = {
    "index.mdx": "[Start](/guides/start#first) [Old](/begin) [Out](https://example.com) [T](#top)",
    "guides/start.mdx": (
        '![Sea](/sea.svg) ![Here](./pier.svg)\n\n<Card title="Home" href="/">Back</Card>\n'
        "[Made](/api-reference/list-boats) [Hidden](/hidden)\n"
    ),
    "guides/boats.mdx": "---\nopenapi: GET /boats\n---\n",
    "hidden.mdx": "Nobody lists this.\n",
    "sea.svg": "<svg/>",
    "guides/pier.svg": "<svg/>",
    "api.json": SPEC,
    "parts/page.json": "{}",
}
NAVIGATION = {
    "tabs": [
        {"tab": "Guides", "pages": ["index", "guides/start", "guides/boats"]},
        {"tab": "API", "openapi": "api.json", "pages": ["GET /boats"]},
    ],
    "global": {"anchors": [{"anchor": "Blog", "href": "https://example.com"}]},
}
REDIRECTS = [{"source": "/begin", "destination": "/guides/start"}]


def test_a_site_without_versions_becomes_two() -> None:
    after = frozen(site(NAVIGATION, PAGES, redirects=REDIRECTS))

    assert navigation_of(after) == {
        "versions": [
            {"version": "v2", "default": True, "tag": "Latest", "tabs": NAVIGATION["tabs"]},
            {
                "version": "v1",
                "tabs": [
                    {
                        "tab": "Guides",
                        "pages": ["v1/index", "v1/guides/start", "v1/guides/boats"],
                    },
                    {
                        "tab": "API",
                        "openapi": {"source": "v1/api.json", "directory": "v1/api-reference"},
                        "pages": ["GET /boats"],
                    },
                ],
            },
        ],
        "global": NAVIGATION["global"],
    }


def test_links_within_the_copy_stay_within_it() -> None:
    after = frozen(site(NAVIGATION, PAGES, redirects=REDIRECTS))

    assert after.read("v1/index.mdx").decode() == (
        "[Start](/v1/guides/start#first) [Old](/v1/guides/start) [Out](https://example.com) "
        "[T](#top)"
    )
    assert after.read("v1/guides/start.mdx").decode() == (
        '![Sea](/sea.svg) ![Here](../../guides/pier.svg)\n\n<Card title="Home" href="/v1/">Back'
        "</Card>\n[Made](/v1/api-reference/list-boats) [Hidden](/hidden)\n"
    )
    assert after.read("v1/guides/boats.mdx") == b"---\nopenapi: v1/api.json GET /boats\n---\n"


def test_specifications_are_copied_with_what_they_refer_to() -> None:
    plan = planned(site(NAVIGATION, PAGES, redirects=REDIRECTS))

    assert (plan.current, plan.pages, plan.files) == ("", 3, ("api.json", "parts/page.json"))
    new = {one.file for one in plan.changes if isinstance(one, NewFile)}
    assert {"v1/api.json", "v1/parts/page.json"} <= new
    assert [one.file for one in plan.changes if isinstance(one, FileEdit)] == ["docs.json"]


def test_the_default_version_goes_on_under_its_new_name() -> None:
    versions = [
        {"version": "v0", "pages": ["hidden"]},
        {"version": "v1", "default": True, "tag": "Now", "pages": ["index"]},
    ]
    after = frozen(site({"versions": versions}, PAGES))

    assert navigation_of(after)["versions"] == [
        versions[0],
        {"version": "v2", "default": True, "tag": "Now", "pages": ["index"]},
        {"version": "v1", "pages": ["v1/index"]},
    ]


def test_a_specification_that_a_page_names_from_its_own_folder_is_copied() -> None:
    page = "---\nopenapi-schema: ./api.json Boat\n---\n"
    navigation = {"versions": [{"version": "v1", "pages": ["guides/boat"]}]}
    after = frozen(site(navigation, {"guides/boat.mdx": page, "guides/api.json": SPEC}))

    assert after.read("v1/guides/boat.mdx") == page.encode()
    assert after.exists("v1/guides/api.json")


def test_versions_inside_languages_are_frozen_in_each() -> None:
    languages = [
        {"language": "en", "versions": [{"version": "v1", "pages": ["index"]}]},
        {"language": "fr", "versions": [{"version": "v1", "pages": ["fr/index"]}]},
        {"language": "de", "pages": ["de/index"]},
    ]
    pages = {"index.mdx": "a", "fr/index.mdx": "b", "de/index.mdx": "c"}
    files = site({"languages": languages}, pages)
    after = frozen(files)

    assert {"v1/index.mdx", "v1/fr/index.mdx"} <= set(after.paths())
    assert "v1/de/index.mdx" not in after.paths()
    assert planned(files).notices == (
        "The language `de` has no versions, so none of its pages were copied.",
    )


def test_languages_inside_versions_are_copied_together() -> None:
    languages = [
        {"language": "en", "pages": ["index"]},
        {"language": "fr", "pages": ["fr/index"]},
    ]
    files = site(
        {"versions": [{"version": "v1", "languages": languages}]},
        {"index.mdx": "a", "fr/index.mdx": "[A](/fr)"},
    )
    after = frozen(files)

    assert after.read("v1/fr/index.mdx") == b"[A](/v1/fr)"


def test_parts_that_are_named_by_a_ref_are_copied() -> None:
    part = '{ "version": "v1", "tag": "x", "pages": ["index"] }\n'
    files = site({"versions": [{"$ref": "./nav/v1.json"}]}, {"index.mdx": "a", "nav/v1.json": part})
    after = frozen(files)

    assert navigation_of(after)["versions"] == [
        {"$ref": "./nav/v1.json"},
        {"$ref": "./v1/nav/v1.json"},
    ]
    assert json.loads(after.read("nav/v1.json")) == {
        "version": "v2",
        "default": True,
        "tag": "x",
        "pages": ["index"],
    }
    assert json.loads(after.read("v1/nav/v1.json")) == {"version": "v1", "pages": ["v1/index"]}


def refusal(files: Files, *names: str) -> str:
    with pytest.raises(ChangeRefused) as refused:
        planned(files, *names)
    return str(refused.value)


def test_what_would_lose_something_is_refused() -> None:
    away = [{"source": "/v1/:slug*", "destination": "/:slug*"}]
    assert "redirect from `/v1/:slug*`" in refusal(site(NAVIGATION, PAGES, redirects=away))
    assert "`v1/` already contains files" in refusal(site(NAVIGATION, {**PAGES, "v1/x.mdx": ""}))
    assert "is not a valid folder" in refusal(site(NAVIGATION, PAGES), "../v1")
    assert "both be called" in refusal(site(NAVIGATION, PAGES), "v1", "v1")
    assert "needs a name" in refusal(site(NAVIGATION, PAGES), "v1", " ")
    broken = MemoryFiles({"docs.json": '{"theme": "mint", "navigation": {"pages": ["a" "b"]}'})
    assert "docs-lsp check" in refusal(broken)
    assert "another tool" in refusal(MemoryFiles({"docs.json": '{"name": "other"}'}))
    empty = site({"versions": [{"version": "v1", "href": "https://example.com"}]}, {})
    assert "nothing to freeze" in refusal(empty)
    ignored = {**PAGES, ".mintignore": "v1/\n"}
    assert "of the copy would be broken" in refusal(site(NAVIGATION, ignored))


def test_several_lines_of_versions_are_refused() -> None:
    products = [
        {"product": name, "versions": [{"version": "v1", "pages": [page]}]}
        for name, page in (("A", "index"), ("B", "hidden"))
    ]
    assert refusal(site({"products": products}, PAGES)) == (
        "Several elements have versions (`A`, `B`). Choose one, for example with `--under A`."
    )


TAB = {"tab": "The API", "versions": [{"version": "v1", "pages": ["hidden"]}]}
TABS = [{"tab": "Guides", "pages": ["index", "guides/start"]}, TAB]


def test_versions_of_one_tab_are_not_those_of_the_site() -> None:
    files = site({"tabs": TABS}, PAGES)
    assert refusal(files) == (
        "Only `The API` has versions, so the rest of the site would not be frozen. Add "
        "`--under 'The API'` to freeze only these."
    )

    overview = read_site(Path("/site"), files, Settings())
    plan = plan_freeze(overview, files, FreezeRequest("v1", "v2", "v1", under="The API"))
    after = Draft(files).with_changes(plan.changes)
    versions = [
        {"version": "v2", "default": True, "tag": "Latest", "pages": ["hidden"]},
        {"version": "v1", "pages": ["v1/hidden"]},
    ]
    assert navigation_of(after) == {"tabs": [TABS[0], {**TAB, "versions": versions}]}


def test_a_title_may_mean_one_element_in_each_language() -> None:
    languages = [{"language": code, "tabs": TABS} for code in ("en", "fr")]
    files = site({"languages": languages}, PAGES)
    assert "Only `The API` has versions" in refusal(files)

    overview = read_site(Path("/site"), files, Settings())
    for under, count in (("The API", 2), ("fr > The API", 1)):
        plan = plan_freeze(overview, files, FreezeRequest("v1", "v2", "v1", under=under))
        after = Draft(files).with_changes(plan.changes)
        assert json.dumps(navigation_of(after)).count('"v2"') == count


@pytest.mark.parametrize(
    ("under", "expected"),
    [
        ("Api", "No element `Api` has versions. These have: `API`."),
        ("API", "Several elements named `API` have versions. Use one of: `A > API`, `B > API`."),
    ],
)
def test_a_title_that_means_none_or_several_is_refused(under: str, expected: str) -> None:
    products = [{"product": name, "tabs": [{**TAB, "tab": "API"}]} for name in ("A", "B")]
    files = site({"products": products}, PAGES)
    overview = read_site(Path("/site"), files, Settings())
    with pytest.raises(ChangeRefused) as refused:
        plan_freeze(overview, files, FreezeRequest("v1", "v2", "v1", under=under))
    assert str(refused.value) == expected


def test_twice_is_refused_and_loses_nothing() -> None:
    after = frozen(site(NAVIGATION, PAGES, redirects=REDIRECTS))

    assert "The version `v1` exists already" in refusal(after)
    assert "The version `v1` exists already" in refusal(after, "v9", "v1")


def test_a_huge_page_is_copied_with_all_its_links(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(content, "MOST_READ", 20)
    text = "Long " * 10 + "\n\n[Old](/begin) [Here](/a)"
    redirects = [{"source": "/begin", "destination": "/a"}]
    after = frozen(site({"pages": ["a"]}, {"a.mdx": text}, redirects=redirects))

    assert after.read("v1/a.mdx").decode() == text.replace("/begin", "/v1/a").replace(
        "(/a", "(/v1/a"
    )


HREFS = """openapi: 3.1.0
info: {title: Boats, version: "1"}
paths:
  /boats:
    get: {summary: List, x-mint: {href: /fleet/list}}
    post: {summary: Add, x-mint: {href: "fleet/add"}}
    put:
      summary: Change
      x-mint:
        href: '/fleet/change/'  # as before
webhooks:
  sunk:
    post: {summary: Sunk, x-site: {href: /fleet/sunk}}
"""
HREF_ADDRESSES = ("/fleet/list", "/fleet/add", "/fleet/change", "/fleet/sunk")


def test_pages_of_a_specification_with_addresses_of_their_own_get_others_in_the_copy() -> None:
    page = " ".join(f"[x]({address})" for address in HREF_ADDRESSES)
    navigation = {"tabs": [{"tab": "A", "pages": ["a"]}, {"tab": "B", "openapi": "api.yaml"}]}
    before = site(navigation, {"a.mdx": page, "api.yaml": HREFS})
    after = frozen(before)

    expected = (
        HREFS.replace("href: /fleet/list", "href: /v1/fleet/list")
        .replace('"fleet/add"', '"v1/fleet/add"')
        .replace("'/fleet/change/'", "'/v1/fleet/change/'")
        .replace("/fleet/sunk", "/v1/fleet/sunk")
    )
    assert after.read("v1/api.yaml").decode() == expected
    assert after.read("api.yaml").decode() == HREFS
    assert after.read("v1/a.mdx").decode() == page.replace("(/", "(/v1/")
    for address in HREF_ADDRESSES:
        assert kept(after).answers[address] == kept(before).answers[address]
        assert kept(after).answers[f"/v1{address}"].startswith("v1/api.yaml ")


def test_slashes_that_json_escapes_are_no_obstacle() -> None:
    spec = SPEC.replace('"get": {', r'"get": {"x-mint": {"href": "\/a\/b"}, ')
    after = frozen(site({"tabs": [{"tab": "B", "openapi": "api.json"}]}, {"api.json": spec}))

    assert after.read("v1/api.json").decode() == spec.replace(r"\/a\/b", r"\/v1/a\/b")
    assert kept(after).answers["/v1/a/b"] == "v1/api.json GET /boats"


def test_an_address_that_is_no_plain_text_is_refused_with_the_reason() -> None:
    spec = HREFS.replace("/fleet/list", r'"\x2Ffleet/list"')
    files = site({"tabs": [{"tab": "B", "openapi": "api.yaml"}]}, {"api.yaml": spec})

    assert refusal(files) == (
        "`GET /boats` in `api.yaml` sets the address of its page, which its copy cannot have as "
        "well. "
        "Write the `href` as plain text: `/fleet/list`. Nothing was changed."
    )


def test_an_entry_that_names_its_file_is_refused_with_the_reason() -> None:
    entry, pages = "api.json GET /boats", ["index"]
    group = {"group": "Boats", "pages": [entry, *pages]}
    files = {"api.json": SPEC, "index.mdx": "# Home\n"}

    assert refusal(site({"groups": [group]}, files)) == (
        f"The entry `{entry}` names its file itself, so its page and the copy would have the same "
        "address. Set `openapi` on its group, and write `GET /boats`. Nothing was changed."
    )
    group = {"group": "Boats", "openapi": "api.json", "pages": ["GET /boats", *pages]}
    assert frozen(site({"groups": [group]}, files)).read("v1/api.json")


@pytest.mark.parametrize("name", ["ferry", "languages", "notebook", "observatory", "plain"])
def test_own_sites_can_be_frozen(name: str) -> None:
    files = DiskFiles(SITES / name)
    after = frozen(files, "v0old", "v9")

    assert kept(files).answers.items() <= kept(after).answers.items()


_NAMES = st.sampled_from(["index", "a", "b/index", "b/c", "fr/a", "fr/b/c", "d.e", "é"])
_SHAPES = st.sampled_from(["plain", "versions", "languages", "both"])


def shaped(shape: str, pages: list[str]) -> object:
    groups = [{"group": "All", "pages": pages}]
    versions = [{"version": "v1", "groups": groups}, {"version": "v0", "pages": ["z"]}]
    match shape:
        case "versions":
            return {"versions": versions}
        case "languages":
            return {"languages": [{"language": "en", "versions": versions}]}
        case "both":
            return {
                "versions": [{"version": "v1", "languages": [{"language": "en", "groups": groups}]}]
            }
    return {"groups": groups}


@settings(max_examples=60, deadline=None)
@given(
    listed=st.lists(_NAMES, min_size=1, max_size=6, unique=True),
    links=st.lists(st.tuples(_NAMES, _NAMES), max_size=6),
    shape=_SHAPES,
)
def test_no_address_changes_and_each_of_the_old_version_answers(
    listed: list[str], links: list[tuple[str, str]], shape: str
) -> None:
    texts = {f"{name}.mdx": f"{name}\n" for name in (*listed, "z")}
    for source, target in links:
        if source in listed:
            texts[f"{source}.mdx"] += f"[Go](/{target})\n"
    files = site(shaped(shape, listed), texts)
    before, after = kept(files), frozen(files)
    now = kept(after)

    assert before.answers.items() <= now.answers.items()
    assert before.pages <= now.pages
    for address, file in before.answers.items():
        if strip_page_extension(file) in listed:
            copy = f"/v1{address}" if address != "/" else "/v1"
            assert now.answers[copy] == f"v1/{file}"
    undone = {path for path in after.paths() if not path.startswith("v1/")}
    assert undone == set(files.paths())
    assert all(after.read(path) == files.read(path) for path in undone - {"docs.json"})
    with pytest.raises(ChangeRefused):
        planned(after)
