"""Decides what the words of a query may mean: themselves, words they begin, typos, or synonyms.

A reader who types the beginnings of words finds the same as with the whole words. All words with
the same beginning count together like one word: a rare one counts no more than the beginning, which
is in as many sections as all of them. This is decided language by language, since an ending in one
is half a word in another. By what the words may mean, a query is the title of a page or not.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from mcp_preview.content.pages import IndexedPage
from mcp_preview.index.index_schema import NAMES, TEXT, WRITTEN, get_field_name
from mcp_preview.index.query_words import QueryWord
from mcp_preview.index.sentence_words import is_connecting, is_sentence
from mcp_preview.index.synonyms import ANALYZER, find_synonyms
from mcp_preview.index.text_analysis import (
    choose_analyzer,
    compose_text,
    join_piece_stems,
    split_pieces,
    stem,
    stem_rare_words,
)
from mcp_preview.index.vocabulary import Vocabulary, compute_bm25_rarity

_COMPLETIONS = 6
_LOOKED_AT = 60  # The number of words with the same beginning that are examined.
_CORRECTIONS = 3
_MOST_GUESSED = 8  # The number of words of a query that are completed or corrected.
_LEAST_BEGUN = 2
_LEAST_MISSPELT = 4
_SURE = 3  # Most typos of a word share this many first letters.
_LEAST_TELLING = 3  # Shorter words do not show how a reader types.
_FEW = 5  # In a shorter query, one unfinished word suggests that all may be.

# The weights of words that were not typed. Measured: docs_lsp/DECISIONS.md, how pages rank.
_BEGUN = 0.8
_MAYBE_BEGUN, _MAYBE_BEGUN_IN_SENTENCE = 0.5, 0.25
_BEGUN_HERE_ALONE = 0.2
_CORRECTED = 0.7
_SYNONYM = 0.8

# Typos.
_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"
_LONGEST = 30


class _TypedWord(NamedTuple):
    """A word as typed."""

    text: str
    is_last: bool
    """Whether it ends the query, so that it may be unfinished."""
    is_whole: bool
    """Whether it is a whole word in any language."""
    is_known: bool
    """Whether any language has it, with any ending."""


class WordChoices:
    """The possible meanings of words, in the languages of the pages that may be found."""

    def __init__(self, vocabulary: Vocabulary, analyzer_names: Sequence[str]) -> None:
        """Use the analyzers of the pages, the most frequent first."""
        self._vocabulary = vocabulary
        self._analyzer_names = analyzer_names
        self._guessed: set[str] = set()
        self._counts: dict[tuple[str, str], int] = {}
        self._is_shortened = False
        self._maybe_begun = _MAYBE_BEGUN

    def find_choices(
        self, words: Sequence[str], *, is_begun: bool, is_exact: bool = False
    ) -> dict[str, list[list[QueryWord]]]:
        """Return the choices for each word by analyzer, the likeliest first.

        The first is the word itself, if a page has it. `is_begun` says whether the last word may be
        unfinished, and `is_exact` whether the query is a name or a heading: then pages that have
        its words are meant.
        """
        whole = [
            # Words such as `so` are in no title, which would make them beginnings of others.
            is_connecting(word) or any(self._is_whole(word, name) for name in self._analyzer_names)
            for word in words
        ]
        self._is_shortened = is_begun and _is_shortened(words, whole)
        self._maybe_begun = _MAYBE_BEGUN_IN_SENTENCE if is_sentence(len(words)) else _MAYBE_BEGUN
        last = len(words) - 1
        typed = [
            _TypedWord(
                word,
                is_begun and at == last,
                is_whole,
                any(self.count_sections(word, name) for name in self._analyzer_names),
            )
            for at, (word, is_whole) in enumerate(zip(words, whole, strict=True))
        ]
        meant = {
            name: [self._find_word_choices(one, name) for one in typed]
            for name in self._analyzer_names
        }
        if ANALYZER in meant:
            self._add_synonyms(words, meant[ANALYZER], is_exact)
        return meant

    def count_sections(self, word: str, analyzer_name: str) -> int:
        """Return the number of sections with a word, with any ending."""
        key = (word, analyzer_name)
        count = self._counts.get(key)
        if count is None:
            name = get_field_name(TEXT, analyzer_name)
            count = self._counts[key] = self._vocabulary.count_sections(
                name, stem(word, analyzer_name)
            )
        return count

    def _is_whole(self, word: str, analyzer_name: str) -> bool:
        """Return whether a language has a word, and not only its stem: `configur` is not a word."""
        if not self.count_sections(word, analyzer_name):
            return False
        if stem(word, analyzer_name) == word:
            return self._vocabulary.count_sections(NAMES, word) > 0
        return not self._is_half(word)

    def _is_half(self, word: str) -> bool:
        """Return whether no page has exactly a word, but one has a longer word with that beginning.

        Such as `naviga`, although its French stem is that of `navigation`.
        """
        return bool(
            self._vocabulary.get_or_compute(
                ("half", word, ""), lambda: self._find_longer_words(word)
            )
        )

    def _find_longer_words(self, word: str) -> list[str]:
        """Return longer words with the same beginning as a word that no page has exactly."""
        if any(self._vocabulary.count_sections(name, word) for name in (NAMES, WRITTEN)):
            return []
        return self._complete_in_field(NAMES, word) or self._complete_in_field(WRITTEN, word)

    def _find_word_choices(self, typed: _TypedWord, analyzer_name: str) -> list[QueryWord]:
        """Return the choices for a word in a language, the word itself first if it is known."""
        word = typed.text
        own = _BEGUN if self._is_shortened and self._is_half(word) else 1.0
        choices = [QueryWord(word, own)] if typed.is_known else []
        weight = self._weigh_completions(typed, analyzer_name)
        if not weight or not self._may_guess(word):
            return choices
        if len(word) >= _LEAST_BEGUN:
            choices += self._rank_completions(word, analyzer_name, weight)
        if not choices and len(word) >= _LEAST_MISSPELT:
            # Trying all typos takes longer than the rest of a search.
            key = ("corrections", word, self._analyzer_names[0])
            others = self._vocabulary.get_or_compute(key, lambda: self._find_corrections(word))
            choices += [QueryWord(other, _CORRECTED) for other in others]
        return choices

    def _add_synonyms(
        self, words: Sequence[str], choices: Sequence[list[QueryWord]], is_exact: bool
    ) -> None:
        """Add the English synonyms that pages have to the choices for each word.

        A synonym that is rarer than its word counts no more than the word would. Of a name or
        a heading, only words that no page has get any.
        """
        total = self._vocabulary.searcher.num_docs
        typed = {stem(word, ANALYZER) for word in words}
        for word, own_choices in zip(words, choices, strict=True):
            if is_exact and own_choices:
                continue
            rarity = compute_bm25_rarity(self.count_sections(word, ANALYZER), total)
            known = typed | {stem(choice.text, ANALYZER) for choice in own_choices}
            for own, other in find_synonyms(word).items():
                if own not in known and (count := self.count_sections(other, ANALYZER)):
                    least = min(1.0, rarity / compute_bm25_rarity(count, total))
                    own_choices.append(QueryWord(other, _SYNONYM * least))

    def _weigh_completions(self, typed: _TypedWord, analyzer_name: str) -> float:
        """Return the weight of words that a word begins; 0 if that was not meant."""
        if is_connecting(typed.text) and not self._is_shortened and not typed.is_last:
            return 0.0
        if not self.count_sections(typed.text, analyzer_name):
            return _BEGUN_HERE_ALONE if typed.is_whole else _BEGUN
        if self._is_shortened and not self._is_whole(typed.text, analyzer_name):
            return _BEGUN
        return self._maybe_begun if self._is_shortened or typed.is_last else 0.0

    def _may_guess(self, word: str) -> bool:
        """Return whether the number of guesses allows one for this word; counts it."""
        if word not in self._guessed and len(self._guessed) >= _MOST_GUESSED:
            return False
        self._guessed.add(word)
        return True

    def _rank_completions(self, word: str, analyzer_name: str, weight: float) -> list[QueryWord]:
        """Return words that a word begins, one of each stem, weighted as all of them together."""
        key = ("begun", word, analyzer_name)
        best = self._vocabulary.get_or_compute(
            key, lambda: self._count_completions(word, analyzer_name)
        )
        total = self._vocabulary.searcher.num_docs
        together = compute_bm25_rarity(
            total * (1 - math.prod(1 - one / total for one in best.values())), total
        )
        return [
            QueryWord(other, weight * together / compute_bm25_rarity(count, total))
            for other, count in best.items()
        ]

    def _count_completions(self, word: str, analyzer_name: str) -> dict[str, int]:
        """Return frequent words that a word begins, one of each stem, with their counts."""
        name = get_field_name(TEXT, analyzer_name)
        counts: dict[str, int] = {}
        seen = {stem(word, analyzer_name)}
        for other in self._complete_in_field(NAMES, word) or self._complete_in_field(name, word):
            own = stem(other, analyzer_name)
            if own not in seen and (count := self._vocabulary.count_sections(name, own)):
                seen.add(own)
                counts[other] = count
                if len(counts) == _COMPLETIONS:
                    break
        return counts

    def _complete_in_field(self, name: str, word: str) -> list[str]:
        """Return the most frequent words of a field with a beginning; cached."""
        return self._vocabulary.get_or_compute(
            ("beginning", name, word),
            lambda: self._vocabulary.find_completions(name, word, _LOOKED_AT),
        )

    def _find_corrections(self, word: str) -> list[str]:
        """Return the most frequent words that differ in one letter: in titles, or else anywhere."""
        others = list(iter_typos(word))
        start = word[:_SURE]
        in_titles = self._vocabulary.filter_known(NAMES, others, start)
        counts = {other: self._vocabulary.count_sections(NAMES, other) for other in in_titles}
        if not any(counts.values()):
            name = self._analyzer_names[0]
            stems = stem_rare_words(others, name)
            known = {*self._vocabulary.filter_known(get_field_name(TEXT, name), stems, start)}
            counts = {
                other: self._vocabulary.count_sections(get_field_name(TEXT, name), own)
                for other, own in zip(others, stems, strict=True)
                if own in known
            }
        corrections = [other for other, count in counts.items() if count]
        return sorted(corrections, key=lambda other: -counts[other])[:_CORRECTIONS]


def _is_shortened(words: Sequence[str], whole: Sequence[bool]) -> bool:
    """Return whether a reader types the beginnings of words: one of few words, or half of many."""
    telling = [one for word, one in zip(words, whole, strict=True) if len(word) >= _LEAST_TELLING]
    begun = telling.count(False)
    return begun > 0 and (len(words) <= _FEW or 2 * begun >= len(telling))


def iter_typos(word: str) -> Iterator[str]:
    """Yield all words that differ in one letter: missing, added, wrong, or two swapped."""
    if len(word) > _LONGEST:
        return
    letters = _LETTERS if word.isascii() else "".join(_list_nearby_letters(word))
    seen = {word}
    for at in range(len(word) + 1):
        before, after = word[:at], word[at:]
        others = [before + after[1:]] if after else []
        if len(after) > 1:
            others.append(before + after[1] + after[0] + after[2:])
        others += [before + letter + after for letter in letters]
        others += [before + letter + after[1:] for letter in letters if after]
        for other in others:
            if other not in seen:
                seen.add(other)
                yield other


def _list_nearby_letters(word: str) -> list[str]:
    """Return a word's own characters and the lower-case letters of their Unicode blocks of 32."""
    blocks = dict.fromkeys(ord(letter) & ~31 for letter in word)
    letters = (chr(first + at) for first in blocks for at in range(32))
    return [letter for letter in letters if letter.islower() or letter in word]


def is_title(page: IndexedPage, meant: Mapping[str, Sequence[Sequence[QueryWord]]]) -> bool:
    """Return whether the title of a page has exactly the words of a query, in this order.

    `meant` are the choices for each word, by the name of each analyzer. A reader who types a title
    wants that page, and not one with a section about it: the words alone do not tell, since a
    longer page has them more often.
    """
    name, words = _stem_title(page.title, page.language)
    choices = meant.get(name, ())
    return len(words) == len(choices) > 0 and all(
        any(stem(choice.text, name) == word for choice in word_choices)
        for word, word_choices in zip(words, choices, strict=True)
    )


@lru_cache(maxsize=2_000)
def _stem_title(title: str, language: str | None) -> tuple[str, tuple[str, ...]]:
    """Return the analyzer of a title, and its words without their endings."""
    name = choose_analyzer(language, title)
    return name, tuple(join_piece_stems(split_pieces(compose_text(title)), name).split())
