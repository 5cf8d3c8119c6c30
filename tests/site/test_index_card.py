"""What is known of pages: of one, of all, of those in an element."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace

import pytest

from docs_lsp.site.navigation_completeness import is_navigation_complete
from docs_lsp.site.overview import Overview, collect_site_marks
from docs_lsp.site.summaries.counterpart_pages import compare_site_languages
from docs_lsp.site.summaries.index_card import (
    IndexCard,
    ListedPageCounts,
    count_pages_in,
    make_index_card,
)
from docs_lsp.site.summaries.page_card import PageCard, find_missing_languages, make_page_card
from docs_lsp.site.visibility import Reason
from tests.rules.harness import site_of

NAVIGATION = {
    "tabs": [
        {
            "tab": "A",
            "groups": [
                {
                    "group": "B",
                    "openapi": "a.json",
                    "pages": ["index", "a", "GET /x", "GET x", "lost", "index"],
                }
            ],
        },
        {"tab": "C", "hidden": True, "pages": ["a", "b"]},
        {"tab": "D", "href": "/a", "pages": ["dropped"]},
    ]
}
FILES = {
    "index.mdx": "---\ntitle: Home\ndescription: The start\nopenapi: GET /x\n---\n",
    "a.mdx": "# A",
    "b.mdx": "---\nnoindex: true\n---\n",
    "c-d.mdx": "",
    "dropped.mdx": "",
    "broken.mdx": "---\na: [\n---\n",
    "a.json": json.dumps({"openapi": "3.1.0", "paths": {"/x": {"get": {"summary": "X"}}}}),
}


def overview_of(navigation: object = NAVIGATION, files: Mapping[str, str] = FILES) -> Overview:
    docs = {"theme": "mint", "name": "A", "colors": {"primary": "#000000"}}
    site = site_of({"docs.json": json.dumps({**docs, "navigation": navigation}), **files})
    overview = site.get_overview()
    assert overview is not None
    return overview


def card_of(page: str, overview: Overview) -> PageCard:
    listings = overview.navigator.find_page_listings(page)
    found = overview.facts.pages.find_page(page)
    assert found is not None and overview.contents is not None
    content = overview.contents.get(found.file)
    whole = overview.cached(is_navigation_complete)
    return make_page_card(
        found, content, listings, collect_site_marks(overview), overview.facts, is_complete=whole
    )


def indexed(overview: Overview) -> IndexCard:
    card = overview.cached(make_index_card)
    assert card is not None
    return card


def test_who_finds_each_page() -> None:
    card = indexed(overview_of())

    assert {page: sight.reason for page, sight in card.sights.items()} == {
        "index": Reason.LISTED,
        "a": Reason.HIDDEN,
        "b": Reason.NOINDEX,
        "c-d": Reason.NOT_LISTED,
        "dropped": Reason.NOT_LISTED,
    }
    assert card.searchable_count == 1
    assert card.counts_by_reason[Reason.NOT_LISTED] == 2
    assert card.endpoints == 1


def test_what_may_be_listed_is_not_called_unlisted() -> None:
    overview = overview_of({"groups": [{"$ref": "lost.json"}], "pages": ["a"]}, FILES)

    assert not indexed(overview).is_whole
    assert "index" not in indexed(overview).sights


def test_the_card_of_a_page_and_that_of_the_site_agree() -> None:
    overview = overview_of()
    sights = indexed(overview).sights

    for page, _ in overview.facts.pages:
        assert card_of(page, overview).sight == sights.get(page)


def test_what_is_known_of_one_page() -> None:
    overview = overview_of()
    home, hidden, dropped = (card_of(page, overview) for page in ("index", "a", "dropped"))

    assert (home.title, home.description, home.operation) == ("Home", "The start", "GET /x")
    assert len(home.listings) == 2
    assert home.hider is None
    assert hidden.hider is not None
    assert hidden.hider.element.get_text("tab") == "C"
    assert dropped.listings and not dropped.accepted_listings
    assert card_of("c-d", overview).title == "C d"


def test_the_pages_of_an_element_are_counted_once_each() -> None:
    overview = overview_of()
    tabs = [placed for placed in overview.objects if placed.element.record.kind == "tab"]

    counts = [count_pages_in(overview, placed.file, placed.at) for placed in tabs]

    assert counts == [
        ListedPageCounts(2, 0, 1, 1),
        ListedPageCounts(2, 1, 2, 0),
        ListedPageCounts(1, 1, 1, 0),
    ]


def test_before_the_pages_are_read_nothing_is_said_of_them() -> None:
    overview = overview_of()
    unread = replace(overview, contents=None)
    (navigation,) = (one for one in unread.objects if one.element.record.name == "navigation")

    assert unread.cached(make_index_card) is None
    assert count_pages_in(unread, navigation.file, navigation.at) == ListedPageCounts(4, 0, 0, 1)


def test_what_a_site_is_asked_is_worked_out_once() -> None:
    overview = overview_of()
    asked = []

    def make(one: Overview) -> int:
        asked.append(one)
        return 7

    assert not overview.is_cached(make)
    assert (overview.cached(make), overview.cached(make)) == (7, 7)
    assert asked == [overview]
    assert overview.is_cached(make)


LANGUAGES = {
    "languages": [
        {"language": "en", "pages": ["a", "b", "index"]},
        {"language": "fr", "pages": ["fr/a", "fr/index"]},
        {"language": "de", "pages": ["de/a", "de/b"]},
    ]
}


@pytest.mark.parametrize(
    ("page", "lacking"),
    [("a", {}), ("b", {"fr": "fr/b"}), ("fr/index", {"de": "de/index"}), ("elsewhere", {})],
)
def test_the_languages_that_lack_a_page(page: str, lacking: Mapping[str, str]) -> None:
    overview = overview_of(LANGUAGES, {"index.mdx": ""})

    assert find_missing_languages(page, overview.cached(compare_site_languages)) == lacking


def test_no_language_lacks_anything_where_the_navigation_is_not_known() -> None:
    broken = {"languages": [*LANGUAGES["languages"], {"$ref": "lost.json"}]}

    assert overview_of(broken, {"index.mdx": ""}).cached(compare_site_languages) == ()


def test_pages_that_are_listed_alike_show_up_where_their_own_fields_say() -> None:
    fields = ("title: A", "hidden: true", "noindex: true", "searchable: false", "groups: [a]", "")
    pages = [f"p{number}" for number in range(len(fields) * 2)]
    files = {
        f"{page}.mdx": f"---\n{fields[number % len(fields)]}\n---\n"
        for number, page in enumerate(pages)
    }
    overview = overview_of({"pages": pages}, files)
    card = overview.cached(make_index_card)
    assert card is not None
    assert card.sights.keys() == set(pages)
    for page, sight in card.sights.items():
        assert sight == card_of(page, overview).sight, page
    assert len(set(card.sights.values())) == 5
