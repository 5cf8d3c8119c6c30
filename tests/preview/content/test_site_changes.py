"""A site after edits equals the same site read from scratch."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest

from docs_lsp.files.files import MemoryFiles
from mcp_preview.content.preview_site import PreviewSite, load_site
from tests.preview.small import files_of

PAGES = {
    "tides.mdx": "---\ntitle: Tides\n---\nHigh water\n",
    "knots.mdx": "---\ntitle: Knots\n---\nOf rope\n",
    "gone.mdx": "---\nnoindex: true\n---\nOn no list\n",
    "part.mdx": "Part of another\n",
}
EDITS = (
    {"tides.mdx": "---\ntitle: Tides\n---\nLow water\n"},
    {"tides.mdx": "---\ntitle: Ebb\n---\nLow water\n", "knots.mdx": "A hitch\n"},
    {"knots.mdx": "---\nnoindex: true\n---\nA hitch\n"},
    {"knots.mdx": "---\nhidden: true\n---\nA hitch\n", "tides.mdx": "Flood\n"},
    {"gone.mdx": "---\nunknown: true\n---\nOn a list\n"},
    {"tides.mdx": 'import P from "/part.mdx"\n\n<P />\n'},
    {"part.mdx": "Another part\n"},
    {"tides.mdx": "Without the part\n"},
    {"gone.mdx": "---\nnoindex: true\n---\nOn no list again\n", "knots.mdx": "Back\n"},
)


def described(site: PreviewSite) -> object:
    pages = site.pages
    specs = [*site.overview.facts.specs]
    return [*pages.indexed.items()], pages.left_out, pages.others, site.readable, specs


def test_pages_follow_edits_as_if_read_anew() -> None:
    texts = dict(PAGES)
    navigation = {"pages": ["knots", "tides", "part", "gone"]}
    site = load_site(files_of(navigation, texts))

    for edit in EDITS:
        texts |= edit
        files: MemoryFiles = files_of(navigation, texts)
        site = site.apply_file_changes(files, [*edit]).site
        assert described(site) == described(load_site(files)), edit


Steps = tuple[dict[str, str | None], ...]
"""Edits one after the other: what files hold then, None for one that is gone."""
SECRET = "---\ngroups: [admins]\n---\nSecret water\n"
OPEN = "---\npublic: true\n---\nHigh water\n"
OTHER_FILES: dict[str, tuple[dict[str, str], Steps]] = {
    "one that counts more": ({"tides.md": SECRET}, ({"tides.mdx": OPEN}, {"tides.md": None})),
    "one that counts less": ({"tides.mdx": OPEN}, ({"tides.md": SECRET}, {"tides.mdx": None})),
    "renamed": ({"tides.md": SECRET}, ({"tides.md": None, "tides.mdx": OPEN},)),
}


@pytest.mark.parametrize("case", OTHER_FILES)
def test_a_page_that_has_another_file_has_the_text_of_that(case: str) -> None:
    texts, steps = OTHER_FILES[case]

    assert_followed({"pages": ["tides"]}, texts, steps)


OPERATION = "---\ntitle: Boats\nopenapi: GET /boats\n---\n"
SCHEMA = "---\ntitle: A boat\nopenapi-schema: Boat\n---\n"
BOTH = "---\ntitle: Boats\nopenapi: GET /boats\nopenapi-schema: Boat\n---\n"


def spec(words: str) -> str:
    """A specification that has an operation and a schema, in these words."""
    operation = {"summary": "Boats", "description": words, "responses": {}}
    schemas = {"Boat": {"type": "object", "description": words}}
    return json.dumps(
        {
            "openapi": "3.1.0",
            "info": {"title": "Harbour", "version": "1"},
            "paths": {"/boats": {"get": operation}},
            "components": {"schemas": schemas},
        }
    )


@pytest.mark.parametrize("page", [OPERATION, SCHEMA, BOTH])
def test_a_page_shows_the_first_specification_that_has_what_it_names(page: str) -> None:
    texts = {"boats.mdx": page, "n.json": spec("Of steel")}
    steps: Steps = (
        {"z.json": spec("Of paper")},
        {"a.json": spec("Of wood")},
        {"b.json": spec("Of cork"), "n.json": spec("Of stone")},
        {"a.json": "{"},
        {"a.json": spec("Of straw")},
        {"a.json": None, "b.json": None},
    )

    assert_followed({"pages": ["boats"]}, texts, steps)


def test_specifications_are_known_for_as_long_as_anything_names_them() -> None:
    site = load_site(
        files_of({"pages": ["boats"]}, {"boats.mdx": OPERATION, "n.json": spec("Of steel")})
    )
    files = files_of({"pages": ["boats"]}, {"boats.mdx": "Of rope", "n.json": spec("Of steel")})

    site = site.apply_file_changes(files, ["boats.mdx", "docs.json"]).site

    assert list(site.overview.facts.specs) == list(load_site(files).overview.facts.specs) == []


def test_specifications_are_read_as_soon_as_a_page_names_an_operation() -> None:
    texts = {"boats.mdx": "Of rope", "tides.mdx": "High water", "n.json": spec("Of steel")}
    steps: Steps = (
        {"boats.mdx": OPERATION},
        {"tides.mdx": SCHEMA},
        {"boats.mdx": "Of rope"},
        {"tides.mdx": "Low water"},
    )

    assert_followed({"pages": ["boats", "tides"]}, texts, steps)


def test_what_an_operation_puts_above_its_page_follows_the_parts_it_is_made_of() -> None:
    def described_by(content: str) -> str:
        found = json.loads(spec("Of steel"))
        found["paths"]["/boats"]["get"]["x-mint"] = {"content": content}
        return json.dumps(found)

    above = 'import Rope from "/snippets/rope.mdx"\n\n<Rope />\n'
    texts = {"n.json": described_by(above), "snippets/rope.mdx": "Of hemp"}
    steps: Steps = (
        {"snippets/rope.mdx": "Of cotton"},
        {"snippets/rope.mdx": None},
        {"snippets/rope.mdx": 'import Of from "/of.jsx"\n\n<Of />'},
        {"of.jsx": "export default () => <b>Of wool</b>"},
        {"of.jsx": "export default () => <b>Of wire</b>"},
        {"n.json": described_by("Of no parts")},
        {"snippets/rope.mdx": "Of silk"},
    )

    assert_followed({"groups": [{"group": "API", "openapi": "n.json"}]}, texts, steps)


def assert_followed(navigation: object, texts: Mapping[str, str], steps: Steps) -> None:
    """Assert that after each step a site is as if it were read then."""
    now = dict(texts)
    site = load_site(files_of(navigation, now))
    for step in steps:
        now = {file: text for file, text in {**now, **step}.items() if text is not None}
        files = files_of(navigation, now)
        site = site.apply_file_changes(files, [*step]).site
        assert described(site) == described(load_site(files)), step
