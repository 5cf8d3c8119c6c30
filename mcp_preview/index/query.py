"""What somebody looks for, as a question to the index.

Words are looked up as they are. One that no page has is taken for the beginning of a word, or else
for a slip of one letter; the last one may always be only begun. Nothing in a query is a command.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from mcp_preview.index.schema import HEADING, NAMES, TEXT, TITLE, field
from mcp_preview.index.slips import slips_of
from mcp_preview.index.words import analyzer, has_pairs, in_pairs, plain_analyzer

if TYPE_CHECKING:
    import tantivy

MOST_WORDS = 32

_FEW = 4  # Up to so many words, a query is likely to be a title.
_COMPLETIONS = 6
_LEAST_BEGUN = 2
_LEAST_MISSPELT = 4


class Query(NamedTuple):
    """A question to the index, and the words whose places are to be shown."""

    query: tantivy.Query
    words: tuple[str, ...]


class Term(NamedTuple):
    """A word of the index, and how much finding it counts."""

    text: str
    weight: float = 1.0


class Vocabulary:
    """The words that the pages have."""

    def __init__(self, searcher: tantivy.Searcher) -> None:
        """Look into an index as it is now."""
        self._searcher = searcher

    def count(self, name: str, word: str) -> int:
        """How many sections have a word in a field."""
        return self._searcher.doc_freq(name, word)

    def beginning(self, name: str, start: str) -> list[str]:
        """The most frequent words of a field that begin so."""
        found = self._searcher.terms_with_prefix(name, start)
        return [word for word, _ in sorted(found, key=lambda one: -one[1])[:_COMPLETIONS]]


def query_of(
    text: str, tongues: Sequence[str], vocabulary: Vocabulary, schema: tantivy.Schema
) -> Query | None:
    """The question that a text asks; None for a text without words."""
    import tantivy

    words = plain_analyzer().analyze(in_pairs(text))[:MOST_WORDS]
    if not words:
        return None
    is_begun = not text[-1:].isspace() and not has_pairs(text[-1:])
    asked = [_in_tongue(words, tongue, vocabulary, schema, is_begun=is_begun) for tongue in tongues]
    parts = [query for query in asked if query is not None]
    if not parts:
        return None
    shown = tuple(word for word in words if len(word) > 1)
    return Query(tantivy.Query.disjunction_max_query(parts), shown)


def _in_tongue(
    words: list[str],
    tongue: str,
    vocabulary: Vocabulary,
    schema: tantivy.Schema,
    *,
    is_begun: bool,
) -> tantivy.Query | None:
    """The question with the words of one language."""
    import tantivy

    should = tantivy.Occur.Should
    title, heading = (1.0, 0.8) if len(words) <= _FEW else (0.4, 0.3)
    parts = []
    stems: list[str | tuple[int, str]] = []
    for at, word in enumerate(words):
        is_last = is_begun and at == len(words) - 1
        terms = _terms(word, tongue, vocabulary, is_last=is_last)
        if not terms:
            continue
        if terms[0].weight == 1.0:
            stems.append(terms[0].text)
        choices = [
            tantivy.Query.boost_query(
                _fields(term.text, tongue, schema, title, heading), term.weight
            )
            for term in terms
        ]
        one = choices[0] if len(choices) == 1 else tantivy.Query.disjunction_max_query(choices)
        parts.append((should, one))
    if 1 < len(stems) <= 8:
        phrase = tantivy.Query.phrase_query(schema, field(TEXT, tongue), stems, slop=1)
        parts.append((should, tantivy.Query.boost_query(phrase, 1.0)))
    return tantivy.Query.boolean_query(parts) if parts else None


def _fields(
    term: str, tongue: str, schema: tantivy.Schema, title: float, heading: float
) -> tantivy.Query:
    """A word in any of the fields."""
    import tantivy

    should = tantivy.Occur.Should
    return tantivy.Query.boolean_query(
        [
            (
                should,
                tantivy.Query.boost_query(
                    tantivy.Query.term_query(schema, field(kind, tongue), term), weight
                ),
            )
            for kind, weight in ((TEXT, 1.0), (TITLE, title), (HEADING, heading))
        ]
    )


def _terms(word: str, tongue: str, vocabulary: Vocabulary, *, is_last: bool) -> list[Term]:
    """What a word may stand for in the index, the likeliest first."""
    name = field(TEXT, tongue)
    stem = _stem(word, tongue)
    known = vocabulary.count(name, stem) > 0
    found = {stem: 1.0} if known else {}
    if len(word) >= _LEAST_BEGUN and (is_last or not known):
        for other in _completions(word, tongue, vocabulary):
            found.setdefault(other, 0.5 if known else 0.8)
    if not found and len(word) >= _LEAST_MISSPELT:
        for other in _corrections(word, tongue, vocabulary):
            found.setdefault(other, 0.7)
    return [Term(text, weight) for text, weight in found.items()]


def _completions(word: str, tongue: str, vocabulary: Vocabulary) -> Iterator[str]:
    """The stems of words that begin so: of those in titles, or else of those anywhere."""
    name = field(TEXT, tongue)
    found = False
    for other in vocabulary.beginning(NAMES, word):
        stem = _stem(other, tongue)
        if vocabulary.count(name, stem):
            found = True
            yield stem
    if not found and len(word) > _LEAST_BEGUN:
        yield from vocabulary.beginning(name, word)


def _corrections(word: str, tongue: str, vocabulary: Vocabulary) -> Collection[str]:
    """The stems of words that differ in one letter, those that are in titles first."""
    name = field(TEXT, tongue)
    counted: dict[str, tuple[int, int]] = {}
    for other in slips_of(word):
        in_names = vocabulary.count(NAMES, other)
        stem = _stem(other, tongue) if in_names else other
        count = vocabulary.count(name, stem)
        if count:
            counted[stem] = max(counted.get(stem, (0, 0)), (in_names, count))
    return sorted(counted, key=lambda stem: counted[stem], reverse=True)[:3]


def _stem(word: str, tongue: str) -> str:
    stems = analyzer(tongue).analyze(word)
    return stems[0] if len(stems) == 1 else word
