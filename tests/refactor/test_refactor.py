"""Moving content about: what is offered, and what the files are like afterwards."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docs_lsp.draft import Draft
from docs_lsp.files import MemoryFiles
from docs_lsp.refactor import Offer, offers
from docs_lsp.text import Span
from tests.features.markers import Marked, marked


def offered(place: Marked, size: int = 0) -> dict[str, Offer]:
    """The offers at the cursor, or for so many bytes from it on."""
    view = place.view()
    span = Span(place.offset, place.offset + size)
    return {one.title: one for one in offers(view.site, view.files, place.file, span)}


def after(place: Marked, title: str, size: int = 0) -> Mapping[str, str]:
    """The files once an offer has been taken up."""
    changes = offered(place, size)[title].changes()
    draft = Draft(MemoryFiles(place.files)).after(changes)
    return {path: draft.read(path).decode() for path in draft.paths()}


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


def test_what_is_sorted_need_not_be_sorted() -> None:
    place = marked(TITLES.replace('"b", {', '"c", {').replace('"▮c", "a"', '"▮b", "a"'))

    assert "Sort the pages of this list by title" not in offered(place)


def test_an_unlisted_page_is_listed_behind_the_cursor() -> None:
    text = after(marked(TITLES), "List `d` here")["docs.json"]

    assert '"c", "d", "a"]' in text


LARGE = """--- docs.json
{
  "navigation": {
    "tabs": [
      {
        "tab": "▮Harbour guides",
        "groups": [
          { "group": "Arriving at the harbour", "pages": ["guides/moorings", "guides/fees"] },
          { "group": "Leaving the harbour", "pages": ["guides/tides", "guides/winds"] }
        ]
      }
    ]
  }
}
--- navigation/harbour-guides.json
{}
"""


def test_a_large_element_goes_into_a_file_and_comes_back() -> None:
    title = "Move the tab `Harbour guides` into `navigation/harbour-guides-2.json`"
    files = after(marked(LARGE), title)

    assert '{ "$ref": "./navigation/harbour-guides-2.json" }' in files["docs.json"]
    assert files["navigation/harbour-guides-2.json"].startswith('{\n  "tab": "Harbour guides",\n')

    text = "".join(f"--- {path}\n{content}" for path, content in files.items())
    place = marked(text.replace('{ "$ref"', '{ "▮$ref"'))
    back = after(place, "Bring `navigation/harbour-guides-2.json` back into this file")
    assert back == marked(LARGE).files


LANGUAGES = """--- docs.json
{
  "navigation": {
    "languages": [
      {
        "▮language": "en",
        "default": true,
        "groups": [
          { "group": "Harbour", "root": "harbour", "pages": ["moorings", "fees"] },
          { "group": "Weather", "pages": ["winds", { "group": "Sea", "pages": ["tides"] }] },
          { "group": "Sky", "pages": [{ "group": "Night", "pages": ["stars"] }] }
        ]
      }
    ]
  }
}
--- fr/moorings.mdx
--- fr/winds.mdx
--- fr/tides.mdx
--- de/nothing.mdx
--- moorings.mdx
"""


def test_a_language_gets_the_structure_of_another_for_the_pages_it_has() -> None:
    title = "Add French (`fr`) with the structure of `en`"
    made = json.loads(after(marked(LANGUAGES), title)["docs.json"])

    _, french = made["navigation"]["languages"]
    assert french == {
        "language": "fr",
        "groups": [
            {"group": "Harbour", "pages": ["fr/moorings"]},
            {"group": "Weather", "pages": ["fr/winds", {"group": "Sea", "pages": ["fr/tides"]}]},
        ],
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
        Draft(view.files).after(one.changes())
