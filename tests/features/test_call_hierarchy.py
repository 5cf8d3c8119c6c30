"""Who links to a page or lists it, and where it leads."""

from __future__ import annotations

import pytest

from docs_lsp.core.text import Encoding
from docs_lsp.features._view import View
from docs_lsp.features.call_hierarchy import (
    answer_call_hierarchy_preparation,
    answer_incoming_calls,
    answer_outgoing_calls,
)
from docs_lsp.features.to_lsp import Json
from tests.features.going import HARBOUR, pointed
from tests.features.markers import Marked

UTF16 = Encoding.UTF16


def prepared(place: Marked, view: View) -> Json | None:
    items = answer_call_hierarchy_preparation(view, place.file, place.offset, UTF16)
    return items[0] if items else None


def at(needle: str) -> tuple[Marked, View, Json]:
    place = pointed(HARBOUR, needle)
    view = place.view()
    item = prepared(place, view)
    assert item is not None
    assert item["data"]["uri"] == view.uri(place.file)
    return place, view, item


def marked_text(view: View, uri: str, range_: Json) -> str:
    file = uri.removeprefix("file:///site/")
    text = view.text(file)
    edges = (range_["start"], range_["end"])
    start, end = (text.to_offset(edge["line"], edge["character"], UTF16) for edge in edges)
    return text.data[start:end].decode()


def incoming(needle: str) -> list[str]:
    place, view, item = at(needle)
    calls = answer_incoming_calls(view, place.file, item["data"]["about"], UTF16)
    return [
        f"{call['from']['name']}: "
        + ", ".join(marked_text(view, call["from"]["uri"], each) for each in call["fromRanges"])
        for call in calls
    ]


def outgoing(needle: str) -> list[str]:
    place, view, item = at(needle)
    calls = answer_outgoing_calls(view, place.file, item["data"]["about"], UTF16)
    return [
        f"{call['to']['name']}: "
        + ", ".join(marked_text(view, item["uri"], each) for each in call["fromRanges"])
        for call in calls
    ]


@pytest.mark.parametrize(
    ("needle", "name"),
    [
        ("/moorings", "Where to moor"),
        ("GET /boats", "GET /boats"),
        ("logo.svg", "logo.svg"),
        ("Ärrive", "Ärrive"),
        ("/fees#for-a-boat), [tides", "Fees"),
        ("Where to moor", "Where to moor"),
        ("See ", "Where to moor"),
    ],
)
def test_an_item_is_what_is_named_or_else_the_page_or_the_element(needle: str, name: str) -> None:
    _, _, item = at(needle)

    assert item["name"] == name
    assert item["range"] == item["selectionRange"]


def test_elsewhere_there_is_none() -> None:
    for needle in ('"theme"', "https://example.com/home", "Gone", '"pages"'):
        place = pointed(HARBOUR, needle)
        assert prepared(place, place.view()) is None


@pytest.mark.parametrize(
    ("needle", "callers"),
    [
        ("/moorings", ["Ärrive: /moorings", "Tides: /moorings", "Fees: /moorings"]),
        (
            "GET /boats",
            [
                "Boats: GET /boats",
                "Boats: /api-reference/fleet/list-all-boats",
                "Where to moor: GET /boats",
            ],
        ),
        ("Ärrive", ["en: Ärrive"]),
        ("./more/fees.json", ["docs.json: ./more/fees.json"]),
        ("High, see", ["Where to moor: /snippets/tide.mdx"]),
    ],
)
def test_who_links_to_it_or_lists_it(needle: str, callers: list[str]) -> None:
    assert incoming(needle) == callers


@pytest.mark.parametrize(
    ("needle", "targets"),
    [
        (
            "See ",
            [
                "GET /boats: GET /boats",
                "Fees: /fees#for-a-boat",
                "Tides: ./arrive/tides, /docs/tides",
                "logo.svg: /logo.svg",
                "tide.mdx: /snippets/tide.mdx",
            ],
        ),
        ("Ärrive", ["Index: arrive/index", "Where to moor: /moorings", "Tides: arrive/tides"]),
        ("GET /boats", []),
    ],
)
def test_where_it_leads(needle: str, targets: list[str]) -> None:
    assert outgoing(needle) == targets


def test_an_element_leads_to_its_children() -> None:
    groups = outgoing('en",\n')

    assert groups == ["Ärrive: Ärrive", "Boats: Boats", "Fees: ", "Rest: Rest"]


def test_the_fees_are_called_through_redirects() -> None:
    assert {"/old-fees: /old-fees, /older-fees", "snippets/tide: /fees"} <= {*incoming("fees")}


@pytest.mark.parametrize("about", [{}, {"kind": "object", "file": "docs.json", "at": 3}])
def test_an_item_that_is_gone_has_no_calls(about: Json) -> None:
    view = pointed(HARBOUR, "theme").view()

    assert answer_incoming_calls(view, "docs.json", about, UTF16) == []
    assert answer_outgoing_calls(view, "docs.json", about, UTF16) == []
