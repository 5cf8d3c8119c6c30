"""Where a site is published, and how its own addresses are known in every form."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from docs_lsp.evaluation.check import evaluate_whole_site
from docs_lsp.files.files import MemoryFiles
from docs_lsp.settings.settings import Settings
from docs_lsp.site.moves import Move, plan_moves
from docs_lsp.site.overview import Overview
from docs_lsp.site.references.resolver import ReferenceResolver
from docs_lsp.site.references.targets import PageTarget
from docs_lsp.site.routes.redirects import Redirect
from docs_lsp.site.routes.router import LinkStatus, get_path_resolver
from docs_lsp.site.routes.site_location import CANONICAL, SiteLocation, find_site_location
from docs_lsp.site.summaries.address_card import AddressOutcome, make_address_card

NAMES = ("fees", "tides", "moorings", "guides/start", "guides/more")
SET = Settings(base="/docs", origin="https://www.harbour.example")


def overview_of(
    texts: Mapping[str, str], settings: Settings = SET, **keys: object
) -> tuple[Overview, MemoryFiles]:
    """A site with the pages above, and other files or texts of these."""
    docs: dict[str, object] = {"theme": "mint", "name": "A", "colors": {"primary": "#000000"}}
    docs |= {"navigation": {"pages": ["index", *NAMES]}, **keys}
    pages = {f"{name}.mdx": "# A\n\n## Boats\n" for name in ("index", *NAMES)}
    files = MemoryFiles({**pages, "docs.json": json.dumps(docs), **texts})
    overview = evaluate_whole_site(Path("/site"), files, settings).get_overview()
    assert overview is not None
    return overview, files


def canonical(url: str) -> dict[str, object]:
    return {"seo": {"metatags": {"canonical": url}}}


def linked(start: str, names: tuple[str, ...] = NAMES) -> str:
    return " ".join(f"[x]({start}/{name})" for name in names)


def sitemap(start: str) -> str:
    return "".join(f"<url><loc>{start}/{name}</loc></url>" for name in NAMES)


@pytest.mark.parametrize(
    ("settings", "keys", "texts", "address"),
    [
        (SET, canonical("https://a.example/b"), {}, SiteLocation(SET.base or "", SET.origin)),
        (Settings(base=""), canonical("https://a.example/b"), {}, SiteLocation()),
        (
            Settings(origin="https://a.example"),
            canonical("http://www.a.example/b/"),
            {},
            SiteLocation("/b", "https://a.example", CANONICAL),
        ),
        (
            Settings(origin="https://a.example"),
            canonical("https://other.example/b"),
            {},
            SiteLocation("", "https://a.example"),
        ),
        (
            Settings(),
            canonical("https://a.example/b/c/"),
            {},
            SiteLocation("/b/c", "https://a.example", CANONICAL),
        ),
        (Settings(), canonical("/b"), {}, None),
        (
            Settings(),
            {},
            {"sitemap.xml": sitemap("https://a.example/b")},
            SiteLocation("/b", "https://a.example", "`sitemap.xml`"),
        ),
        (
            Settings(),
            {},
            {"index.mdx": linked("https://a.example")},
            SiteLocation("", "https://a.example", "the URLs in its pages"),
        ),
        (
            Settings(),
            {},
            {"index.mdx": linked("/port", NAMES[:3])},
            SiteLocation("/port", "", "3 links to its pages that begin so"),
        ),
    ],
)
def test_where_a_site_is_published(
    settings: Settings, keys: dict[str, object], texts: dict[str, str], address: SiteLocation | None
) -> None:
    assert find_site_location(overview_of(texts, settings, **keys)[0]) == address


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(linked("https://a.example/b", NAMES[:4]), id="too few pages"),
        pytest.param(
            linked("https://a.example/b") + linked("https://b.example/c", NAMES[:2]),
            id="another site has pages of these names",
        ),
        pytest.param(
            linked("https://a.example/b") + linked("https://a.example/b", ("x", "y", "z")),
            id="much below the path is not of this site",
        ),
        pytest.param(linked("/port", NAMES[:2]), id="too few links without a host"),
        pytest.param(
            linked("/port", NAMES[:3]) + linked("", NAMES[:4]), id="more links without the folder"
        ),
        pytest.param(linked("/guides/guides", ("start",) * 9), id="a folder of the site"),
    ],
)
def test_in_doubt_nothing_is_inferred(text: str) -> None:
    assert find_site_location(overview_of({"index.mdx": text}, Settings())[0]) is None


@pytest.mark.parametrize(
    ("link", "split"),
    [
        ("/docs/fees?a=b#c", ("/docs", "/fees?a=b#c")),
        ("/docs", ("/docs", "/")),
        ("/docs#a", ("/docs", "/#a")),
        ("/documents/fees", ("", "/documents/fees")),
        ("/fees", ("", "/fees")),
        ("docs/fees", ("", "docs/fees")),
        ("https://harbour.example/docs/fees#c", ("https://harbour.example/docs", "/fees#c")),
        ("http://WWW.harbour.example/docs", ("http://WWW.harbour.example/docs", "/")),
        ("https://harbour.example/docsearch", ("", "https://harbour.example/docsearch")),
        ("https://harbour.example/blog", ("", "https://harbour.example/blog")),
        ("https://harbour.example.com/docs/a", ("", "https://harbour.example.com/docs/a")),
    ],
)
def test_a_link_is_split_from_where_the_site_is(link: str, split: tuple[str, str]) -> None:
    assert get_path_resolver(overview_of({})[0]).split_link(link) == split


def test_a_folder_of_the_site_that_has_the_name_of_the_base_is_no_base() -> None:
    answers = get_path_resolver(overview_of({"docs/own.mdx": "# Own"})[0])

    assert answers.split_link("/docs/own") == ("", "/docs/own")
    assert answers.split_link("/docs/fees") == ("/docs", "/fees")
    assert answers.find_own_path("/docs/fees/") == "/fees"


def test_redirects_are_followed_in_both_forms() -> None:
    redirects = [
        {"source": "/old", "destination": "/docs/fees"},
        {"source": "/docs/older", "destination": "/old"},
        {"source": "/round", "destination": "/docs/round"},
    ]
    site, _ = overview_of({}, redirects=redirects)
    cards = [
        make_address_card(site, address)
        for address in ("https://harbour.example/docs/old", "/old", "/docs/older", "/docs/round")
    ]

    assert [card.path for card in cards] == ["/fees", "/fees", "/fees", "/round"]
    assert [card.outcome for card in cards[-2:]] == [AddressOutcome.PAGE, AddressOutcome.LOOP]
    assert [card.is_certain for card in cards] == [True, True, True, True]
    assert make_address_card(site, "/older").is_certain is False
    assert get_path_resolver(site).resolve_path("/older").status is LinkStatus.UNKNOWN


@pytest.mark.parametrize(
    "link",
    ["/docs/fees#boats", "https://harbour.example/docs/fees#boats", "/fees#boats"],
)
def test_a_reference_leads_to_the_page(link: str) -> None:
    site, files = overview_of({})
    (target,) = ReferenceResolver(site, files).resolve_link(link, "index.mdx")

    assert target == PageTarget("fees.mdx", "boats")


def test_a_move_keeps_the_form_of_each_link() -> None:
    before = (
        "[1](/docs/fees#boats) [2](/fees) [3](https://harbour.example/docs/fees?x=1) "
        "[4](https://harbour.example/fees) ![5](/docs/plan.png) [6](/docs/)\n"
    )
    redirects = [{"source": "/a", "destination": "/docs/fees"}]
    site, files = overview_of({"index.mdx": before, "plan.png": ""}, redirects=redirects)
    moves = [Move("fees.mdx", "prices.mdx"), Move("plan.png", "map.png")]
    plan = plan_moves(site, files, moves)
    text = before.encode()
    for edit in sorted(plan.edits, key=lambda edit: edit.span, reverse=True):
        if edit.file == "index.mdx":
            text = text[: edit.span.start] + edit.new.encode() + text[edit.span.end :]

    assert text.decode() == (
        "[1](/docs/prices#boats) [2](/prices) [3](https://harbour.example/docs/prices?x=1) "
        "[4](https://harbour.example/fees) ![5](/docs/map.png) [6](/docs/)\n"
    )
    assert plan.added == (Redirect("/fees", "/prices"),)
    assert "/docs/prices" in [edit.new for edit in plan.edits if edit.file == "docs.json"]
