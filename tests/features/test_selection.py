"""How a selection grows."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from docs_lsp.core.text import Encoding, Text
from docs_lsp.features.selection import answer_selection_ranges
from docs_lsp.features.to_lsp import Json
from docs_lsp.jsontree.document import Document
from tests.features.markers import covered, marked


def grown(text: str) -> list[str]:
    place = marked(text)
    document = Document.from_text(place.text())
    (shape,) = answer_selection_ranges(document, [place.offset], Encoding.UTF16)
    return [covered(place.text(), each["range"]) for each in chain(shape)]


def chain(shape: Json | None) -> list[Json]:
    return [shape, *chain(shape.get("parent"))] if shape else []


def test_from_a_string_in_a_list_to_the_file() -> None:
    assert grown('{"é": ["a", "b▮c"]}\n') == [
        "bc",
        '"bc"',
        '"a", "bc"',
        '["a", "bc"]',
        '"é": ["a", "bc"]',
        '{"é": ["a", "bc"]}',
        '{"é": ["a", "bc"]}\n',
    ]


def test_from_a_key() -> None:
    assert grown('{"▮a": 1, "b": 2}')[:4] == ["a", '"a"', '"a": 1', '"a": 1, "b": 2']


def test_in_an_empty_text_there_is_only_the_text() -> None:
    assert grown("▮") == [""]


@given(st.text(alphabet='{}[]",:aé1 \n', max_size=40), st.data())
def test_each_range_holds_the_one_before_and_the_cursor(text: str, data: st.DataObject) -> None:
    document = Document.from_text(text)
    offset = data.draw(st.integers(0, len(document.text)))
    (shape,) = answer_selection_ranges(document, [offset], Encoding.UTF8)

    inner = None
    for each in chain(shape):
        start, end = (_offset(document.text, each["range"][edge]) for edge in ("start", "end"))
        assert inner is None or (start <= inner[0] and inner[1] <= end)
        inner = (start, end)


def _offset(text: Text, position: Json) -> int:
    return text.to_offset(position["line"], position["character"], Encoding.UTF8)
