"""The words of the pages that a viewer may see, and the number of sections with each.

The search engine counts words over the whole index. So each word of a page that is not public is
also put into a field of its own, with the number of its audience, and words that are not for the
viewer are subtracted. Deleted sections count until the engine merges them; a count that these may
explain is verified with a search.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    import tantivy

_MOST_KNOWN = 3_000
_MOST_COUNTED = 20_000
"""The number of cached word counts: some megabytes."""
_UNKNOWN: Any = object()
RESTRICTED = "restricted"
"""The field for the words of pages that are not public."""

T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """The words that one viewer may know of."""

    searcher: tantivy.Searcher
    schema: tantivy.Schema
    hidden: Collection[int] = ()
    """The numbers of the audiences that do not admit the viewer."""
    hidden_sections: tantivy.Query | None = None
    """The query for the sections of these; None if the viewer may see all."""
    deleted: int = 0
    """The greatest number of deleted sections that are still counted."""
    _known: dict[tuple[object, ...], Any] = field(default_factory=dict, init=False, repr=False)
    _counts: dict[tuple[str, str], int] = field(default_factory=dict, init=False, repr=False)

    def get_or_compute(self, key: tuple[object, ...], work: Callable[[], T]) -> T:
        """Return the result of `work`, cached, which depends on these words and the key only."""
        result: T = self._known.get(key, _UNKNOWN)
        if result is _UNKNOWN:
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            result = self._known[key] = work()
        return result

    def count_sections(self, name: str, word: str) -> int:
        """Return the number of visible sections with an indexed word in a field; cached."""
        key = (name, word)
        count = self._counts.get(key)
        if count is None:
            if len(self._counts) >= _MOST_COUNTED:
                self._counts.clear()
            count = self._counts[key] = self._compute_count(name, word)
        return count

    def filter_known(self, name: str, words: Iterable[str], start: str) -> Iterator[str]:
        """Yield the words that a field has, regardless of who may see them.

        Most of them should begin with `start`: all words of the field that do so are looked up at
        once.
        """
        alike = {word for word, _ in self.searcher.terms_with_prefix(name, start)}
        for word in words:
            if word in alike if word.startswith(start) else self.searcher.doc_freq(name, word):
                yield word

    def _compute_count(self, name: str, word: str) -> int:
        """Return the number of sections with a word that the viewer may see."""
        total = self.searcher.doc_freq(name, word)
        if not total:
            return 0
        tokens = (format_restricted_word(number, name, word) for number in self.hidden)
        left = total - sum(self.searcher.doc_freq(RESTRICTED, token) for token in tokens)
        return left if self._is_certain(name, word, left) else 0

    def compute_rarity(self, name: str, word: str) -> float:
        """Return the BM25 rarity of a word among all sections, including those of others."""
        return compute_bm25_rarity(self.searcher.doc_freq(name, word), self.searcher.num_docs)

    def find_completions(self, name: str, prefix: str, most: int) -> list[str]:
        """Return the most frequent words with a prefix in a field, of those the viewer may see."""
        counts = Counter(dict(self.searcher.terms_with_prefix(name, prefix)))
        for number in self.hidden:
            start = format_restricted_word(number, name, "")
            for token, count in self.searcher.terms_with_prefix(RESTRICTED, start + prefix):
                counts[token.removeprefix(start)] -= count
        completions: list[str] = []
        for word, count in sorted(counts.items(), key=lambda one: -one[1]):
            if len(completions) >= most or count <= 0:
                break
            if self._is_certain(name, word, count):
                completions.append(word)
        return completions

    def _is_certain(self, name: str, word: str, count: int) -> bool:
        """Return whether a section that the viewer may see certainly has a word with this count."""
        if not 0 < count <= self.deleted:
            return count > 0
        return self.is_searchable(name, word)

    def is_searchable(self, name: str, word: str) -> bool:
        """Return whether a section that the viewer may see has a word, by searching for it."""
        return bool(self.find_documents(name, word, 1))

    def find_documents(self, name: str, word: str, most: int) -> list[tantivy.Document]:
        """Return at most `most` sections with a word that the viewer may see."""
        import tantivy

        parts = [(tantivy.Occur.Must, tantivy.Query.term_query(self.schema, name, word))]
        if self.hidden_sections is not None:
            parts.append((tantivy.Occur.MustNot, self.hidden_sections))
        query = tantivy.Query.boolean_query(parts)
        hits = self.searcher.search(query, most, count=False).hits
        return [self.searcher.doc(place) for _, place in hits]


def compute_bm25_rarity(count: float, total: float) -> float:
    """Return the BM25 rarity of a word that `count` of `total` sections have."""
    return math.log(1 + (max(0.0, total - count) + 0.5) / (count + 0.5))


def format_restricted_word(number: int, name: str, word: str) -> str:
    """Return a word of a field in the form of the restricted field; `number` is its audience."""
    return f"{number}:{name}:{word}"


def format_restricted_words(number: int, name: str, words: Iterable[str]) -> str:
    """Return the different words of a field in the form of the field for restricted pages."""
    return " ".join(format_restricted_word(number, name, word) for word in set(words))
