"""What is shown above a line."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docs_lsp.core.text import Encoding
from docs_lsp.evaluation.check import evaluate_whole_site
from docs_lsp.evaluation.snapshot import Snapshot
from docs_lsp.features import code_lenses
from docs_lsp.features._commands import SHOW_REFERENCES
from docs_lsp.features._view import View
from docs_lsp.features.code_lenses import answer_code_lenses, resolve_lens
from docs_lsp.files.files import DiskFiles, MemoryFiles
from docs_lsp.settings.settings import Settings
from docs_lsp.site.mdx.content import PageContent
from docs_lsp.site.specifications.facts import scan_site
from docs_lsp.site.summaries.page_counts import count_site_pages
from tests.features.markers import covered, marked

CORPUS = Path(__file__).parents[2] / "../shared/corpus/sites"
UTF16 = Encoding.UTF16

SITE = """--- docs.json
{
  "theme": "mint", "name": "Hafen",
  "api": { "openapi": "api.json", "examples": { "languages": ["curl"] } },
  "navigation": {
    "global": { "languages": [{ "language": "en", "href": "/en" }] },
    "languages": [
      {
        "language": "en",
        "tabs": [
          {
            "tab": "Guidés",
            "groups": [{ "group": "Start", "pages": ["tide", "/wind", "secret"] }]
          },
          {
            "tab": "API", "openapi": ["api.json", "https://example.com/other.json"],
            "groups": [
              { "group": "Berths", "pages": ["GET /berths", "api.json DELETE /berths"] },
              { "openapi": "api.json", "group": "All" }
            ]
          }
        ]
      },
      { "$ref": "nav/fr.json" }
    ]
  }
}
--- nav/fr.json
{ "language": "fr", "tabs": [{ "tab": "Guides", "pages": ["fr/tide", "fr/own"] }] }
--- api.json
{
  "openapi": "3.1.0", "info": { "title": "A", "version": "1" },
  "paths": {
    "/berths": { "get": {}, "post": {}, "delete": { "x-hidden": true } }
  },
  "webhooks": { "moored": { "post": { "x-excluded": true } } }
}
--- tide.mdx
--- wind.mdx
--- secret.mdx
---
noindex: true
---
--- fr/tide.mdx
--- fr/own.mdx
--- draft.mdx
--- README.md
"""


def lenses(
    view: View, file: str = "docs.json", *, references: bool = False
) -> list[tuple[str, dict[str, Any]]]:
    """The command of each lens of a file, with what it stands above."""
    found = []
    for lens in answer_code_lenses(view, file, UTF16):
        command = resolve_lens(view, lens["data"], UTF16, shows_references=references)
        assert command is not None
        found.append((covered(view.text(file), lens["range"]), command))
    return found


def words(text: str, file: str = "docs.json") -> list[tuple[str, str]]:
    return [(key, command["title"]) for key, command in lenses(marked(text).view(), file)]


def test_how_much_is_behind_an_element() -> None:
    assert words(SITE) == [
        ('"navigation"', "7 indexed, 2 excluded"),
        ('"navigation"', "Preview MCP server"),
        ('"language"', "en: 3 pages"),
        ('"tab"', "4 operations, 2 hidden, 2 listed"),
        ('"group"', "4 operations, 2 hidden, none listed: the service adds all"),
    ]


def test_a_language_in_a_file_of_its_own() -> None:
    assert words(SITE, "nav/fr.json") == [('"language"', "fr: 1 of 3 pages")]


def test_a_language_that_cannot_be_compared_has_its_own_pages_counted() -> None:
    site = SITE.replace('"fr/tide", "fr/own"', '"fr/a", "fr/b", "fr/b"')

    assert words(site, "nav/fr.json") == [('"language"', "fr: 2 pages")]


def test_before_the_pages_are_read_they_are_only_counted() -> None:
    view = marked(SITE).view()
    unread = replace(view, site=view.site.with_contents(None))

    assert lenses(unread)[0][1]["title"] == "6 pages"


def test_while_a_comma_is_missing_all_pages_are_counted() -> None:
    assert words(SITE.replace('"/wind",', '"/wind"'))[0] == ('"navigation"', "6 pages")


def test_of_very_many_pages_it_is_not_worked_out_who_finds_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(code_lenses, "_MOST_COUNTED", 5)
    view = marked(SITE).view()
    overview = view.site.get_overview()
    assert overview is not None

    assert lenses(view)[0][1]["title"] == "6 pages"
    overview.cached(count_site_pages)
    assert lenses(view)[0][1]["title"] == "7 indexed, 2 excluded"


def test_many_pages_are_not_parsed_for_a_lens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(code_lenses, "_MOST_PARSED", 5)
    view = marked(SITE).view()
    with monkeypatch.context() as patch:
        patch.setattr(PageContent, "has_known_faults", False)
        assert lenses(view)[0][1]["title"] == "6 pages"

    assert lenses(view)[0][1]["title"] == "7 indexed, 2 excluded"


def test_before_the_first_scan_there_is_nothing_to_say() -> None:
    place = marked(SITE)
    memory = MemoryFiles(place.files)
    site = Snapshot.load(Path("/site"), memory, Settings())
    view = View(site, memory, Path("/site"))

    assert answer_code_lenses(view, "docs.json", UTF16) == []
    assert answer_code_lenses(view, "tide.mdx", UTF16) == []


def test_a_specification_that_was_not_read_has_no_lens() -> None:
    site = marked(SITE).view().site
    facts = scan_site(MemoryFiles(marked(SITE).files))
    view = View(site.with_facts(facts), MemoryFiles(marked(SITE).files), Path("/site"))

    assert '"tab"' not in {key for key, _ in lenses(view)}


def test_words_that_cannot_be_clicked() -> None:
    clicked = {
        command["command"]: command
        for _, command in lenses(marked(SITE).view())
        if command["title"] != "Preview MCP server"
    }
    assert set(clicked) == {""}


def test_a_click_starts_the_preview_of_the_site() -> None:
    view = marked(SITE).view()
    (command,) = (one for _, one in lenses(view) if one["title"] == "Preview MCP server")

    assert command["command"] == "docsLsp.preview.start"
    assert command["arguments"] == [view.uri("docs.json")]


def test_a_preview_that_runs_is_opened_or_stopped() -> None:
    view = replace(marked(SITE).view(), is_previewed=True)
    found = {one["title"]: one["command"] for _, one in lenses(view) if one["command"]}

    assert found == {
        "MCP preview is running: open": "docsLsp.preview.open",
        "stop": "docsLsp.preview.stop",
    }


def test_a_lens_of_a_preview_that_has_ended_is_out_of_date() -> None:
    view = replace(marked(SITE).view(), is_previewed=True)
    stopping = [one["data"] for one in answer_code_lenses(view, "docs.json", UTF16)][2]
    assert stopping["about"] == "preview-stop"

    assert resolve_lens(replace(view, is_previewed=False), stopping, UTF16) is None


def test_a_text_without_a_folder_has_no_preview() -> None:
    view = replace(marked(SITE).view(), root=None, uris={"docs.json": "untitled:docs.json"})

    assert "Preview MCP server" not in [one["title"] for _, one in lenses(view)]


# Pages


def on_page(site: str, file: str) -> str:
    ((_, title),) = words(site, file)
    return title


def test_where_a_page_is() -> None:
    assert on_page(SITE, "tide.mdx") == "in navigation: Guidés \u203a Start (en, fr)"
    assert on_page(SITE, "wind.mdx") == "in navigation: Guidés \u203a Start (en)"
    assert on_page(SITE, "fr/tide.mdx") == "in navigation: Guides (en, fr)"
    assert on_page(SITE, "draft.mdx") == "not in navigation"


def test_what_is_no_page_has_no_lens() -> None:
    assert words(SITE, "README.md") == []
    assert words(SITE, "api.json") == []


@pytest.mark.parametrize(
    ("navigation", "said"),
    [
        ('"pages": ["a"]', "in navigation"),
        ('"groups": [{"group": "A", "root": "a"}]', "in navigation: A"),
        ('"groups": [{"group": "A", "hidden": true, "pages": ["a"]}]', "in navigation, hidden: A"),
        (
            '"groups": [{"group": "A", "pages": ["a"]}, {"group": "B", "pages": ["./a"]}]',
            "in navigation: A and 1 more place",
        ),
        (
            '"versions": [{"version": "2", "pages": ["a"]}, {"version": "1", "pages": ["a"]}]',
            "in navigation (2, 1)",
        ),
        ('"pages": ["./x/../a"]', "in navigation"),
        (
            '"groups": [{"group": "A", "pages": [{"$ref": "gone.json"}]}]',
            "not in the readable part",
        ),
        # Of several kinds of content the service keeps one.
        ('"tabs": [{"tab": "A", "href": "/x", "pages": ["a"]}]', "not in navigation"),
    ],
)
def test_the_words_for_a_page(navigation: str, said: str) -> None:
    site = f'--- docs.json\n{{"theme": "mint", "navigation": {{{navigation}}}}}\n--- a.mdx\n'

    assert on_page(site, "a.mdx").removesuffix(" of the navigation") == said


def test_a_page_that_hides_itself() -> None:
    site = '--- docs.json\n{"theme": "mint", "navigation": {"pages": ["a"]}}\n--- a.mdx\n'

    assert on_page(site + "---\nhidden: true\n---\n", "a.mdx") == "in navigation, hidden"


def test_entries_are_shown_by_clients_that_can() -> None:
    view = marked(SITE).view()
    ((_, command),) = lenses(view, "fr/own.mdx", references=True)

    uri, position, locations = command["arguments"]
    assert command["command"] == SHOW_REFERENCES
    assert (uri, position) == (view.uri("fr/own.mdx"), {"line": 0, "character": 0})
    assert [one["uri"] for one in locations] == [view.uri("nav/fr.json")]
    assert covered(view.text("nav/fr.json"), locations[0]["range"]) == "fr/own"


def test_no_words_once_the_text_has_changed() -> None:
    view = marked(SITE).view()
    later = replace(view, versions={"docs.json": 2})
    found = answer_code_lenses(view, "docs.json", UTF16)
    says = {
        lens["data"]["about"]: resolve_lens(later, lens["data"], UTF16) is not None
        for lens in found
    }

    # What is said of the whole site is the same wherever it stands.
    assert says == {"navigation": True, "preview": True, "language": False, "openapi": False}
    assert resolve_lens(view, {"file": 1}, UTF16) is None
    assert resolve_lens(view, {**found[0]["data"], "about": "language"}, UTF16) is None


@settings(max_examples=40)
@given(st.text(alphabet='{}[]",: \n', max_size=20), st.integers(0, 900), st.integers(0, 900))
def test_broken_text_is_no_trouble(junk: str, at: int, end: int) -> None:
    whole = marked(SITE).files["docs.json"]
    files = {**marked(SITE).files, "docs.json": whole[:at] + junk + whole[end:]}
    memory = MemoryFiles(files)
    view = View(evaluate_whole_site(Path("/site"), memory, Settings()), memory, Path("/site"))

    for lens in answer_code_lenses(view, "docs.json", UTF16):
        above = covered(view.text("docs.json"), lens["range"])
        assert above[:1] == '"' or above.isidentifier()  # A key that has lost its quotes.
        resolve_lens(view, lens["data"], UTF16)


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus is not here")
@pytest.mark.parametrize("name", ["firecrawl-docs", "meilisearch-docs", "mintlify-docs"])
def test_every_lens_of_a_real_site_has_words(name: str) -> None:
    files = DiskFiles(CORPUS / name)
    view = View(evaluate_whole_site(CORPUS / name, files, Settings()), files, CORPUS / name)
    assert view.site.facts is not None
    pages = [page.file for page in view.site.facts.pages][::50]

    for file in (*view.site.parts, *pages):
        for lens in answer_code_lenses(view, file, UTF16):
            command = resolve_lens(view, lens["data"], UTF16, shows_references=True)
            assert command is not None
            assert command["title"]
