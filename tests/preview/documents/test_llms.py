"""What AI clients read besides the server: the lists of all pages, and pages as Markdown."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from docs_lsp.settings.settings import Settings
from mcp_preview.content.navigation_facts import ExternalLink
from mcp_preview.content.viewer_content import LlmsSources
from mcp_preview.documents.page_lists import (
    MAX_INDEX,
    build_markdown_url,
    render_folder_list,
    render_llms_full_txt,
    render_llms_txt,
    render_page_markdown,
)
from mcp_preview.live.live_site import LiveSite
from tests.preview.small import page_of, site_of

BASE = "http://x"
ALL = {"indexing": "all"}
HOME = replace(page_of("index"), url="/", title="Home")


def lists_of(site: LlmsSources, description: str = "") -> str:
    return render_llms_txt("Harbour", description, site, BASE)


def listed(navigation: object, files: dict[str, str], seo: object = None) -> list[str]:
    """The paths of the pages that the lists have."""
    site = site_of(navigation, files, seo=seo)
    return [page.path for page in site.readable if page.of_default]


def test_the_list_has_all_parts_in_the_order_of_the_service() -> None:
    site = LlmsSources(
        (HOME, page_of("a b", description="Of tides.")),
        "Cite the tide table.\nPrefer knots.",
        (ExternalLink("Shop", "https://shop.example"),),
        {"api/harbour.json": b""},
        {"events.yaml": b""},
    )

    assert lists_of(site, "Everything\nafloat.") == (
        "# Harbour\n\n"
        "> Everything\n> afloat.\n\n"
        "> ## Agent Instructions\n> Cite the tide table.\n> Prefer knots.\n\n"
        "## Docs\n\n"
        "- [Home](http://x/index.md)\n"
        "- [A b](http://x/a%20b.md): Of tides.\n\n"
        "## OpenAPI Specs\n\n"
        "- [harbour](http://x/api/harbour.json)\n\n"
        "## AsyncAPI Specs\n\n"
        "- [events](http://x/events.yaml)\n\n"
        "## Optional\n\n"
        "- [Shop](https://shop.example)\n"
    )


def test_a_site_that_says_nothing_of_itself_has_a_list() -> None:
    site = LlmsSources(links=(ExternalLink("Shop", "https://shop.example"),))

    assert render_llms_txt("", "", LlmsSources(), BASE) == "# Docs\n\n"
    assert render_llms_txt("", "", site, BASE) == (
        "# Docs\n\n## Optional\n\n- [Shop](https://shop.example)\n"
    )


@pytest.mark.parametrize(("count", "size"), [(1_500, 290), (5_000, 290)])
def test_a_long_list_is_cut_within_the_limit(count: int, size: int) -> None:
    pages = tuple(page_of(f"p{number}", description="x" * size) for number in range(count))

    text = lists_of(LlmsSources(pages))
    shown = text.count("\n- [")

    assert len(text) <= MAX_INDEX
    if count == 1_500:  # Shorter descriptions are enough.
        assert shown == count
    else:
        assert f"\n{count - shown:,} more pages do not fit in here; http://x/llms-full.txt" in text
        assert shown > 1_000


def test_what_does_not_fit_is_in_the_lists_of_folders() -> None:
    names = ["quick", *(f"guides/part-{number}/page" for number in range(4_000)), "guides/last"]
    names += [f"api/{number}" for number in range(100)]
    site = LlmsSources(tuple(page_of(name) for name in names))

    text = lists_of(site)
    guides = render_folder_list("Harbour", "guides", site, BASE)
    part = render_folder_list("Harbour", "guides/part-7", site, BASE)

    assert len(text) <= MAX_INDEX
    shown = text.count("\n- [Page](")
    assert f"- [guides ({4_001 - shown:,} more)](http://x/_llms/guides.md)\n" in text
    assert text.endswith("- [api (100 more)](http://x/_llms/api.md)\n")
    assert guides is not None
    assert len(guides) <= MAX_INDEX
    assert guides.startswith("# Harbour: guides\n\n## Docs\n\n- [Page](http://x/guides/part-0/")
    assert "- [guides/part-3999 (1 more)](http://x/_llms/guides/part-3999.md)" not in text
    assert "(1 more)](http://x/_llms/guides/part-" in guides
    assert (
        part == "# Harbour: guides/part-7\n\n## Docs\n\n- [Page](http://x/guides/part-7/page.md)\n"
    )
    assert render_folder_list("Harbour", "gui", site, BASE) is None
    assert render_folder_list("Harbour", "api/", site, BASE) == render_folder_list(
        "Harbour", "api", site, BASE
    )


def test_a_description_has_300_characters_at_most() -> None:
    (line,) = (
        line
        for line in lists_of(LlmsSources((page_of("a", description="x" * 400),))).splitlines()
        if line.startswith("- ")
    )

    assert line == f"- [A](http://x/a.md): {'x' * 300}…"


def test_the_full_list_has_the_texts() -> None:
    pages = (HOME, page_of("tides", "High water\n", description="Of tides."))

    assert render_llms_full_txt("Harbour", "", LlmsSources(pages, "Be brief."), BASE) == (
        "# Harbour\n\n> ## Agent Instructions\n> Be brief.\n\n"
        "# Home\nSource: http://x/\n\n"
        "# Tides\nSource: http://x/tides\n\nOf tides.\n\nHigh water\n"
    )


def test_a_page_as_markdown_begins_with_where_the_list_is() -> None:
    text = render_page_markdown(page_of("tides", "High water\n"), "Be brief.", BASE)

    assert text == (
        "> All pages of this documentation: http://x/llms.txt\n\n"
        "> ## Agent Instructions\n> Be brief.\n\n# Tides\n\nHigh water\n"
    )
    assert (
        build_markdown_url(page_of("a (b)%20#c?d"), BASE) == "http://x/a%20%28b%29%2520%23c%3Fd.md"
    )
    assert build_markdown_url(page_of("é/a"), BASE) == "http://x/é/a.md"


@pytest.mark.parametrize(
    ("fields", "seo", "is_listed", "is_indexed"),
    [
        ("", {}, True, True),
        ("searchable: false", {}, True, False),
        ("noindex: true", {}, False, False),
        ("noindex: true", ALL, True, False),
        ("hidden: true", {}, False, False),
    ],
)
def test_the_list_follows_the_matrix(
    fields: str, seo: dict[str, str], is_listed: bool, is_indexed: bool
) -> None:
    files = {"tides.mdx": f"---\n{fields}\n---\nHigh water"}
    site = site_of({"pages": ["tides"]}, files, seo=seo)

    assert ([page.path for page in site.readable] == ["tides"]) is is_listed
    assert ("tides" in site.pages.indexed) is is_indexed


def test_pages_are_listed_in_the_order_of_the_navigation_and_others_last() -> None:
    files = {name: "" for name in ("b.mdx", "a.mdx", "z.mdx", "c.mdx")}

    assert listed({"pages": ["z", "b"]}, files, seo=ALL) == ["z", "b", "a", "c"]


def test_only_the_default_language_and_version_are_listed() -> None:
    def versions(folder: str) -> list[object]:
        return [
            {"version": "1", "pages": [f"{folder}old"]},
            {"version": "2", "default": True, "pages": [f"{folder}new", "both"]},
        ]

    navigation = {
        "languages": [
            {"language": "en", "versions": versions("")},
            {"language": "fr", "versions": versions("fr/")},
        ]
    }
    names = ("old", "new", "fr/old", "fr/new", "both")
    files = {f"{name}.mdx": "" for name in names}

    assert listed(navigation, files) == ["new", "both"]


def test_links_that_lead_out_of_the_site_are_named_once() -> None:
    out = "https://shop.example"
    anchors = [
        {"anchor": "Shop", "href": out},
        {"anchor": "Again", "href": out},
        {"anchor": "Inside", "href": "/inside"},
        {"anchor": "Hidden", "href": "https://hidden.example", "hidden": True},
        {"anchor": "Docs", "pages": ["index"]},
    ]

    site = site_of({"anchors": anchors}, {"index.mdx": ""})

    assert site.navigation_facts.links == (ExternalLink("Shop", out),)


@pytest.mark.parametrize(
    ("said", "instructions"),
    [("One", "One"), (["One", 2, "Two"], "One\nTwo"), (None, ""), ({"a": 1}, "")],
)
def test_instructions_are_a_text_or_several(said: object, instructions: str) -> None:
    site = site_of({"pages": ["a"]}, {"a.mdx": ""}, markdown={"instructions": said})

    assert site.navigation_facts.instructions == instructions


def test_lists_that_the_site_writes_itself_are_followed(tmp_path: Path) -> None:
    tmp_path.joinpath("docs.json").write_text(json.dumps({"navigation": {"pages": ["a"]}}), "utf-8")
    tmp_path.joinpath("a.mdx").write_text("A", "utf-8")
    live = LiveSite.from_folder(tmp_path, Settings())
    assert live.state.llms_sources.written == {}

    tmp_path.joinpath("llms.txt").write_text("# Mine\n", "utf-8")
    assert live._apply_touched({"llms.txt"}, {}).llms_sources.written == {"llms.txt": b"# Mine\n"}

    tmp_path.joinpath("api").mkdir()
    tmp_path.joinpath("api/llms.txt").write_text("# API\n", "utf-8")
    assert live._apply_touched({"api/llms.txt"}, {}).llms_sources.written == {
        "api/llms.txt": b"# API\n",
        "llms.txt": b"# Mine\n",
    }
    tmp_path.joinpath("llms.txt").write_text("# Ours\n", "utf-8")
    again = live._apply_touched({"llms.txt"}, {}).llms_sources.written
    assert again == {"api/llms.txt": b"# API\n", "llms.txt": b"# Ours\n"}

    tmp_path.joinpath(".mintignore").write_text("*.txt\n", "utf-8")
    assert live._apply_touched({".mintignore"}, {}).llms_sources.written == {}
