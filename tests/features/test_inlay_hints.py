"""The inlay hints in docs.json."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docs_lsp.core.text import Encoding, Span, Text
from docs_lsp.evaluation.check import evaluate_whole_site
from docs_lsp.evaluation.snapshot import Snapshot
from docs_lsp.features._view import View
from docs_lsp.features.inlay_hints import answer_inlay_hints, resolve_hint_tooltip
from docs_lsp.files.files import DiskFiles, MemoryFiles
from docs_lsp.settings.settings import INLAY_HINTS, Settings
from tests.features.markers import Marked, marked

CORPUS = Path(__file__).parents[2] / "../shared/corpus/sites"

SITE = """--- docs.json
{
  "theme": "mint", "name": "Hafen",
  "navigation": {
    "versions": [
      {
        "version": "v2",
        "tabs": [
          {
            "tab": "Guidés",
            "directory": "card",
            "groups": [
              { "group": "Arrive", "root": "arrive/index", "pages": ["arrive/moor-here", "tide"] },
              { "group": "Leave", "pages": [ "/bye" , "gone" ] }
            ]
          },
          {
            "tab": "API",
            "openapi": "api.json",
            "groups": [{ "group": "Berths", "pages": ["GET /berths", "POST /berths"] }]
          }
        ]
      },
      { "version": "v1", "pages": ["tide"] }
    ]
  }
}
--- arrive/index.mdx
---
title: When you arrive
description: What to do first.
---
--- arrive/moor-here.mdx
---
title: "Moor here"
---
--- tide.mdx
---
title: High and low water
---
--- bye.md
---
title: Fair winds
---
--- api.json
{
  "openapi": "3.1.0", "info": { "title": "A", "version": "1" },
  "paths": {
    "/berths": {
      "get": { "summary": "List berths", "description": "All of them.\\n\\nReally." },
      "post": {}
    }
  }
}
"""


def everything(text: Text) -> Span:
    return Span(0, len(text))


def shown(place: Marked, settings: Settings | None = None, span: Span | None = None) -> list[str]:
    """Each hint in its place: the line up to it, and the hint in brackets."""
    text, view = place.text(), place.view(settings)
    found = answer_inlay_hints(view, place.file, span or everything(text), Encoding.UTF16)
    return [
        f"{before(text, hint).strip()}«{hint['label']}»"
        for hint in sorted(found, key=lambda hint: tuple(hint["position"].values()))
    ]


def before(text: Text, hint: dict[str, Any]) -> str:
    line, character = hint["position"]["line"], hint["position"]["character"]
    start = text.get_line_start(line)
    return text.data[start : text.to_offset(line, character, Encoding.UTF16)].decode()


def test_titles_summaries_and_what_holds_silently() -> None:
    arrive = '{ "group": "Arrive",«directory: card»'
    assert shown(marked(SITE)) == [
        '"version": "v2",«default»',
        arrive,
        f'{arrive[:20]} "root": "arrive/index",«When you arrive»',
        f'{arrive[:20]} "root": "arrive/index", "pages": ["arrive/moor-here", "tide"'
        "«High and low water»",
        '{ "group": "Leave", "pages": [ "/bye"«Fair winds»',
        '"groups": [{ "group": "Berths",«openapi: api.json»',
        '"groups": [{ "group": "Berths", "pages": ["GET /berths",«List berths»',
        '{ "version": "v1", "pages": ["tide"«High and low water»',
    ]


def test_each_kind_can_be_switched_off() -> None:
    kinds = {
        "titles": "High and low water",
        "summaries": "List berths",
        "inherited": "openapi: api.json",
        "defaults": "default",
    }

    for kind, label in kinds.items():
        without = replace(Settings(), inlay_hints=INLAY_HINTS - {kind})
        assert not any(f"«{label}»" in hint for hint in shown(marked(SITE), without))
        only = replace(Settings(), inlay_hints=frozenset((kind,)))
        assert any(f"«{label}»" in hint for hint in shown(marked(SITE), only))


def test_only_what_is_in_sight() -> None:
    place = marked(SITE.replace('"group": "Leave"', '▮"group": "Leave"'))

    line = place.text().find_line_number(place.offset)
    span = Span(place.text().get_line_start(line), place.text().get_line_start(line + 1))

    assert shown(place, span=span) == ['{ "group": "Leave", "pages": [ "/bye"«Fair winds»']


@pytest.mark.parametrize(
    ("path", "title", "is_shown"),
    [
        ("api/quick-start", "Quick Start", False),
        ("api/quick-start", "API: quick start", False),
        ("guides/index", "Guides", False),
        ("api/quick-start", "Start", True),
        ("index", "Welcome", True),
        ("ärger", "Ärger", False),
    ],
)
def test_a_title_that_the_path_spells_is_not_repeated(
    path: str, title: str, is_shown: bool
) -> None:
    site = f"""--- docs.json
{{"theme": "mint", "navigation": {{"pages": ["{path}"]}}}}
--- {path}.mdx
---
title: "{title}"
---
"""
    assert bool(shown(marked(site))) == is_shown


def test_a_page_without_a_title_has_that_of_its_operation() -> None:
    site = (
        SITE
        + """--- berths.mdx
---
openapi: get /berths
---
"""
    )
    place = marked(site.replace('"gone"', '"berths"'))

    assert any('"berths"«List berths»' in hint for hint in shown(place))


def defaults(versions: str) -> int:
    site = f'{{"theme": "mint", "navigation": {{"versions": [{versions}]}}}}'
    return sum("«default»" in hint for hint in shown(marked(site)))


def test_the_first_is_the_default_only_where_none_is_marked() -> None:
    first, second = '{"version": "2", "pages": []}', '{"version": "1", "pages": []}'

    assert defaults(f"{first}, {second}") == 1
    assert defaults(f'{first}, {second[:-1]}, "default": true}}') == 0
    assert defaults(f'{first}, {second[:-1]}, "default": false}}') == 1
    assert defaults(f'{first[:-1]}, "hidden": true}}, {second}') == 0
    assert defaults(first) == 0
    assert defaults(f'{first}, {{"$ref": "gone.json"}}') == 0


def test_a_docs_json_of_another_tool_has_none() -> None:
    site = '--- docs.json\n{"pages": ["a"]}\n--- a.mdx\n---\ntitle: B\n---\n'

    assert shown(marked(site)) == []


def test_entries_that_a_ref_brings() -> None:
    site = """--- docs.json
{"theme": "mint", "navigation": {"languages": [
  {"language": "en", "groups": [{"group": "A", "pages": {"$ref": "list.json"}}]},
  {"language": "fr", "groups": {"$ref": "groups.json"}},
  {"language": "de", "groups": {"$ref": "groups.json"}}
]}}
--- list.json
["a",▮ {"group": "B", "pages": ["a"]}]
--- groups.json
[{"group": "C", "pages": ["a"]}]
--- a.mdx
---
title: The first
---
"""
    place = marked(site)

    assert shown(place) == ['["a",«The first»', '["a", {"group": "B", "pages": ["a"«The first»']
    other = Marked(place.files, "groups.json", 0)
    assert shown(other) == ['[{"group": "C", "pages": ["a"«The first»']


# Tooltips


def tooltips(view: View, file: str = "docs.json") -> Iterator[tuple[str, str | None]]:
    text = view.text(file)
    for hint in answer_inlay_hints(view, file, everything(text), Encoding.UTF16, resolves=True):
        assert "tooltip" not in hint
        yield hint["label"], resolve_hint_tooltip(view, hint["data"])


def test_tooltips_when_the_client_asks_for_them() -> None:
    view = marked(SITE).view()

    found = dict(tooltips(view))

    assert found["When you arrive"] == ("When you arrive\n\nWhat to do first.\n\narrive/index.mdx")
    assert found["List berths"] == "List berths\n\nAll of them.\n\nGET /berths in api.json"
    assert found["openapi: api.json"] == "openapi: api.json, inherited from the tab API."
    assert found["directory: card"] == "directory: card, inherited from the tab Guidés."
    assert found["default"] == "No version has default: true, so readers land in the first one."


def test_tooltips_at_once_for_clients_that_do_not_ask() -> None:
    view = marked(SITE).view()
    text = view.text("docs.json")

    eager = answer_inlay_hints(view, "docs.json", everything(text), Encoding.UTF16)

    assert [hint["tooltip"] for hint in eager] == [said for _, said in tooltips(view)]


def test_no_tooltip_once_the_text_has_changed() -> None:
    view = marked(SITE).view()
    text = view.text("docs.json")
    hint = answer_inlay_hints(view, "docs.json", everything(text), Encoding.UTF16, resolves=True)[0]

    assert resolve_hint_tooltip(replace(view, versions={"docs.json": 2}), hint["data"]) is None
    assert resolve_hint_tooltip(view, {"file": 1}) is None
    assert resolve_hint_tooltip(view, {**hint["data"], "at": 1}) is None


# Laws


@given(
    st.text(alphabet='{}[]",: \n', max_size=20),
    st.integers(0, len(SITE)),
    st.integers(0, len(SITE)),
    st.sampled_from(Encoding),
)
def test_broken_text_is_no_trouble(junk: str, at: int, end: int, encoding: Encoding) -> None:
    whole = marked(SITE).files["docs.json"]
    files = {**marked(SITE).files, "docs.json": whole[:at] + junk + whole[end:]}
    memory = MemoryFiles(files)
    view = View(Snapshot.load(Path("/site"), memory, Settings()), memory, Path("/site"))
    text = view.text("docs.json")

    for hint in answer_inlay_hints(view, "docs.json", everything(text), encoding):
        at = text.to_offset(hint["position"]["line"], hint["position"]["character"], encoding)
        assert text.data[at - 1 : at] in (b'"', b",")


def test_before_the_first_scan_there_are_hints_from_the_text_alone() -> None:
    place = marked(SITE)
    memory = MemoryFiles({"docs.json": place.files["docs.json"]})
    view = View(Snapshot.load(Path("/site"), memory, Settings()), memory, Path("/site"))

    found = answer_inlay_hints(view, "docs.json", everything(place.text()), Encoding.UTF8)

    assert {hint["label"] for hint in found} == {"default", "directory: card", "openapi: api.json"}


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus is not here")
@pytest.mark.parametrize("name", ["firecrawl-docs", "meilisearch-docs"])
def test_parts_of_a_real_site_have_the_hints_of_the_whole(name: str) -> None:
    files = DiskFiles(CORPUS / name)
    view = View(evaluate_whole_site(CORPUS / name, files, Settings()), files, CORPUS / name)

    for file in view.site.parts:
        text = view.text(file)
        whole = answer_inlay_hints(view, file, everything(text), Encoding.UTF16)
        parts = [
            hint
            for line in range(0, text.line_count, 200)
            for hint in answer_inlay_hints(
                view,
                file,
                Span(text.get_line_start(line), text.get_line_start(line + 200)),
                Encoding.UTF16,
            )
        ]
        assert by_place(parts) == by_place(whole)


def by_place(hints: list[dict[str, Any]]) -> list[str]:
    return sorted(f"{hint['position']} {hint['label']}" for hint in hints)
