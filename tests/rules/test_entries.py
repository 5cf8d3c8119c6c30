"""Entries whose files have spaces in their names, and the one sort that each entry is of."""

from __future__ import annotations

import pytest

from docs_lsp.files.files import MemoryFiles
from docs_lsp.site.entry_sorts import Sort, classify_entry
from docs_lsp.site.specifications.facts import SiteFacts, scan
from tests.rules.harness import findings

FILES = (
    "index.mdx",
    "guides/start.mdx",
    "guides/index.md",
    "built-in nodes/Epsilon Scaling.mdx",
    "GET started.mdx",
    "webhook setup.mdx",
    "writing/file.md.mdx",
    "README.md",
    "snippets/note.mdx",
    "changelog.md",
    "openapi.json",
)


@pytest.fixture
def facts() -> SiteFacts:
    return scan(MemoryFiles(dict.fromkeys(FILES, "")))


@pytest.mark.parametrize(
    ("entry", "sort"),
    [
        ("", Sort.EMPTY),
        ("guides/start", Sort.PAGE),
        ("/guides/start", Sort.PAGE),
        ("/guides//start", Sort.UNTIDY),
        ("guides/start/", Sort.UNTIDY),
        ("./guides/start", Sort.UNTIDY),
        ("built-in nodes/Epsilon Scaling", Sort.PAGE),
        ("GET started", Sort.PAGE),
        ("/webhook setup", Sort.PAGE),
        ("writing/file.md", Sort.PAGE),
        ("mcp", Sort.RESERVED),
        ("/mcp/index", Sort.RESERVED),
        ("GET /boats", Sort.ENDPOINT),
        ("GET boats", Sort.MALFORMED_ENDPOINT),
        ("https://example.com/a.json GET /boats", Sort.MALFORMED_ENDPOINT),
        ("https://example.com/a.md", Sort.URL),
        ("guides/start.mdx", Sort.EXTENSION),
        ("built-in nodes/Epsilon Scaling.md", Sort.EXTENSION),
        ("Guides/start", Sort.OTHER_CASE),
        ("built-in nodes/epsilon scaling", Sort.OTHER_CASE),
        ("guides", Sort.INDEX_ONLY),
        ("README", Sort.NEVER),
        ("snippets/note", Sort.NEVER),
        ("changelog", Sort.IGNORED),
        ("openapi.json", Sort.MISSING),
        (" ", Sort.MISSING),
    ],
)
def test_an_entry_is_of_one_sort(entry: str, sort: Sort, facts: SiteFacts) -> None:
    assert classify_entry(entry, facts) is sort


@pytest.mark.parametrize("entry", ["guides/start", "Guides/start", "README", "GET started.txt"])
def test_a_path_is_of_no_known_sort_before_the_disk_is_known(entry: str) -> None:
    assert classify_entry(entry, None) in (Sort.UNKNOWN, Sort.MALFORMED_ENDPOINT)


def test_every_entry_gets_at_most_one_message(facts: SiteFacts) -> None:
    """Whatever is wrong with an entry, only one rule speaks of it."""
    wrong = [
        "mcp",
        "GET boats",
        "https://example.com/a.md",
        "Start.mdx",
        "INDEX",
        "guides",
        "x",
        "y z",
    ]
    pages = ", ".join(f'"{entry}"' for entry in wrong)
    text = (
        '{ "$schema": "https://mintlify.com/docs.json", "theme": "mint", "name": "Harbour", '
        f'"colors": {{ "primary": "#0a7d5c" }}, "navigation": {{ "pages": [{pages}] }} }}'
    )

    found = findings({"docs.json": text, **dict.fromkeys(FILES, "")})

    told = [text.encode()[each.span.start : each.span.end].decode() for each in found]
    assert told == ["mcp", "boats", *wrong[2:]]


def test_what_names_no_page_is_no_page_twice() -> None:
    """An empty text and the root of the site are each told for what they are."""
    text = (
        '{ "$schema": "https://mintlify.com/docs.json", "theme": "mint", "name": "Harbour", '
        '"colors": { "primary": "#0a7d5c" }, "navigation": { "pages": ["", "/", ".."] } }'
    )

    found = findings({"docs.json": text, **dict.fromkeys(FILES, "")})

    assert [one.rule for one in found] == ["invalid-value", "index-page", "index-page"]
