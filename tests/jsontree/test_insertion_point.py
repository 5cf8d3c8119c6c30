"""What belongs at a cursor, and what the text is once something stands there."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.edits import apply_edits
from docs_lsp.jsontree.insertion_point import Expected, InsertionPoint, find_insertion_point
from tests.features.markers import CURSOR


def point(text: str) -> tuple[bytes, InsertionPoint | None]:
    """The text without its cursor, and the insertion point that it marks."""
    data = text.replace(CURSOR, "").encode()
    return data, find_insertion_point(
        Document.from_text(data), len(text[: text.index(CURSOR)].encode())
    )


def filled(text: str) -> str:
    """The text with a key `K` or a value `"V"` at its cursor."""
    data, found = point(text)
    assert found is not None
    new = '"V"'
    if found.expected is Expected.KEY:
        new = '"K"' if found.has_value else '"K": 1'
    return apply_edits(data, [*found.other_edits, found.build_edit(new)]).decode()


# Keys


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("{▮}", '{"K": 1}'),
        ('{ "na▮ }', '{ "K": 1 }'),
        ('{ "na▮" }', '{ "K": 1 }'),
        ("{ na▮ }", '{ "K": 1 }'),
        ("{ 'na▮': 1 }", '{ "K": 1 }'),
        ('{ "pa▮ge": 1 }', '{ "K": 1 }'),
        ('{ "page"▮ }', '{ "K": 1 }'),
        ('{ "pa▮ge": }', '{ "K": 1 }'),
        ('{ pa▮ge": 2, "b": 2 }', '{ "K": 2, "b": 2 }'),
        ('{\n  ▮page": [],\n  "b": 2\n}', '{\n  "K": [],\n  "b": 2\n}'),
        ('{ "pa▮ge": , "b": 2 }', '{ "K": 1 , "b": 2 }'),
        ('{ "pages▮ ["a"] }', '{ "K": ["a"] }'),
        ('{ ▮"b": 2 }', '{ "K": 1, "b": 2 }'),
        ('{ "a": 1, ▮ }', '{ "a": 1, "K": 1 }'),
        ('{ "a": 1 ▮ }', '{ "a": 1, "K": 1 }'),
        ('{ "a": {} ▮ }', '{ "a": {}, "K": 1 }'),
        ('{ "a": "b" "c▮" }', '{ "a": "b", "K": 1 }'),
        ('{"a":1,▮}', '{"a":1,"K": 1}'),
        ('{\n  "a": 1\n  ▮\n}', '{\n  "a": 1,\n  "K": 1\n}'),
        ('{\n  "a": 1,\n  ▮\n  "b": 2\n}', '{\n  "a": 1,\n  "K": 1,\n  "b": 2\n}'),
        ('{\n  "pag▮\n  "b": 2\n}', '{\n  "K": 1,\n  "b": 2\n}'),
        ('{\n  "a": 1\n  "the▮\n  "b": {}\n}', '{\n  "a": 1,\n  "K": 1,\n  "b": {}\n}'),
        ('{\r\n\t"a": 1\r\n\t"▮"\r\n}', '{\r\n\t"a": 1,\r\n\t"K": 1\r\n}'),
    ],
)
def test_a_key_brings_its_commas_and_its_colon(text: str, after: str) -> None:
    assert filled(text) == after


# Values


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ('{ "a": ▮ }', '{ "a": "V" }'),
        ('{ "a":▮}', '{ "a": "V"}'),
        ('{"a":1,"b":▮}', '{"a":1,"b":"V"}'),
        ('{ "a" ▮ }', '{ "a": "V" }'),
        ('{ "a": "mi▮" }', '{ "a": "V" }'),
        ('{ "a": "mi▮ }', '{ "a": "V" }'),
        ('{ "a": mi▮x",\n "b": 1 }', '{ "a": "V",\n "b": 1 }'),
        ('{ "a": ▮mi x", "b": 1 }', '{ "a": "V", "b": 1 }'),
        ('{ "a": [\n  ▮b/c",\n  "d"\n] }', '{ "a": [\n  "V",\n  "d"\n] }'),
        ('{ "a": mi▮, "b": 1 }', '{ "a": "V", "b": 1 }'),
        ('{ "a": tr▮ue }', '{ "a": "V" }'),
        ('{ "a": ▮"x" }', '{ "a": "V" }'),
        ('{ "a": ▮\n "b": "x" }', '{ "a": "V",\n "b": "x" }'),
        ('{ "a": "▮\n "b": "x" }', '{ "a": "V",\n "b": "x" }'),
        ('{"a": "b▮', '{"a": "V"'),
        ('{ "ä": "🙂▮ö" }', '{ "ä": "V" }'),
    ],
)
def test_a_value_brings_its_quotes_and_its_comma(text: str, after: str) -> None:
    assert filled(text) == after


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("[▮]", '["V"]'),
        ('["a", ▮]', '["a", "V"]'),
        ('["a",▮]', '["a", "V"]'),
        ('["a" ▮ "b"]', '["a", "V", "b"]'),
        ('[▮"b"]', '["V", "b"]'),
        ('["a"▮, "b"]', '["V", "b"]'),
        ('["▮, "b"]', '["V", "b"]'),
        ('["a",\n  ▮\n  "b"]', '["a",\n  "V",\n  "b"]'),
        ("[{}▮]", '[{}, "V"]'),
        ('["GET /us▮ers/{id}"]', '["V"]'),
        ('["▮"a", "b"]', '["V", "a", "b"]'),
        ('["▮""a", "b"]', '["V", "a", "b"]'),
        ('{ "a": [ "GET /us▮ }', '{ "a": [ "V" }'),
        ('[{"a": ["b", "▮] }, {"a": 1}]', '[{"a": ["b", "V"] }, {"a": 1}]'),
    ],
)
def test_an_item_brings_its_quotes_and_its_commas(text: str, after: str) -> None:
    assert filled(text) == after


def test_a_file_in_which_nothing_stands_is_filled_as_a_whole() -> None:
    for text in ("▮", "na▮", '"na▮', "\n  ▮\n"):
        _, found = point(text)
        assert found is not None
        assert found.expected is Expected.WHOLE


def test_nothing_belongs_behind_the_whole_or_into_a_comment() -> None:
    for text in ('{ "a": 1 } ▮', '{ // not he▮re\n "a": 1 }', '{ /* nor\n he▮re */ "a": 1 }'):
        assert point(text)[1] is None


LONG = 2500
"""More bytes on one line than are read before a cursor."""


@pytest.mark.parametrize(
    ("before", "behind", "expected"),
    [
        ("{},", "{},{}", Expected.ITEM),
        ("{}", ",{}", Expected.ITEM),
        ("{", "},{}", Expected.KEY),
        ('{"a": 1, ', "},{}", Expected.KEY),
        ('{"a": ', "},{}", Expected.VALUE),
        ("[],", "[],[]", Expected.ITEM),
        ('"a",', "[]", Expected.ITEM),
    ],
)
def test_a_cursor_far_along_a_line_has_the_place_that_it_would_have_on_a_line_of_its_own(
    before: str, behind: str, expected: Expected
) -> None:
    _, found = point("[" + "{}," * LONG + before + CURSOR + behind + "]")

    assert found is not None
    assert found.expected is expected
    assert found.typed == ""


def test_a_word_far_along_a_line_is_typed_up_to_the_cursor() -> None:
    _, found = point("[" + "{}," * LONG + f"tru{CURSOR}" + "{}]")

    assert found is not None
    assert found.typed == "tru"


# What is typed


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ('{ "the▮me": 1 }', "the"),
        ('{ "a": "b c▮d" }', "b c"),
        (r'{ "a": "b\"c\u00e9▮" }', 'b"cé'),
        (r'{ "a": "b\▮" }', "b\\"),
        ("[ab▮c]", "ab"),
        ("[▮]", ""),
        ('["▮"]', ""),
        ('["a"▮]', "a"),
    ],
)
def test_what_is_typed_ends_at_the_cursor(text: str, query: str) -> None:
    _, found = point(text)
    assert found is not None
    assert found.query == query


# Laws

PIECES = st.sampled_from(
    (
        *("{", "}", "[", "]", ",", ":", '"', '"a"', '"b": ', '"pages": [', "tru", "1", "'c'"),
        *("\n", "\n  ", "\r\n", " ", "// x\n", "/* y */", "é", "🙂", "\\", '\\"'),
    )
)


@given(st.lists(PIECES, max_size=24), st.integers(0, 60))
def test_what_is_put_anywhere_adds_no_fault(pieces: list[str], at: int) -> None:
    text = "".join(pieces)
    data = text.encode()
    offset = len(text[:at].encode())
    document = Document.from_text(data)
    found = find_insertion_point(document, offset)

    if found is None:
        return
    start, end = found.span
    assert start <= offset <= end
    assert b"\n" not in data[start:end]
    for value in ('"V"', "0", "[]", "{}"):
        new = value
        if found.expected is Expected.KEY:
            new = '"K"' if found.has_value else f'"K": {value}'
        after = Document.from_text(apply_edits(data, [*found.other_edits, found.build_edit(new)]))
        assert len(list(after.iter_faults())) <= len(list(document.iter_faults()))
