"""The outline."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from docs_lsp.features.symbols import SymbolKind, document_symbols, flat_symbols
from docs_lsp.text import Encoding
from tests.features.markers import covered, marked

SITE = """--- docs.json
{
  "name": "Hafen \\" é",
  "navigation": {
    "languages": [
      {
        "language": "en",
        "tabs": [
          {
            "tab": "Guides",
            "groups": [
              { "group": "Ärrive", "pages": ["/moorings", { "group": "Fees", "pages": ["fees"] }] },
              { "pages": [] }
            ]
          },
          { "tab": "API", "openapi": "a.json", "pages": ["GET /berths", "gone"] }
        ]
      }
    ],
    "global": { "anchors": [{ "anchor": "Shop", "href": "/shop" }] }
  },
  "navbar": { "links": [{ "label": "Help", "href": "/help" }] },
  "redirects": [{ "source": "/a", "destination": "/b" }]
}
--- moorings.mdx
---
title: Where to moor
---
--- fees.mdx
"""


FILE, UTF16 = "docs.json", Encoding.UTF16


def outline(text: str) -> list[Any]:
    shape: list[Any] = json.loads(document_symbols(marked(text).view(), FILE, UTF16).json)
    return shape


def names(symbols: list[Any]) -> list[Any]:
    return [
        [each["name"], *names(each["children"])] if "children" in each else each["name"]
        for each in symbols
    ]


def test_the_site_as_readers_find_it() -> None:
    assert names(outline(SITE)) == [
        "name",
        [
            "navigation",
            [
                "en",
                [
                    "Guides",
                    ["Ärrive", "Where to moor", ["Fees", "Fees"]],
                    "…",
                ],
                ["API", "GET /berths", "gone"],
            ],
            ["global", ["anchors", "Shop"]],
        ],
        ["navbar", ["links", "Help"]],
        ["redirects", "/a"],
    ]


def every(symbols: list[Any]) -> Iterator[Any]:
    for symbol in symbols:
        yield symbol
        yield from every(symbol.get("children", []))


def test_ranges_hold_what_they_name() -> None:
    text = marked(SITE).text()
    found = {each["name"]: each for each in every(outline(SITE))}

    assert covered(text, found["Ärrive"]["selectionRange"]) == '"Ärrive"'
    assert covered(text, found["Ärrive"]["range"]).startswith('{ "group": "Ärrive"')
    assert covered(text, found["Where to moor"]["range"]) == '"/moorings"'
    assert covered(text, found["redirects"]["selectionRange"]) == '"redirects"'
    assert found["Where to moor"]["detail"] == "/moorings"
    assert found["GET /berths"]["kind"] == SymbolKind.METHOD


def test_clients_without_nesting_get_a_flat_list() -> None:
    flat = flat_symbols(document_symbols(marked(SITE).view(), FILE, UTF16), "file:///docs.json")

    fees = [each for each in flat if each["name"] == "Fees"]
    assert [each["containerName"] for each in fees] == ["Ärrive", "Fees"]
    assert len(flat) == len(list(every(outline(SITE))))


def test_a_file_that_is_no_part_has_no_outline() -> None:
    assert document_symbols(marked(SITE).view(), "fees.mdx", UTF16).json == b"[]"


@given(st.text(alphabet='{}[]",:aé\n', max_size=60), st.sampled_from(Encoding))
def test_any_text_has_an_outline_with_each_name_inside_its_range(
    text: str, encoding: Encoding
) -> None:
    place = marked(text)
    found = json.loads(document_symbols(place.view(), FILE, encoding).json)

    for each in every(found):
        whole = covered(place.text(), each["range"], encoding)
        assert covered(place.text(), each["selectionRange"], encoding) in whole
        assert each["name"]
