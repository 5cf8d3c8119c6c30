"""Pages and endpoints by a part of their name."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from docs_lsp.core.text import Encoding
from docs_lsp.features._view import View
from docs_lsp.features.workspace_symbols import answer_workspace_symbols, resolve_symbol_location
from tests.features.going import HARBOUR
from tests.features.markers import covered, marked

UTF16 = Encoding.UTF16


def found(query: str, *views: View, lazy: bool = False) -> list[Any]:
    return answer_workspace_symbols(views or [marked(HARBOUR).view()], query, UTF16, is_lazy=lazy)


def names(query: str, *views: View) -> list[str]:
    return [
        " < ".join(filter(None, (one["name"], one.get("containerName"))))
        for one in found(query, *views)
    ]


def test_pages_by_title_and_by_path_the_best_first() -> None:
    assert names("tides") == ["Tides < arrive/tides"]
    assert names("arrive") == ["arrive/index < Index", "arrive/tides < Tides"]
    assert names("moor") == ["moorings < Where to moor"]
    assert names("where moor") == ["Where to moor < moorings"]
    assert names("wtm") == ["Where to moor < moorings"]
    assert names("mtw") == []


def test_endpoints_by_path_and_by_summary() -> None:
    listed = ["GET /boats < Boats of the second kind", "GET /boats < List all boats"]
    assert sorted(names("get boats")) == listed
    assert names("sink") == ["Sink it < DELETE /boats/{id}"]
    assert names("boatseen")[:1] == ["webhook boatSeen < A boat was seen"]


def test_letters_of_any_case_and_the_home_of_each() -> None:
    assert names("  FEES ") == ["Fees < fees"]
    (page,) = found("FEES")
    assert page["kind"] == 1
    assert page["location"]["uri"] == "file:///site/fees.mdx"
    assert page["location"]["range"]["start"] == {"line": 0, "character": 0}
    view = marked(HARBOUR).view()
    (endpoint,) = found("sink", view)
    assert endpoint["kind"] == 6
    assert endpoint["location"]["uri"] == "file:///site/v1.json"
    assert covered(view.text("v1.json"), endpoint["location"]["range"]) == '"delete"'


def test_where_an_endpoint_stands_may_be_asked_for_later() -> None:
    view = marked(HARBOUR).view()
    (endpoint,) = found("sink", view, lazy=True)
    assert endpoint["location"] == {"uri": "file:///site/v1.json"}

    location = resolve_symbol_location([view], endpoint["data"], UTF16)
    assert location == found("sink", view)[0]["location"]
    assert resolve_symbol_location([view], {**endpoint["data"], "path": "/gone"}, UTF16) is None
    assert resolve_symbol_location([view], {**endpoint["data"], "root": "/else"}, UTF16) is None
    assert resolve_symbol_location([view], {}, UTF16) is None


def test_of_all_sites() -> None:
    other = marked('--- docs.json\n{"navigation": {"pages": ["fees"]}}\n--- fees.mdx\n').view()
    other = View(other.site, other.files, Path("/other"))
    uris = {one["location"]["uri"] for one in found("fees", marked(HARBOUR).view(), other)}

    assert uris == {"file:///site/fees.mdx", "file:///other/fees.mdx"}


def test_no_more_than_200_and_without_a_query_anything() -> None:
    pages = "".join(f"--- a/{number}.mdx\n" for number in range(300))
    view = marked(f'--- docs.json\n{{"navigation": {{"pages": ["a/1"]}}}}\n{pages}').view()

    assert len(found("a", view)) == len(found("", view)) == 200
    assert found("a/299", view)[0]["location"]["uri"] == "file:///site/a/299.mdx"
    assert len(found("")) == 9


def test_what_has_been_typed_since_counts() -> None:
    view = marked(HARBOUR).view()
    assert names("ebb and", view) == []
    assert view.site.contents is not None
    other = marked(HARBOUR.replace('title: "Tides"', "title: Ebb and flow")).view()
    view = View(view.site.with_contents(other.site.contents), view.files, view.root)

    assert names("ebb and", view) == ["Ebb and flow < arrive/tides"]


@pytest.mark.parametrize(
    "query", ["[", "^", "]", "\\", "-", "a-z", "\n", "ß", "x" * 5000, "(" * 99]
)
def test_any_sign_may_be_typed(query: str) -> None:
    site = '--- docs.json\n{}\n--- page.mdx\n---\ntitle: "[^]\\\\-ß ((("\n---\n'
    text = names(query, marked(site).view())
    assert text == [] or text[0].startswith(("[^]", "page"))


def test_a_site_that_nobody_has_looked_at_has_none() -> None:
    view = marked(HARBOUR).view()
    assert found("fees", View(view.site.with_facts(None), view.files, view.root)) == []
