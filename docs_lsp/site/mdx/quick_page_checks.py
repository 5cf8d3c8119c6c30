"""Checks of a page's bytes that need no parser; `frontmatter` decides what its fields are."""

from __future__ import annotations

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.site.mdx.frontmatter import (
    MAX_SIZE,
    FrontmatterBlock,
    FrontmatterProblem,
    read_frontmatter,
)
from docs_lsp.site.mdx.lost_frontmatter import find_lost_block

_SIGNS = (b"<", b"{", b"[", b"#", b"port ", b"port\t")
_UNDERLINE = compile_lazily(rb"\n[ \t>]*[-=|:]")
"""Dashes below a heading or the head of a table."""


def is_plain_text(data: bytes, body: int) -> bool:
    """Return whether the text after the frontmatter has no links, headings, tags or tables."""
    if any(data.find(sign, body) >= 0 for sign in _SIGNS):
        return False
    if data.find(b"|", body) >= 0 and data.find(b"`", body) >= 0:
        return False
    return _UNDERLINE.search(data, body) is None


def find_page_problem(data: bytes, block: FrontmatterBlock) -> FrontmatterProblem | None:
    """Return why a page cannot be read, or its fields are not read as frontmatter, or None.

    Most frontmatter is not parsed for this.
    """
    if block.end >= 0 and block.end - block.start <= MAX_SIZE and _is_utf8(data):
        lost = None if block.end else find_lost_block(data, block.body_start)
        return FrontmatterProblem(*lost) if lost else None
    return read_frontmatter(data).problem


def _is_utf8(data: bytes) -> bool:
    if data.isascii():
        return True
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
