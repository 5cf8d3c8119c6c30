"""Compares the text of a link with the pages, headings and files that it may lead to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.site.page_ranking import SortedPages
from docs_lsp.site.summaries.page_titles import iter_pages_with_title

if TYPE_CHECKING:
    from docs_lsp.site.mdx.content import PageContent
    from docs_lsp.site.specifications.facts import SiteFacts

_WORD = compile_lazily(r"[^\W_]+")
_HUMP = compile_lazily(r"(?<=[a-z0-9])(?=[A-Z])")
"""The place between the words of a name such as `ApiKeys`."""
_WITHOUT_SPACES = compile_lazily(r"[\u3040-\u30ff\u3400-\u9fff]+")
"""Chinese and Japanese, whose words are not separated: pairs of characters are compared."""
_SHORTEST = 3
_MOST_WORDS = 4
"""The maximum number of words of a label that are searched for, the longest first."""
_MOST_PAGES = 100
"""The maximum number of pages found for a word; more common words say too little."""


def measure_likeness(label: str, *names: str) -> float:
    """Return the share of words that a label and the likeliest name have in common: 0 to 1."""
    words = _split_words(label)
    if not words:
        return 0.0
    return max((_measure_overlap(words, _split_words(name)) for name in names), default=0.0)


def iter_pages_like_label(
    label: str, facts: SiteFacts, contents: Mapping[str, PageContent] | None
) -> Iterator[str]:
    """Yield pages whose title or path contains a label or one of its longest words, repeatedly."""
    known, name = facts.pages.cached(SortedPages), "-".join(_WORD.findall(label.casefold()))
    words = sorted(_split_words(label), key=lambda word: (-len(word), word))[:_MOST_WORDS]
    for text in dict.fromkeys((name, *words) if name else ()):
        for at in islice(known.iter_places_containing(text), _MOST_PAGES):
            yield known.paths[at]
    for text in (label, *words):
        if contents:
            yield from islice(iter_pages_with_title(text, facts, contents), _MOST_PAGES)


@lru_cache(maxsize=2048)
def _split_words(text: str) -> frozenset[str]:
    """Return the words of a text or of a name, in lower case and without the plural's `s`."""
    words = _WORD.findall(_HUMP.sub(" ", text).casefold())
    pairs = (
        run[at : at + 2] for run in _WITHOUT_SPACES.findall(text) for at in range(len(run) - 1)
    )
    return frozenset(
        (*pairs, *(word.removesuffix("s") if len(word) > _SHORTEST else word for word in words))
    )


def _measure_overlap(some: frozenset[str], others: frozenset[str]) -> float:
    """Return the share of words that are in both sets, from 0 to 1."""
    return 2 * len(some & others) / (len(some) + len(others))
