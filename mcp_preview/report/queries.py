"""Queries of readers from a log: those without hits, and their words that the docs lack."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from docs_lsp.files.files import escape_path
from mcp_preview.content.pages import IndexedPage
from mcp_preview.index.text_analysis import (
    choose_analyzer,
    compose_text,
    get_analyzer,
    has_character_pairs,
)
from mcp_preview.report.question_file import (
    LONGEST_QUESTION,
    QuestionForm,
    QuestionMistake,
    QuestionsFault,
    decode_text,
    iter_csv_rows,
    parse_questions,
)

_COUNT_HEADINGS = ("count", "hits", "searches", "total")
_QUERY_HEADINGS = ("query", "question", "search", "term", "q")
_COUNT = re.compile(r"\d{1,12}|\d{1,3}(?:[,.'\s]\d{3}){1,3}")
"""A number in the usual notations: `1234`, `1,234`, `1.234`, `1 234`."""
_ENDLESS = re.compile(r"[.,]0{1,2}$")
"""The decimals that spreadsheets append to a whole number."""
_WORD = re.compile(r"\w+")


class Query(NamedTuple):
    """The text of a search, and how often it was made."""

    text: str
    times: int


class UnknownWord(NamedTuple):
    """A word of queries that the docs do not contain in any inflection."""

    word: str
    times: int
    """The number of searches that contained it."""
    example: str


class QueryFindings(NamedTuple):
    """The result of evaluating a log of queries."""

    searches: int
    queries: int
    """The number of different queries."""
    nothing: tuple[Query, ...]
    """The queries without hits, the most frequent first."""
    unknown: tuple[UnknownWord, ...]


def parse_queries(data: bytes, form: QuestionForm) -> tuple[Query, ...]:
    """Return the queries in a file, the most frequent first. Raises `QuestionsFault`.

    The file has one query in a line, or is a table with a column `query` and optionally one
    `count`. A table whose first line names neither has queries in its first column. Raises
    `QuestionsFault`, also for an invalid count: a search without a count must not look like one
    that was never made.
    """
    counts: Counter[str] = Counter()
    if form is QuestionForm.TOML:
        counts.update(question.question for question in parse_questions(data, form))
    elif form is QuestionForm.CSV:
        for text, count in _iter_table_queries(decode_text(data)):
            counts[text] += count
    else:
        counts.update(map(_normalize_query, decode_text(data).splitlines()))
    return tuple(Query(text, count) for text, count in counts.most_common() if text)


def evaluate_queries(
    queries: Sequence[Query], finds: Callable[[str], bool], pages: Iterable[IndexedPage]
) -> QueryFindings:
    """Return the queries for which `finds` is false, and the words that no page contains."""
    nothing = tuple(query for query in queries if not finds(query.text))
    return QueryFindings(
        sum(query.times for query in queries),
        len(queries),
        nothing,
        find_unknown_words(queries, pages),
    )


def find_unknown_words(
    queries: Iterable[Query], pages: Iterable[IndexedPage]
) -> tuple[UnknownWord, ...]:
    """Return the words of queries that no page contains in any form, most frequent first.

    Queries in languages without spaces are ignored.
    """
    stems = _collect_stems(pages)
    counts: Counter[str] = Counter()
    examples: dict[str, str] = {}
    for text, times in queries:
        if has_character_pairs(compose_text(text)):
            continue
        for word in dict.fromkeys(_WORD.findall(compose_text(text.casefold()))):
            if len(word) > 1 and not word.isdigit() and not _has_known_stems(word, stems):
                counts[word] += times
                examples.setdefault(word, text)
    return tuple(UnknownWord(word, count, examples[word]) for word, count in counts.most_common())


def _collect_stems(pages: Iterable[IndexedPage]) -> dict[str, frozenset[str]]:
    """Return the stems of the words of all pages, by the analyzer of each page."""
    words: dict[str, set[str]] = {}
    for page in pages:
        page_words = words.setdefault(choose_analyzer(page.language, page.markdown), set())
        texts = (page.title, page.description, *page.keywords, page.path, page.markdown)
        for text in texts:
            page_words.update(_WORD.findall(compose_text(text)))
    return {
        name: frozenset(get_analyzer(name).analyze(" ".join(page_words)))
        for name, page_words in words.items()
    }


def _has_known_stems(word: str, stems: dict[str, frozenset[str]]) -> bool:
    """Return whether some analyzer finds only known stems in a word; True if there is none."""
    return not stems or any(
        all(stem in known for stem in get_analyzer(name).analyze(word))
        for name, known in stems.items()
    )


def _iter_table_queries(text: str) -> Iterable[tuple[str, int]]:
    """Yield the queries of a table with their counts. Raises `QuestionsFault` at the end."""
    rows = list(iter_csv_rows(text))
    names = [name.lower() for name in rows[0][1]] if rows else []
    query = next((names.index(name) for name in _QUERY_HEADINGS if name in names), None)
    count = next((names.index(name) for name in _COUNT_HEADINGS if name in names), None)
    mistakes = []
    for line, row in rows[query is not None or count is not None :]:
        times = _parse_count(row[count] if count is not None and count < len(row) else "")
        place = query or 0
        if times is None:
            message = f"`{escape_path(row[count or 0])}` is not a number of searches."
            mistakes.append(QuestionMistake(line, message))
        elif place < len(row):
            yield _normalize_query(row[place]), max(1, times)
    if mistakes:
        raise QuestionsFault(mistakes)


def _parse_count(text: str) -> int | None:
    """Return how often a query was made: 1 if the cell is empty, None if it is not a number."""
    plain = _ENDLESS.sub("", text)
    if not plain:
        return 1
    return int(re.sub(r"\D", "", plain)) if _COUNT.fullmatch(plain) else None


def _normalize_query(text: str) -> str:
    """Return a query with single spaces and limited length."""
    return " ".join(text.split())[:LONGEST_QUESTION]
