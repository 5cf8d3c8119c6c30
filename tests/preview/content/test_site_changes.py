"""A site after edits equals the same site read from scratch."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from docs_lsp.files import MemoryFiles
from mcp_preview.content.preview_site import PreviewSite, load
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
    return [*pages.indexed.items()], pages.left_out, pages.others, site.readable


def test_pages_follow_edits_as_if_read_anew() -> None:
    texts = dict(PAGES)
    navigation = {"pages": ["knots", "tides", "part", "gone"]}
    site = load(files_of(navigation, texts))

    for edit in EDITS:
        texts |= edit
        files: MemoryFiles = files_of(navigation, texts)
        site = site.after(files, [*edit]).site
        assert described(site) == described(load(files)), edit


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


def assert_followed(navigation: object, texts: Mapping[str, str], steps: Steps) -> None:
    """Assert that after each step a site is as if it were read then."""
    now = dict(texts)
    site = load(files_of(navigation, now))
    for step in steps:
        now = {file: text for file, text in {**now, **step}.items() if text is not None}
        files = files_of(navigation, now)
        site = site.after(files, [*step]).site
        assert described(site) == described(load(files)), step
