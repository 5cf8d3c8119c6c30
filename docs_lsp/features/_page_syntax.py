"""Parses a page for requests about its structure, which arrive together after each edit."""

from __future__ import annotations

from functools import lru_cache

from docs_lsp.mdx.reading import may_contain_modules, parse_page, parse_page_tags
from docs_lsp.mdx.sections import OutlineSection, list_outline_sections
from docs_lsp.mdx.syntax import MdxPage
from docs_lsp.site.mdx.content import MOST_READ

_CACHE_SIZE = 4
"""Enough for the pages that someone edits at the same time."""


@lru_cache(maxsize=_CACHE_SIZE)
def get_page_syntax(data: bytes) -> MdxPage:
    """Return the parsed page, cached; an empty page if the text is too large to be one."""
    return parse_page(data) if len(data) <= MOST_READ else MdxPage()


@lru_cache(maxsize=_CACHE_SIZE)
def get_page_modules(data: bytes) -> MdxPage:
    """Return a page with its imports and exports, cached; headings and links may be missing."""
    is_read = len(data) <= MOST_READ and may_contain_modules(data)
    return parse_page_tags(data) if is_read else MdxPage()


@lru_cache(maxsize=_CACHE_SIZE)
def parse_page_parts(data: bytes) -> tuple[OutlineSection, ...]:
    """Return the structural parts of a page's text, cached."""
    return list_outline_sections(get_page_syntax(data), len(data))
