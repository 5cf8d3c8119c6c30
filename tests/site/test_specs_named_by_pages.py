"""The specifications that pages need and that docs.json does not name."""

from __future__ import annotations

import json

import pytest

from docs_lsp.files.files import MemoryFiles
from docs_lsp.site.mdx.contents import Contents, read_contents
from docs_lsp.site.specifications import specs_named_by_pages
from docs_lsp.site.specifications.facts import SiteFacts, load_specs, scan_site
from docs_lsp.site.specifications.spec_files import add_file_survey
from docs_lsp.site.specifications.specs_named_by_pages import (
    find_missing_specs,
    is_spec_named,
    load_page_specs,
)


def spec(path: str) -> str:
    return json.dumps(
        {"openapi": "3.1.0", "info": {"title": "A", "version": "1"}, "paths": {path: {"get": {}}}}
    )


FILES = {"a.json": spec("/a"), "b/b.json": spec("/b"), "de/a.json": spec("/a")}


def known(*operations: str, read: tuple[str, ...] = ()) -> tuple[SiteFacts, Contents, MemoryFiles]:
    pages = {f"p{n}.mdx": f"---\nopenapi: {one}\n---\n" for n, one in enumerate(operations)}
    files = MemoryFiles({"docs.json": "{}", **FILES, **pages})
    facts = load_specs(add_file_survey(scan_site(files), files), files, read)
    return facts, read_contents(facts, files), files


@pytest.mark.parametrize(
    ("operation", "read", "wanted"),
    [
        ("GET /a", (), ["a.json", "b/b.json", "de/a.json"]),
        ("GET /a", ("a.json",), []),
        ("GET /b", ("a.json",), ["b/b.json", "de/a.json"]),
        ("/b/b.json GET /b", (), ["b/b.json"]),
        ("b GET /none", ("a.json",), ["b/b.json"]),
        ("fr/a.json GET /a", (), ["a.json", "de/a.json"]),
        ("fr/c.json GET /a", (), []),
        ("a.json", (), []),
        ("GTE /a", (), []),
    ],
)
def test_only_what_has_to_be_looked_into_is_read(
    operation: str, read: tuple[str, ...], wanted: list[str]
) -> None:
    facts, contents, _ = known(operation, read=read)

    assert find_missing_specs(facts, contents) == wanted


def test_nothing_is_read_twice() -> None:
    facts, contents, files = known("GET /b", "a.json GET /a")
    fuller = load_page_specs(facts, contents, files)

    assert fuller.specs.keys() == FILES.keys()
    assert load_page_specs(fuller, contents, files) is fuller


def test_a_site_that_keeps_data_in_such_files_is_left_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(specs_named_by_pages, "MOST_READ", 2)
    facts, contents, files = known("GET /b")

    assert load_page_specs(facts, contents, files) is facts


@pytest.mark.parametrize(
    ("name", "page", "is_so"),
    [
        ("api/a.json", "x/p.mdx", True),
        ("/api/a.json", "x/p.mdx", True),
        ("./a.json", "api/p.mdx", True),
        ("a.json", "api/p.mdx", True),
        ("../api/a.json", "x/p.mdx", True),
        ("a", "x/p.mdx", True),
        ("a.json", "x/p.mdx", False),
        ("b", "api/p.mdx", False),
    ],
)
def test_a_page_may_name_a_file_in_three_ways(name: str, page: str, is_so: bool) -> None:
    assert is_spec_named("api/a.json", name, page) is is_so
