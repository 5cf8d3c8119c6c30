"""Ranges written by the thousand."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from docs_lsp.core.text import Encoding, Span, Text
from docs_lsp.features._json_writer import RangeConverter, encode_string
from docs_lsp.features.to_lsp import build_range

LINES = st.lists(st.text("a é🚢", max_size=5).map(lambda part: part * 150), max_size=4)


@given(LINES, st.sampled_from(["\n", "\r\n", "\r"]), st.data(), st.sampled_from(Encoding))
def test_they_are_those_of_the_text(
    lines: list[str], ending: str, data: st.DataObject, encoding: Encoding
) -> None:
    text = Text.from_data(ending.join(lines))
    ranges = RangeConverter(text, encoding)
    content = text.data.decode()
    for _ in range(4):
        first, second = sorted(data.draw(st.integers(0, len(content))) for _ in range(2))
        start, end = len(content[:first].encode()), len(content[:second].encode())

        assert json.loads(ranges.render_range(start, end)) == build_range(
            text, Span(start, end), encoding
        )


def test_a_text_in_one_line_takes_no_longer() -> None:
    text = Text.from_data("é" * 400_000)
    ranges = RangeConverter(text, Encoding.UTF16)

    for start in range(0, 800_000, 100):
        assert ranges.convert_range(start, start + 2) == (0, start // 2, 0, start // 2 + 1)


@given(st.text(st.characters(), max_size=20))
def test_a_string_is_written_in_ascii(text: str) -> None:
    written = encode_string(text)

    assert written.isascii()
    assert json.loads(written) == text


def test_a_lone_surrogate_is_replaced() -> None:
    assert json.loads(encode_string("\ud800é")) == "\ufffdé"
