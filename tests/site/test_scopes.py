"""What surrounds the pages that an element lists."""

from __future__ import annotations

from docs_lsp.site.navigation.navigation import is_listing_accepted
from docs_lsp.site.navigation.refs import is_file_used_once
from docs_lsp.site.navigation_completeness import is_navigation_complete
from docs_lsp.site.overview import Overview
from docs_lsp.site.summaries.unlisted_pages import NearestListings
from tests.rules.harness import site_of


def overview_of(navigation: str, **files: str) -> Overview:
    docs = f'{{ "theme": "mint", "navigation": {navigation} }}'
    parts = {name.replace("_", "."): text for name, text in files.items()}
    overview = site_of({"docs.json": docs, **parts, "index.mdx": ""}).get_overview()
    assert overview is not None
    return overview


def test_a_section_is_the_innermost_element_that_is_no_group() -> None:
    navigation = overview_of(
        """{ "tabs": [
          { "tab": "A", "hidden": true, "pages": ["a", { "group": "B", "pages": ["b"] }] },
          {
            "tab": "C",
            "anchors": [{ "anchor": "D", "groups": [{ "group": "E", "pages": ["e"] }] }]
          }
        ] }"""
    ).navigation
    known = navigation.ancestors
    found = {
        listing.text: known[listing.placed].section.element.label for listing in navigation.listings
    }
    hidden = {
        one.text: [mark.hidden for mark in known[one.placed].chain] for one in navigation.listings
    }

    assert found == {"a": "this tab", "b": "this tab", "e": "this anchor"}
    assert hidden == {"a": [None, True], "b": [None, True, None], "e": [None, None, None, None]}


def test_what_the_service_drops_is_not_kept() -> None:
    navigation = overview_of(
        """{ "tabs": [
          { "tab": "A", "groups": [{ "group": "B", "pages": ["kept"] }], "pages": ["dropped"] },
          {
            "tab": "C",
            "href": "https://example.com",
            "groups": [{ "group": "D", "pages": ["gone"] }]
          },
          { "tab": "E", "groups": [{ "group": "F", "root": "root", "pages": ["page"] }] }
        ] }"""
    ).navigation
    known = navigation.ancestors

    kept = [listing.text for listing in navigation.listings if is_listing_accepted(listing, known)]
    assert kept == ["kept", "root", "page"]


def test_entries_of_a_list_in_another_file_are_listed() -> None:
    navigation = overview_of(
        '{ "groups": [{ "group": "A", "pages": { "$ref": "a.json" } }] }',
        a_json='["b/", { "group": "C", "pages": ["c"] }, 1]',
    ).navigation
    found = [(one.page, one.file, one.span) for one in navigation.listings]

    assert found == [("b", "a.json", (2, 4)), ("c", "a.json", (34, 35))]


def test_a_navigation_is_whole_if_all_of_it_is_known() -> None:
    pages = '{ "pages": ["index"] }'

    assert is_navigation_complete(overview_of(pages))
    assert is_navigation_complete(overview_of('{ "pages": ["index",] }'))
    assert is_navigation_complete(overview_of('{ "$ref": "nav.json" }', nav_json=pages))
    assert not is_navigation_complete(overview_of('{ "pages": ["index" }'))
    assert not is_navigation_complete(overview_of('{ "$ref": "nav.json" }'))
    assert not is_navigation_complete(overview_of('{ "$ref": "../nav.json" }'))
    assert not is_navigation_complete(overview_of('{ "$ref": "docs.json" }'))
    assert not is_navigation_complete(
        overview_of('{ "$ref": "nav.json" }', nav_json='{ "pages": [')
    )
    assert not is_navigation_complete(
        overview_of('{ "pages": ["index", { "sourceRef": "other" }] }')
    )


def test_a_file_stands_once_if_one_way_leads_to_it() -> None:
    overview = overview_of(
        '{ "groups": [{ "$ref": "a.json" }, { "$ref": "b.json" }, { "$ref": "b.json" }] }',
        a_json='{ "group": "A", "pages": [{ "$ref": "c.json" }] }',
        b_json='{ "group": "B", "pages": [{ "$ref": "d.json" }] }',
        c_json='{ "group": "C", "pages": ["c"] }',
        d_json='{ "group": "D", "pages": ["d"] }',
    )
    files = ("docs.json", "a.json", "b.json", "c.json", "d.json", "other.json")

    once = [file for file in files if is_file_used_once(file, "docs.json", overview.parts)]
    assert once == ["docs.json", "a.json", "c.json"]


def test_files_that_lead_to_each_other_stand_nowhere() -> None:
    overview = overview_of('{ "pages": ["index"] }')
    other = overview_of('{ "$ref": "a.json" }', a_json='{ "$ref": "b.json" }', b_json="{}")
    parts = {**overview.parts, "a.json": other.parts["a.json"], "b.json": other.parts["a.json"]}

    assert not is_file_used_once("b.json", "docs.json", parts)


def test_a_page_belongs_behind_the_last_one_of_its_folder() -> None:
    navigation = overview_of(
        """{ "groups": [
          { "group": "Home", "pages": ["index", "more/one"] },
          { "group": "Old", "hidden": true, "pages": ["guides/1", "guides/2", "guides/3"] },
          {
            "group": "Guides",
            "root": "guides/index",
            "pages": ["guides/a", "guides/b", "guides/x/c"]
          },
          { "group": "Else", "pages": ["guides/d"] },
          { "group": "Root", "root": "only/index", "pages": ["other/a"] }
        ] }"""
    ).navigation
    behind = {
        page: near and near.text
        for page in ("guides/z", "guides/x/y/z", "new", "only/a", "more/deep/a", "nowhere/a")
        for near in [NearestListings(navigation).find_predecessor(page)]
    }

    assert behind == {
        "guides/z": "guides/b",
        "guides/x/y/z": "guides/x/c",
        "new": "index",
        "only/a": "only/index",
        "more/deep/a": "more/one",
        "nowhere/a": None,
    }
