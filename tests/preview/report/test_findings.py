"""What the report says of a site without being asked anything."""

from __future__ import annotations

import json
from typing import Any

import pytest

from docs_lsp.site.summaries.page_emptiness import MissingReference
from docs_lsp.site.visibility import ANONYMOUS, LOGGED_IN
from mcp_preview.content.pages import IndexedPage
from mcp_preview.content.verdict_report import filter_pages_for_viewer
from mcp_preview.index.passages import LONGEST_PASSAGE
from mcp_preview.index.search_hit import SearchHit
from mcp_preview.index.sections import PageSection
from mcp_preview.report.finding import FindingKind
from mcp_preview.report.report_text import iter_left_out_lines
from mcp_preview.report.self_search import NEAR_THE_TOP, find_self_search_misses
from mcp_preview.report.site_findings import (
    BYTES_OF_TOKEN,
    find_site_findings,
    find_unsearched_findings,
)
from tests.preview.report.sites import finder, findings_of, places_of, words
from tests.preview.small import page_of, site_of


def kinds(*pages: IndexedPage) -> list[FindingKind]:
    return [one.kind for one in findings_of(pages).findings]


def test_a_sound_site_has_no_findings() -> None:
    pages = [page_of(f"p{at}", words(at), title=f"Title{at} w{at}x0") for at in range(6)]

    assert findings_of(pages).findings == ()


@pytest.mark.parametrize("above", [NEAR_THE_TOP - 1, NEAR_THE_TOP])
def test_a_page_that_others_hide_is_told_with_them(above: int) -> None:
    pages = [page_of(f"p{at}", title=f"Title {at}") for at in range(above + 1)]
    hits = [SearchHit(page, PageSection(page.title, "", 0, (), 0, 0), (), 1.0) for page in pages]

    def find(words: str, language: str | None, version: str | None) -> list[SearchHit]:
        return hits if words == pages[-1].title else hits[::-1]

    found = list(find_self_search_misses(find, pages[-1:], {}))

    if above < NEAR_THE_TOP:
        assert found == []
    else:
        [place] = found[0].places
        assert place.pages == (pages[-1].path,)
        assert place.instead == ("p0", "p1", "p2")
        assert place.detail == '"Title 3" is hit 4, first is `p0` ("Title 0")'
        # What is told elsewhere does not count.
        excused = {page.path: frozenset({1}) for page in pages}
        assert list(find_self_search_misses(find, pages[-1:], excused)) == []


def test_a_description_that_does_not_lead_to_its_page_is_told() -> None:
    others = [
        page_of(f"g{at}", "Learn how to deploy tasks now. " * 5, title=f"Deploy tasks {at}")
        for at in range(5)
    ]
    page = page_of("overview", words(1), title="Overview", description="Learn how to deploy tasks.")

    [place] = places_of(findings_of([*others, page]), FindingKind.NOT_FOUND_BY_DESCRIPTION)

    assert place.pages == ("overview",)
    assert place.detail.startswith('"Learn how to deploy tasks."')
    assert place.instead[0].startswith("g")


def test_an_empty_page_is_told_with_the_reason_and_its_copies() -> None:
    pages = [
        page_of(
            f"{language}/pay",
            title="Pay",
            language=language,
            of_default=language == "en",
            common_path="pay",
            why_empty=f"The site has no specification `{language}.json`.",
        )
        for language in ("de", "en")
    ]

    [finding] = [one for one in findings_of(pages).findings if one.kind is FindingKind.EMPTY_PAGE]

    assert finding.message.endswith("The site has no specification `…`.")
    assert [(one.pages, one.detail) for one in finding.places] == [
        (("en/pay", "de/pay"), "`en.json`")
    ]


def test_pages_that_lack_the_same_specification_are_one_place_and_no_twins() -> None:
    note = "Ask an agent for a key, which takes no time at all. " * 8
    pages = [
        page_of(path, note, title=path, lacks=MissingReference(f"No `{spec}`.", is_file=True))
        for path, spec in (("pay", "a.json"), ("fees", "a.json"), ("tolls", "b.json"))
    ]

    found = findings_of(pages)

    [finding] = [one for one in found.findings if one.kind is not FindingKind.NOT_FOUND_BY_TITLE]
    assert finding.kind is FindingKind.WITHOUT_SPECIFICATION
    assert finding.message.endswith("No `…`.")
    assert [(one.pages, one.detail) for one in finding.places] == [
        (("pay", "fees"), "`a.json`"),
        (("tolls",), "`b.json`"),
    ]


def test_pages_that_lack_an_operation_are_told_with_their_copies() -> None:
    pages = [
        page_of(
            f"{language}/{path}",
            f"About {path}. " * 9,
            title=path,
            language=language,
            of_default=language == "en",
            common_path=path,
            lacks=MissingReference(f"`{language}.json` has no operation `GET /{path}`."),
        )
        for language in ("de", "en")
        for path in ("pay", "tolls")
    ]

    [place, other] = places_of(findings_of(pages), FindingKind.WITHOUT_OPERATION)

    assert (place.pages, place.detail) == (("en/pay", "de/pay"), "`en.json`, `GET /pay`")
    assert other.pages == ("en/tolls", "de/tolls")


def test_one_of_several_headings_of_the_same_words_is_named_with_its_anchor() -> None:
    page = page_of("log", "## New\n\nTides.\n\n## New\n\n## New\n\nBoats.\n")

    [place] = places_of(findings_of([page]), FindingKind.EMPTY_SECTION)

    assert place.detail == '"New" (`#new-2`)'


@pytest.mark.parametrize(
    ("markdown", "kind"),
    [
        ("![A map](/map.png)\n\n![Another](/b.png)", FindingKind.ONLY_PICTURES),
        ("```js\nlet harbour = open()\n```\n", FindingKind.ONLY_CODE),
        ("Text of the page.\n\n## Tides\n\n## Boats\n\nMore text.\n", FindingKind.EMPTY_SECTION),
        ("Text of the page.\n\n## Last\n", FindingKind.EMPTY_SECTION),
        (f"{'Text ' * 9}\n\n![Map](/map.png)\n---\n", FindingKind.PICTURE_HEADING),
        (f"![A](/a.png) ![B](/b.png)\n---\n\n{'Text ' * 9}", FindingKind.PICTURE_HEADING),
        ("Text " * 8_000, FindingKind.CUT_WHEN_READ),
    ],
)
def test_what_a_page_holds_is_looked_at(markdown: str, kind: FindingKind) -> None:
    assert kinds(page_of("a", markdown)) == [kind]


@pytest.mark.parametrize(
    "markdown",
    [
        "![A map](/map.png)\n\nThe map shows where the boats of the harbour may lie at night.",
        "```js\nlet harbour = open()\n```\n\nThis opens the harbour for boats that wait outside.",
        "## Boats\n\n### Small ones\n\nText of the section.",
        "Underlined\n==========\n\nText of the section.",
        "Text of it.\n\n![A map](/map.png)\n\n---\n\nText of the rest, in several words.",
        "## Boats\n\n![Boat](/a.png)\n\nText with enough words to say what this is all about here.",
    ],
)
def test_what_says_something_is_left_alone(markdown: str) -> None:
    assert kinds(page_of("a", markdown)) == []


def test_a_name_that_is_too_long_for_tools_is_told_first() -> None:
    found = findings_of([page_of("a", "Text of a page.\n\n## Empty\n")], "A Very Long Name " * 4)

    assert [one.kind for one in found.findings] == [
        FindingKind.TOOL_NAME,
        FindingKind.EMPTY_SECTION,
    ]
    assert places_of(found, FindingKind.TOOL_NAME)[0].file == "docs.json"


def test_what_a_viewer_may_not_see_takes_no_place() -> None:
    hidden = page_of("secret", "Tides", title="Tides", audience=LOGGED_IN)
    public = page_of("open", "Tides", title="Tides")
    every = [hidden, public]

    assert find_site_findings("Harbour", finder(every), [public]).findings == ()
    assert find_site_findings("Harbour", finder(every, None), every).findings != ()


def test_the_costs_are_those_of_the_texts() -> None:
    costs = findings_of([page_of("a", "x" * 4_000)]).costs

    assert costs.read.usual == costs.read.most
    assert 4_000 / BYTES_OF_TOKEN <= costs.read.most < 4_200 / BYTES_OF_TOKEN
    # Of a long section a search shows a passage.
    assert 0.9 < costs.search.usual * BYTES_OF_TOKEN / LONGEST_PASSAGE < 1.2
    assert findings_of([]).costs.search.most == 0


def test_an_operation_that_another_page_hides_is_told() -> None:
    pages = [
        page_of("made", "`GET /tides`\n\nThe tides.", title="List tides"),
        page_of("written", "`GET /tides`\n\n`GET /tides`\n\nTides of a day.", title="Tides"),
        page_of("boats", "`GET /boats`\n\nThe boats.", title="List boats"),
    ]

    [place] = places_of(findings_of(pages), FindingKind.NOT_FOUND_BY_OPERATION)

    assert len({*place.pages, *place.instead} & {"made", "written"}) == 2
    assert place.detail.startswith('"GET /tides" is hit 2, first is')


def test_versions_and_specifications_without_indexed_pages_are_told() -> None:
    spec = {"openapi": "3.1.0", "info": {"title": "T", "version": "1"}}
    files = {
        "new/start.mdx": "Text.",
        "old/start.mdx": "---\nnoindex: true\n---\nText.",
        "shown.mdx": "---\nopenapi: GET /boats\n---\n",
        **{
            f"{name}.json": json.dumps({**spec, "paths": {f"/{path}": {"get": {}}}})
            for name, path in (("a", "boats"), ("b", "tides"), ("c", "moons"))
        },
    }
    versions = [
        {"version": "2", "pages": ["new/start", "shown"]},
        {"version": "1", "pages": ["old/start"]},
        {"version": "0", "groups": [{"group": "G", "openapi": "c.json"}]},
    ]
    site = site_of({"versions": versions}, files)
    pages = tuple(site.pages.indexed.values())
    found = find_site_findings(site.name, finder(pages), pages, site.report_facts)

    [version] = places_of(found, FindingKind.EMPTY_VERSION)
    [spec_place] = places_of(found, FindingKind.UNINDEXED_SPECIFICATION)
    assert (version.file, version.detail) == ("docs.json", "`1`")
    assert spec_place.file == "b.json"


OPENAPI = {"openapi": "3.1.0", "info": {"title": "T", "version": "1"}}


@pytest.mark.parametrize(
    ("group", "messages"),
    [
        ({"pages": ["index"]}, ["Name them in `openapi` of a navigation element"]),
        (
            {"openapi": "a.json", "pages": ["GET /gone"]},
            ["because with `GET /gone` in the navigation"],
        ),
        (
            {"pages": ["a.json GET /boats", "a.json GET /gone"]},
            ["because with `a.json GET /gone` in the"],
        ),
        (
            {"openapi": ["a.json", "gone.json"], "pages": ["index"]},
            ["because with `gone.json` in the navigation the service generates no pages at all."],
        ),
        (
            {"openapi": {"source": "a.json", "overlays": ["o.json"]}, "pages": ["GET /gone"]},
            ["because with `GET /gone`"],
        ),
        (
            {"openapi": ["b.json", "a.json"], "pages": ["GET /tides"]},
            ["List their operations in `pages`"],
        ),
        ({"openapi": "a.json", "hidden": True}, []),
        ({"openapi": "a.json"}, []),
    ],
)
def test_a_specification_without_indexed_operations_gets_the_advice_for_its_cause(
    group: dict[str, Any], messages: list[str]
) -> None:
    files = {
        "index.mdx": "Text.",
        "shown.mdx": "---\nopenapi: GET /tides\n---\n",
        "a.json": json.dumps({**OPENAPI, "paths": {"/boats": {"get": {}}}}),
        "b.json": json.dumps({**OPENAPI, "paths": {"/tides": {"get": {}}}}),
    }
    navigation = {"groups": [{"group": "G", **group}, {"group": "H", "pages": ["shown"]}]}
    site = site_of(navigation, files)
    pages = tuple(site.pages.indexed.values())
    found = find_site_findings(site.name, finder(pages), pages, site.report_facts)
    of_file = [
        finding.message
        for finding in found.findings
        if finding.kind is FindingKind.UNINDEXED_SPECIFICATION
        and any(place.file == "a.json" for place in finding.places)
    ]

    assert len(of_file) == len(messages)
    assert all(part in message for part, message in zip(messages, of_file, strict=True))


def test_pages_that_cannot_be_read_come_first_and_are_listed_once() -> None:
    files = {"index.mdx": "Text.", "bad.mdx": "---\ntitle: [Sea\n---\n", "open.mdx": "<Card>"}
    site = site_of({"pages": ["index", "bad", "open"]}, files)
    pages = tuple(site.pages.indexed.values())
    found = find_site_findings(site.name, finder(pages), pages, site.report_facts)
    first, *_ = found.findings

    assert first.kind is FindingKind.UNREADABLE
    assert [(place.file, place.place) for place in first.places] == [("bad.mdx", (3, 1))]
    assert first.places[0].detail.startswith("line 3: Invalid YAML")
    assert not any("bad" in line for line in iter_left_out_lines(site.pages, None))


def test_findings_without_searches_are_those_that_come_first() -> None:
    pages = [
        page_of("tide", "", title="Tide", why_empty="It has no text."),
        page_of("boat", words(1), title="Boat"),
        page_of("ship", words(2), title="Boat"),
    ]
    every = findings_of(pages).findings
    unsearched = find_unsearched_findings("Harbour", pages)

    assert unsearched == every[:1]
    assert len(every) > 1


def test_a_version_that_a_viewer_may_not_see_is_not_called_empty() -> None:
    files = {"new/start.mdx": "---\ngroups: [crew]\n---\nText.", "old/start.mdx": "Text."}
    versions = [
        {"version": "2", "pages": ["new/start"]},
        {"version": "1", "pages": ["old/start"]},
    ]
    site = site_of({"versions": versions}, files)
    pages = tuple(filter_pages_for_viewer(site.pages, ANONYMOUS).indexed.values())
    found = find_site_findings(site.name, finder(pages), pages, site.report_facts)

    assert [page.path for page in pages] == ["old/start"]
    assert not places_of(found, FindingKind.EMPTY_VERSION)
