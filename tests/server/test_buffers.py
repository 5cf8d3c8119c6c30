"""Documents as the client edits them, in every encoding a client may count in."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docs_lsp.core.text import Encoding, Text
from docs_lsp.server.buffers import (
    Buffer,
    apply_document_change,
    parse_opened_buffer,
    require_document_uri,
)
from docs_lsp.server.errors import BadParams

URI = "file:///site/docs.json"
LINES = ["plain", "h\u00e9llo \U0001f600 end", "a\u2028b\u0085c\x0cd", "", "\u4e2d\u6587"]


def open_text(text: str) -> Buffer:
    return parse_opened_buffer(
        {"textDocument": {"uri": URI, "version": 1, "languageId": "json", "text": text}}
    )


def change(buffer: Buffer, *changes: dict[str, Any], encoding: Encoding) -> Buffer:
    params = {"textDocument": {"uri": URI, "version": 2}, "contentChanges": list(changes)}
    return apply_document_change(buffer, params, encoding)[0]


def spot(line: int, column: int) -> dict[str, int]:
    return {"line": line, "character": column}


def splice(start: dict[str, int], end: dict[str, int], text: str) -> dict[str, Any]:
    return {"range": {"start": start, "end": end}, "text": text}


def units(text: str, encoding: Encoding) -> int:
    return {
        Encoding.UTF8: len(text.encode()),
        Encoding.UTF16: len(text.encode("utf-16-le")) // 2,
        Encoding.UTF32: len(text),
    }[encoding]


def test_an_open_document_has_its_text_version_and_path() -> None:
    buffer = open_text("{}")

    assert (buffer.text.data, buffer.version, buffer.path) == (b"{}", 1, Path("/site/docs.json"))


def test_a_document_without_a_file_has_no_path() -> None:
    params = {"textDocument": {"uri": "untitled:docs.json", "version": 1, "text": "{}"}}

    assert parse_opened_buffer(params).path is None


@pytest.mark.parametrize("encoding", Encoding)
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
@given(data=st.data())
def test_edits_give_the_text_that_the_client_has(
    encoding: Encoding, line_end: str, data: st.DataObject
) -> None:
    lines = list(LINES)
    buffer = open_text(line_end.join(lines))
    for _ in range(data.draw(st.integers(1, 4))):
        row = data.draw(st.integers(0, len(lines) - 1))
        start = data.draw(st.integers(0, len(lines[row])))
        end = data.draw(st.integers(start, len(lines[row])))
        new = data.draw(st.sampled_from(["", "x", "\U0001f680\u00e9", "\u2029"]))
        first, last = (spot(row, units(lines[row][:at], encoding)) for at in (start, end))
        edit = splice(first, last, new)
        buffer = change(buffer, edit, encoding=encoding)
        lines[row] = lines[row][:start] + new + lines[row][end:]

    assert buffer.text.data.decode() == line_end.join(lines)


def test_changes_of_one_message_build_on_each_other() -> None:
    first = splice(spot(0, 0), spot(0, 0), "a\nb\n")
    second = splice(spot(1, 0), spot(1, 1), "B")
    params = {"textDocument": {"uri": URI, "version": 2}, "contentChanges": [first, second]}

    buffer, edits = apply_document_change(open_text("end"), params, Encoding.UTF16)

    assert buffer.text.data == b"a\nB\nend"
    assert edits == [(0, 0, b"a\nb\n"), (2, 3, b"B")]


def test_a_whole_new_text_leaves_no_edits() -> None:
    first = splice(spot(0, 0), spot(0, 0), "x")
    params = {"textDocument": {"uri": URI}, "contentChanges": [first, {"text": "new"}]}

    buffer, edits = apply_document_change(open_text("old"), params, Encoding.UTF16)

    assert (buffer.text, edits, buffer.version) == (Text.from_data("new"), None, 0)


def test_a_half_deleted_emoji_keeps_the_columns_behind_it() -> None:
    buffer = open_text('"?" 1')
    buffer = change(buffer, splice(spot(0, 1), spot(0, 2), "\ud83d"), encoding=Encoding.UTF16)
    buffer = change(buffer, splice(spot(0, 4), spot(0, 5), "2"), encoding=Encoding.UTF16)

    assert buffer.text.data.decode() == '"\ufffd" 2'


@pytest.mark.parametrize(
    "edit",
    [
        splice(spot(9, 9), spot(99, 99), "!"),
        splice(spot(0, 99), spot(0, 999), "!"),
        splice(spot(2**40, 2**40), spot(2**40, 2**40), "!"),
    ],
)
def test_positions_behind_the_end_mean_the_end(edit: dict[str, Any]) -> None:
    assert change(open_text("ab"), edit, encoding=Encoding.UTF16).text.data == b"ab!"


def test_positions_before_the_start_and_ranges_turned_round_are_borne() -> None:
    edit = splice(spot(0, 1), spot(-5, -5), "!")

    assert change(open_text("ab"), edit, encoding=Encoding.UTF16).text.data == b"!b"


@pytest.mark.parametrize(
    "params",
    [
        {},
        {"textDocument": {"uri": URI}},
        {"textDocument": {"uri": URI}, "contentChanges": "all"},
        {"textDocument": {"uri": URI}, "contentChanges": [{}]},
        {"textDocument": {"uri": URI}, "contentChanges": [{"text": 1}]},
        {"textDocument": {"uri": URI}, "contentChanges": [{"range": {}, "text": ""}]},
        {
            "textDocument": {"uri": URI},
            "contentChanges": [splice(spot(0, 0), {"line": "0"}, "")],  # type: ignore[dict-item]  # as sent
        },
    ],
)
def test_a_change_of_the_wrong_shape_is_named(params: dict[str, Any]) -> None:
    with pytest.raises(BadParams):
        apply_document_change(open_text(""), params, Encoding.UTF16)


@pytest.mark.parametrize("params", [{}, {"textDocument": 1}, {"textDocument": {"uri": 1}}])
def test_a_document_without_a_name_is_named(params: dict[str, Any]) -> None:
    with pytest.raises(BadParams):
        parse_opened_buffer(params)
    with pytest.raises(BadParams):
        require_document_uri(params)
