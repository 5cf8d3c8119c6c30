"""Checks cheaply whether a page has to be parsed at all."""

from __future__ import annotations

from docs_lsp.core.lazy_pattern import compile_lazily

_MODULE = compile_lazily(rb"(?:^|[\r\n])(?:\xef\xbb\xbf)?(?:import|export) ")


def may_contain_mdx(data: bytes) -> bool:
    """Whether a page can contain tags, expressions, imports or exports, and so be rejected."""
    return b"<" in data or b"{" in data or _MODULE.search(data) is not None
