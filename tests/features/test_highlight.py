"""The same thing elsewhere in docs.json."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docs_lsp.core.text import Encoding, Text
from docs_lsp.evaluation.check import evaluate_whole_site
from docs_lsp.features._locations import build_resolver
from docs_lsp.features._view import View
from docs_lsp.features.references import answer_highlights, answer_references
from docs_lsp.features.to_lsp import Json
from docs_lsp.files.files import DiskFiles
from docs_lsp.settings.settings import Settings
from docs_lsp.site.references.docs_references import iter_references
from tests.conftest import SITES
from tests.features.going import pointed
from tests.features.markers import covered, marked

SITE = """--- docs.json
{
  "logo": { "light": "/logo.svg", "dark": "/logo.svg", "href": "/" },
  "colors": { "primary": "#0D9373", "light": "#0D9373" },
  "navigation": { "groups": [
    { "group": "fees", "root": "a/index", "pages": ["index", "fees", "a/fees", "/fees.mdx"] },
    { "group": "A", "openapi": "v1.json", "pages": ["GET /x", "get /x/", "v1.json GET /x"] },
    { "group": "B", "openapi": "v2.json", "pages": ["GET /x", "POST /x"] },
    { "$ref": "./more.json" }, { "$ref": "more.json" }
  ] },
  "navbar": { "links": [{ "href": "/fees#for" }, { "href": "/a" }, { "href": "/index" }] },
  "redirects": [{ "source": "/old", "destination": "/fees/" }, { "source": "/old" }],
  "footer": { "links": [{ "items": [{ "href": "https://e.org" }, { "href": "https://e.org" }] }] }
}
--- more.json
{ "group": "G", "pages": ["fees"] }
"""


def same_as(needle: str, encoding: Encoding = Encoding.UTF16) -> list[str] | None:
    place = pointed(SITE, needle)
    found = answer_highlights(place.view(), place.file, place.offset, encoding)
    if found is None:
        return None
    return [covered(place.text(), one["range"], encoding) for one in found]


FEES = ["fees", "/fees.mdx", "/fees#for", "/fees/"]


@pytest.mark.parametrize("needle", ['fees", "a', "/fees.mdx", "/fees#", "/fees/"])
def test_a_page_by_all_its_names(needle: str) -> None:
    assert same_as(needle) == FEES


def test_a_page_that_goes_by_its_folder() -> None:
    assert same_as("a/index") == same_as('/a"') == ["a/index", "/a"]
    assert same_as('/" }') == same_as('index", "fees') == ["/", "index", "/index"]


def test_an_endpoint_of_the_same_specification() -> None:
    assert same_as("GET /x") == ["GET /x", "get /x/", "v1.json GET /x"]
    assert same_as('GET /x", "POST') == ["GET /x"]
    assert same_as("v1.json GET") == same_as("GET /x")


def test_files_redirects_and_addresses_elsewhere() -> None:
    assert same_as("/logo.svg") == ["/logo.svg", "/logo.svg"]
    assert same_as("./more.json") == ["./more.json", "more.json"]
    assert same_as("/old") == ["/old", "/old"]
    assert same_as("https://e.org") == ["https://e.org"] * 2
    assert same_as("v2.json") == ["v2.json"]


@pytest.mark.parametrize("needle", ['fees", "root', "#0D9373", "navbar", "[", '"group": "G"'])
def test_what_names_nothing_is_left_to_the_editor(needle: str) -> None:
    assert same_as(needle) is None


def test_an_unfinished_text() -> None:
    place = marked('{"navigation": {"pages": ["a", "▮a')
    found = answer_highlights(place.view(), place.file, place.offset, Encoding.UTF16)
    assert found and [covered(place.text(), one["range"]) for one in found] == ["a", "a"]


@given(st.text(alphabet='{}[]",:/#aé\\ \n', max_size=40), st.integers(0, 60))
def test_in_any_text_what_is_highlighted_holds_the_cursor(text: str, offset: int) -> None:
    place = marked('{"navigation": {"pages": ["a", "/a", ' + text)
    found = answer_highlights(place.view(), place.file, offset, Encoding.UTF8)
    spans = [
        [_offset(place.text(), one["range"][edge]) for edge in ("start", "end")]
        for one in found or ()
    ]
    assert found is None or any(start - 1 <= offset <= end + 1 for start, end in spans)


def _offset(text: Text, position: Json) -> int:
    return text.to_offset(position["line"], position["character"], Encoding.UTF8)


@pytest.mark.parametrize(
    "name", ["broken", "ferry", "languages", "notebook", "observatory", "plain"]
)
def test_what_is_highlighted_is_found_by_who_asks_for_references_as_well(name: str) -> None:
    """And they find no more in the file than what leads there over a redirect."""
    files = DiskFiles(SITES / name)
    view = View(evaluate_whole_site(SITES / name, files, Settings()), files, SITES / name)
    resolver = build_resolver(view)
    texts = [view.text(file).data for file in resolver.site.parts]
    has_redirects = any(b'"redirects"' in text for text in texts)
    found = 0
    for one in iter_references(resolver.site):
        at, wide = one.span.start, True
        places = answer_references(view, one.file, at, Encoding.UTF8, include_declaration=wide)
        here = [place["range"] for place in places if place["uri"] == view.uri(one.file)]
        shown = [
            light["range"] for light in answer_highlights(view, one.file, at, Encoding.UTF8) or ()
        ]
        assert all(range_ in here for range_ in shown), one
        found += len(shown)
        if not has_redirects:
            assert all(range_ in shown for range_ in here), one
    assert found > 5
