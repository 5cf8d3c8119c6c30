"""Findings in files that no reader comes to."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from docs_lsp.cli import main
from docs_lsp.core.problem import Problem, Severity
from docs_lsp.core.text import Text
from docs_lsp.features.to_lsp import ClientDialect
from docs_lsp.files.files import MemoryFiles
from docs_lsp.server.buffers import Buffer
from docs_lsp.server.open_site import OpenSite
from docs_lsp.settings.settings import Settings
from tests.rules.harness import site_of

DOCS_JSON = (
    '{"$schema": "https://mintlify.com/docs.json", "theme": "mint", "name": "Harbour", '
    '"colors": {"primary": "#0a7d5c"}, "navigation": {"pages": ["index"]}'
)
SITE = {
    "docs.json": DOCS_JSON + "}",
    "index.mdx": "[Linked](/linked/a)\n",
    "linked/a.mdx": "---\nhidden: true\n---\n[Gone](/nowhere)\n",
    "archive/a.mdx": "[Gone](/nowhere) and [b](/archive/b)\n",
    "archive/b.mdx": "import Part from '/parts/b.mdx'\n\n[Gone](/nowhere)\n\n<Part />\n",
    "parts/b.mdx": "[Gone](/nowhere)\n",
}


def problems_of(files: Mapping[str, str], settings: Settings | None = None) -> list[Problem]:
    problems = site_of(files, settings or Settings()).get_problems()
    return [problem for found in problems.values() for problem in found]


def shown(problems: list[Problem]) -> set[tuple[str, str, Severity, bool]]:
    return {(one.rule, one.file, one.severity, one.is_folded) for one in problems}


def test_findings_without_readers_are_information_and_counted_by_folder() -> None:
    problems = problems_of(SITE)

    assert shown(problems) == {
        ("dead-link", "linked/a.mdx", Severity.WARNING, False),
        ("unlisted-page", "archive/a.mdx", Severity.INFORMATION, False),
        ("dead-link", "archive/a.mdx", Severity.INFORMATION, True),
        ("unlisted-page", "archive/b.mdx", Severity.INFORMATION, True),
        ("dead-link", "archive/b.mdx", Severity.INFORMATION, True),
        ("dead-link", "parts/b.mdx", Severity.INFORMATION, False),
    }
    (folder,) = (one for one in problems if one.file == "archive/a.mdx" and not one.is_folded)
    assert folder.message.startswith("2 pages below `archive/` have no readers: ")
    assert " They contain 2 problems. " in folder.message


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("archive/a.mdx", "a <5 b\n"),
        ("archive/a.mdx", "---\ntitle: a: b\n---\n"),
    ],
)
def test_a_page_that_stops_the_deployment_stays_an_error(file: str, text: str) -> None:
    errors = [one for one in problems_of({**SITE, file: text}) if one.file == file]

    assert [(one.severity, one.is_folded) for one in errors if one.rule != "unlisted-page"] == [
        (Severity.ERROR, False)
    ]


@pytest.mark.parametrize(
    "more",
    [
        {"docs.json": DOCS_JSON + ', "navbar": {"links": [{"label": "A", "href": "/archive/a"}]}}'},
        {"docs.json": DOCS_JSON + ', "banner": {"content": "[A](/archive/a)"}}'},
        {
            "docs.json": DOCS_JSON
            + ', "redirects": [{"source": "/x", "destination": "/archive/a"}]}'
        },
        {"docs.json": DOCS_JSON + ', "seo": {"indexing": "all"}}'},
        {"index.mdx": "[A](/archive/a)"},
        {"index.mdx": "[A](https://docs.example.com/archive/a)"},
        {"index.mdx": "[A](https://example.com/docs/archive/a)"},
    ],
)
def test_what_leads_readers_to_a_page(more: dict[str, str]) -> None:
    problems = problems_of({**SITE, **more})

    archived = [one for one in problems if one.rule == "dead-link" and one.file != "linked/a.mdx"]
    assert [one.severity for one in archived] == 3 * [Severity.WARNING]


def test_it_can_be_turned_off() -> None:
    problems = problems_of(SITE, Settings(reach=False))

    assert not any(one.is_folded for one in problems)
    assert {one.severity for one in problems if one.rule == "dead-link"} == {Severity.WARNING}


def test_nothing_is_folded_where_no_finding_counts_it() -> None:
    problems = problems_of(SITE, Settings(rules={"unlisted-page": None}))

    assert not any(one.is_folded for one in problems)
    assert ("dead-link", "archive/a.mdx", Severity.INFORMATION, False) in shown(problems)


def test_an_open_file_shows_all_and_a_closed_one_what_is_not_folded() -> None:
    unfolded = site_of(SITE, Settings()).list_unfolded()

    assert {file: [one.rule for one in found] for file, found in unfolded.items()} == {
        "archive/a.mdx": ["unlisted-page"],
        "archive/b.mdx": [],
    }


def test_a_check_shows_them_if_asked_to(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for file, text in SITE.items():
        (tmp_path / file).parent.mkdir(exist_ok=True)
        (tmp_path / file).write_text(text, "utf-8")

    counts = []
    for options in ([], ["--all"]):
        main(["check", str(tmp_path), "--no-cache", "--format", "json", *options])
        counts.append(len(json.loads(capsys.readouterr().out)["findings"]))

    assert counts == [3, 6]


def test_an_editor_shows_all_in_the_page_that_is_open(tmp_path: Path) -> None:
    site = site_of(SITE, Settings())
    buffer = Buffer("file:///b", 1, Text.from_data(SITE["archive/b.mdx"].encode()), None)
    opened = OpenSite(tmp_path, {"file:///b": buffer}, lambda _: None, MemoryFiles(SITE))
    opened.edits.site = site

    files = {uri.partition(tmp_path.name)[2] for uri in opened.build_file_reports(ClientDialect())}
    opened.files.uris["archive/b.mdx"] = "file:///b"

    assert files == {"/linked/a.mdx", "/archive/a.mdx", "/parts/b.mdx"}
    assert (
        b'"dead-link"' in opened.build_file_reports(ClientDialect())["file:///b"].report.items.json
    )
