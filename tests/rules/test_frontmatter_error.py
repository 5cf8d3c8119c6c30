"""Blanks and invisible characters around frontmatter, which a file of cases would not show."""

from __future__ import annotations

import pytest

from docs_lsp.core.problem import Fix, Problem, Severity
from docs_lsp.files.files import MemoryFiles
from docs_lsp.fixes.offered_fixes import list_offered_fixes
from tests.rules.harness import after, findings, site_of

DOCS = '{"theme":"mint","name":"A","colors":{"primary":"#000"},"navigation":{"pages":["a"]}}'


def found_in(page: str) -> list[Problem]:
    return findings({"docs.json": DOCS, "a.mdx": page})


def first_fix(page: str) -> Fix | None:
    files = {"docs.json": DOCS, "a.mdx": page}
    site = site_of(files)
    [problem] = site.get_problems()["a.mdx"]
    return next(iter(list_offered_fixes(site, MemoryFiles(files), problem)), None)


def fixed(page: str) -> str:
    fix = first_fix(page)
    assert fix is not None
    return after({"docs.json": DOCS, "a.mdx": page}, fix)["a.mdx"]


@pytest.mark.parametrize(
    ("page", "severity", "message", "right"),
    [
        ("--- \ntitle: A\n---\n", 1, "A space follows", "---\ntitle: A\n---\n"),
        ("---\t\r\ntitle: A\r\n---\r\n", 1, "A space", "---\r\ntitle: A\r\n---\r\n"),
        ("\ufeff---\ntitle: A\n---\n", 2, "byte order mark", "---\ntitle: A\n---\n"),
        ("\n \n---\ntitle: A\n---\n", 1, "A blank line comes before", "---\ntitle: A\n---\n"),
        ("---\ntitle: A\n... \nText", 2, "`...` does not close", "---\ntitle: A\n--- \nText"),
    ],
)
def test_what_is_only_blank_is_removed_without_asking(
    page: str, severity: int, message: str, right: str
) -> None:
    [problem] = found_in(page)
    fix = first_fix(page)

    assert (problem.severity, fix is not None and fix.safe) == (Severity(severity), True)
    assert message in problem.message
    assert fixed(page) == right
    assert found_in(right) == []


@pytest.mark.parametrize("field", ["hidden: true", "noindex: true", "groups: [a]", "url: /b"])
def test_nothing_that_hides_the_page_comes_into_force_without_asking(field: str) -> None:
    fix = first_fix(f"--- \ntitle: A\n{field}\n---\n")

    assert fix is not None
    assert not fix.safe
    assert not fix.preferred


def test_a_page_that_hides_itself_already_is_put_right() -> None:
    fix = first_fix("\ufeff---\ntitle: A\nhidden: true\n---\n")

    assert fix is not None
    assert fix.safe


def test_no_fix_makes_a_block_that_cannot_be_read() -> None:
    assert first_fix("--- \ntitle: A: B\n---\n") is None


@pytest.mark.parametrize(
    "page",
    [
        "---\rtitle: A\r---\r\rText",
        "---\r\ntitle: A\r\n---\r\n",
        "---\ntitle: A\n---  \nText",
        "\ufeffText",
        "Text\n\n---\n\nMore\n\n---\n",
        "---\ntitle: A\n---\n\n---\ntitle: B\n---\n",
    ],
)
def test_what_the_service_reads_is_left_alone(page: str) -> None:
    assert found_in(page) == []
