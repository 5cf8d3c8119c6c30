"""Files of questions: TOML, CSV and plain lists, and what is wrong with them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_preview.report.question_file import (
    QuestionForm,
    QuestionsFault,
    SavedQuestion,
    adapt_to_earlier_site,
    normalize_wanted_page,
    parse_questions,
)

TOML = """\
[[question]]
ask = "How do I rotate   a key?"
page = "/guides/keys.mdx#rotation"

# A comment.
[[question]]
ask = "clé"
page = ["fr/keys", "keys"]
language = "fr"
version = "v2"
as = "user:anna"
"""


def test_toml_is_read_with_lines() -> None:
    assert parse_questions(TOML.encode()) == (
        SavedQuestion("How do I rotate a key?", ("guides/keys#rotation",), line=1),
        SavedQuestion("clé", ("fr/keys", "keys"), "fr", "v2", "user:anna", 6),
    )


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("question\tpages\nhow?\ta|b\n", SavedQuestion("how?", ("a", "b"), line=2)),
        (
            "page,language,query,as\n/a,fr,q,credential",
            SavedQuestion("q", ("a",), "fr", None, "credential", 2),
        ),
        ('Question;Page\n"a\nb";x', SavedQuestion("a b", ("x",), line=2)),
        ("query\nwords only\n", SavedQuestion("words only", line=2)),
    ],
)
def test_a_table_is_read_by_its_headings(text: str, found: SavedQuestion) -> None:
    assert parse_questions(text.encode(), QuestionForm.CSV) == (found,)


def test_a_question_that_names_no_viewer_is_asked_as_the_one_given() -> None:
    text = "question,page,as\na,a,\nb,b,anonymous\nc,c,credential\n"

    found = parse_questions(text.encode(), QuestionForm.CSV, "groups:crew")
    plain = parse_questions(b"a\n", QuestionForm.LINES, "groups:crew")

    assert [one.viewer for one in found] == ["groups:crew", "anonymous", "credential"]
    assert [one.viewer for one in plain] == ["groups:crew"]


def test_a_plain_list_is_read_line_by_line() -> None:
    found = parse_questions("\ufeffone\n\n  two  \n".encode(), QuestionForm.LINES)

    assert [(one.question, one.line) for one in found] == [("one", 1), ("two", 3)]


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ('[[question]]\nask = "a"\n', 1, "`page`"),
        ('[[question]]\nask = "a"\npage = []\n', 1, "`page`"),
        ('\n[[question]]\npage = "a"\n', 2, "`ask`"),
        ('[[question]]\nask = "a"\npage = "b"\nlang = "de"\n', 1, "`lang`"),
        ('[[question]]\nask = 1\npage = "b"\n', 1, "`ask` must be a string"),
        ('[question]\nask = "a"\n', 1, "`[[question]]`"),
        ('[[questions]]\nask = "a"\n', 1, "`questions`"),
        ("question = [1]\n", 1, "`[[question]]`"),
        ('[[question]]\nask = "a\n', 2, ""),
    ],
)
def test_each_mistake_is_told_with_its_line(text: str, line: int, said: str) -> None:
    with pytest.raises(QuestionsFault) as raised:
        parse_questions(text.encode())

    assert raised.value.mistakes[0].line == line
    assert said in raised.value.mistakes[0].message


def test_all_mistakes_are_told_at_once() -> None:
    with pytest.raises(QuestionsFault) as raised:
        parse_questions(b'[[question]]\nask = "a"\n[[question]]\npage = "a"\n')

    assert [one.line for one in raised.value.mistakes] == [1, 3]
    assert str(raised.value).startswith("line 1: ")


@pytest.mark.parametrize("form", QuestionForm)
@given(data=st.binary(max_size=200))
def test_whatever_stands_in_a_file_gives_questions_or_mistakes(
    form: QuestionForm, data: bytes
) -> None:
    try:
        found = parse_questions(data, form)
    except QuestionsFault as fault:
        assert all(one.line >= 1 and one.message for one in fault.mistakes)
    else:
        assert all(one.question for one in found)


@pytest.mark.parametrize(
    ("written", "page"),
    [("/", "index"), ("/a/b/", "a/b"), ("./a.md#x", "a#x"), ("a#", "a"), ("a.mdx", "a")],
)
def test_a_page_may_be_written_in_the_usual_ways(written: str, page: str) -> None:
    assert normalize_wanted_page(written) == page


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("questions.toml", QuestionForm.TOML),
        ("log.TSV", QuestionForm.CSV),
        ("queries", QuestionForm.LINES),
    ],
)
def test_the_name_tells_the_form(name: str, form: QuestionForm) -> None:
    assert QuestionForm.from_file_name(name) is form


def test_a_question_whose_page_came_later_wants_what_it_wanted_then() -> None:
    now = (
        SavedQuestion("moved", ("new#a",), line=1),
        SavedQuestion("corrected", ("kept",), line=5),
        SavedQuestion("moved", ("new",), "fr", line=9),
        SavedQuestion("added", ("new",)),
    )
    then = (
        SavedQuestion("moved", ("old#a",), line=7),
        SavedQuestion("corrected", ("old",)),
        SavedQuestion("added"),
    )

    asked = adapt_to_earlier_site(now, then, {"kept", "old"}.__contains__)

    assert [one.wanted for one in asked] == [("old#a",), ("kept",), ("new",), ("new",)]
