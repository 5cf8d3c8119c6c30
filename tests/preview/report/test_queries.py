"""Queries of a log: those that find nothing, and words that stand nowhere."""

from __future__ import annotations

from unicodedata import normalize

import pytest

from mcp_preview.report.queries import Query, evaluate_queries, find_unknown_words, parse_queries
from mcp_preview.report.question_file import QuestionForm, QuestionsFault
from tests.preview.small import page_of

PAGES = [
    page_of("tides", "When the waters rise in the harbour.", title="Tides", keywords=("flood",)),
    page_of("fr/marees", "Les marées montent.", language="fr", title="Marées"),
]


@pytest.mark.parametrize(
    ("text", "form", "found"),
    [
        ("tides\n\n tides \nboats", QuestionForm.LINES, [("tides", 2), ("boats", 1)]),
        ("query,count\ntides,7\nboats,9\n", QuestionForm.CSV, [("boats", 9), ("tides", 7)]),
        ("tides,x\nboats,y\n", QuestionForm.CSV, [("tides", 1), ("boats", 1)]),
        ("count;search\n3;a b\n;c", QuestionForm.CSV, [("a b", 3), ("c", 1)]),
        (
            'query,count\na,"1,234"\nb,56.0\nc,"1.234.567"\nd,2 345\ne,0',
            QuestionForm.CSV,
            [("c", 1_234_567), ("d", 2_345), ("a", 1_234), ("b", 56), ("e", 1)],
        ),
        ('[[question]]\nask = "a"\npage = "b"', QuestionForm.TOML, [("a", 1)]),
        ("", QuestionForm.CSV, []),
    ],
)
def test_queries_are_read_and_counted(
    text: str, form: QuestionForm, found: list[tuple[str, int]]
) -> None:
    assert list(map(tuple, parse_queries(text.encode(), form))) == found


@pytest.mark.parametrize("count", ["many", "-3", "1,23", "1e9", "9" * 13])
def test_a_count_that_is_none_is_refused_with_its_line(count: str) -> None:
    with pytest.raises(QuestionsFault, match=f"line 3: `{count}` is not a number of searches."):
        parse_queries(f"query;count\na;1\nb;{count}\n".encode(), QuestionForm.CSV)


def test_what_is_no_text_is_refused() -> None:
    with pytest.raises(QuestionsFault, match="line 2: This is not UTF-8"):
        parse_queries(b"a\n\xff", QuestionForm.LINES)


def test_words_in_any_form_are_known() -> None:
    queries = [
        Query("rising tide water flooding marée", 3),
        Query("ebb 42 x", 2),
        Query("ebb now", 1),
        Query("潮汐表", 1),
    ]

    found = find_unknown_words(queries, PAGES)

    assert [(one.word, one.times, one.example) for one in found] == [
        ("ebb", 3, "ebb 42 x"),
        ("now", 1, "ebb now"),
    ]


def test_letters_may_be_written_with_marks_of_their_own() -> None:
    queries = [Query(normalize("NFD", "marées"), 2), Query("marées", 1)]
    page = page_of("fr/maree", "Les marées.", language="fr", title=normalize("NFD", "Marée"))

    assert find_unknown_words(queries, PAGES) == find_unknown_words(queries, [page]) == ()


def test_what_finds_nothing_is_told() -> None:
    queries = [Query("tides", 5), Query("xyzzy", 2)]

    found = evaluate_queries(queries, lambda text: text == "tides", PAGES)

    assert (found.searches, found.queries, found.nothing) == (7, 2, (Query("xyzzy", 2),))
    assert [one.word for one in found.unknown] == ["xyzzy"]
