"""Where snippets, exports and variables are defined, and where they are used."""

from __future__ import annotations

import pytest

from docs_lsp.core.text import Encoding
from docs_lsp.features.definition import answer_definition
from docs_lsp.features.references import answer_highlights, answer_references
from tests.features.going import pointed, told
from tests.features.markers import covered
from tests.features.sharing import SHARING

UTF16 = Encoding.UTF16


def goes(needle: str) -> list[str]:
    place = pointed(SHARING, needle)
    view = place.view()
    return told(view, answer_definition(view, place.file, place.offset, UTF16, takes_links=False))


def used(needle: str, *, declared: bool = False) -> list[str]:
    place = pointed(SHARING, needle)
    view = place.view()
    found = answer_references(view, place.file, place.offset, UTF16, include_declaration=declared)
    return told(view, found)


def same(needle: str) -> list[str]:
    place = pointed(SHARING, needle)
    view = place.view()
    found = answer_highlights(view, place.file, place.offset, UTF16) or []
    text = place.text()
    return [f"{one['range']['start']['line'] + 1} {covered(text, one['range'])}" for one in found]


@pytest.mark.parametrize(
    ("needle", "there"),
    [
        ("Fees />", "snippets/fees.mdx:1"),
        ("Fees from", "snippets/fees.mdx:1"),
        ("Prices />", "snippets/fees.mdx:1"),
        ("Buoy.Red size", "parts/chart.jsx:2 Buoy"),
        ("Buoy.Red>", "parts/chart.jsx:2 Buoy"),
        ("depth} é", "parts/chart.jsx:1 depth"),
        ("depth} {", "parts/chart.jsx:1 depth"),
        ("depth}>\n", "parts/chart.jsx:1 depth"),
        ("Buoy as", "parts/chart.jsx:2 Buoy"),
        ("Float size", "parts/chart.jsx:2 Buoy"),
        ("Tide depth", "tides.mdx:1 Tide"),
        ("channel}}, see", "docs.json:1 channel"),
        ("api-url}}", "docs.json:1 api-url"),
        ('old.mdx"', "_snippets/old.mdx:1"),
    ],
)
def test_what_a_name_leads_to(needle: str, there: str) -> None:
    assert goes(needle) == [there]


@pytest.mark.parametrize("needle", ["depth}</b>\n\n<Tide", "Float) => Float", "Card title", "Red>"])
def test_what_a_function_names_anew_leads_nowhere(needle: str) -> None:
    assert goes(needle) == []


BUOY = [
    "index.mdx:5 Buoy",
    "index.mdx:11 Buoy",
    "index.mdx:13 Buoy",
    "moorings.mdx:1 Buoy",
    "moorings.mdx:1 Float",
    "moorings.mdx:6 Float",
    "moorings.mdx:6 Float",
    "parts/chart.jsx:3 Buoy",
]


@pytest.mark.parametrize("needle", ["Buoy.Red size", "Float size", "Buoy = (", "Buoy as"])
def test_an_export_is_found_wherever_it_is_imported_and_used(needle: str) -> None:
    assert used(needle) == BUOY
    assert used(needle, declared=True) == ["parts/chart.jsx:2 Buoy", *BUOY]


def test_a_snippet_is_found_by_the_names_that_pages_give_it() -> None:
    assert (
        used("Prices />")
        == used("Fees />")
        == [
            "index.mdx:4 Fees",
            "index.mdx:9 Fees",
            "moorings.mdx:2 Prices",
            "moorings.mdx:4 Prices",
        ]
    )


def test_a_variable_is_found_in_all_pages_and_snippets() -> None:
    found = ["index.mdx:12 channel", "moorings.mdx:6 channel", "snippets/fees.mdx:4 channel"]

    assert used("channel}}, see") == found
    assert used('channel": "12', declared=True) == ["docs.json:1 channel", *found]


def test_the_file_of_an_old_snippet_is_found() -> None:
    assert used('old.mdx"') == ["moorings.mdx:8 old.mdx"]
    assert used("An old one") == ["moorings.mdx:8 old.mdx"]


def test_the_same_name_is_marked_in_its_page() -> None:
    assert same("Buoy.Red>") == ["5 Buoy", "11 Buoy", "13 Buoy"]
    assert same("depth} é") == ["5 depth", "7 depth", "11 depth", "11 depth"]
    assert same("api-url}}") == ["12 api-url"]
    assert same("Tide depth") == ["1 Tide", "3 Tide", "5 Tide"]
    assert same("Welcome") == []
