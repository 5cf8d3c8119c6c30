"""Fixes for a page that nobody has decided about, on bytes that no example can hold."""

from __future__ import annotations

import pytest

from docs_lsp.core.problem import Problem, Severity
from docs_lsp.core.text import Span
from docs_lsp.files.draft import Draft
from docs_lsp.files.files import MemoryFiles
from docs_lsp.rules.framework.fix_context import FixContext
from docs_lsp.rules.navigation.unlisted_fixes import offer_exclusion, offer_hiding
from docs_lsp.settings.settings import Settings
from docs_lsp.site.ignore import read_ignore_patterns
from docs_lsp.site.mdx.frontmatter import read_frontmatter
from tests.rules.test_page_fixes import offered, site_with, titles


def subject_of(files: dict[str, str], file: str) -> FixContext:
    problem = Problem("unlisted-page", file, Span(0, 0), "", Severity.INFORMATION)
    return FixContext(problem, MemoryFiles(files), Settings())


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "---\r\ntitle: A\r\n---\r\nText\r\n",
            "---\r\ntitle: A\r\nhidden: true\r\n---\r\nText\r\n",
        ),
        ("\ufeff---\ntitle: A\n---\n", "\ufeff---\ntitle: A\nhidden: true\n---\n"),
        ("\ufeffText", "\ufeff---\nhidden: true\n---\n\nText"),
        ("# A\r\n", "---\r\nhidden: true\r\n---\r\n\r\n# A\r\n"),
        ("", "---\nhidden: true\n---\n\n"),
        ("---\n---\n", "---\nhidden: true\n---\n"),
        ("---\nhidden: no # yet\n---\n", "---\nhidden: true # yet\n---\n"),
    ],
)
def test_a_page_is_hidden_in_the_way_it_is_written(before: str, after: str) -> None:
    (fix,) = offer_hiding(subject_of({"a.mdx": before}, "a.mdx"))
    data = Draft(MemoryFiles({"a.mdx": before})).with_changes(fix.changes).read("a.mdx")

    assert data.decode() == after
    assert read_frontmatter(data).values["hidden"] is True


@pytest.mark.parametrize(
    "page", ["---\n{ title: A }\n---\n", "---\ntitle: A\n", "---\na: [\n---\n"]
)
def test_a_page_is_left_alone_where_a_line_would_not_hide_it(page: str) -> None:
    assert list(offer_hiding(subject_of({"a.mdx": page}, "a.mdx"))) == []


@pytest.mark.parametrize(
    ("file", "ignored", "line"),
    [
        ("a.mdx", None, "/a.mdx\n"),
        ("a/[b]*!#.md", None, "/a/\\[b\\]\\*\\!\\#.md\n"),
        ("a b.mdx", "x/\r\ny/", "x/\r\ny/\r\n/a b.mdx\r\n"),
        ("a.mdx", "", "/a.mdx\n"),
    ],
)
def test_a_page_is_excluded_and_no_other_one(file: str, ignored: str | None, line: str) -> None:
    files = {file: "", f"other/{file}": ""}
    if ignored is not None:
        files[".mintignore"] = ignored
    (fix,) = offer_exclusion(subject_of(files, file))
    draft = Draft(MemoryFiles(files)).with_changes(fix.changes)

    assert draft.read(".mintignore").decode() == line
    assert file in read_ignore_patterns(draft)
    assert f"other/{file}" not in read_ignore_patterns(draft)


def test_a_name_that_no_line_can_say_is_not_excluded() -> None:
    assert list(offer_exclusion(subject_of({"a\nb.mdx": ""}, "a\nb.mdx"))) == []


@pytest.mark.parametrize(
    ("home", "settings", "excluded"),
    [
        ("# Home", {}, True),
        ("[A](/a)", {}, False),
        ("# Home", {"redirects": [{"source": "/old", "destination": "/a#part"}]}, False),
        ("# Home", {"seo": {"indexing": "all"}}, True),
        ("[A](/a)", {"seo": {"indexing": "all"}}, False),
        ("[A](https://example.com/a)", {}, False),
    ],
)
def test_a_page_is_excluded_only_if_nothing_leads_to_it(
    home: str, settings: dict[str, object], excluded: bool
) -> None:
    files = {"index.mdx": home, "a.mdx": "# A"}
    (fixes,) = offered(site_with({"pages": ["index"]}, files, **settings), "unlisted-page")

    always = ["List it in `navigation`", "Hide it with `hidden: true` in its frontmatter"]
    exclusion = ["Exclude it with a line in `.mintignore`"] if excluded else []
    assert titles(fixes) == [*always, *exclusion]
