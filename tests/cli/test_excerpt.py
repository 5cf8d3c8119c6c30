"""The source line and the carets below it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docs_lsp.cli.output.text import render_excerpt
from docs_lsp.cli.terminal import count_char_columns, escape_unsafe
from docs_lsp.core.text import Span, Text


def marked(text: str) -> tuple[Text, Span]:
    """A text and the range between its two marks."""
    start, rest = text.encode("utf-8").split("«".encode())
    hit, end = rest.split("»".encode())
    return Text.from_data(start + hit + end), Span(len(start), len(start) + len(hit))


@pytest.mark.parametrize(
    ("text", "line", "carets"),
    [
        ('{\n  "a": «"b"»,\n}', '  "a": "b",', "       ^^^"),
        ("one\r\n«two»\r\nthree", "two", "^^^"),
        ("«»", "", "^"),
        ("abc«»", "abc", "   ^"),
        ("ab«»c", "abc", "  ^"),
        ("a «b\nc» d", "a b", "  ^"),
        ("a«\n»b", "a", " ^"),
        ("\t«x»", "    x", "    ^"),
        ("a\tb\t«x\ty»", "a   b   x   y", "        ^^^^^"),
        ("日本«語»", "日本語", "    ^^"),
        ("😀 «😀»", "😀 😀", "   ^^"),
        ("e\u0301 «x»", "e\u0301 x", "  ^"),
        ("\x1b[31m «x»", "\\u001b[31m x", "           ^"),
        ("«\u202ex»", "\\u202ex", "^^^^^^^"),
    ],
)
def test_carets_stand_under_the_range(text: str, line: str, carets: str) -> None:
    assert render_excerpt(*marked(text), 100) == (line, carets)


def test_what_an_encoding_does_not_have_is_written_out() -> None:
    assert render_excerpt(*marked("日é «x»"), 100, "latin-1") == ("\\u65e5é x", "        ^")


def test_bytes_that_are_no_text_are_shown_as_unknown() -> None:
    assert render_excerpt(Text.from_data(b"a\xff b"), Span(3, 4), 100) == ("a\ufffd b", "   ^")


@pytest.mark.parametrize(
    ("text", "line", "carets"),
    [
        ("«a»bcdefghijklmnopqrstuvwxyz", "abcdefghijklmn...", "^"),
        ("abcdefghijklmn«op»qrstuvwxyz", "...hijklmnopqrstu...", "          ^^"),
        ("abcdefghijklmnopqrstuvwxy«z»", "...rstuvwxyz", "           ^"),
        ("«abcdefghijklmnopqrstuvwxyz»", "abcdefghijklmn...", "^^^^^^^^^^^^^^"),
    ],
)
def test_a_long_line_is_cut_around_the_range(text: str, line: str, carets: str) -> None:
    assert render_excerpt(*marked(text), 20) == (line, carets)


def test_a_file_on_one_line_is_not_read_as_a_whole() -> None:
    text = Text.from_data(b"x" * 5_000_000 + b"here" + b"y" * 5_000_000)
    line, carets = render_excerpt(text, Span(5_000_000, 5_000_004), 60)

    assert "xxherey" in line
    assert line[carets.index("^") : len(carets)] == "here"
    assert len(line) <= 60


@given(st.text(), st.text(), st.text(), st.integers(20, 120))
def test_the_carets_mark_the_range_whatever_the_text(
    before: str, hit: str, after: str, columns: int
) -> None:
    text = Text.from_data(before + hit + after)
    start = len(before.encode("utf-8", "replace"))
    span = Span(min(start, len(text)), min(start + len(hit.encode("utf-8", "replace")), len(text)))
    line, carets = render_excerpt(text, span, columns)

    assert escape_unsafe(line) == line
    assert set(carets.lstrip()) == {"^"}
    assert sum(map(count_char_columns, line)) <= columns
