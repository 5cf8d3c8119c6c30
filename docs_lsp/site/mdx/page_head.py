"""What the bytes of a page tell before its text is read."""

from __future__ import annotations

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.site.mdx.frontmatter import MAX_SIZE, Block, FrontmatterProblem, read_frontmatter
from docs_lsp.site.mdx.lost_frontmatter import find_lost_block

_SIGNS = (b"<", b"{", b"[", b"#", b"port ", b"port\t")
_UNDERLINE = compile_lazily(rb"\n[ \t>]*[-=|:]")
"""Dashes below a heading or the head of a table."""


def is_plain(data: bytes, body: int) -> bool:
    """Whether the text behind the frontmatter can have neither links nor headings, tags, tables nor
    imports."""
    if any(data.find(sign, body) >= 0 for sign in _SIGNS):
        return False
    return _UNDERLINE.search(data, body) is None


def refusal(data: bytes, block: Block) -> FrontmatterProblem | None:
    """What is wrong with a page beyond its frontmatter, or makes that too large to be kept; and
    fields of a page that are not its frontmatter, for want of the right place."""
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
