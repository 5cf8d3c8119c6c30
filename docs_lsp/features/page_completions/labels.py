"""Compares the text of a link with the pages and headings that it may lead to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.site.page_ranking import SortedPages
from docs_lsp.site.summaries.page_titles import iter_pages_with_title

if TYPE_CHECKING:
    from docs_lsp.site.mdx.content import PageContent
    from docs_lsp.site.specifications.facts import SiteFacts

_WORD = compile_lazily(r"[^\W_]+")


def measure_likeness(label: str, *names: str) -> float:
    """Return how many of the words a label shares with the likeliest name: from 0 to 1."""
    words = _split_words(label)
    return max((_measure_overlap(words, _split_words(name)) for name in names), default=0.0)


def iter_pages_like_label(
    label: str, query: str, facts: SiteFacts, contents: Mapping[str, PageContent] | None
) -> Iterator[str]:
    """Yield the pages whose title or path contains a label, and whose path contains a query."""
    words, needle = _WORD.findall(label.casefold()), query.casefold()
    if not words:
        return
    known = facts.pages.cached(SortedPages)
    for at in known.iter_places_containing("-".join(words)):
        if needle in known.folded[at]:
            yield known.paths[at]
    for page in iter_pages_with_title(label, facts, contents) if contents else ():
        if needle in page.casefold():
            yield page


def _split_words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.casefold()))


def _measure_overlap(some: frozenset[str], others: frozenset[str]) -> float:
    return 2 * len(some & others) / (len(some) + len(others)) if some and others else 0.0
