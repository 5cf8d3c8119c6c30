"""Corrects the rarity of the words of a sentence if the search engine's count misleads.

The engine counts over all languages together, so that on a site in several languages even `the` is
rare. And a word that is common in texts may be rare in titles, where it says no more than in texts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from mcp_preview.index.index_schema import PAGE_TEXT, TEXT, get_field_name
from mcp_preview.index.vocabulary import compute_bm25_rarity

if TYPE_CHECKING:
    import tantivy

_PAGES_COUNT = 3
"""The factor for the number of pages when counting words of pages.

The common subject of most pages still distinguishes them from the rest (docs_lsp/DECISIONS.md, how
pages rank).
"""


@dataclass(frozen=True, eq=False)
class WordRarity:
    """Corrects the search engine's rarity of words among sections and pages."""

    sections: tantivy.Searcher
    pages: tantivy.Searcher
    page_counts: Mapping[str, int]
    """The number of pages of each analyzer."""

    def rate_in_sections(self, kind: str, term: str, analyzer_name: str) -> float:
        """Return the factor for a term's score in a field of sections; 0 if none has it."""
        searcher, own = self.sections, get_field_name(kind, analyzer_name)
        count, total = searcher.doc_freq(own, term), searcher.num_docs
        if not count:
            return 0.0
        among = total * self._compute_share(analyzer_name)
        in_texts = (
            count if kind == TEXT else searcher.doc_freq(get_field_name(TEXT, analyzer_name), term)
        )
        return compute_bm25_rarity(max(count, in_texts), among) / compute_bm25_rarity(count, total)

    def compute_page_rarity(self, term: str, analyzer_name: str) -> float:
        """Return the rarity of a term in the texts of the pages of its language."""
        count = self.pages.doc_freq(get_field_name(PAGE_TEXT, analyzer_name), term)
        among = max(count, self.page_counts.get(analyzer_name, 0) * _PAGES_COUNT)
        return compute_bm25_rarity(count, among)

    def correct_page_rarity(self, term: str, analyzer_name: str) -> float:
        """Return the factor that corrects the engine's rarity of a term in the texts of pages."""
        count = self.pages.doc_freq(get_field_name(PAGE_TEXT, analyzer_name), term)
        rarity = self.compute_page_rarity(term, analyzer_name)
        return rarity / compute_bm25_rarity(count, self.pages.num_docs)

    def _compute_share(self, analyzer_name: str) -> float:
        """Return the share of all pages that are in a language."""
        total = self._total_pages
        return self.page_counts.get(analyzer_name, 0) / total if total else 1.0

    @cached_property
    def _total_pages(self) -> int:
        return sum(self.page_counts.values())
