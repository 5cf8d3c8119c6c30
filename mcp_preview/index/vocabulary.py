"""The words of the pages that a viewer may see, and in how many sections each stands.

The search engine counts words over the whole index. So each word of a page that is not public is
put into a field of its own as well, with a number for who may see the page, and what is not for the
viewer is subtracted. Sections that are deleted count until the engine merges them away; a count
that these may explain alone is looked up with a search.
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
"""So many words are kept with their counts: some megabytes."""
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
    """Finds the sections of these; None where the viewer may see all."""
    deleted: int = 0
    """So many sections at most are deleted and still counted."""
    _known: dict[tuple[object, ...], Any] = field(default_factory=dict, init=False, repr=False)
    _counts: dict[tuple[str, str], int] = field(default_factory=dict, init=False, repr=False)

    def get_or_compute(self, key: tuple[object, ...], work: Callable[[], T]) -> T:
        """What `work` finds, which depends on these words and the key alone: searches that come
        later ask for it again."""
        result: T = self._known.get(key, _UNKNOWN)
        if result is _UNKNOWN:
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            result = self._known[key] = work()
        return result

    def count(self, name: str, word: str) -> int:
        """In how many sections a word stands, as a field of this name keeps it."""
        key = (name, word)
        count = self._counts.get(key)
        if count is None:
            if len(self._counts) >= _MOST_COUNTED:
                self._counts.clear()
            count = self._counts[key] = self._count_sections(name, word)
        return count

    def any_of(self, name: str, words: Iterable[str], start: str) -> Iterator[str]:
        """Those of some words that a field has, whoever may see them. Most of them are to begin
        with `start`: all words of the field that do so are looked up at once."""
        alike = {word for word, _ in self.searcher.terms_with_prefix(name, start)}
        for word in words:
            if word in alike if word.startswith(start) else self.searcher.doc_freq(name, word):
                yield word

    def _count_sections(self, name: str, word: str) -> int:
        total = self.searcher.doc_freq(name, word)
        if not total:
            return 0
        tokens = (format_restricted_word(number, name, word) for number in self.hidden)
        left = total - sum(self.searcher.doc_freq(RESTRICTED, token) for token in tokens)
        return left if self._is_sure(name, word, left) else 0

    def rarity(self, name: str, word: str) -> float:
        """What BM25 makes of how many of all sections have a word, those of others among them."""
        return rarity(self.searcher.doc_freq(name, word), self.searcher.num_docs)

    def completions(self, name: str, prefix: str, most: int) -> list[str]:
        """The most frequent words of a field that begin so."""
        counts = Counter(dict(self.searcher.terms_with_prefix(name, prefix)))
        for number in self.hidden:
            start = format_restricted_word(number, name, "")
            for token, count in self.searcher.terms_with_prefix(RESTRICTED, start + prefix):
                counts[token.removeprefix(start)] -= count
        completions: list[str] = []
        for word, count in sorted(counts.items(), key=lambda one: -one[1]):
            if len(completions) >= most or count <= 0:
                break
            if self._is_sure(name, word, count):
                completions.append(word)
        return completions

    def _is_sure(self, name: str, word: str, count: int) -> bool:
        """Whether a section that the viewer may see has a word that counts so often."""
        if not 0 < count <= self.deleted:
            return count > 0
        return self.is_found(name, word)

    def is_found(self, name: str, word: str) -> bool:
        """Whether a section that the viewer may see has a word, in any field."""
        import tantivy

        parts = [(tantivy.Occur.Must, tantivy.Query.term_query(self.schema, name, word))]
        if self.hidden_sections is not None:
            parts.append((tantivy.Occur.MustNot, self.hidden_sections))
        query = tantivy.Query.boolean_query(parts)
        return bool(self.searcher.search(query, 1, count=False).hits)


def rarity(count: float, total: float) -> float:
    """What BM25 makes of a word that so many of all sections have."""
    return math.log(1 + (max(0.0, total - count) + 0.5) / (count + 0.5))


def format_restricted_word(number: int, name: str, word: str) -> str:
    """A word of a field as the field for restricted words keeps it; `number` is the audience's."""
    return f"{number}:{name}:{word}"


def format_restricted_words(number: int, name: str, words: Iterable[str]) -> str:
    """Words of a field for the field of restricted words."""
    return " ".join(format_restricted_word(number, name, word) for word in set(words))
