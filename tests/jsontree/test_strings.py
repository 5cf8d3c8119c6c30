"""Strings and keys as they are written: the value that is meant, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import pytest

from docs_lsp.jsontree.nodes import String
from docs_lsp.jsontree.parser.strings import (
    find_plain_end,
    is_any_key,
    is_plain_key,
    read_in_other_quotes,
    read_string,
    read_unclosed_key,
    read_unopened_key,
    read_unopened_string,
)

Reader: TypeAlias = Callable[[bytes, int], String | None]
Result: TypeAlias = tuple[str, int, tuple[int, int], list[tuple[int, int, str | None]]]
"""The value, the size, the span inside the quotes, and each fault with its replacement."""

_BEFORE = b"[ "


def read(reader: Reader, text: str) -> Result | None:
    """Read a text behind another one."""
    node = reader(_BEFORE + text.encode(), len(_BEFORE))
    if node is None:
        return None
    faults = [(fault.start, fault.end, fault.insert) for fault in node.faults]
    return str(node.value), node.size, (node.inner.start, node.inner.end), faults


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('"ab", 1', ("ab", 4, (1, 3), [])),
        ('"ab"c', ("ab", 4, (1, 3), [])),
        (r'"a\u0062\n\"c"', ('ab\n"c', 14, (1, 13), [])),
        (r'"a\qb\u12"', (r"a\qb\u12", 10, (1, 9), [(2, 4, r"\\q"), (5, 7, r"\\u")])),
        ('"a\tb\x0bc"', ("a\tb\x0bc", 7, (1, 6), [(2, 3, r"\t"), (4, 5, r"\u000b")])),
        ('"ab\ncd",\n', ("ab\ncd", 7, (1, 6), [(3, 4, r"\n")])),
        ('"a\x0cb",', ("a\x0cb", 5, (1, 4), [(2, 3, r"\f")])),
        ('"ab\rcd",', ("ab\rcd", 7, (1, 6), [(3, 4, r"\r")])),
        ('"ab\n\n  cd",', ("ab\n\n  cd", 10, (1, 9), [(3, 5, r"\n\n")])),
        ('"ab\r\ncd"]', ("ab\r\ncd", 8, (1, 7), [(3, 5, r"\n")])),
        ('"ab\n// c"', ("ab", 3, (1, 3), [(3, 3, '"')])),
        ('"ab,\n"c": 1', ("ab", 3, (1, 3), [(3, 3, '"')])),
        ('"ab', ("ab", 3, (1, 3), [(3, 3, '"')])),
        ('"ab]}\n', ("ab", 3, (1, 3), [(3, 3, '"')])),
        ('"a]b\n', ("a]b", 4, (1, 4), [(4, 4, '"')])),
        ('"boys\', and", 1', ("boys', and", 12, (1, 11), [])),
        ('"a[b]],\n', ("a[b]", 5, (1, 5), [(5, 5, '"')])),
        ('"a{b}}  ,  \n', ("a{b}", 5, (1, 5), [(5, 5, '"')])),
        ('"ab, "cd"]', ("ab", 3, (1, 3), [(3, 3, '"')])),
        ('"ab "cd"', ("ab ", 5, (1, 4), [])),
        ('"a\\', ("a\\", 3, (1, 3), [(2, 3, "\\\\"), (3, 3, '"')])),
        ('"ab”, 1', ("ab", 6, (1, 3), [(3, 6, '"')])),
        ("\"ab', 1", ("ab", 4, (1, 3), [(3, 4, '"')])),
        ('""ab""', ("ab", 6, (2, 4), [(0, 6, '"ab"')])),
        ('""ab",', ("ab", 5, (2, 4), [(0, 1, "")])),
        ('"ab"",', ("ab", 5, (1, 3), [(4, 5, "")])),
    ],
)
def test_a_string_in_double_quotes(text: str, expected: Result) -> None:
    assert read(read_string, text) == expected


@pytest.mark.parametrize("lines", [20, 21])
def test_a_string_is_closed_by_one_of_the_next_lines(lines: int) -> None:
    text = '"a' + lines * "\na" + '",'
    result = read(read_string, text)

    assert result is not None
    assert result[1] == (len(text) - 1 if lines == 20 else 2)


def test_so_many_faults_of_one_kind_are_recorded() -> None:
    result = read(read_string, '"' + 200 * r"\q" + 200 * "\ta" + '"')

    assert result is not None and len(result[3]) == 2 * 128


@pytest.mark.parametrize(
    ("sign", "words"),
    [
        *((sign, "a line break") for sign in ("\n", "\r\n", "\n\n")),
        *((sign, "a tab") for sign in ("\t", "\t\t")),
        ("\x0b", "a control character"),
    ],
)
def test_a_control_character_is_described(sign: str, words: str) -> None:
    (fault,) = read_string(f'"a{sign}b",'.encode(), 0).faults

    assert f"cannot contain {words}" in fault.message


def test_an_unclosed_string_says_where_it_starts() -> None:
    (fault,) = read_string(b'"ab\n', 0).faults

    assert fault.related == (0, 1, "The string starts here.")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("'ab', 1", ("ab", 4, (1, 3), [(0, 4, '"ab"')])),
        ("'a\\'b\"c'", ("a'b\"c", 8, (1, 7), [(0, 8, r'"a' + "'" + r'b\"c"')])),
        ("`ab`,", ("ab", 4, (1, 3), [(0, 4, '"ab"')])),
        ("“ab”]", ("ab", 8, (3, 5), [(0, 8, '"ab"')])),
        ("«ab»", ("ab", 6, (2, 4), [(0, 6, '"ab"')])),
        ('“ab",', ("ab", 6, (3, 5), [(0, 3, '"')])),
        ("'ab\",", ("ab", 4, (1, 3), [(0, 1, '"')])),
        ("\u2018ab\n", None),
    ],
)
def test_a_string_in_other_quotes(text: str, expected: Result | None) -> None:
    assert read(read_in_other_quotes, text) == expected


@pytest.mark.parametrize(
    ("quote", "name"), [("'", "single ones"), ("`", "backticks"), ("«", "typographic ones")]
)
def test_other_quotes_are_named(quote: str, name: str) -> None:
    node = read_in_other_quotes(f"{quote}ab{quote}".encode(), 0)

    assert node is not None and node.faults[0].message.endswith(f"not in {name}.")


@pytest.mark.parametrize(
    ("reader", "text", "expected"),
    [
        (read_unclosed_key, '"ab: 1', ("ab", 3, (1, 3), [(3, 3, '"')])),
        (read_unclosed_key, '"a.b/c-: "x"', ("a.b/c-", 7, (1, 7), [(7, 7, '"')])),
        (read_unclosed_key, '"ab :\n', ("ab", 3, (1, 3), [(3, 3, '"')])),
        (read_unclosed_key, '"ab”: 1', ("ab", 6, (1, 3), [(3, 6, '"')])),
        (read_unclosed_key, '"ab": 1', None),
        (read_unclosed_key, '"ab" {', None),
        (read_unclosed_key, '"ab: x', None),
        (read_unopened_string, 'a b"]', ("a b", 4, (0, 3), [(0, 0, '"')])),
        (read_unopened_string, '//ab"', None),
        (read_unopened_string, 'ab"c', None),
        (read_unopened_key, 'ab": 1', ("ab", 3, (0, 2), [(0, 0, '"')])),
        (read_unopened_key, 'a b": 1', None),
        (read_unopened_key, 'ab", ', None),
    ],
)
def test_a_quote_is_missing(reader: Reader, text: str, expected: Result | None) -> None:
    assert read(reader, text) == expected


@pytest.mark.parametrize(
    ("text", "end", "is_plain", "is_key"),
    [
        ('"ab", 1', 4, False, False),
        ('"ab" : 1', 4, True, True),
        (r'"a\n": 1', None, False, True),
        ('"ab"c', None, False, False),
        ('"a\tb": 1', None, False, True),
        ("ab: 1", None, False, False),
    ],
)
def test_plain_strings_and_keys(text: str, end: int | None, is_plain: bool, is_key: bool) -> None:
    data, start = _BEFORE + text.encode(), len(_BEFORE)

    assert find_plain_end(data, start) == (-1 if end is None else start + end)
    assert (is_plain_key(data, start), is_any_key(data, start)) == (is_plain, is_key)
