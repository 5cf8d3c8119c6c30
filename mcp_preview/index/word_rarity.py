"""How rare the words of a sentence are, where the search engine's own count misleads.

The engine counts over all languages together, so that on a site in several of them even `the` is
rare. And a word that is common in texts may be rare in titles, where it says no more than in texts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from mcp_preview.index.index_schema import PAGE_TEXT, TEXT, field
from mcp_preview.index.vocabulary import rarity

if TYPE_CHECKING:
    import tantivy

_PAGES_COUNT = 3
"""Among so many times the pages of a site the words of pages are counted: what most pages are
about still tells them from the rest (docs_lsp/DECISIONS.md, how pages rank)."""


@dataclass(frozen=True, eq=False)
class WordRarity:
    """Corrects what the search engine makes of how many sections, or pages, have a word."""

    sections: tantivy.Searcher
    pages: tantivy.Searcher
    page_counts: Mapping[str, int]
    """How many pages there are of each analyzer."""

    def in_sections(self, kind: str, term: str, analyzer_name: str) -> float:
        """The factor for the score of a term in a field of sections; 0 where none has it there."""
        searcher, own = self.sections, field(kind, analyzer_name)
        count, total = searcher.doc_freq(own, term), searcher.num_docs
        if not count:
            return 0.0
        among = total * self._share(analyzer_name)
        in_texts = count if kind == TEXT else searcher.doc_freq(field(TEXT, analyzer_name), term)
        return rarity(max(count, in_texts), among) / rarity(count, total)

    def in_pages(self, term: str, analyzer_name: str) -> float:
        """The factor for the score of a term in whole pages."""
        count = self.pages.doc_freq(field(PAGE_TEXT, analyzer_name), term)
        among = max(count, self.page_counts.get(analyzer_name, 0) * _PAGES_COUNT)
        return rarity(count, among) / rarity(count, self.pages.num_docs)

    def _share(self, analyzer_name: str) -> float:
        """Which part of all is in the words of a language."""
        total = self._total
        return self.page_counts.get(analyzer_name, 0) / total if total else 1.0

    @cached_property
    def _total(self) -> int:
        return sum(self.page_counts.values())
