"""Which suggested fixes have the evidence that `docs-lsp fix --unsafe` asks for."""

from __future__ import annotations

import json

import pytest

from docs_lsp.core.problem import Fix
from tests.rules.test_page_fixes import offered, preferred, site_with

_SPEC = json.dumps(
    {
        "openapi": "3.1.0",
        "info": {"title": "API", "version": "1"},
        "paths": {"/boat": {"get": {}}, "/boats/{name}": {"get": {}}},
    }
)


def _page_fixes(page: str, rule: str, files: dict[str, str] | None = None) -> tuple[Fix, ...]:
    """The fixes of the first finding in a page."""
    site = site_with({"pages": ["index"]}, {"index.mdx": page, **(files or {})})
    return offered(site, rule)[0]


@pytest.mark.parametrize(
    ("page", "safe", "obvious"),
    [
        pytest.param("<CallOut>x</CallOut>", True, True, id="other capitals"),
        pytest.param("<info>\nx\n</info>", False, True, id="a component in small letters"),
        pytest.param("A <info>x</info>.", False, False, id="an element in a line of text"),
        pytest.param("<Acordion>x</Acordion>", False, True, id="one letter"),
        pytest.param("<Warn>x</Warn>", False, False, id="three letters"),
        pytest.param("<TabItem>x</TabItem>", False, False, id="another generator"),
        pytest.param("<Notes>x</Notes>", False, False, id="the plural"),
        pytest.param('<Image src="https://e.com/a.png" />', False, False, id="an element of HTML"),
        pytest.param("<sumary>x</sumary>", False, False, id="between elements"),
    ],
)
def test_a_component_is_exchanged_within_one_letter(
    page: str, *, safe: bool, obvious: bool
) -> None:
    fix = _page_fixes(page, "unknown-component")[0]

    assert (fix.safe, fix.preferred) == (safe, obvious)


_PAGES = (
    "guides/start",
    "guides/create-user",
    "port/tariffs",
    "hr/content-creator",
    "a/b/moorings",
)


def _link_site(link: str, **more: str) -> dict[str, str]:
    """A site with a page that links, and others; their titles are those of their names."""
    files = {f"{page}.mdx": "Text\n" for page in (*_PAGES, *(more.get("pages", "").split()))}
    files["port/tariffs.mdx"] = '---\ntitle: "What a berth costs"\n---\n'
    navigation = {"pages": ["index", *_PAGES]}
    return site_with(navigation, {"index.mdx": f"{link}\n", **files})


@pytest.mark.parametrize(
    ("link", "target"),
    [
        pytest.param("[x](/guides/strat)", "/guides/start", id="a slip in the folder"),
        pytest.param("[x](/guide/start)", "/guides/start", id="a letter in the name of the folder"),
        pytest.param("[x](/guides/update-user)", "", id="another word"),
        pytest.param("[What a berth costs](/prices/tariffs)", "/port/tariffs", id="the title"),
        pytest.param(
            '<Card\n  title="What a berth costs"\n  icon={<b>x</b>}\n  href="/prices/tariffs"\n/>',
            "/port/tariffs",
            id="the title of a card",
        ),
        pytest.param(
            '<a href="/prices/tariffs">What a berth costs</a>', "/port/tariffs", id="a tag's text"
        ),
        pytest.param("[Start](/tutorials/start)", "", id="a text that repeats the path"),
        pytest.param("[Consult Content Creator](/use/content-creator)", "", id="other words"),
        pytest.param("[here](/tutorials/start)", "", id="the last part alone"),
        pytest.param("[here](/b/moorings)", "/a/b/moorings", id="the whole path"),
        pytest.param("[here](/moorings)", "", id="a single name"),
        pytest.param("[Start](/docs/fr/start)", "", id="another language"),
        pytest.param("[Start](/v2/start)", "", id="another version"),
        pytest.param("[Tariffs](/guides/tariffs)", "", id="a folder that has pages"),
        pytest.param("[What a berth costs](/guides/tariffs)", "", id="a page to be written"),
        pytest.param("[Start](/start)", "", id="the top folder"),
        pytest.param("[strat](/guides/strat)", "", id="a slip that the text has, too"),
        pytest.param("[moor_ing](/a/b/moor-ing)", "", id="a name with an underscore"),
        pytest.param("[`Moorings`](/a/b/moorins)", "/a/b/moorings", id="the text corrects a slip"),
    ],
)
def test_a_link_is_corrected_by_evidence(link: str, target: str) -> None:
    fixes = offered(_link_site(link), "dead-link")[0]

    assert preferred(fixes) == ([f"Link to `{target}`"] if target else [])


def test_a_page_in_the_folder_of_the_link_is_what_it_means() -> None:
    files = {"index.mdx": "x", "guides/a.mdx": "[Tides](/tides)", "guides/tides.mdx": "x"}
    (fixes,) = offered(
        site_with({"pages": ["index", *("guides/a", "guides/tides")]}, files), "dead-link"
    )

    assert preferred(fixes) == ["Link to `/guides/tides`"]


@pytest.mark.parametrize("link", ["[Cos](/math/cos)", "[x](/math/cos)", "[Acos](/maths/acos)"])
def test_a_page_does_not_link_to_itself(link: str) -> None:
    files = {"index.mdx": "x", "math/acos.mdx": link, "math/b.mdx": "x"}
    (fixes,) = offered(site_with({"pages": ["index", "math/acos", "math/b"]}, files), "dead-link")

    assert preferred(fixes) == []


def test_of_two_pages_with_the_same_evidence_none_is_taken() -> None:
    files = _link_site("[Start](/tutorials/start)", pages="intro/start")

    assert preferred(offered(files, "dead-link")[0]) == []


def test_a_page_that_is_not_translated_is_not_replaced() -> None:
    files = _link_site("[Start](/fr/guides/start)", pages="fr/quick/start guides/start")

    assert preferred(offered(files, "dead-link")[0]) == []


def test_a_link_to_a_page_that_is_listed_and_missing_is_right() -> None:
    files = {"index.mdx": "[Start](/guides/start)", "quick/start.mdx": "# Start"}
    (fixes,) = offered(site_with({"pages": ["index", "guides/start"]}, files), "dead-link")

    assert preferred(fixes) == []


def test_a_page_of_another_product_is_not_what_a_link_meant() -> None:
    products = [
        {"product": "One", "pages": ["index", "one/x"]},
        {"product": "Two", "pages": ["two/tides"]},
    ]
    files = {"index.mdx": "[Tides](/old/tides)\n", "one/x.mdx": "x", "two/tides.mdx": "x"}
    (fixes,) = offered(site_with({"products": products}, files), "dead-link")

    assert fixes[0].title == "Link to `/two/tides`"
    assert preferred(fixes) == []


@pytest.mark.parametrize(
    ("anchor", "heading", "target"),
    [
        pytest.param("what-it-cost", "What it costs", "what-it-costs", id="a slip"),
        pytest.param("v45-change", "v4.5 change", "v4-5-change", id="signs"),
        pytest.param("how-to-import-your-data", "How to export your data", "", id="another word"),
        pytest.param("step-1-install", "Step 2 install", "", id="another number"),
    ],
)
def test_an_anchor_is_corrected_within_one_word(anchor: str, heading: str, target: str) -> None:
    fixes = _page_fixes(f"[x](#{anchor})\n\n## {heading}\n", "dead-link")

    assert preferred(fixes) == ([f"Link to `#{target}`"] if target else [])


def test_a_sign_without_width_is_not_written_but_removed() -> None:
    page = "[x](#what-it-costs)\n\n## What it\N{ZERO WIDTH SPACE} costs\n"
    fixes = _page_fixes(page, "dead-link")

    assert preferred(fixes) == [fix.title for fix in fixes] == ["Remove U+200B from the heading"]


@pytest.mark.parametrize(
    ("icon", "obvious"),
    [
        pytest.param("ancor", ["Use `anchor`"], id="a letter"),
        pytest.param("screw-driver", ["Use `screwdriver`"], id="a sign"),
        pytest.param("scrwdriver-wrnch", [], id="two letters"),
        pytest.param("bot", ["Use `robot`"], id="the same of another library"),
    ],
)
def test_an_icon_is_exchanged_within_one_letter(icon: str, obvious: list[str]) -> None:
    assert preferred(_page_fixes(f"---\nicon: {icon}\n---\n", "unknown-icon")) == obvious


@pytest.mark.parametrize(
    ("page", "files", "rule", "obvious"),
    [
        pytest.param(
            'import A from "/snippets/v2/a.mdx"\n\n<A />',
            {"snippets/v1/a.mdx": "x"},
            "unresolved-import",
            [],
            id="a file of the name elsewhere",
        ),
        pytest.param(
            'import A from "/snippets/tieds.mdx"\n\n<A />',
            {"snippets/tides.mdx": "x"},
            "unresolved-import",
            ["Use `/snippets/tides.mdx`"],
            id="a slip in a path",
        ),
        pytest.param(
            'import { Tide } from "/snippets/a.jsx"\n\n<Tide />',
            {"snippets/a.jsx": ""},
            "missing-export",
            [],
            id="an empty file of components",
        ),
        pytest.param(
            'import { Tides } from "/snippets/a.jsx"\n\n<Tides />',
            {"snippets/a.jsx": "export const Tide = () => <b />"},
            "missing-export",
            ["Import `Tide`"],
            id="a slip in a name",
        ),
        pytest.param(
            "---\nopenapi: GET /boats\n---\n",
            {"openapi.json": _SPEC},
            "unknown-endpoint",
            [],
            id="another operation",
        ),
        pytest.param(
            "---\nopenapi: GET /boats/{id}\n---\n",
            {"openapi.json": _SPEC},
            "unknown-endpoint",
            ["Write `GET /boats/{name}`"],
            id="the same operation",
        ),
        pytest.param(
            '<ResponseField name="a" defaultOpen="x" />', {}, "unknown-prop", [], id="another prop"
        ),
        pytest.param('<Card tilte="a" />', {}, "unknown-prop", ["Write `title`"], id="a slip"),
    ],
)
def test_what_a_page_names_is_corrected_by_evidence(
    page: str, files: dict[str, str], rule: str, obvious: list[str]
) -> None:
    assert preferred(_page_fixes(page, rule, files)) == obvious


@pytest.mark.parametrize(
    ("logo", "files", "obvious"),
    [
        pytest.param("/logo/drak.svg", ["logo/dark.svg", "logo/light.svg"], True, id="a slip"),
        pytest.param("/dark.svg", ["logo/dark.svg", "logo/light.svg"], True, id="the whole path"),
        pytest.param("/logo/dark.png", ["logo/dark.svg", "logo/light.svg"], True, id="its kind"),
        pytest.param("/logo/dark.svg", ["logo/light.svg"], False, id="the other one of a pair"),
        pytest.param("/old/dark.svg", ["logo/dark.svg"], False, id="the last part alone"),
    ],
)
def test_a_picture_is_replaced_by_evidence(logo: str, files: list[str], *, obvious: bool) -> None:
    site = site_with({"pages": ["index"]}, {"index.mdx": "x", **dict.fromkeys(files, "<svg/>")})
    docs = {**json.loads(site["docs.json"]), "logo": {"light": "/logo/light.svg", "dark": logo}}
    (fixes, *_) = offered({**site, "docs.json": json.dumps(docs)}, "missing-asset")[-1:]

    assert bool(preferred(fixes)) is obvious


@pytest.mark.parametrize(
    ("key", "obvious"),
    [
        ("theme", ["Add `theme`"]),
        ("name", []),
        ("colors", []),
        ("navigation", ["Add `navigation`"]),
    ],
)
def test_what_only_the_writer_knows_is_not_filled_in_without_asking(
    key: str, obvious: list[str]
) -> None:
    files = site_with({"pages": ["index"]}, {"index.mdx": "# Harbour"})
    docs = json.loads(files["docs.json"])
    del docs[key]
    (fixes,) = offered({**files, "docs.json": json.dumps(docs)}, "missing-key")

    assert [fix.title for fix in fixes] == [f"Add `{key}`"]
    assert preferred(fixes) == obvious
