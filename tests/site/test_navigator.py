"""Finding single things in docs.json."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from docs_lsp.evaluation.snapshot import Snapshot
from docs_lsp.files.files import DiskFiles, MemoryFiles
from docs_lsp.settings.settings import Settings
from docs_lsp.site.navigation.origins import (
    find_hiding_element,
    find_origin,
    get_title,
    iter_origins,
    list_breadcrumbs,
)
from docs_lsp.site.overview import collect_site_marks, look_up_site_marks
from docs_lsp.site.specifications.facts import scan_site

CORPUS = Path(__file__).parents[3] / "shared" / "corpus" / "sites"


def site_of(navigation: str, more: str = "", **files: str) -> Snapshot:
    memory = MemoryFiles({"docs.json": f'{{{more} "navigation": {{{navigation}}}}}', **files})
    return Snapshot.load(Path("/site"), memory, Settings()).with_facts(scan_site(memory))


def found(navigation: str, page: str, **files: str) -> list[tuple[str, bool]]:
    navigator = site_of(navigation, **files).navigator
    return [(one.text, one.is_root) for one in navigator.find_page_listings(page)]


def test_every_entry_of_a_page_is_found() -> None:
    navigation = """
      "groups": [
        {"group": "A", "root": "a/b", "pages": ["a/b", "/a/b", "./a/b/", "x/a/b", "a/bc", "c a/b"]},
        {"group": "B", "href": "a/b", "pages": [{"group": "C", "pages": ["a/b"]}, 1, {"a": "a/b"}]}
      ]"""
    assert found(navigation, "a/b") == [
        ("a/b", True),
        ("a/b", False),
        ("/a/b", False),
        ("./a/b/", False),
        ("a/b", False),
    ]


@pytest.mark.parametrize("written", ["å/ü", "\\u00e5/\\u00fc", "å\\/ü", "\\u00e5\\/\\u00fc"])
def test_it_is_found_however_a_program_wrote_it(written: str) -> None:
    assert found(f'"pages": ["{written}"]', "å/ü") == [("å/ü", False)]


def test_what_a_key_given_later_overwrites_is_not_listed() -> None:
    assert found('"pages": ["a"], "pages": ["b"]', "a") == []


def test_entries_in_files_that_references_name_are_found() -> None:
    navigation = '"groups": [{"$ref": "g.json"}, {"group": "B", "pages": {"$ref": "p.json"}}]'
    files = {"g.json": '{"group": "A", "pages": ["a"]}', "p.json": '["b", "a"]'}
    navigator = site_of(navigation, **files).navigator

    listings = navigator.find_page_listings("a")

    assert [(one.file, list_breadcrumbs(one.placed)) for one in listings] == [
        ("g.json", ("A",)),
        ("p.json", ("B",)),
    ]


def test_every_entry_of_an_endpoint_is_found() -> None:
    pages = ["GET /a", "get /a", "GET /a/", "s.json GET /a", "POST /a", "GET /b/a", "GET /ab"]
    navigator = site_of(f'"pages": {json.dumps(pages)}').navigator

    assert [one.text for one in navigator.find_endpoint_listings("GET", "/a")] == pages[:4]


def test_a_hostile_file_is_not_searched_for_ever() -> None:
    navigator = site_of(f'"pages": {json.dumps(["a"] * 5000)}').navigator

    assert len(navigator.find_page_listings("a")) == 300


def test_a_file_without_an_object_has_nothing() -> None:
    memory = MemoryFiles({"docs.json": "[]"})
    navigator = Snapshot.load(Path("/site"), memory, Settings()).navigator

    assert navigator.root_object is None
    text = MemoryFiles({"docs.json": '"a"'})
    in_text = Snapshot.load(Path("/site"), text, Settings()).navigator
    assert in_text.find_page_listings("a") == ()
    assert navigator.find_page_listings("a") == ()
    assert navigator.find_listing_at("docs.json", 1) is None
    assert navigator.locate_cursor("other.json", 0) is None


@pytest.mark.parametrize(
    ("seo", "all_"),
    [('{"indexing": "all"}', True), ('{"indexing": "navigable"}', False), ("[]", False)],
)
def test_the_marks_of_a_site_are_found_without_looking_at_all_of_it(seo: str, all_: bool) -> None:
    for more in (f'"seo": {seo},', '"seo": {"$ref": "seo.json"},'):
        site = site_of('"pages": []', more, **{"seo.json": seo})
        overview = site.get_overview()

        assert overview is not None
        assert look_up_site_marks(site).index_all is all_
        assert look_up_site_marks(site) == collect_site_marks(overview)


# Origins


INHERITING = """
  "directory": "card",
  "languages": [{"language": "fr", "tabs": [{
    "tab": "API", "openapi": ["a.json", "b.json"], "hidden": true,
    "groups": [{"group": " Boats ", "openapi": "", "directory": "none", "pages": ["a"]}]
  }]}]"""


def test_what_an_element_inherits_comes_from_the_nearest_that_sets_it() -> None:
    (listing,) = site_of(INHERITING).navigator.find_page_listings("a")
    placed = listing.placed

    origins = {one.key: (get_title(one.placed.element), one.values) for one in iter_origins(placed)}

    assert origins == {"openapi": ("API", ("a.json", "b.json")), "language": ("fr", ("fr",))}
    assert list_breadcrumbs(placed) == ("fr", "API", "Boats")
    origin = find_origin(placed.around, "directory")
    assert origin is not None
    assert origin.placed.locate_spot(origin.spot)[0] == "docs.json"
    assert get_title(origin.placed.element) == ""
    assert find_origin(placed, "version") is None


def test_the_outermost_element_that_hides_is_named() -> None:
    (listing,) = site_of(INHERITING).navigator.find_page_listings("a")
    hider = find_hiding_element(listing.placed)

    assert hider is not None
    assert get_title(hider.element) == "API"
    assert hider.around is not None
    assert find_hiding_element(hider.around) is None


@pytest.mark.skipif(not CORPUS.exists(), reason="the corpus is not here")
@pytest.mark.parametrize("name", ["firecrawl-docs", "mintlify-docs", "meilisearch-docs"])
def test_it_finds_what_a_walk_finds(name: str) -> None:
    files = DiskFiles(CORPUS / name)
    site = Snapshot.load(CORPUS / name, files, Settings()).with_facts(scan_site(files))
    overview = site.get_overview()
    assert overview is not None
    navigator = site.navigator

    for page, listings in list(overview.navigation.by_page.items())[::17]:
        wanted = {(one.file, one.span, one.is_root) for one in listings}
        assert {
            (one.file, one.span, one.is_root) for one in navigator.find_page_listings(page)
        } == wanted
