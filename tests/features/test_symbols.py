"""The outline."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docs_lsp.core.text import Encoding, Text
from docs_lsp.evaluation.check import evaluate_whole_site
from docs_lsp.features._view import View
from docs_lsp.features.symbols import answer_document_symbols, flatten_symbols
from docs_lsp.features.to_lsp import SymbolKind
from docs_lsp.files.files import MemoryFiles
from docs_lsp.jsontree.document import Document
from docs_lsp.settings.settings import Settings
from docs_lsp.site.specifications.facts import SiteFacts
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
    shape: list[Any] = json.loads(answer_document_symbols(marked(text).view(), FILE, UTF16).json)
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


def test_an_endpoint_goes_by_its_summary_where_its_specification_is_in_force() -> None:
    spec = '{"openapi": "3.1.0", "paths": {"/berths": {"get": {"summary": "All  berths"}}}}'
    spec = f"--- a.json\n{spec}"
    found = {each["name"]: each for each in every(outline(f"{SITE}{spec}\n"))}

    assert found["All berths"]["detail"] == "GET /berths"
    assert found["All berths"]["kind"] == SymbolKind.METHOD
    assert "All berths" not in str(outline(f"{SITE.replace('a.json', 'b.json')}{spec}\n"))


def test_a_part_inherits_what_is_in_force_around_the_ref_that_names_it() -> None:
    files = {
        "docs.json": '{"navigation": {"tabs": [{"tab": "A", "openapi": "a.json", "groups":'
        ' [{"$ref": "g.json"}]}]}}',
        "g.json": '{"group": "G", "pages": ["GET /x", "a"]}',
        "a.json": '{"openapi": "3.1.0", "paths": {"/x": {"get": {"summary": "All x"}}}}',
        "a.mdx": "---\nopenapi: GET /x\n---\n",
    }
    memory = MemoryFiles(files)
    view = View(evaluate_whole_site(Path("/site"), memory, Settings()), memory, Path("/site"))
    shape = json.loads(answer_document_symbols(view, "g.json", UTF16).json)

    assert names(shape) == ["group", ["pages", "All x", "All x"]]


def test_clients_without_nesting_get_a_flat_list() -> None:
    flat = flatten_symbols(
        answer_document_symbols(marked(SITE).view(), FILE, UTF16), "file:///docs.json"
    )

    fees = [each for each in flat if each["name"] == "Fees"]
    assert [each["containerName"] for each in fees] == ["Ärrive", "Fees"]
    assert len(flat) == len(list(every(outline(SITE))))


def test_a_file_that_is_no_part_has_no_outline() -> None:
    assert answer_document_symbols(marked(SITE).view(), "fees.mdx", UTF16).json == b"[]"


SPEC = {"openapi": "3.1.0", "paths": {"/x": {"get": {"summary": "All x"}}}}
GROUP = """
      { "group": "100% \\u0000", "pages": [ "a", "🚢b",
        {"group": "Ä", "pages": ["c", "GET /x"]},  "d" ], "icon": "%s" },"""
TAB = f'{{"tab": "T", "openapi": "s.json", "groups": [{(GROUP * 6).rstrip(",")}]}},\n'
TABS = f'{{"navigation": {{"tabs": [{TAB * 3} {{"tab": "Z", "pages": ["GET /x"]}}]}}}}'


FILES = {"a.mdx": "---\ntitle: Ä\n---\n", "s.json": json.dumps(SPEC)}
MEMORY = MemoryFiles({FILE: TABS, **FILES})
WHOLE = evaluate_whole_site(Path("/site"), MEMORY, Settings())


@settings(max_examples=40)
@given(
    st.sampled_from([TABS, TABS.replace("\n", " "), TABS.replace("\n", "\r\n")]),
    st.lists(
        st.tuples(
            st.floats(0, 1),
            st.integers(0, 9),
            st.sampled_from(["", "x", "é", "\n", '"', "}", "[ "]),
        ),
        max_size=4,
    ),
    st.sampled_from(Encoding),
)
def test_after_edits_it_is_as_if_made_anew(
    text: str, edits: list[tuple[float, int, str]], encoding: Encoding
) -> None:
    site = WHOLE.replace_part(FILE, Text.from_data(text)).with_facts(copied(WHOLE.facts))
    for place, removed, new in [(0.0, 0, ""), *edits]:
        part = site.parts[FILE]
        assert isinstance(part, Document)
        at = int(place * len(part.text))
        end = min(len(part.text), at + removed)
        data = new.encode()
        spliced = part.text.replace_bytes(at, end, data)
        site = site.apply_edit(FILE, spliced, [(at, end, at + len(data))])
        kept = answer_document_symbols(View(site, MEMORY, Path("/site")), FILE, encoding)
        fresh = site.replace_part(FILE, Text.from_data(spliced.data)).with_facts(copied(site.facts))

        assert json.loads(kept.json) == json.loads(
            answer_document_symbols(View(fresh, MEMORY, Path("/site")), FILE, encoding).json
        )


def test_only_the_object_that_was_edited_is_written_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    view = marked(TABS).view()
    answer_document_symbols(view, FILE, UTF16)
    asked = []

    def called(_self: object, entry: str, _in_force: object) -> tuple[int, str]:
        asked.append(entry)
        return SymbolKind.FILE, ""

    monkeypatch.setattr("docs_lsp.features.symbols._OutlineWriter._choose_kind_and_title", called)
    text = view.text(FILE)
    at = text.data.index(b'"a"')
    edited = view.site.apply_edit(FILE, text.replace_bytes(at, at, b"\n"), [(at, at, at + 1)])
    answer_document_symbols(View(edited, view.files, view.root), FILE, UTF16)

    assert len(asked) == 5 * 6 + 1  # One of the three long tabs, and the short one.


def copied(facts: SiteFacts | None) -> SiteFacts:
    """The same facts, and nobody has asked them anything."""
    assert facts is not None
    return replace(facts)


@given(st.text(alphabet='{}[]",:aé\n', max_size=60), st.sampled_from(Encoding))
def test_any_text_has_an_outline_with_each_name_inside_its_range(
    text: str, encoding: Encoding
) -> None:
    place = marked(text)
    found = json.loads(answer_document_symbols(place.view(), FILE, encoding).json)

    for each in every(found):
        whole = covered(place.text(), each["range"], encoding)
        assert covered(place.text(), each["selectionRange"], encoding) in whole
        assert each["name"]
