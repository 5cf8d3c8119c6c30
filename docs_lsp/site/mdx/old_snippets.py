"""The old snippet syntax: `<Snippet file="fees.mdx" />`, for a file in `_snippets/`."""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.text import Span

OLD_SNIPPETS = "_snippets/"
"""The folder whose files are inserted as text, and not imported."""

_TAG = compile_lazily(rb"<Snippet\b[^<>]*?\sfile=([\"'])([^\"'<>\n]+)\1")


def iter_old_snippet_names(data: bytes, start: int, end: int) -> Iterator[Span]:
    """Yield the spans of file names in `<Snippet>` tags, without the quotes.

    The range from `start` to `end` must not contain code.
    """
    if data.find(b"<Snippet", start, end) >= 0:
        for match in _TAG.finditer(data, start, end):
            yield Span(*match.span(2))


def resolve_old_snippet(name: str) -> str:
    """Return the site path of the file that a `<Snippet>` tag names."""
    return OLD_SNIPPETS + name.lstrip("/")
