"""The reading of a page for requests about its structure, which come together after each edit."""

from __future__ import annotations

from functools import lru_cache

from docs_lsp.mdx.reading import read_mdx
from docs_lsp.mdx.sections import PagePart, parts_of
from docs_lsp.mdx.syntax import MdxPage
from docs_lsp.site.mdx.content import MOST_READ

_CACHE_SIZE = 4
"""As many pages as one writes in at a time."""


@lru_cache(maxsize=_CACHE_SIZE)
def page_syntax(data: bytes) -> MdxPage:
    """What stands in a text; nothing of one that is too large for any page."""
    return read_mdx(data) if len(data) <= MOST_READ else MdxPage()


@lru_cache(maxsize=_CACHE_SIZE)
def page_parts(data: bytes) -> tuple[PagePart, ...]:
    """The parts of a text."""
    return parts_of(page_syntax(data), len(data))
