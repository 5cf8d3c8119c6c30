"""The linter and the preview know the same generated pages, at the same addresses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from docs_lsp.evaluation.check import read_project_settings, read_site
from docs_lsp.files.files import DiskFiles
from docs_lsp.site.generated_pages.endpoint_pages import collect_endpoint_pages
from docs_lsp.site.mdx.content import read_page
from docs_lsp.site.mdx.contents import ReadingOptions
from docs_lsp.site.pages import escape_path, page_to_url
from docs_lsp.site.routes.accepted_site import compute_accepted_state
from docs_lsp.site.summaries.address_card import AddressOutcome, make_address_card
from tests.preview.small import site_of

SITES = Path(__file__).parents[2] / "sites"
CORPUS = Path(__file__).parents[4] / "shared" / "corpus" / "sites"


def list_sites(folder: Path) -> list[Path]:
    """The folders with a docs.json and a specification."""
    roots = sorted(path.parent for path in folder.glob("*/docs.json"))
    return [root for root in roots if b"openapi" in root.joinpath("docs.json").read_bytes()]


def compare_addresses(root: Path) -> int:
    """Compare what both say of a site; how many pages are generated."""
    disk = DiskFiles(root)
    settings, _ = read_project_settings(disk)
    site = read_site(root, disk, settings, options=ReadingOptions(read_page))
    overview = site.get_overview()
    assert overview is not None
    own = {page for page, _ in overview.facts.pages}
    state = overview.cached(compute_accepted_state)
    linter = {made.address for made in state.made if made.address}
    linter -= set(map(page_to_url, own))
    pages = collect_endpoint_pages(overview, overview.navigation.ancestors).pages
    preview = {f"/{escape_path(page.path)}" for page in pages}

    assert preview == linter
    # Addresses that the service keeps for itself are published nowhere.
    assert all(address in state.site.answers for address in preview if "/mcp" not in address)
    cards = (make_address_card(overview, address) for address in {*linter, *map(page_to_url, own)})
    unsure = (AddressOutcome.UNKNOWN, AddressOutcome.LOOP)
    assert [card.address for card in cards if card.outcome in unsure] == []
    return len(preview)


@pytest.mark.parametrize("root", list_sites(SITES), ids=lambda root: root.name)
def test_both_know_the_same_addresses(root: Path) -> None:
    compare_addresses(root)


def test_signs_in_a_summary_are_part_of_the_address() -> None:
    summaries = ("Is it active?", "50% off", "C# code", "a%20b")
    paths = {
        f"/{place}": {"get": {"tags": ["C#"], "summary": summary, "responses": {}}}
        for place, summary in enumerate(summaries)
    }
    spec = {"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": paths}
    navigation = {"groups": [{"group": "API", "openapi": "openapi.json"}]}
    site = site_of(navigation, {"openapi.json": json.dumps(spec)})
    pages = site.pages.indexed

    assert [page.removeprefix("api-reference/c#/") for page in pages] == [
        *("is-it-active?", "50%-off", "c#-code", "a%20b")
    ]
    for page in pages.values():
        card = make_address_card(site.overview, page.url)
        assert (page.link, card.path) == (page.url, page.url)
        assert card.outcome is AddressOutcome.GENERATED


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus of real sites is not there")
def test_both_know_the_same_addresses_of_real_sites() -> None:
    assert sum(map(compare_addresses, list_sites(CORPUS))) > 50
