"""Builds the queries for the search engine from the words that a reader typed.

`word_choices` decides what each word may mean, language by language. The language whose pages know
the words best has the greatest weight. Nothing in a query is a command.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from mcp_preview.content.pages import IndexedPage
from mcp_preview.index.index_schema import (
    CODE_NAMES,
    HEADING,
    PAGE_START,
    PAGE_TEXT,
    TEXT,
    TITLE,
    WHOLE,
    get_field_name,
    normalize_heading,
    parse_section,
)
from mcp_preview.index.lone_character import match_lone_character
from mcp_preview.index.query_words import (
    QueryWord,
    is_code_name,
    is_operation,
    iter_query_code_names,
    iter_word_sequences,
)
from mcp_preview.index.sentence_words import (
    WordRarity,
    drop_connecting,
    is_sentence,
    strip_contractions,
    weigh_in_sentence,
)
from mcp_preview.index.text_analysis import (
    compose_text,
    get_plain_analyzer,
    has_character_pairs,
    split_into_pairs,
    stem,
)
from mcp_preview.index.vocabulary import Vocabulary
from mcp_preview.index.weights import AT_START, IN_SENTENCE, IN_SHORT_QUERY
from mcp_preview.index.word_choices import WordChoices, is_title

if TYPE_CHECKING:
    import tantivy

MOST_WORDS = 32

_MANY = 8  # Of more words, hardly any page has all in a row.
# Other languages may know words of a query by chance, and names are in all of them; these weights
# were measured.
_DEFAULT_IS_LIKELIER = 1.5
_DEFAULT_IS_AHEAD = 1.5
_OTHER_LANGUAGES_COUNT = 0.6
_MOST_HEADINGS = 20
"""The number of headings with the words of a name that are compared with it."""
_OPERATION_COUNTS = 1_000.0
"""A method and a path together are a name: what else has their words cannot be meant."""


class BuiltQuery(NamedTuple):
    """The queries for the search engine, and the words to show in the excerpt."""

    sections: tantivy.Query
    pages: tantivy.Query
    words: tuple[str, ...]
    is_title: Callable[[IndexedPage], bool]
    """Decides whether the query is the title of a page."""
    is_heading: bool
    """Whether it is a heading to the letter: then the section below it is wanted."""


class _WordQueries(NamedTuple):
    """The queries for one word in one language."""

    sections: tantivy.Query | None
    """The query in any field of sections; None if no section has the word."""
    pages: tantivy.Query | None
    """The query anywhere in whole pages; None if no page has the word."""


_NOWHERE = _WordQueries(None, None)


class QueryBuilder:
    """Builds queries for one state of the index, in the words of some languages."""

    def __init__(
        self,
        vocabulary: Vocabulary,
        word_rarity: WordRarity,
        analyzer_names: Sequence[str],
        default: str | None = None,
    ) -> None:
        """Use the analyzers of the pages that may be found, the most frequent first.

        `default` is the analyzer of the site's default language.
        """
        import tantivy

        self._make = tantivy.Query
        self._should = tantivy.Occur.Should
        self._vocabulary = vocabulary
        self._rarity = word_rarity
        self._schema = vocabulary.schema
        self._analyzer_names = analyzer_names
        self._default = default
        self._choices = WordChoices(vocabulary, analyzer_names)

    def build_query(self, text: str) -> BuiltQuery | None:
        """Return the query for the first words of a text; None if no page has any of them."""
        text = compose_text(text.encode("utf-8", "replace").decode())  # No lone surrogates.
        parts = _split_parts(text)
        if is_sentence(sum(map(len, parts))):
            parts = _split_parts(strip_contractions(text))
        words = [word for part in parts for word in part][:MOST_WORDS]
        if not words or not self._analyzer_names:
            return None
        is_begun = not text[-1:].isspace() and not has_character_pairs(text[-1:])
        is_heading = self._is_heading(text)
        meant = self._choices.find_choices(
            words, is_begun=is_begun, is_exact=is_heading or len(parts) == 1
        )
        character, sections_within, pages_within = match_lone_character(
            self._schema, words, self._analyzer_names
        )
        if not character and not any(any(one) for one in meant.values()):
            return None
        counts = self._weight_languages(meant)
        in_sections, in_pages = [], []
        for name, count in counts:
            queries = [self._query_word(own, name, is_sentence(len(words))) for own in meant[name]]
            rows = self._query_rows(meant[name], parts, name)
            of_sections = [*filter(None, (query.sections for query in queries)), *rows]
            of_pages = [*filter(None, (query.pages for query in queries))]
            in_sections.append(self._make.boost_query(self._combine_queries(of_sections), count))
            in_pages.append(self._make.boost_query(self._combine_queries(of_pages), count))
        sections = self._combine_queries(
            [
                self._choose_best(in_sections),
                *self._query_any_language(text, is_heading),
                *sections_within,
            ]
        )
        pages = self._choose_best(in_pages)
        if pages_within:
            pages = self._combine_queries([pages, *pages_within])
        shown = dict.fromkeys(
            choice.text for name, _ in counts for choices in meant[name] for choice in choices
        )
        shown |= dict.fromkeys(character)
        excerpt = [word for word in shown if len(word) > 1 or word == character]
        # `list_users` is not the title "List users", although it has its words.
        meant_title = {} if self._is_code(text) and not is_heading else meant
        matches_title = partial(is_title, meant=meant_title)
        return BuiltQuery(sections, pages, drop_connecting(excerpt), matches_title, is_heading)

    def _weight_languages(self, meant: dict[str, list[list[QueryWord]]]) -> list[tuple[str, float]]:
        """Return the analyzers, each with the weight of its words."""
        names = self._analyzer_names
        if len(names) == 1:
            return [(names[0], 1.0)]

        def rate_analyzer(name: str) -> float:
            best = sum(
                max(
                    choice.weight * math.log1p(self._choices.count_sections(choice.text, name))
                    for choice in choices
                )
                for choices in meant[name]
                if choices
            )
            if name == self._default:
                return best * _DEFAULT_IS_LIKELIER + _DEFAULT_IS_AHEAD
            return best

        likeliest = max(names, key=rate_analyzer)
        return [(name, 1.0 if name == likeliest else _OTHER_LANGUAGES_COUNT) for name in names]

    def _query_any_language(self, text: str, is_heading: bool) -> Iterator[tantivy.Query]:
        """Yield queries for the text as a heading and, if it is none, for the code names in it."""
        heading = normalize_heading(text)
        whole = self._make.term_query(self._schema, WHOLE, heading)
        if is_heading and is_operation(text):
            yield self._make.const_score_query(whole, _OPERATION_COUNTS)
            return
        yield whole
        names = list(iter_query_code_names(text))[:MOST_WORDS]
        # An exact heading is meant: `Next.js` is code in many pages.
        if names and not is_heading:
            for name in names:
                query = self._make.term_query(self._schema, CODE_NAMES, name.text)
                # Not by the number of names of a section: most have none, and a list has many.
                score = name.weight * self._vocabulary.compute_rarity(CODE_NAMES, name.text)
                yield self._make.const_score_query(query, score)

    def _is_heading(self, text: str) -> bool:
        """Return whether a text is a heading; if it is a name of code, to the letter."""
        heading = normalize_heading(text)
        if not self._is_code(text):
            return self._vocabulary.is_searchable(WHOLE, heading)
        documents = self._vocabulary.find_documents(WHOLE, heading, _MOST_HEADINGS)
        named = text.strip().casefold()
        return any(parse_section(document).title.casefold() == named for document in documents)

    def _is_code(self, text: str) -> bool:
        """Return whether a text is a single name that some page formats as code."""
        name = text.strip().lower()
        return is_code_name(text) and self._vocabulary.is_searchable(CODE_NAMES, name)

    # The query in one language

    def _query_word(
        self, choices: Sequence[QueryWord], analyzer_name: str, in_sentence: bool
    ) -> _WordQueries:
        """Return the queries for the choices for a word; cached, since most words repeat."""
        if not choices:
            return _NOWHERE
        return self._vocabulary.get_or_compute(
            ("word", analyzer_name, in_sentence, *choices),
            lambda: self._build_word_queries(choices, analyzer_name, in_sentence),
        )

    def _build_word_queries(
        self, choices: Sequence[QueryWord], analyzer_name: str, in_sentence: bool
    ) -> _WordQueries:
        """Return the queries for the choices for a word, of which the best one counts."""
        terms = _weigh_terms(choices, analyzer_name, in_sentence).items()
        sections = [
            query
            for term, weight in terms
            if (query := self._query_fields(term, analyzer_name, in_sentence, weight))
        ]
        pages = [
            query
            for term, weight in terms
            if (query := self._query_page(term, analyzer_name, in_sentence, weight))
        ]
        return _WordQueries(
            self._choose_best(sections) if sections else None,
            self._choose_best(pages) if pages else None,
        )

    def _query_rows(
        self,
        meant: Sequence[Sequence[QueryWord]],
        parts: Sequence[Sequence[str]],
        analyzer_name: str,
    ) -> Iterator[tantivy.Query]:
        """Yield queries for the words of sections in a row: all of them, and those of each name."""
        name = get_field_name(TEXT, analyzer_name)
        row: list[str | tuple[int, str]] = [
            stem(choices[0].text, analyzer_name)
            for choices in meant
            if choices and choices[0].weight == 1.0
        ]
        if 1 < len(row) <= _MANY and self._has_terms(name, row):
            yield self._make.phrase_query(self._schema, name, row, slop=1)
        for words, weight in iter_word_sequences(parts, meant):
            stems: list[str | tuple[int, str]] = [stem(word, analyzer_name) for word in words]
            if self._has_terms(name, stems):
                phrase = self._make.phrase_query(self._schema, name, stems)
                yield self._make.boost_query(phrase, weight)

    def _combine_queries(self, queries: list[tantivy.Query]) -> tantivy.Query:
        """Return a query that scores the sum of all matching queries."""
        return self._make.boolean_query([(self._should, query) for query in queries])

    def _choose_best(self, queries: list[tantivy.Query]) -> tantivy.Query:
        """Return a query that scores the best of some queries."""
        return queries[0] if len(queries) == 1 else self._make.disjunction_max_query(queries)

    def _query_page(
        self, term: str, analyzer_name: str, in_sentence: bool, weight: float
    ) -> tantivy.Query | None:
        """Return the query for a word anywhere in a page; None if no page has it."""
        name = get_field_name(PAGE_TEXT, analyzer_name)
        if not self._rarity.pages.doc_freq(name, term):
            return None
        if not in_sentence:
            return self._build_term_query(name, term, weight)
        rarity = self._rarity.correct_page_rarity(term, analyzer_name)
        anywhere = self._build_term_query(name, term, weight * rarity)
        return self._combine_queries([anywhere, *self._query_start(term, analyzer_name, weight)])

    def _query_start(self, term: str, analyzer_name: str, weight: float) -> Iterator[tantivy.Query]:
        """Yield the query for a word in the beginning of a page if a page has it there.

        A connecting word says nothing about the subject of a page.
        """
        name = get_field_name(PAGE_START, analyzer_name)
        if weigh_in_sentence(term) == 1.0 and self._rarity.pages.doc_freq(name, term):
            rarity = self._rarity.compute_page_rarity(term, analyzer_name)
            within = self._make.term_query(self._schema, name, term)
            # Once is enough: that such a text has few words is no merit.
            yield self._make.const_score_query(within, AT_START * weight * rarity)

    def _query_fields(
        self, term: str, analyzer_name: str, in_sentence: bool, weight: float
    ) -> tantivy.Query | None:
        """Return the query for a word in text, title and heading; None if no section has it."""
        weights = IN_SENTENCE if in_sentence else IN_SHORT_QUERY
        kinds = ((TEXT, 1.0), (TITLE, weights.title), (HEADING, weights.heading))
        parts = [
            (
                self._should,
                self._build_term_query(
                    get_field_name(kind, analyzer_name), term, weight * (own * rarity)
                ),
            )
            for kind, own in kinds
            if (rarity := self._compute_section_rarity(kind, term, analyzer_name, in_sentence))
        ]
        return self._make.boolean_query(parts) if parts else None

    def _compute_section_rarity(
        self, kind: str, term: str, analyzer_name: str, in_sentence: bool
    ) -> float:
        """Return the factor for a term's score in a field of sections; 0 if no section has it."""
        if in_sentence:
            return self._rarity.rate_in_sections(kind, term, analyzer_name)
        return float(self._rarity.sections.doc_freq(get_field_name(kind, analyzer_name), term) > 0)

    def _build_term_query(self, name: str, term: str, weight: float) -> tantivy.Query:
        """Return the weighted query for an indexed word in a field."""
        return self._make.boost_query(self._make.term_query(self._schema, name, term), weight)

    def _has_terms(self, name: str, terms: Sequence[str | tuple[int, str]]) -> bool:
        """Return whether a field has each of these words, so that no search is made in vain."""
        return all(self._rarity.sections.doc_freq(name, term) for term in terms)


def _split_parts(text: str) -> list[list[str]]:
    """Return the words of each part of a text that was typed without a space."""
    return [get_plain_analyzer().analyze(part) for part in split_into_pairs(text).split()]


def _weigh_terms(
    choices: Sequence[QueryWord], analyzer_name: str, in_sentence: bool
) -> dict[str, float]:
    """Return the stems of the choices for a word, each with its weight."""
    return {
        stem(choice.text, analyzer_name): choice.weight
        * (weigh_in_sentence(choice.text) if in_sentence else 1.0)
        for choice in reversed(choices)
    }
