"""A site after edits equals the same site read from scratch."""

from __future__ import annotations

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
