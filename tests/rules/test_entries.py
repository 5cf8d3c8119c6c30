"""Entries whose files have spaces in their names, and the one sort that each entry is of."""

from __future__ import annotations

import pytest

from docs_lsp.files.files import MemoryFiles
from docs_lsp.site.entry_sorts import EntryKind, classify_entry
from docs_lsp.site.specifications.facts import SiteFacts, scan_site
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
    return scan_site(MemoryFiles(dict.fromkeys(FILES, "")))


@pytest.mark.parametrize(
    ("entry", "sort"),
    [
        ("", EntryKind.EMPTY),
        ("guides/start", EntryKind.PAGE),
        ("/guides/start", EntryKind.PAGE),
        ("/guides//start", EntryKind.UNTIDY),
        ("guides/start/", EntryKind.UNTIDY),
        ("./guides/start", EntryKind.UNTIDY),
        ("built-in nodes/Epsilon Scaling", EntryKind.PAGE),
        ("GET started", EntryKind.PAGE),
        ("/webhook setup", EntryKind.PAGE),
        ("writing/file.md", EntryKind.PAGE),
        ("mcp", EntryKind.RESERVED),
        ("/mcp/index", EntryKind.RESERVED),
        ("GET /boats", EntryKind.ENDPOINT),
        ("GET boats", EntryKind.MALFORMED_ENDPOINT),
        ("https://example.com/a.json GET /boats", EntryKind.MALFORMED_ENDPOINT),
        ("https://example.com/a.md", EntryKind.URL),
        ("guides/start.mdx", EntryKind.EXTENSION),
        ("built-in nodes/Epsilon Scaling.md", EntryKind.EXTENSION),
        ("Guides/start", EntryKind.OTHER_CASE),
        ("built-in nodes/epsilon scaling", EntryKind.OTHER_CASE),
        ("guides", EntryKind.INDEX_ONLY),
        ("README", EntryKind.NEVER),
        ("snippets/note", EntryKind.NEVER),
        ("changelog", EntryKind.IGNORED),
        ("openapi.json", EntryKind.MISSING),
        (" ", EntryKind.MISSING),
    ],
)
def test_an_entry_is_of_one_sort(entry: str, sort: EntryKind, facts: SiteFacts) -> None:
    assert classify_entry(entry, facts) is sort


@pytest.mark.parametrize("entry", ["guides/start", "Guides/start", "README", "GET started.txt"])
def test_a_path_is_of_no_known_sort_before_the_disk_is_known(entry: str) -> None:
    assert classify_entry(entry, None) in (EntryKind.UNKNOWN, EntryKind.MALFORMED_ENDPOINT)


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
