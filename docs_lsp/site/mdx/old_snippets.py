"""The old way to show a snippet: `<Snippet file="fees.mdx" />`, a file below `_snippets/`."""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.text import Span

OLD_SNIPPETS = "_snippets/"
"""The folder whose files are copied, and not read."""

_TAG = compile_lazily(rb"<Snippet\b[^<>]*?\sfile=([\"'])([^\"'<>\n]+)\1")


def old_snippets_in(data: bytes, start: int, end: int) -> Iterator[Span]:
    """Where a text that is no code names files of that folder, without the quotes."""
    if data.find(b"<Snippet", start, end) >= 0:
        for match in _TAG.finditer(data, start, end):
            yield Span(*match.span(2))


def old_snippet_file(name: str) -> str:
    """The site path that such a name means."""
    return OLD_SNIPPETS + name.lstrip("/")
