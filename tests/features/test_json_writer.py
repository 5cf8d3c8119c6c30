"""Ranges written by the thousand."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from docs_lsp.core.text import Encoding, Span, Text
from docs_lsp.features._json_writer import (
    LineTemplate,
    RangeConverter,
    encode_string,
    find_line_place,
)
from docs_lsp.features.to_lsp import build_range

LINES = st.lists(st.text("a é🚢", max_size=5).map(lambda part: part * 150), max_size=4)


@given(LINES, st.sampled_from(["\n", "\r\n", "\r"]), st.data(), st.sampled_from(Encoding))
def test_they_are_those_of_the_text(
    lines: list[str], ending: str, data: st.DataObject, encoding: Encoding
) -> None:
    text = Text.from_data(ending.join(lines))
    template = LineTemplate(RangeConverter(text, encoding))
    content = text.data.decode()
    for _ in range(4):
        first, second = sorted(data.draw(st.integers(0, len(content))) for _ in range(2))
        start, end = len(content[:first].encode()), len(content[:second].encode())

        template.pieces.append(template.render_range(start, end))
        assert json.loads(template.take_json()) == build_range(text, Span(start, end), encoding)


def test_a_piece_is_moved_to_another_line() -> None:
    text = Text.from_data('\n  {\n"100%"}')
    template = LineTemplate(RangeConverter(text, Encoding.UTF16))
    place = find_line_place(text, 3)
    assert place
    template.pieces += ["100%", template.render_range(5, 10)]
    chunk = template.take_chunk("basis", place)

    for line in (1, 4):
        moved = chunk.move_to_line(line)
        assert moved.written.startswith(b'100%%{"start":{"line":%d,' % (line + 1))
        assert moved.fits("basis", place._replace(line=7))
    assert not chunk.fits("other", place)
    assert not chunk.fits("basis", place._replace(before=b""))
    assert template.take_json() == b""


def test_a_place_far_inside_a_line_has_no_start() -> None:
    assert find_line_place(Text.from_data("x" * 600), 550) is None


def test_a_text_in_one_line_takes_no_longer() -> None:
    text = Text.from_data("é" * 400_000)
    ranges = RangeConverter(text, Encoding.UTF16)

    for start in range(0, 800_000, 100):
        assert ranges.convert_range(start, start + 2) == (0, start // 2, 0, start // 2 + 1)


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=20))
def test_a_string_is_written_in_ascii(text: str) -> None:
    written = encode_string(text)

    assert written.isascii()
    assert json.loads(written) == text


def test_a_lone_surrogate_is_replaced() -> None:
    assert json.loads(encode_string("\ud800é")) == "\ufffdé"
