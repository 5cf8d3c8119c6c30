"""Clients that put in a word get proposals that are whole all the same."""

from __future__ import annotations

from typing import Any

import pytest

from docs_lsp.features._range_workarounds import end_ranges_at_cursor, start_ranges_at_word
from docs_lsp.features.to_lsp import Json

PLAIN, SNIPPET = 1, 2
LINE = '"pages": ["gui"]'
START, CURSOR, END = ({"line": 0, "character": column} for column in (10, 14, 15))
RANGE = {"start": START, "end": END}
SHORT = {"start": START, "end": CURSOR}


def rest_before(end: Json) -> str:
    return LINE[CURSOR["character"] : end["character"]]


def only(answer: dict[str, Any]) -> dict[str, Any]:
    [item] = end_ranges_at_cursor({"isIncomplete": True, **answer}, CURSOR, rest_before)["items"]
    return dict(item)


def item(text: str, kind: int = PLAIN) -> dict[str, Any]:
    edit = {"range": RANGE, "newText": text}
    return {"label": "x", "insertTextFormat": kind, "textEdit": edit}


def test_what_stands_behind_the_cursor_is_left() -> None:
    found = only({"items": [item('"guides/start"')]})

    assert found == {
        "label": "x",
        "insertTextFormat": PLAIN,
        "textEdit": {"range": SHORT, "newText": '"guides/start'},
    }


def test_a_range_is_kept_where_the_text_does_not_end_like_that() -> None:
    assert only({"items": [item('"a", ')]})["textEdit"]["range"] == RANGE


@pytest.mark.parametrize(
    ("text", "snippet"),
    [('"a", "b', '"a", "b'), ("$x }", "\\$x \\}"), ("a\\ b", "a\\\\ b"), ("a\tb", "a\tb")],
)
def test_a_text_with_blanks_is_said_as_a_snippet(text: str, snippet: str) -> None:
    found = only({"items": [item(text)]})

    assert found["insertTextFormat"] == SNIPPET
    assert found["textEdit"]["newText"] == snippet


def test_a_snippet_stays_what_it_is() -> None:
    found = only({"items": [item('"icon": "$1"', SNIPPET)]})

    assert found["insertTextFormat"] == SNIPPET
    assert found["textEdit"] == {"range": SHORT, "newText": '"icon": "$1'}


def test_what_was_said_for_all_is_said_for_each() -> None:
    defaults = {"editRange": RANGE, "insertTextFormat": PLAIN}
    shape = {"label": "x", "textEditText": '"guides/start"'}
    answer = end_ranges_at_cursor({"itemDefaults": defaults, "items": [shape]}, CURSOR, rest_before)

    assert answer == {
        "itemDefaults": {"insertTextFormat": PLAIN},
        "items": [
            {
                "label": "x",
                "insertTextFormat": PLAIN,
                "textEdit": {"range": SHORT, "newText": '"guides/start'},
            }
        ],
    }


def test_nothing_is_cut_where_nothing_stands_behind_the_cursor() -> None:
    edit = {"range": SHORT, "newText": '"a"'}
    found = only({"items": [{"label": "x", "insertTextFormat": PLAIN, "textEdit": edit}]})

    assert found["textEdit"] == edit


@pytest.mark.parametrize(
    ("typed", "text", "word"),
    [
        ('"guides/sp', '"guides/spare"', 'spare"'),
        ('"', '"guides/spare"', 'guides/spare"'),
        ("", '"guides/spare"', '"guides/spare"'),
        ('"pa', '"pages": []', 'pages": []'),
    ],
)
def test_a_client_that_replaces_a_word_gets_its_part(typed: str, text: str, word: str) -> None:
    shape = {**item(text), "filterText": text}
    answer = start_ranges_at_word(
        {"isIncomplete": False, "items": [shape]}, lambda start: typed, lambda word: {"word": word}
    )
    [found] = answer["items"]

    start = {"word": typed[-2:] if typed[1:] else ""}
    assert found["textEdit"] == {"range": {"start": start, "end": END}, "newText": word}
    assert found["filterText"] == word


def test_a_proposal_that_begins_otherwise_keeps_its_range() -> None:
    shape = {**item('"guides/spare"'), "filterText": '"wide/sp'}
    answer = {"isIncomplete": False, "items": [shape]}

    assert start_ranges_at_word(answer, lambda start: '"wide/sp', lambda word: {}) == answer
