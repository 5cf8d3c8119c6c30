"""Pages and files whose names have signs that mean something else in an address."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from docs_lsp.evaluation.check import evaluate_whole_site
from docs_lsp.files.files import MemoryFiles
from docs_lsp.settings.settings import Settings
from docs_lsp.site.moves import Move, plan_moves
from docs_lsp.site.overview import Overview
from docs_lsp.site.references.resolver import ReferenceResolver
from docs_lsp.site.references.targets import FileTarget, PageTarget
from docs_lsp.site.routes.accepted_site import get_accepted_site
from docs_lsp.site.summaries.address_card import AddressOutcome, make_address_card

SUMMARIES = ("Is it active?", "50% off", "C# code", "a%20b")
RESPONSES = {"200": {"description": "ok"}}
SPEC = {
    "openapi": "3.1.0",
    "info": {"title": "T", "version": "1"},
    "paths": {
        f"/{place}": {"get": {"tags": ["x"], "summary": summary, "responses": RESPONSES}}
        for place, summary in enumerate(SUMMARIES)
    },
}
MADE = ("is-it-active%3F", "50%25-off", "c%23-code", "a%2520b")
LINKS = (
    *(f"/api-reference/x/{name}" for name in MADE),
    *("/guides/c%23", "./guides/c%23", "/guides/c%23#boats", "/pictures/50%25.png"),
)


def overview_of(*links: str) -> tuple[Overview, MemoryFiles]:
    """A site with such names, whose first page has these links."""
    docs = {
        "theme": "mint",
        "name": "A",
        "colors": {"primary": "#000000"},
        "navigation": {
            "groups": [
                {"group": "A", "pages": ["index", "guides/c#"]},
                {"group": "B", "openapi": "openapi.json"},
            ]
        },
    }
    files = MemoryFiles(
        {
            "docs.json": json.dumps(docs),
            "openapi.json": json.dumps(SPEC),
            "index.mdx": "---\ntitle: A\n---\n" + " ".join(f"[x]({link})" for link in links),
            "guides/c#.mdx": "---\ntitle: C\n---\n## Boats\n",
            "pictures/50%.png": "",
        }
    )
    overview = evaluate_whole_site(Path("/site"), files, Settings()).get_overview()
    assert overview is not None
    return overview, files


@pytest.mark.parametrize("name", MADE)
def test_the_address_of_a_generated_page_is_known(name: str) -> None:
    overview, _ = overview_of()
    address = f"/api-reference/x/{name}"

    assert make_address_card(overview, address).outcome is AddressOutcome.GENERATED
    assert address in get_accepted_site(overview).answers


def test_an_address_without_the_sign_is_another() -> None:
    overview, _ = overview_of()

    for address in ("/api-reference/x/c#-code", "/api-reference/x/is-it-active", "/guides/c"):
        assert make_address_card(overview, address).outcome is not AddressOutcome.GENERATED
        assert make_address_card(overview, address).page is None


def test_right_links_are_not_broken() -> None:
    overview, files = overview_of(*LINKS)
    site = evaluate_whole_site(Path("/site"), files, Settings())

    assert [problem.message for problem in site.site_findings.problems] == []
    resolver = ReferenceResolver(overview, files)
    assert resolver.resolve_link("/guides/c%23#boats", None) == (
        PageTarget("guides/c#.mdx", "boats"),
    )
    assert resolver.resolve_link("/pictures/50%25.png", None) == (FileTarget("pictures/50%.png"),)
    card = make_address_card(overview, "/pictures/50%25.png")
    assert (card.outcome, card.target) == (AddressOutcome.FILE, "pictures/50%.png")


def test_links_follow_a_file_with_such_a_name() -> None:
    overview, files = overview_of(*LINKS)
    moves = [Move("guides", "manual"), Move("pictures", "images")]
    plan = plan_moves(overview, files, moves)
    texts = [edit.new for edit in plan.edits if edit.file == "index.mdx"]

    assert texts == ["/manual/c%23", "./manual/c%23", "/manual/c%23", "/images/50%25.png"]
