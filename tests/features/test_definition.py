"""Going to what a string names."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from docs_lsp.core.text import Encoding
from docs_lsp.evaluation.snapshot import Snapshot
from docs_lsp.features._view import View
from docs_lsp.features.definition import answer_definition, answer_implementation
from docs_lsp.files.files import BufferedFiles, MemoryFiles
from docs_lsp.settings.settings import Settings
from docs_lsp.site.specifications.spec_files import add_file_survey
from tests.features.going import HARBOUR, pointed, told
from tests.features.markers import Marked, covered

UTF16 = Encoding.UTF16
FEES = "fees.mdx:2 Fees"


def gone_to(place: Marked, view: View | None = None) -> list[str]:
    view = view or place.view()
    return told(view, answer_definition(view, place.file, place.offset, UTF16, takes_links=False))


def to(needle: str, site: str = HARBOUR) -> list[str]:
    return gone_to(pointed(site, needle))


@pytest.mark.parametrize(
    ("needle", "expected"),
    [
        ('/moorings", "arr', ["moorings.mdx:2 Where to moor"]),
        ('arrive/tides"]', ["arrive/tides.md:2 Tides"]),
        ('arrive/index"', ["arrive/index.mdx:1"]),
        ('fees", "arrive', [FEES]),
        ('old.mdx"]', ["old.mdx:1"]),
        ("/arrive/tides/", ["arrive/tides.md:2 Tides"]),
        ('/logo.svg", "dark', ["logo.svg:1"]),
        ("logo.svg", ["logo.svg:1"]),
        ("./more/fees.json", ["more/fees.json:1"]),
        ("v1.json", ["v1.json:1"]),
        ("/v2.yaml", ["v2.yaml:1"]),
        ('/fees" }', [FEES]),
        ("/fees) for all", [FEES]),
    ],
)
def test_from_docs_json_to_files(needle: str, expected: list[str]) -> None:
    assert to(needle) == expected


@pytest.mark.parametrize(
    ("needle", "expected"),
    [
        ("GET /boats", ['v1.json:6 "get"', "v2.yaml:5 get"]),
        ("/snippets/tide.mdx", ["snippets/tide.mdx:1"]),
        ("./more/fees.json", ["more/fees.json:1"]),
        ("/old-fees#for-a-boat", ["fees.mdx:8 ## For a boat"]),
        ("https://example.com/home", []),
    ],
)
def test_what_a_string_becomes(needle: str, expected: list[str]) -> None:
    place = pointed(HARBOUR, needle)
    view = place.view()
    answer = answer_implementation(view, place.file, place.offset, UTF16, takes_links=False)

    assert told(view, answer) == expected


def test_from_an_endpoint_to_every_specification_in_force_that_has_it() -> None:
    assert to("GET /boats") == ['v1.json:6 "get"', "v2.yaml:5 get"]
    assert to("v1.json DELETE") == ['v1.json:8 "delete"']
    assert to("webhook boatSeen") == ['v1.json:10 "post"']


@pytest.mark.parametrize("needle", ["POST /nowhere", "Gone", "Ärrive", "theme", "#0D93", "pages"])
def test_what_is_not_there_and_what_names_nothing_lead_nowhere(needle: str) -> None:
    assert to(needle) == []


def test_redirects_are_followed_to_the_end_and_shown_behind_it() -> None:
    heading = "fees.mdx:8 ## For a boat"
    assert to("/old-fees#") == [heading, "docs.json:28 /old-fees", "docs.json:29 /older-fees"]
    assert to('/older-fees" }') == [FEES, "docs.json:29 /older-fees"]
    # The source of a redirect leads where readers get to.
    assert to('/old-fees", "dest') == [FEES, "docs.json:29 /older-fees"]
    assert to('/docs/tides" />') == ["arrive/tides.md:2 Tides", "docs.json:30 /docs/:slug*"]
    # Those that lead around in a circle have no end.
    assert to('/about" }') == ["docs.json:32 /about", "docs.json:31 /round"]


def test_an_address_of_a_page_made_from_an_operation_leads_to_the_operation() -> None:
    assert to("/api-reference/fleet") == ['v1.json:6 "get"']


def test_an_address_elsewhere_leads_nowhere_here() -> None:
    assert to("https://example.com/home") == to("https://example.com/a.yml") == []


@pytest.mark.parametrize(
    ("needle", "expected"),
    [
        ("/fees#for-a-boat),", ["fees.mdx:8 ## For a boat"]),
        ("./arrive/tides)", ["arrive/tides.md:2 Tides"]),
        ("/snippets/tide.mdx", ["snippets/tide.mdx:1"]),
        ("/logo.svg)", ["logo.svg:1"]),
        ("GET /boats\n---", ['v1.json:6 "get"']),
        ("#for-a-boat)\n--- old", ["fees.mdx:8 ## For a boat"]),
        ("/fees).\n--- logo", [FEES]),
        ("(/fees)`", []),
        ("See [", []),
    ],
)
def test_from_pages(needle: str, expected: list[str]) -> None:
    assert to(needle) == expected


RELATED = """--- docs.json
{"navigation": {"pages": ["a", "b", "bé/c"]}}
--- a.mdx
---
related:
  - /b#top
  - Sea: "/bé/c"
  - https://example.com/b
  - /b
---
--- b.mdx
# Top
--- bé/c.mdx
---
related: ["/b", '/a', [], {x: []}]
---
"""


@pytest.mark.parametrize(
    ("needle", "expected"),
    [
        ("/b#top", ["b.mdx:1 # Top"]),
        ('/bé/c"\n', ["b%C3%A9/c.mdx:1"]),
        (" /b\n", ["b.mdx:1"]),
        ('/b"', ["b.mdx:1"]),
        ("/a'", ["a.mdx:1"]),
        ("//example.com", []),
    ],
)
def test_from_related_pages(needle: str, expected: list[str]) -> None:
    assert to(needle, RELATED) == expected


def test_a_page_may_name_an_operation_of_a_specification_that_docs_json_does_not() -> None:
    place = pointed(
        HARBOUR.replace('"v1.json", ', "").replace("v1.json DEL", "DEL"), "GET /boats\n"
    )
    view = place.view()
    assert view.site.facts
    facts = add_file_survey(view.site.facts, view.files)
    view = View(view.site.with_facts(facts), view.files, view.root)

    assert gone_to(place, view) == ['v1.json:6 "get"']


def test_a_link_says_what_it_is_from_and_shows_the_whole_line() -> None:
    place = pointed(HARBOUR, "GET /boats")
    view = place.view()
    link = answer_definition(view, place.file, place.offset, UTF16, takes_links=True)[0]

    assert covered(place.text(), link["originSelectionRange"]) == "GET /boats"
    text = view.text("v1.json")
    assert covered(text, link["targetSelectionRange"]) == '"get"'
    assert covered(text, link["targetRange"]).strip().startswith('"get": { "summary"')


def test_a_page_with_other_letters_or_only_an_index_is_found() -> None:
    site = '{"navigation": {"pages": ["Fees", "guides"]}}\n--- fees.mdx\n--- guides/index.mdx\n'
    assert to('Fees"', f"--- docs.json\n{site}") == ["fees.mdx:1"]
    assert to('guides"', f"--- docs.json\n{site}") == ["guides/index.mdx:1"]


def test_a_page_that_is_left_out_of_the_site_is_found_all_the_same() -> None:
    site = '--- docs.json\n{"navigation": {"pages": ["draft", "snippets/a"]}}\n'
    files = "--- .mintignore\ndraft.mdx\n--- draft.mdx\n--- snippets/a.mdx\n"
    assert to('draft"', site + files) == ["draft.mdx:1"]
    assert to('snippets/a"', site + files) == ["snippets/a.mdx:1"]


def test_entries_of_a_list_that_a_ref_brings() -> None:
    site = (
        '--- docs.json\n{"navigation": {"groups": [{"group": "G", "openapi": "v.json",'
        ' "pages": {"$ref": "pages.json"}}]}}\n--- pages.json\n["a", "GET /x"]\n--- a.mdx\n'
        '--- v.json\n{"openapi": "3.1.0", "paths": {"/x": {"get": {}}}}\n'
    )
    assert to('"a"', site) == ["a.mdx:1"]
    assert to('"GET /x"', site) == ['v.json:1 "get"']


def test_unsaved_text_counts() -> None:
    place = pointed(HARBOUR, "GET /boats")
    view = place.view()
    edited = view.files.read("v1.json").replace(b'"get"', b'\n\n"get"')
    view = View(view.site, BufferedFiles(view.files, {"v1.json": edited}), view.root)

    assert gone_to(place, view)[0] == 'v1.json:8 "get"'


def test_before_anybody_has_looked_at_the_disk() -> None:
    place = pointed(HARBOUR, '/moorings", "arr')
    assert gone_to(place, unscanned(place)) == ["moorings.mdx:2 Where to moor"]
    place = pointed(HARBOUR, "GET /boats")
    assert gone_to(place, unscanned(place)) == ['v1.json:6 "get"', "v2.yaml:5 get"]
    place = pointed(HARBOUR, "/old-fees#")
    assert gone_to(place, unscanned(place))[0] == "fees.mdx:8 ## For a boat"


def unscanned(place: Marked) -> View:
    memory = MemoryFiles(place.files)
    return View(Snapshot.load(Path("/site"), memory, Settings()), memory, Path("/site"))


def test_nothing_outside_of_the_site_is_found() -> None:
    files = {"../secret.mdx": "", "../a.json": "{}", "/etc/x.mdx": ""}
    text = '{"api": {"openapi": "▮../a.json"}, "navigation": {"pages": ["../secret"]}}'
    for needle in ("../a.json", "../secret"):
        place = pointed(f"--- docs.json\n{text.replace('▮', '')}\n", needle)
        place = replace(place, files={**place.files, **files})
        for view in (place.view(), unscanned(place)):
            found = answer_definition(view, place.file, place.offset, UTF16, takes_links=False)
            assert all(one["uri"].startswith("file:///site/") for one in found)
            assert [one for one in found if "a.json" in one["uri"]] == []


@pytest.mark.parametrize("encoding", Encoding)
def test_columns_are_those_of_the_client(encoding: Encoding) -> None:
    page = "--- 🚢é/bé.mdx\n---\ntitle: ä🚢x\n---\n"
    place = pointed(f'--- docs.json\n{{"navigation": {{"pages": ["🚢é/bé"]}}}}\n{page}', "bé")
    view = place.view()
    (link,) = answer_definition(view, place.file, place.offset, encoding, takes_links=True)

    assert covered(place.text(), link["originSelectionRange"], encoding) == "🚢é/bé"
    target = view.text("🚢é/bé.mdx")
    assert covered(target, link["targetSelectionRange"], encoding) == "ä🚢x"


def test_docs_json_of_another_tool_is_left_alone() -> None:
    site = '--- docs.json\n{"openapi": "3.0.0", "paths": {}, "pages": ["a"]}\n--- a.mdx\n'
    assert to('a"]', site) == []
