"""Moving content about: what is offered, and what the files are like afterwards."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docs_lsp.core.text import Span
from docs_lsp.files.draft import Draft
from docs_lsp.refactor import list_pages, offers
from tests.features.markers import Marked, marked
from tests.refactor.taking_up import after, offered

PAGES = """{
  "navigation": {
    "groups": [
      {
        "group": "Harbour",
        "pages": [
          "guides/moorings",
          "guides/▮fees",
          "tides"
        ]
      },
      { "group": "Weather", "pages": ["winds"] }
    ]
  }
}
"""


def test_entries_are_wrapped_in_a_group() -> None:
    wrapped = PAGES.replace("▮", "").replace(
        '          "guides/fees",\n          "tides"\n',
        """          {
            "group": "Guides",
            "pages": [
              "guides/fees",
              "tides"
            ]
          }
""",
    )

    assert after(marked(PAGES), "Wrap in a group", 20)["docs.json"] == wrapped


@pytest.mark.parametrize(
    ("title", "before", "expected"),
    [
        (
            "Move `guides/fees` up",
            '"guides/moorings",\n          "guides/fees"',
            '"guides/fees",\n          "guides/moorings"',
        ),
        (
            "Move `guides/fees` down",
            '"guides/fees",\n          "tides"',
            '"tides",\n          "guides/fees"',
        ),
    ],
)
def test_an_entry_moves_within_its_list(title: str, before: str, expected: str) -> None:
    plain = PAGES.replace("▮", "")

    assert after(marked(PAGES), title)["docs.json"] == plain.replace(before, expected)


def test_an_entry_moves_into_another_group() -> None:
    text = after(marked(PAGES), "Move `guides/fees` into the group `Weather`")["docs.json"]

    assert '"pages": ["winds", "guides/fees"]' in text
    assert '          "guides/moorings",\n          "tides"\n' in text


def test_a_group_moves_down() -> None:
    place = marked(PAGES.replace("▮", "").replace('"Harbour"', '"Har▮bour"'))
    moved = json.loads(after(place, "Move the group `Harbour` down")["docs.json"])

    assert [one["group"] for one in moved["navigation"]["groups"]] == ["Weather", "Harbour"]


def test_a_group_moves_into_the_one_beside_it() -> None:
    place = marked(PAGES.replace("▮", "").replace('"Harbour"', '"Har▮bour"'))
    title = "Move the group `Harbour` into the group `Weather`"
    moved = json.loads(after(place, title)["docs.json"])

    (weather,) = moved["navigation"]["groups"]
    assert [each if isinstance(each, str) else each["group"] for each in weather["pages"]] == [
        "winds",
        "Harbour",
    ]


@pytest.mark.parametrize(
    ("item", "is_offered"),
    [
        ('"G▮ET /boats"', False),
        ('"api.json G▮ET /boats"', True),
        ('"G▮ET /none"', True),
        ('{ "group": "Bo▮ats", "pages": ["GET /boats"] }', False),
        ('{ "group": "Bo▮ats", "openapi": "api.json", "pages": ["GET /boats"] }', True),
        ('{ "PAG▮ES": ["a"] }', False),
        ('{ "pa▮ge": "a" }', False),
    ],
)
def test_an_item_moves_into_a_group_only_if_it_means_the_same_there(
    item: str, is_offered: bool
) -> None:
    place = marked(
        """--- docs.json
{
  "navigation": {
    "groups": [
      { "group": "One", "openapi": "api.json", "pages": [ITEM] },
      { "group": "Two", "pages": ["a"] }
    ]
  }
}
--- api.json
{
  "openapi": "3.1.0", "info": { "title": "A", "version": "1" },
  "paths": { "/boats": { "get": {} } }
}
--- a.mdx
""".replace("ITEM", item)
    )

    assert any(title.endswith("into the group `Two`") for title in offered(place)) == is_offered


@pytest.mark.parametrize("more", ["", ', "dropdowns": [{ "dropdown": "D", "pages": ["a"] }]'])
def test_an_item_moves_into_no_group_whose_pages_may_be_dropped(more: str) -> None:
    group = f'{{ "group": "Two", "pages": ["a"]{more} }}'
    text = f'{{ "navigation": {{ "groups": [{{ "group": "One", "pages": ["▮b"] }}, {group}] }} }}'
    place = marked(f"--- docs.json\n{text}\n--- a.mdx\n--- b.mdx\n")

    titles = offered(place)

    assert titles
    assert any(title.endswith("into the group `Two`") for title in titles) == (not more)


TITLES = """--- docs.json
{ "navigation": { "pages": ["b", { "group": "G", "pages": ["a"] }, "▮c", "a"] } }
--- a.mdx
---
title: zebra
---
--- b.mdx
---
title: Yak
---
--- c.mdx
---
title: ant
---
--- d.mdx
"""


def test_pages_are_sorted_by_title_around_the_groups() -> None:
    text = after(marked(TITLES), "Sort the pages of this list by title")["docs.json"]

    assert '"pages": ["c", { "group": "G", "pages": ["a"] }, "b", "a"]' in text


def test_entries_are_sorted_by_what_the_sidebar_shows() -> None:
    site = """--- docs.json
{ "navigation": { "openapi": "api.json", "pages": ["▮b", "POST /berths", "none", "a"] } }
--- api.json
{
  "openapi": "3.1.0", "info": { "title": "A", "version": "1" },
  "paths": { "/berths": { "post": { "summary": "Book a berth" } } }
}
--- a.mdx
---
title: Zebra
sidebarTitle: Ant
---
--- b.mdx
---
title: Cat
---
"""
    text = after(marked(site), "Sort the pages of this list by title")["docs.json"]

    assert '"pages": ["a", "POST /berths", "b", "none"]' in text


def test_what_is_sorted_need_not_be_sorted() -> None:
    place = marked(TITLES.replace('"b", {', '"c", {').replace('"▮c", "a"', '"▮b", "a"'))

    assert "Sort the pages of this list by title" not in offered(place)


def test_an_unlisted_page_is_listed_behind_the_cursor() -> None:
    text = after(marked(TITLES), "List `d` here")["docs.json"]

    assert '"c", "d", "a"]' in text


def test_in_a_large_site_the_pages_that_are_reported_are_offered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(list_pages, "_QUICK", 0)
    site = TITLES.replace('{ "navigation"', '{ "theme": "mint", "navigation"')

    assert "List `d` here" in offered(marked(site))
    assert "List `d` here" not in offered(marked(site + "---\nhidden: true\n---\n"))


LANGUAGES = """--- docs.json
{{ "navigation": {{ "languages": [
  {{ "language": "en", "pages": ["index"] }},
  {{ "language": "fr", "groups": [{{ "group": "G", "pages": [{entries}] }}] }}
] }} }}
--- index.mdx
# Home
--- x.mdx
# X
--- a.mdx
# A
--- fr/a.mdx
# A
--- fr/b.mdx
# B
"""


@pytest.mark.parametrize(
    ("entries", "listed"),
    [("▮", {"x", "fr/a", "fr/b"}), ('"▮x"', set()), ('"▮fr/a"', {"fr/b"})],
)
def test_a_page_is_listed_in_its_own_language(entries: str, listed: set[str]) -> None:
    titles = offered(marked(LANGUAGES.format(entries=entries)))

    assert {title for title in titles if title.startswith("List ")} == {
        f"List `{page}` here" for page in listed
    }


def test_nothing_is_offered_outside_of_the_navigation() -> None:
    place = marked('{ "redirects": [{ "source": "/▮a", "destination": "/b" }] }')

    assert offered(place) == {}


@given(st.text(alphabet='{}[]",:ab \n', max_size=30), st.integers(0, 400), st.integers(0, 40))
def test_a_broken_document_gets_offers_that_can_be_made_or_none(
    typed: str, start: int, size: int
) -> None:
    text = PAGES.replace("▮", typed)
    view = Marked({"docs.json": text}, "docs.json", 0).view()

    for one in offers(view.site, view.files, "docs.json", Span(start, start + size)):
        Draft(view.files).with_changes(one.changes())
