"""Why a page has no text, as far as that is known without making its text."""

from __future__ import annotations

import pytest

from docs_lsp.files.files import MemoryFiles
from docs_lsp.site.mdx.content import read_page
from docs_lsp.site.overview import Overview
from docs_lsp.site.specifications.facts import SiteFacts, load_specs, scan_site
from docs_lsp.site.specifications.named_operation import (
    find_page_schema,
    parse_schema_name,
)
from docs_lsp.site.specifications.spec_files import add_file_survey
from docs_lsp.site.summaries.index_card import make_index_card
from docs_lsp.site.summaries.page_emptiness import explain_emptiness, find_missing_reference
from tests.rules.harness import site_of

SPEC = (
    '{"openapi": "3.1.0", "paths": {"/boats": {"get": {}}}, '
    '"components": {"schemas": {"Boat": {}, "Raft": true}}}'
)


def facts_of(files: MemoryFiles, *, searched: bool = True, read: bool = True) -> SiteFacts:
    facts = add_file_survey(scan_site(files), files) if searched else scan_site(files)
    return load_specs(facts, files, facts.spec_files or ()) if read else facts


def why(page: str, *, searched: bool = True, read: bool = True) -> str:
    files = MemoryFiles({"a.mdx": page, "api.json": SPEC})
    content = read_page(page.encode(), "a.mdx")
    return explain_emptiness("a.mdx", content, facts_of(files, searched=searched, read=read))


@pytest.mark.parametrize(
    "page",
    [
        "---\ntitle: A\n---\nText",
        "Text",
        "---\nopenapi: GET /boats\n---\n",
        "---\nopenapi-schema: Boat\n---\n",
        "---\nopenapi: GET /ships\n---\nText",
    ],
)
def test_a_page_with_text_is_not_empty(page: str) -> None:
    assert why(page) == ""


def test_a_page_without_text_is_empty() -> None:
    assert why("---\ntitle: A\n---\n\n") == "There is no text below the frontmatter."
    assert why("---\nopenapi: webhook sunk\n---\n").startswith(
        "No specification of the site has the operation `webhook sunk`;"
    )


@pytest.mark.parametrize(
    ("fields", "is_certain"),
    [
        ("openapi: GET /boats", None),
        ("title: Boats", None),
        ("openapi: other.json GET /boats", True),
        ("openapi: api.json GET /ships", True),
        ("openapi: GET /ships", False),
        ("openapi: https://quay.example/api.json GET /ships", False),
    ],
)
def test_a_page_with_text_may_lack_what_it_names(fields: str, *, is_certain: bool | None) -> None:
    page = f"---\n{fields}\n---\nText"
    files = MemoryFiles({"a.mdx": page, "api.json": SPEC})

    fields_read = read_page(page.encode(), "a.mdx").fields
    lack = find_missing_reference("a.mdx", fields_read, facts_of(files))

    assert (lack.is_certain if lack else None) == is_certain


@pytest.mark.parametrize("field", ["openapi: GET /ships", "openapi-schema: Ship"])
def test_what_may_be_in_a_specification_nobody_has_read_is_not_missing(field: str) -> None:
    page = f"---\n{field}\n---\n"

    assert why(page)
    assert why(page, searched=False) == ""
    assert why(page, read=False) == ""


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("Boat", ("", "Boat")),
        (" api.json  Boat ", ("api.json", "Boat")),
        ("rest/api Boat", ("rest/api", "Boat")),
        ("https://example.com/x Boat", ("https://example.com/x", "Boat")),
        ("Big boat", ("", "Big boat")),
        ("api.json", ("", "api.json")),
        ("", ("", "")),
    ],
)
def test_a_schema_is_named_with_or_without_its_file(text: str, named: tuple[str, str]) -> None:
    assert parse_schema_name(text) == named


@pytest.mark.parametrize("spec", [SPEC, "openapi: 3.1.0\ncomponents:\n  schemas:\n    Boat: {}\n"])
def test_a_schema_is_found_by_its_key_alone(spec: str) -> None:
    files = MemoryFiles({"api.json" if spec.startswith("{") else "api.yaml": spec})
    facts = facts_of(files)

    assert find_page_schema("Boat", "a.mdx", facts) is not None
    assert find_page_schema("schemas", "a.mdx", facts) is None
    assert find_page_schema("", "a.mdx", facts) is None


def test_pages_without_text_are_counted_among_those_that_search_finds() -> None:
    navigation = '{"navigation": {"pages": ["a", "b", "c", "d"]}}'
    pages = {"a.mdx": "Text", "b.mdx": "", "c.mdx": "---\nhidden: true\n---\n", "e.mdx": ""}
    overview = Overview.from_site(site_of({"docs.json": navigation, **pages}))

    assert overview is not None
    card = make_index_card(overview)
    assert card is not None
    assert (card.searchable_count, card.without_text) == (2, 1)
