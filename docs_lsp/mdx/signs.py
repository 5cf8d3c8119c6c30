"""Whether a page has to be read at all, which costs next to nothing to find out."""

from __future__ import annotations

from docs_lsp.core.lazy_pattern import compile_lazily

_MODULE = compile_lazily(rb"(?:^|[\r\n])(?:\xef\xbb\xbf)?(?:import|export) ")


def holds_mdx(data: bytes) -> bool:
    """Whether a page may hold tags, expressions, imports or exports, and so be refused."""
    return b"<" in data or b"{" in data or _MODULE.search(data) is not None
