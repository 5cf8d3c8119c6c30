"""Elements that go into files of their own, and come back."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest

from tests.features.markers import Marked, marked
from tests.refactor.taking_up import after, offered

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
AWAY = "Move the tab `Harbour guides` into `navigation/harbour-guides-2.json`"


def at_ref(files: Mapping[str, str], path: str) -> Marked:
    """The cursor at the `$ref` in docs.json that names a file."""
    written = f'"$ref": "{path}"'
    text = "".join(f"--- {name}\n{content}" for name, content in files.items())
    assert written in text
    return marked(text.replace(written, f"▮{written}"))


def test_a_large_element_goes_into_a_file_and_comes_back() -> None:
    files = after(marked(LARGE), AWAY)

    assert '{ "$ref": "./navigation/harbour-guides-2.json" }' in files["docs.json"]
    assert files["navigation/harbour-guides-2.json"].startswith('{\n  "tab": "Harbour guides",\n')
    place = at_ref(files, "./navigation/harbour-guides-2.json")
    back = after(place, "Bring `navigation/harbour-guides-2.json` back into this file")
    assert back == marked(LARGE).files


def test_what_the_element_refers_to_is_found_from_its_new_place() -> None:
    leaving = '{ "group": "Leaving the harbour", "pages": ["guides/tides", "guides/winds"] }'
    site = LARGE.replace(leaving, '{ "$ref": "./parts/leaving.json" }')
    files = after(marked(f"{site}--- parts/leaving.json\n{leaving}\n"), AWAY)

    assert '{ "$ref": "../parts/leaving.json" }' in files["navigation/harbour-guides-2.json"]
    place = at_ref(files, "./navigation/harbour-guides-2.json")
    back = after(place, "Bring `navigation/harbour-guides-2.json` back into this file")
    assert back["docs.json"] == marked(site).files["docs.json"]


def test_a_file_is_called_after_the_letters_without_their_accents() -> None:
    accents = marked(LARGE.replace("Harbour guides", "Guías útiles", 1))

    assert "Move the tab `Guías útiles` into `navigation/guias-utiles.json`" in offered(accents)


def test_a_small_or_unfinished_element_stays() -> None:
    small = marked('{ "navigation": { "tabs": [{ "▮tab": "A", "pages": ["a"] }] } }')
    unfinished = marked(LARGE.replace('"guides/winds"]', '"guides/winds" "x"]'))

    for place in (small, unfinished):
        assert not [title for title in offered(place) if ".json" in title]


@pytest.mark.parametrize(
    ("value", "part", "expected"),
    [
        (
            '"tabs": [{ "▮$ref": "./tab.json", "tab": "Mine", "icon": "ship" }]',
            '{ "tab": "Theirs", "pages": ["a"] }',
            '"tabs": [{ "tab": "Mine", "pages": ["a"], "icon": "ship" }]',
        ),
        ('"pages": { "$ref":▮ "./list.json" }', '["a", "b"]', '"pages": ["a", "b"]'),
    ],
)
def test_what_stands_beside_a_ref_outweighs_what_it_brings(
    value: str, part: str, expected: str
) -> None:
    name = "tab.json" if "tab.json" in value else "list.json"
    place = marked(f'--- docs.json\n{{ "navigation": {{ {value} }} }}\n--- {name}\n{part}\n')
    files = after(place, f"Bring `{name}` back into this file")

    assert files == {"docs.json": f'{{ "navigation": {{ {expected} }} }}\n'}


def test_a_file_that_is_named_twice_is_kept() -> None:
    site = """--- docs.json
{ "navigation": { "groups": [{ "$ref": "a.json" }, { "▮$ref": "./a.json" }] } }
--- a.json
{ "group": "A", "pages": ["a"] }
"""
    files = after(marked(site), "Bring `a.json` back into this file")

    assert '[{ "$ref": "a.json" }, { "group": "A", "pages": ["a"] }]' in files["docs.json"]
    assert "a.json" in files


@pytest.mark.parametrize("part", ['--- a.json\n{ "group": ', ""])
def test_a_file_that_cannot_be_read_stays_where_it_is(part: str) -> None:
    site = '--- docs.json\n{ "navigation": { "groups": [{ "▮$ref": "a.json" }] } }\n'

    assert not offered(marked(site + part))


LIST = """--- docs.json
{ "navigation": { "groups": [{ "group": "A", "pages": { "$ref": "list.json" } }] } }
--- list.json
["▮b", { "group": "B", "pages": ["c"] }, "a"]
--- a.mdx
--- b.mdx
"""


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("Sort the pages of this list by title", '["a", { "group": "B", "pages": ["c"] }, "b"]'),
        ("Move `b` into the group `B`", '[{ "group": "B", "pages": ["c", "b"] }, "a"]'),
        ("Move `b` down", '[{ "group": "B", "pages": ["c"] }, "b", "a"]'),
    ],
)
def test_a_list_in_a_file_of_its_own(title: str, expected: str) -> None:
    assert after(marked(LIST), title)["list.json"] == f"{expected}\n"


# Languages

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
FRENCH = "Add French (`fr`) with the structure of `en`"


def test_a_language_gets_the_structure_of_another_for_the_pages_it_has() -> None:
    made = json.loads(after(marked(LANGUAGES), FRENCH)["docs.json"])

    _, french = made["navigation"]["languages"]
    assert french == {
        "language": "fr",
        "groups": [
            {"group": "Harbour", "pages": ["fr/moorings"]},
            {"group": "Weather", "pages": ["fr/winds", {"group": "Sea", "pages": ["fr/tides"]}]},
        ],
    }


IN_FILES = """--- docs.json
{ "navigation": { "languages": [{ "▮$ref": "./nav/en.json" }, { "$ref": "./nav/de.json" }] } }
--- nav/en.json
{ "language": "en", "pages": ["moorings", "fees"] }
--- nav/de.json
{ "language": "de", "pages": ["de/moorings"] }
--- fr/moorings.mdx
--- de/moorings.mdx
--- moorings.mdx
"""


def test_a_language_beside_others_in_files_gets_a_file_as_well() -> None:
    assert not [title for title in offered(marked(IN_FILES)) if "German" in title]
    files = after(marked(IN_FILES), FRENCH)

    assert '{ "$ref": "./nav/de.json" }, { "$ref": "./nav/fr.json" }]' in files["docs.json"]
    assert files["nav/fr.json"] == '{ "language": "fr", "pages": ["fr/moorings"] }\n'


def test_no_language_is_offered_in_which_no_listed_page_is_translated() -> None:
    titles = [title for title in offered(marked(LANGUAGES)) if title.startswith("Add")]

    assert titles == [FRENCH]


def test_no_language_is_made_of_a_link() -> None:
    place = marked(LANGUAGES.replace('"groups": [', '"href": "/en", "x": ['))

    assert not [title for title in offered(place) if title.startswith("Add")]


def test_no_language_is_added_where_one_cannot_be_read() -> None:
    place = marked(IN_FILES.replace("./nav/de.json", "./nav/es.json"))

    assert not [title for title in offered(place) if title.startswith("Add")]
