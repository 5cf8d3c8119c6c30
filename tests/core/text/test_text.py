"""Lines, columns and edits, in each encoding."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docs_lsp.core import text as module
from docs_lsp.core.text import (
    Encoding,
    Span,
    Text,
    encode_text,
    find_changed_range,
    fold_case,
    measure_common_prefix,
)

CHARACTERS = st.text(st.sampled_from("ab\r\n\té😀\u2028\x0c\x85"), max_size=60)


def starts_of(data: bytes) -> list[int]:
    return [0, *(match.end() for match in re.finditer(rb"\r\n?|\n", data))]


def lines_of(text: Text) -> list[int]:
    return [text.get_line_start(line) for line in range(text.line_count)]


def test_only_lf_crlf_and_cr_end_a_line() -> None:
    text = Text.from_data("a\u2028b\x0cc\x85d\ne\r\nf\rg")
    assert [text.data[slice(*text.get_line_span(line))].decode() for line in range(4)] == [
        "a\u2028b\x0cc\x85d",
        "e",
        "f",
        "g",
    ]


def test_an_empty_text_has_one_empty_line() -> None:
    text = Text.from_data("")
    assert text.line_count == 1
    assert text.to_position(0, Encoding.UTF16) == (0, 0)
    assert text.to_offset(5, 5, Encoding.UTF16) == 0


@given(CHARACTERS, st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1), CHARACTERS), max_size=8))
def test_a_spliced_text_has_the_lines_of_a_fresh_one(
    content: str, script: list[tuple[float, float, str]]
) -> None:
    blocks: Any = module
    original = blocks._LINES_PER_BLOCK
    blocks._LINES_PER_BLOCK = 3  # small blocks, so that edits cross their borders
    try:
        text = Text.from_data(content)
        for first, second, new in script:
            start, end = sorted((int(first * len(text)), int(second * len(text))))
            expected = text.data[:start] + new.encode() + text.data[end:]
            text = text.replace_bytes(start, end, new.encode())
            assert text.data == expected
            assert lines_of(text) == text.list_line_starts() == starts_of(expected)
    finally:
        blocks._LINES_PER_BLOCK = original


@given(CHARACTERS, st.sampled_from(Encoding))
def test_positions_lead_back_to_their_offset(content: str, encoding: Encoding) -> None:
    text = Text.from_data(content)
    offset = 0
    for char in content:
        line, column = text.to_position(offset, encoding)
        in_a_line_end = char == "\n" and text.data[offset - 1 : offset] == b"\r"
        if not in_a_line_end:
            assert text.to_offset(line, column, encoding) == offset
        offset += len(char.encode())


@pytest.mark.parametrize(
    ("encoding", "column"),
    [(Encoding.UTF8, 7), (Encoding.UTF16, 4), (Encoding.UTF32, 3)],
)
def test_columns_count_in_the_units_of_the_client(encoding: Encoding, column: int) -> None:
    text = Text.from_data("é😀x|")
    assert text.to_position(7, encoding) == (0, column)
    assert text.to_offset(0, column, encoding) == 7


@pytest.mark.parametrize(("encoding", "inside"), [(Encoding.UTF8, 2), (Encoding.UTF16, 1)])
def test_a_column_inside_a_character_means_its_start(encoding: Encoding, inside: int) -> None:
    assert Text.from_data("😀").to_offset(0, inside, encoding) == 0


def test_a_position_past_the_end_means_the_end() -> None:
    text = Text.from_data("ab\r\ncd")
    assert text.to_offset(0, 99, Encoding.UTF16) == 2
    assert text.to_offset(9, 0, Encoding.UTF16) == 6


def test_a_lone_surrogate_keeps_its_width() -> None:
    assert encode_text("a\ud800b") == "a\ufffdb".encode()
    assert encode_text("\ud83d\ude00") == "😀".encode()


def test_a_long_text_is_indexed_in_blocks() -> None:
    text = Text.from_data(b"line\n" * 2000)
    assert text.line_count == 2001
    assert text.find_line_number(5 * 1234 + 2) == 1234
    assert text.get_line_span(1234) == Span(5 * 1234, 5 * 1234 + 4)
    edited = text.replace_bytes(5 * 1234, 5 * 1234, b"new\n")
    assert lines_of(edited) == starts_of(edited.data)


@given(CHARACTERS, st.floats(0, 1), st.floats(0, 1), st.sampled_from(Encoding))
def test_the_positions_of_a_range_are_those_of_its_ends(
    content: str, first: float, second: float, encoding: Encoding
) -> None:
    text = Text.from_data(content)
    chars = [len(encode_text(content[:at])) for at in range(len(content) + 1)]
    start, end = sorted((chars[int(first * len(content))], chars[int(second * len(content))]))
    expected = text.to_position(start, encoding), text.to_position(end, encoding)
    assert text.to_range(Span(start, end), encoding) == expected


@pytest.mark.parametrize(
    ("one", "other", "size"),
    [
        ("harbour", "harvest", 3),
        ("harbour", "harbour master", 7),
        ("", "harbour", 0),
        ([b"a\n", b"b\n"], [b"a\n", b"c\n"], 1),
    ],
)
def test_the_shared_start_of_two_sequences(
    one: Sequence[object], other: Sequence[object], size: int
) -> None:
    assert measure_common_prefix(one, other) == size
    assert measure_common_prefix(other, one) == size


@pytest.mark.parametrize("text", ["", "api/users", "日本/概要"])
def test_a_text_without_upper_case_is_folded_to_itself(text: str) -> None:
    assert fold_case(text) is text


@pytest.mark.parametrize("text", ["pt-BR/Intro", "Straße", "ﬁn"])
def test_any_other_text_is_folded_as_ever(text: str) -> None:
    assert fold_case(text) == text.casefold() != text


@given(st.binary(max_size=6), st.binary(max_size=6), st.binary(max_size=6), st.binary(max_size=6))
def test_the_changed_range_is_all_that_differs(
    head: bytes, old: bytes, new: bytes, tail: bytes
) -> None:
    before, after = head + old + tail, head + new + tail
    start, old_end, new_end = find_changed_range(before, after)

    assert before[:start] + after[start:new_end] + before[old_end:] == after
    assert len(head) <= start <= old_end <= start + len(old)
    assert before == after or before[start:old_end][:1] != after[start:new_end][:1]
