"""Weighs the words of a query that is a sentence, many of which are not about its subject.

The search engine's count of words misleads: it counts over all languages together, so that on a
site in several languages even `the` is rare. And a word that is common in texts may be rare in
titles, but says no more there than in texts.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from mcp_preview.index.index_schema import PAGE_TEXT, TEXT, get_field_name
from mcp_preview.index.vocabulary import compute_bm25_rarity

if TYPE_CHECKING:
    import tantivy

_FEW = 4
"""The number of words up to which a query is probably a title or a name."""
_COUNTS = 0.5
"""The weight of a connecting word (docs_lsp/DECISIONS.md, how pages rank)."""

_CONTRACTED = re.compile(r"(?<=[a-z])['\u2019](?:s|t|d|m|ll|re|ve)\b", re.IGNORECASE)
_CONNECTING = frozenset(
    word
    for sort in (
        "a an the this that these those such some any all each every no none one",
        "i me my we us our you your he him his she her it its they them their there",
        "who whom whose which what when where why how",
        "about as at by down for from in into of off on out over to up with",
        "and but if not only or other own same so than then too very just most more",
        "am are be been being is was were do does did has have had having",
        "can could may might must shall should will would",
    )
    for word in sort.split()
)
_PAGES_COUNT = 3
"""The factor for the number of pages when counting words of pages.

The common subject of most pages still distinguishes them from the rest (docs_lsp/DECISIONS.md, how
pages rank).
"""


def is_sentence(words: int) -> bool:
    """Return whether a query with this number of words is probably a sentence."""
    return words > _FEW


def is_connecting(word: str) -> bool:
    """Return whether a word says nothing about the subject of a sentence; in English only."""
    return word in _CONNECTING


def weigh_in_sentence(word: str) -> float:
    """Return the weight of a word in a sentence: less for a connecting word, else 1."""
    return _COUNTS if is_connecting(word) else 1.0


def strip_contractions(text: str) -> str:
    """Remove the endings after an apostrophe, as in `don't` or `bot's`, from a text."""
    return _CONTRACTED.sub("", text)


def drop_connecting(words: Sequence[str]) -> tuple[str, ...]:
    """Return words without connecting ones such as `the`, or all if there are no others."""
    return tuple(word for word in words if not is_connecting(word)) or tuple(words)


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
