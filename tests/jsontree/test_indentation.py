"""The style of a document, and texts that are converted to it or from it."""

from __future__ import annotations

import pytest

from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.edits.indentation import (
    LineStyle,
    detect_alignment,
    detect_indent_unit,
    detect_line_break,
    get_dedented_text,
    get_indent,
)
from docs_lsp.jsontree.lines import find_column
from docs_lsp.jsontree.nodes import Node

TEXT = '{\n  "a": [\n    1\n  ]\n}'
"""A text at column 0, with two spaces for each level."""


def find_root(data: bytes) -> tuple[Node, int]:
    tree = Document.from_text(data).tree
    assert tree.root is not None
    return tree.root, tree.start


def detect(data: str) -> LineStyle:
    return LineStyle.detect(data.encode(), *find_root(data.encode()))


@pytest.mark.parametrize(
    ("data", "newline", "unit"),
    [
        ('{\n  "a": 1\n}', "\n", "  "),
        ('{\r\n    "a": 1\r\n}', "\r\n", "    "),
        ('{\r\t"a": 1\r}', "\r", "\t"),
        # Without a child on a line of its own, the first indented line of the document counts.
        ('{ "a": 1,\n   "b": 2 }', "\n", "   "),
        ("{}", "\n", "  "),
        ('// A\n\n{ "a":\n1 }', "\n", "  "),
    ],
)
def test_the_style_of_a_document(data: str, newline: str, unit: str) -> None:
    style = detect(data)

    assert (style.newline, style.unit, style.one_line) == (newline, unit, False)


@pytest.mark.parametrize(
    ("data", "one_line", "is_dense"),
    [
        ('{"a":1}', True, True),
        ('{"a": 1}\n', True, False),
        ('  {"a" :\t1}', True, False),
        ("[1]", True, False),
        # An empty container is filled on lines of its own.
        (" {} \n", False, False),
        ('{"a":\n1}', False, False),
    ],
)
def test_a_document_of_one_line(data: str, one_line: bool, is_dense: bool) -> None:
    style = detect(data)

    assert (style.one_line, style.is_dense) == (one_line, is_dense)


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ('{"x":1}', '{"a":[1]}'),
        ('{"x": 1}', '{"a": [1]}'),
        ('{\n\t"x": 1\n}', '{\n..\t"a": [\n..\t\t1\n..\t]\n..}'),
        ('{\r\n "x": 1\r\n}', '{\r\n.. "a": [\r\n..  1\r\n.. ]\r\n..}'),
        (
            '{\n    "x":  [\n              1\n          ]\n}',
            '{\n      "a":  [\n                1\n            ]\n  }',
        ),
    ],
)
def test_text_is_indented_as_the_document(data: str, text: str) -> None:
    assert detect(data).indent_text(f"\n{TEXT}\n", "..") == text


def test_a_level_of_an_aligned_document_is_that_inside_brackets() -> None:
    """Its lines are indented by as many columns as come before the bracket, and a level."""
    data = b'{\n    "x":  [\n              1\n          ]\n}'
    at = data.index(b"[")
    node, _ = find_root(b" " * at + data[at : data.index(b"]") + 1])
    style = LineStyle.detect(data, node, at)

    assert style.unit == "    "
    assert style.base_at(data, at) == " " * 10
    assert detect('{\n  "x": [\n    1\n  ]\n}').base_at(b'  "x": [', 7) == "  "


def test_a_line_of_one_line_has_spaces_behind_commas_only_if_its_colons_have() -> None:
    assert detect('{"x":1}').indent_text('{\n  "a": 1,\n  "b": 2\n}', "") == '{"a":1,"b":2}'
    assert detect('{"x": 1}').indent_text('{\n  "a": 1,\n  "b": 2\n}', "") == '{"a": 1, "b": 2}'


def test_blank_lines_stay_blank_and_partial_levels_stay() -> None:
    style = detect('{\n\t"x": 1\n}')

    assert style.indent_text("[\n\n   1\n]", "\t") == "[\n\n\t\t 1\n\t]"
    assert style.indent_text("[\n   1\n]", "", step="   ") == "[\n\t1\n]"


@pytest.mark.parametrize(
    ("data", "at", "newline"),
    [
        (b"a\r\nb\nc", 6, "\n"),
        (b"a\r\nb\nc", 4, "\r\n"),
        (b"a\r\nb\nc", 0, "\r\n"),
        (b"a\rb\n", 2, "\r"),
        (b"\nab\r\n", 2, "\n"),
        (b"ab", 1, "\n"),
        (b"\r\nab", 3, "\r\n"),
        (b"a\n\rb", 3, "\r"),
    ],
)
def test_the_line_break_before_a_place(data: bytes, at: int, newline: str) -> None:
    assert detect_line_break(data, at) == newline


def test_the_start_of_a_line() -> None:
    data = b'{\n \t"a": 1\n}'

    assert get_indent(data, 7) == get_indent(data, 4) == " \t"
    assert (get_indent(data, 0), get_indent(data, len(data) - 1)) == ("", "")
    assert [at for at in range(len(data)) if find_column(data, at) is not None] == [0, 4, 11]


@pytest.mark.parametrize(
    ("data", "unit"),
    [
        # From the children, as far as they are deeper.
        ('{\n  "a": {\n        "b": 1\n  }\n}', "      "),
        # From the lines around: the nearest line above that is indented less.
        ('{\n   "z": 1,\n\n   "a": {}\n}', "   "),
        ('{\r   "a": { "b": 1 }\r}', "   "),
        ('{\n "z": {\n     "a": {}\n }\n}', "    "),
        # Not from a line with other white space.
        ('{\n "z": {\n\t"a": {}\n }\n}', "\t"),
        # Children that are no deeper tell nothing.
        ('{\n    "a": {\n    "b": 1\n    }\n}', "    "),
    ],
)
def test_a_level_of_indentation_around_a_value(data: str, unit: str) -> None:
    encoded = data.encode()
    at = encoded.index(b"{", encoded.index(b'"a"'))
    size = _find_end(data, at) - at
    node, start = find_root(b" " * at + encoded[at : at + size])

    assert start == at
    assert detect_indent_unit(encoded, node, at) == unit


def _find_end(data: str, at: int) -> int:
    depth = 0
    for place, char in enumerate(data[at:], at):
        depth += (char == "{") - (char == "}")
        if not depth:
            return place + 1
    raise AssertionError


@pytest.mark.parametrize(
    ("data", "step", "text"),
    [
        ('  {\n     "a": 1\n  }', "  ", '{\n  "a": 1\n}'),
        ('  {\n     "a": 1\n  }', None, '{\n   "a": 1\n}'),
        ('{\r\n\t"a": [\r\n\t\t1\r\n\t]\r\n}', "  ", '{\n  "a": [\n    1\n  ]\n}'),
        # A line with less indentation than the value loses what it has.
        ('   {\n  "a": 1\n }', "  ", '{\n"a": 1\n}'),
        ('{ "a": 1 }', "  ", '{ "a": 1 }'),
        (
            '{\n    "a":  [\n              1\n          ]\n}',
            "  ",
            '{\n  "a":  [\n    1\n  ]\n}',
        ),
    ],
)
def test_text_of_a_document_at_the_margin(data: str, step: str | None, text: str) -> None:
    node, start = find_root(data.encode())

    assert get_dedented_text(data.encode(), node, start, step) == text


def test_the_alignment_of_a_document_is_looked_for_once() -> None:
    detect_alignment.cache_clear()
    for _ in range(3):
        detect(TEXT)

    assert detect_alignment.cache_info().misses == 1
