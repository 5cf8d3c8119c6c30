"""The edits that make one text of another are small, and make it exactly."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from docs_lsp.features import _fix_all
from docs_lsp.features._fix_all import diff_file
from docs_lsp.files.draft import apply_file_edits

LINES = st.lists(
    st.sampled_from(["a", "b", "", "aé", "\U0001f6a2", "a\U0001f6a2", "\u2028", "\x0c"]), max_size=6
)
ENDS = st.sampled_from(["\n", "\r\n", "\r", ""])


@st.composite
def texts(draw: st.DrawFn) -> bytes:
    return "".join(f"{line}{draw(ENDS)}" for line in draw(LINES)).encode()


@given(texts(), texts())
@example(b"a\r\nb", b"a\nb")
@example(b"", b"x")
def test_the_edits_make_the_other_text(before: bytes, after: bytes) -> None:
    edits = diff_file("x", before, after)

    assert apply_file_edits(before, edits) == after
    for start, end in (edit.span for edit in edits):
        (before[:start] + before[end:]).decode()  # No character is cut in two.
        assert b"\r\n" not in (before[start - 1 : start + 1], before[end - 1 : end + 1])


def test_what_stays_is_left_alone() -> None:
    before = b'{\n  "a": 1,\n  "b": 2,\n  "c": 3\n}\n'
    after = before.replace(b'"a": 1', b'"a": 17').replace(b'"c": 3', b'"d": 3')
    edits = diff_file("x", before, after)

    assert [(before[slice(*edit.span)], edit.new) for edit in edits] == [(b"", "7"), (b"c", "d")]


def test_the_same_text_needs_no_edit() -> None:
    assert diff_file("x", b"a\r\n", b"a\r\n") == ()


def test_a_long_text_becomes_one_edit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_fix_all, "MOST_LINES", 4)
    before, after = b"a\n1\nb\n2\nc\n", b"a\n3\nb\n4\nc\n"
    (edit,) = diff_file("x", before, after)

    assert apply_file_edits(before, [edit]) == after
    assert before[slice(*edit.span)] == b"1\nb\n2"


def test_bytes_that_are_no_text_are_replaced_whole() -> None:
    before, after = b"a \xff b\n", b"a b\n"

    assert apply_file_edits(before, diff_file("x", before, after)) == after
