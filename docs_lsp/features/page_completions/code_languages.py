"""Completion of the language of a code block."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.core.near_text import find_matches
from docs_lsp.features.page_completions.item import PageProposal
from docs_lsp.features.to_lsp import ItemKind
from docs_lsp.site.mdx.content import MOST_READ
from docs_lsp.site.mdx.page_cursor import LanguageAtCursor

_FENCE = compile_lazily(rb"^[ \t]*(?:`{3,}|~{3,})[ \t]*([A-Za-z][\w+#-]*)", re.MULTILINE)
# By the number of 17 sites that use them.
_COMMON = (
    *("bash", "json", "python", "javascript", "typescript", "text", "yaml", "xml", "tsx", "html"),
    *("mermaid", "js", "go", "toml", "ts", "java", "md", "jsx", "ruby", "powershell", "mdx"),
    *("http", "php", "shell", "kotlin", "markdown", "sql", "sh", "csharp", "ini", "swift", "css"),
    *("groovy", "dart", "rust", "plaintext", "prisma", "svelte", "vue", "hcl", "csv", "gradle"),
    *("dockerfile", "graphql", "nginx", "diff", "jsonc", "c", "cpp", "elixir", "scala", "lua"),
)


def iter_language_items(data: bytes, at: LanguageAtCursor) -> Iterator[PageProposal]:
    """Yield languages that fit the typed text: used ones, then common ones; none if it is one.

    A name that is complete has no items, so that a line break after it is one.
    """
    counts = Counter(
        match[1].decode()
        for match in _FENCE.finditer(data, 0, MOST_READ)
        if match.start(1) != at.span.start
    )
    names = dict.fromkeys((*(name for name, _ in counts.most_common()), *_COMMON))
    if at.typed in names:
        return
    fits = find_matches(names, at.typed.casefold())
    for name in sorted(fits, key=fits.__getitem__):
        yield PageProposal(name, ItemKind.VALUE, at.span, name, typed=at.typed, is_searched=True)
