"""What the report says of pages that are not indexed: the mistakes by name, the rest counted."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest

from docs_lsp.site.summaries.page_counts import PageCounts
from docs_lsp.site.visibility import Viewer
from mcp_preview.content.verdict_report import count_pages, filter_pages_for_viewer
from mcp_preview.report.report_text import iter_left_out_lines, iter_report_lines
from mcp_preview.report.site_report import ClientReport
from tests.preview.report.sites import findings_of
from tests.preview.small import site_of

SPEC = {"openapi": "3.1.0", "info": {"title": "A", "version": "1"}}
NAVIGATION = {
    "languages": [
        {
            "language": language,
            "groups": [
                {"group": "All", "pages": [f"{folder}a", f"{folder}quiet", f"{folder}gone"]},
                {"group": "Old", "hidden": True, "pages": [f"{folder}old"]},
            ],
        }
        for language, folder in (("en", ""), ("fr", "fr/"))
    ]
}
FILES = {
    f"{folder}{name}.mdx": f"{head}Text of {folder}{name}.\n"
    for folder in ("fr/", "")
    for name, head in (
        ("a", ""),
        ("quiet", "---\nnoindex: true\n---\n"),
        ("old", ""),
        ("draft", ""),
    )
} | {"README.md": "Read.\n", "snippets/one.mdx": "One.\n", "snippets/two.mdx": "Two.\n"}


def text(
    navigation: object = NAVIGATION, files: Mapping[str, str] = FILES, most: int | None = 12
) -> str:
    return "\n".join(iter_left_out_lines(site_of(navigation, files).pages, most))


def test_entries_without_a_page_come_first_each_with_its_place() -> None:
    assert text().split("\n\n")[0].splitlines() == [
        "Not indexed: The page does not exist. Create its file, or correct the entry.",
        "  gone  (`docs.json`, line 1)",
        "  fr/gone  (`docs.json`, line 1)",
    ]


def test_copies_in_other_languages_share_a_line() -> None:
    [unlisted] = [part for part in text().split("\n\n") if "does not list it" in part]

    assert unlisted.splitlines()[1:] == ["  draft.mdx (and 1 copy)"]


def test_what_the_site_hides_is_counted_unless_all_is_wanted() -> None:
    counted = '2 by `noindex: true`, 2 below the hidden group "Old".'
    assert f"Not indexed because the site hides them: {counted}" in " ".join(text().split())
    assert "quiet.mdx" not in text()
    assert "  quiet.mdx (and 1 copy)" in text(most=None)


@pytest.mark.parametrize("most", [12, None])
def test_files_that_nobody_takes_for_pages_are_counted(most: int | None) -> None:
    counted = "2 below `snippets/` or `_snippets/`, 1 such as README."
    assert f"Files that are not pages: {counted}" in " ".join(text(most=most).split())


def test_a_page_that_is_listed_and_ignored_is_a_mistake() -> None:
    files = {".mintignore": "drafts/\n", "a.mdx": "A.\n", "drafts/b.mdx": "B.\n"}

    told = text({"pages": ["a", "drafts/b"]}, files)

    assert "The navigation lists it, but an ignore pattern excludes its file." in told
    assert "  drafts/b.mdx  (`drafts/` in `.mintignore`, line 1)" in told
    assert "Files that are no pages" not in told


MADE_ELSEWHERE = {
    "groups": [
        {"group": "All", "pages": ["a"]},
        {"group": "Remote", "openapi": "https://example.com/api.json"},
        {"group": "Chosen", "openapi": "https://example.com/api.json", "pages": ["GET /boats"]},
        {"group": "Events", "asyncapi": "events.yaml"},
        {"group": "Lost", "asyncapi": "lost.yaml"},
        {"group": "Broken", "openapi": "broken.json"},
        {"group": "Hidden", "hidden": True, "openapi": "https://example.com/other.json"},
    ]
}


def test_pages_that_only_the_service_can_make_are_told_by_what_they_are_made_of() -> None:
    files = {
        "a.mdx": "A.\n",
        "events.yaml": "asyncapi: 3.0.0\n",
        "broken.json": '{"openapi": "3.1.0",',
    }

    parts = [" ".join(part.split()) for part in text(MADE_ELSEWHERE, files).strip().split("\n\n")]

    assert parts == [
        "Not indexed: This specification is missing or invalid, and while one is, the service "
        "generates no pages at all. Add it, fix it, or correct the name. "
        'lost.yaml (group "Lost" in `docs.json`, line 1) '
        'broken.json (group "Broken" in `docs.json`, line 1)',
        "Not indexed: Its specification is at a URL, which is not read here. GET /boats "
        "(`docs.json`, line 1)",
        "Not indexed: The service generates pages from this specification, which is at a URL and "
        "is not read here. They are missing only in the preview. https://example.com/api.json "
        '(group "Remote" in `docs.json`, line 1)',
        "Not indexed: The service generates pages from this AsyncAPI document, which is not read "
        'here. They are missing only in the preview. events.yaml (group "Events" in `docs.json`, '
        "line 1)",
    ]


@pytest.mark.parametrize(
    ("missing", "said"),
    [
        ([], "Pages: 1 indexed."),
        (["gone"], "Pages: 1 indexed, 1 entry without a page."),
        (
            ["gone", "lost"],
            "Pages: 1 indexed, 2 entries without a page.",
        ),
    ],
)
def test_entries_without_a_page_are_counted_apart(missing: list[str], said: str) -> None:
    site = site_of({"pages": ["a", *missing]}, {"a.mdx": "A.\n"})
    found = findings_of(tuple(site.pages.indexed.values()))

    assert next(iter(iter_report_lines(ClientReport(found), found, site.pages))) == said


def test_pages_that_are_refused_are_not_counted_as_indexed() -> None:
    navigation = {"pages": ["a", "b", "gone"]}
    files = {"a.mdx": "Text.", "b.mdx": "<A", "c.mdx": "Text.", "snippets/d.mdx": "Text."}
    counts = count_pages(site_of(navigation, files).pages)

    assert counts == PageCounts(indexed=1, refused=1, left_out=1, without_page=1)
    assert counts.text == (
        "1 indexed, 1 rejected by the parser, 1 excluded, 1 entry without a page"
    )


def test_pages_for_other_viewers_are_not_called_unindexed() -> None:
    files = {"a.mdx": "A.", "b.mdx": "---\ngroups: [crew]\n---\nB."}
    site = site_of({"pages": ["a", "b"]}, files, auth="partial")
    pages = filter_pages_for_viewer(site.pages, Viewer(frozenset({"press"})))
    found = findings_of(tuple(pages.indexed.values()))
    lines = [*iter_report_lines(ClientReport(found), found, pages)]

    assert lines[0] == "Pages: 2 indexed. Of the indexed ones, 1 is not for this viewer."
    assert "Not for this viewer: Only readers in `crew` can see it." in lines


def test_generated_pages_below_a_hidden_element_name_it() -> None:
    version = {"version": "v1", "hidden": True, "openapi": "api.json"}
    files = {"a.mdx": "A.", "api.json": json.dumps({**SPEC, "paths": {"/boats": {"get": {}}}})}

    assert text({"versions": [{"version": "v2", "pages": ["a"]}, version]}, files).split("\n")[
        0
    ] == (
        'Not indexed because the site hides them: 1 below the hidden version "v1". `--all` prints '
        "them."
    )


def test_endpoints_without_a_page_are_listed_with_the_reason() -> None:
    files = {"api.json": json.dumps({**SPEC, "paths": {"/boats": {"get": {}}}})}
    navigation = {
        "groups": [
            {"group": "A", "openapi": "api.json", "pages": ["GET /boats", "GET /lost"]},
            {"group": "B", "pages": ["GET /tides"]},
        ]
    }
    parts = [" ".join(part.split()) for part in text(navigation, files).strip().split("\n\n")]

    assert parts == [
        "Not indexed: The specification does not have this operation, and while one is missing, "
        "the service generates no pages at all. Correct the entry. GET /lost (`docs.json`, line "
        "1)",
        "Not indexed: No OpenAPI file applies to this endpoint, so its sidebar link is broken. Set "
        "`openapi` on its group or a parent. GET /tides (`docs.json`, line 1)",
        "Not indexed: The service generates no pages at all while another endpoint or "
        "specification is missing or invalid. Correct that one first. GET /boats (`docs.json`, "
        "line 1)",
    ]


def test_the_reason_for_a_missing_text_fits_several_pages_and_one() -> None:
    files = {
        "a.mdx": "---\ntitle: A\n---\n",
        "b.mdx": "---\ntitle: B\n---\n",
        "c.mdx": "```\nx\n```",
    }
    pages = site_of({"pages": ["a", "b", "c"]}, files).pages
    messages = {
        finding.message: [place.detail for place in finding.places]
        for finding in findings_of(tuple(pages.indexed.values())).findings
    }

    assert messages[
        "These pages are indexed, but without text. There is no text below the frontmatter."
    ]
    assert ["1 code block"] in messages.values()
