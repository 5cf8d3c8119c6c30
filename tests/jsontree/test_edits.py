"""What an edit makes of a text, by example.

In each text the container that is edited is the innermost one around ‸, which is not part of it.
"""

from __future__ import annotations

from collections.abc import Callable
from textwrap import dedent
from typing import Any

import pytest

from docs_lsp.core.text import Span
from docs_lsp.jsontree import edits
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.edits import Edit, apply_edits, verification
from docs_lsp.jsontree.nodes import Array, Container, Member, Node, Object
from tests.growth.steps import count_steps

GROUP = '{\n  "group": "New",\n  "pages": [\n    "n"\n  ]\n}'
MARK = "‸"


def marked(text: str, mark: str = MARK) -> tuple[bytes, Container, int]:
    """A text without its mark, and the innermost container around it."""
    offset = len(text[: text.index(mark)].replace(MARK, "").encode())
    data = text.replace(MARK, "").replace(mark, "").encode()
    document = Document.from_text(data)
    found: list[tuple[Container, int]] = []

    def look(node: Node, at: int) -> None:
        if isinstance(node, Container) and at < offset:
            found.append((node, at))
        for start, child in node.iter_children():
            if at + start < offset <= at + start + child.size - isinstance(child, Container):
                look(child, at + start)

    look(document.tree.root, document.tree.start)
    return data, *found[-1]


def made(text: str, edit: Callable[..., Any], *arguments: Any) -> str | None:
    """The text after an edit; None where there is none."""
    data, node, at = marked(text)
    new = edit(data, node, at, *arguments)
    if new is None:
        return None
    return apply_edits(data, [new] if isinstance(new, Edit) else new).decode()


REMOVE: list[tuple[str, str, list[int], str]] = [
    ("the first on a line", '[‸"a", "b", "c"]', [0], '["b", "c"]'),
    ("one in the middle of a line", '[‸"a", "b", "c"]', [1], '["a", "c"]'),
    ("the last on a line", '[‸"a", "b", "c"]', [2], '["a", "b"]'),
    ("neighbours", '[‸"a", "b", "c", "d"]', [1, 2], '["a", "d"]'),
    ("both ends", '[‸"a", "b", "c"]', [0, 2], '["b"]'),
    ("all", '[‸ "a", "b" ]', [1, 0], "[]"),
    ("all that stood on lines", '{‸\n  "a": 1\n}', [0], "{}"),
    ("none", '["a"‸]', [], '["a"]'),
    ("blanks inside of brackets", '{‸ "a": 1, "b": 2 }', [1], '{ "a": 1 }'),
    ("no blanks at all", '{‸"a":1,"b":2,"c":3}', [1], '{"a":1,"c":3}'),
    ("the first line", '[‸\n  "a",\n  "b"\n]', [0], '[\n  "b"\n]'),
    ("a line in the middle", '[‸\n  "a",\n  "b",\n  "c"\n]', [1], '[\n  "a",\n  "c"\n]'),
    ("the last line", '[‸\n  "a",\n  "b"\n]', [1], '[\n  "a"\n]'),
    ("CRLF", '[‸\r\n\t"a",\r\n\t"b",\r\n\t"c"\r\n]', [1], '[\r\n\t"a",\r\n\t"c"\r\n]'),
    ("CR", '[‸\r "a",\r "b",\r "c"\r]', [0, 1], '[\r "c"\r]'),
    ("blank lines stay", '[‸\n  1,\n\n  2,\n\n  3\n]', [1], "[\n  1,\n\n\n  3\n]"),
    ("a blank line before stays", '[‸\n  1,\n\n  2,\n  3\n]', [1], "[\n  1,\n\n  3\n]"),
    ("a blank line behind stays", '[‸\n  1,\n  2,\n\n  3\n]', [1], "[\n  1,\n\n  3\n]"),
    ("a blank line before the last goes", '[‸\n  1,\n\n  2\n]', [1], "[\n  1\n]"),
    ("blanks at a line's end", '[‸\n  1, \n  2,\t\n  3\n]', [1], "[\n  1, \n  3\n]"),
    ("blanks before a comma", "[‸\n  1 ,\n  2 ,\n  3\n]", [1], "[\n  1 ,\n  3\n]"),
    ("several lines", '[‸\n  {\n    "a": 1\n  },\n  "b"\n]', [0], '[\n  "b"\n]'),
    ("a wrapped list, a line's start", "[‸\n  1, 2,\n  3, 4\n]", [2], "[\n  1, 2,\n  4\n]"),
    ("a wrapped list, a line's end", "[‸\n  1, 2,\n  3, 4\n]", [1], "[\n  1,\n  3, 4\n]"),
    ("a wrapped list, the last", "[‸\n  1, 2,\n  3, 4\n]", [3], "[\n  1, 2,\n  3\n]"),
    ("a wrapped list, a line", "[‸\n  1, 2,\n  3, 4,\n  5\n]", [2, 3], "[\n  1, 2,\n  5\n]"),
    ("a wrapped list, a line end", "[‸\n  1, 2,\n  3, 4\n]", [1, 2], "[\n  1,\n  4\n]"),
    ("commas at the start, the first", "[‸ 1\n, 2\n, 3\n]", [0], "[ 2\n, 3\n]"),
    ("commas at the start, the middle", "[‸ 1\n, 2\n, 3\n]", [1], "[ 1\n, 3\n]"),
    ("commas at the start, the last", "[‸ 1\n, 2\n, 3\n]", [2], "[ 1\n, 2\n]"),
    ("on the bracket's line", '{‸"a": 1,\n "b": 2,\n "c": 3}', [0], '{"b": 2,\n "c": 3}'),
    ("on the closing bracket's line", '{‸"a": 1,\n "b": 2}', [1], '{"a": 1}'),
    ("brackets side by side", '[‸{\n  "a": 1\n}, {\n  "b": 2\n}]', [0], '[{\n  "b": 2\n}]'),
    ("a key given twice", '{‸"a": 1, "a": 2}', [1], '{"a": 1}'),
    ("text beyond ASCII", '["é", [‸"😀", "ü"], "ß"]', [0], '["é", ["ü"], "ß"]'),
    ("a byte-order mark", '\ufeff[‸1, 2]', [0], "\ufeff[2]"),
    # With faults
    ("a trailing comma stays", "[‸1, 2,]", [0], "[2,]"),
    ("a trailing comma goes with the last", "[‸\n  1,\n  2,\n]", [1], "[\n  1\n]"),
    ("a trailing comma goes with the only one", "[‸1,]", [0], "[]"),
    ("no comma before", '[‸"a" "b", "c"]', [1], '["a", "c"]'),
    ("no comma before a line", '[‸\n  "a"\n  "b",\n  "c"\n]', [1], '[\n  "a",\n  "c"\n]'),
    ("no comma behind", '[‸"a", "b" "c"]', [1], '["a", "c"]'),
    ("a comment stays", "[‸\n  1, // one, 1\n  2\n]", [0], "[\n  // one, 1\n  2\n]"),
    ("a comment before stays", "[‸\n  // 1\n  1,\n  2\n]", [0], "[\n  // 1\n  2\n]"),
    ("a comment and the comma before", "[‸\n  1, // 1\n  2 // 2\n]", [1], "[\n  1 // 1\n  // 2\n]"),
    ("a comment on a line", "[‸1, /* 2, */ 2, 3]", [1], "[1, /* 2, */ 3]"),
    ("a comment before a comma", "[‸1, 2 /* 2 */, 3]", [1], "[1, /* 2 */ 3]"),
    ("neighbours and a comment", "[‸\n  1, 2, // 3\n  4\n]", [0, 1], "[\n  // 3\n  4\n]"),
    ("all but the comment", "[‸\n  1, // one\n  2\n]", [0, 1], "[\n  // one\n]"),
    ("a missing bracket", '{"a": [‸1, 2}', [1], '{"a": [1}'),
    ("a missing quote", '[‸\n  "a,\n  "b"\n]', [0], '[\n  "b"\n]'),
    ("what is no JSON", "[‸1, nope, 2]", [1], "[1, 2]"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("before", "indexes", "after"), [case[1:] for case in REMOVE], ids=[case[0] for case in REMOVE]
)
def test_remove(before: str, indexes: list[int], after: str) -> None:
    assert made(before, edits.remove_children, indexes) == after


INSERT: list[tuple[str, str, int, list[str], str]] = [
    ("at the start of a line", "[‸1, 2]", 0, ["8", "9"], "[8, 9, 1, 2]"),
    ("in a line", "[‸1, 2]", 1, ["8", "9"], "[1, 8, 9, 2]"),
    ("at the end of a line", "[‸1, 2]", 2, ["8", "9"], "[1, 2, 8, 9]"),
    ("nothing", "[‸1]", 0, [], "[1]"),
    ("no blanks", "[‸1,2]", 2, ["9"], "[1,2,9]"),
    ("no blanks, and no comma to tell", '{"a":[‸1]}', 1, ["9"], '{"a":[1,9]}'),
    ("blanks before a comma", "[‸1 , 2]", 0, ["9"], "[9 , 1 , 2]"),
    ("blanks inside of brackets", "[‸ 1 ]", 1, ["9"], "[ 1, 9 ]"),
    ("as the first line", "[‸\n  1,\n  2\n]", 0, ["8", "9"], "[\n  8,\n  9,\n  1,\n  2\n]"),
    ("as a line between", "[‸\n  1,\n  2\n]", 1, ["8", "9"], "[\n  1,\n  8,\n  9,\n  2\n]"),
    ("as the last line", "[‸\n  1,\n  2\n]", 2, ["8", "9"], "[\n  1,\n  2,\n  8,\n  9\n]"),
    ("below the only one", "[‸\n    1\n]", 1, ["9"], "[\n    1,\n    9\n]"),
    ("CRLF", "[‸\r\n  1\r\n]", 1, ["[\n  9\n]"], "[\r\n  1,\r\n  [\r\n    9\r\n  ]\r\n]"),
    ("CR", "[‸\r\t1\r]", 1, ["[\n  9\n]"], "[\r\t1,\r\t[\r\t\t9\r\t]\r]"),
    ("below a blank line", "[‸\n  1,\n\n  2\n]", 1, ["9"], "[\n  1,\n\n  9,\n  2\n]"),
    ("no blank line of its own", "[‸\n  1,\n\n  2\n]", 2, ["9"], "[\n  1,\n\n  2,\n  9\n]"),
    ("above a blank line at the end", "[‸\n  1\n\n]", 1, ["9"], "[\n  1,\n  9\n\n]"),
    (
        "in a wrapped list",
        "[‸\n  1, 2, 3,\n  4, 5, 6\n]", 3, ["9"], "[\n  1, 2, 3,\n  9, 4, 5, 6\n]",
    ),
    (
        "behind a wrapped list",
        "[‸\n  1, 2, 3,\n  4, 5, 6\n]", 6, ["9"], "[\n  1, 2, 3,\n  4, 5, 6, 9\n]",
    ),
    ("commas at the start, first", "[‸ 1\n, 2\n]", 0, ["9"], "[ 9\n, 1\n, 2\n]"),
    ("commas at the start, between", "[‸ 1\n, 2\n]", 1, ["9"], "[ 1\n, 9\n, 2\n]"),
    ("commas at the start, last", "[‸ 1\n, 2\n]", 2, ["9"], "[ 1\n, 2\n, 9\n]"),
    ("on the bracket's line", "[‸1,\n 2,\n 3]", 0, ["9"], "[9,\n 1,\n 2,\n 3]"),
    ("on the closing bracket's line", "[‸1,\n 2,\n 3]", 3, ["9"], "[1,\n 2,\n 3,\n 9]"),
    (
        "brackets side by side",
        '[‸\n  {\n    "a": 1\n  }, {\n    "a": 2\n  }\n]',
        1,
        ['{\n  "a": 9\n}'],
        '[\n  {\n    "a": 1\n  }, {\n    "a": 9\n  }, {\n    "a": 2\n  }\n]',
    ),
    ("an empty list", "[‸]", 0, ["8", "9"], "[\n  8,\n  9\n]"),
    ("an empty list on two lines", "[‸\n]", 0, ["9"], "[\n  9\n]"),
    (
        "an empty list among lists on lines",
        '[\n  [],\n  [‸ ]\n]', 0, ["9"], "[\n  [],\n  [\n    9\n  ]\n]",
    ),
    (
        "an empty list among lists on one line",
        '{\n  "a": [1],\n  "b": [‸]\n}', 0, ["8", "9"], '{\n  "a": [1],\n  "b": [8, 9]\n}',
    ),
    ("an empty list on the only line", '{"a": [‸]}', 0, ["8", "9"], '{"a": [8, 9]}'),
    (
        "lines into a document of one line",
        '{"a": [‸1]}\n', 1, [GROUP], '{"a": [1, {"group": "New", "pages": ["n"]}]}\n',
    ),
    # With faults
    ("a trailing comma serves", "[‸1,]", 1, ["9"], "[1, 9]"),
    ("a trailing comma serves on lines", "[‸\n  1,\n]", 1, ["9"], "[\n  1,\n  9\n]"),
    ("a missing comma is still missing", "[‸1 2]", 1, ["9"], "[1 9, 2]"),
    ("a comment keeps its line", "[‸\n  1 // one\n]", 1, ["9"], "[\n  1, // one\n  9\n]"),
    ("a comma and a comment", "[‸\n  1, // one\n]", 1, ["9"], "[\n  1, // one\n  9\n]"),
    ("a comment and commas at the start", "[‸ 1\n, 2 // 2\n]", 2, ["9"], "[ 1\n, 2 // 2\n, 9\n]"),
    ("a comment in a line", "[‸1 /* 1 */]", 1, ["9"], "[1, 9 /* 1 */]"),
    ("nothing but a comment", "[‸\n  // none\n]", 0, ["9"], "[\n  9\n  // none\n]"),
    ("nothing but a comment in a line", "[‸/* none */]", 0, ["9"], "[9 /* none */]"),
    ("a missing bracket", '{"a": [‸1}', 1, ["9"], '{"a": [1, 9}'),
    ("a missing last bracket", "[‸\n  1\n", 1, ["9"], "[\n  1,\n  9\n"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("before", "index", "values", "after"),
    [case[1:] for case in INSERT],
    ids=[case[0] for case in INSERT],
)
def test_insert_items(before: str, index: int, values: list[str], after: str) -> None:
    assert made(before, edits.insert_items, index, values) == after


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('[‸"a', "[1]"),  # what follows would stand in the text
        ('[‸{"a": 1', '"b"'),  # and here in the object
    ],
)
def test_nothing_is_put_where_it_would_be_swallowed(text: str, value: str) -> None:
    assert made(text, edits.append_items, [value]) is None


def test_a_child_of_several_lines_takes_on_the_indentation_of_the_place() -> None:
    before = """
        {
            "navigation": {
                "groups": [‸
                    {"group": "Old", "pages": []}
                ]
            }
        }
    """
    after = """
        {
            "navigation": {
                "groups": [
                    {"group": "Old", "pages": []},
                    {
                        "group": "New",
                        "pages": [
                            "n"
                        ]
                    }
                ]
            }
        }
    """
    assert made(dedent(before), edits.append_items, [GROUP]) == dedent(after)


def test_a_list_on_one_line_is_opened_for_a_child_of_several() -> None:
    before = '{\n\t"pages": ["a",‸ "b"]\n}'
    lines = ["{", '\t"pages": [', '\t\t"a",', "\t\t{", '\t\t\t"group": "New",']
    lines += ['\t\t\t"pages": [', '\t\t\t\t"n"', "\t\t\t]", "\t\t},", '\t\t"b"', "\t]", "}"]
    assert made(before, edits.insert_items, 1, [GROUP]) == "\n".join(lines)


def test_an_empty_list_deep_down_is_opened_with_the_steps_around_it() -> None:
    before = '{\n   "a": {\n      "b": [‸]\n   }\n}'
    after = '{\n   "a": {\n      "b": [\n         1\n      ]\n   }\n}'
    assert made(before, edits.append_items, ["1"]) == after


MEMBERS: list[tuple[str, str, str]] = [
    ("on a line", '{‸"a": 1}', '{"a": 1, "k": 9}'),
    ("no blanks", '{‸"a":1}', '{"a":1,"k":9}'),
    ("blanks before a colon", '{‸"a" : 1}', '{"a" : 1, "k" : 9}'),
    ("a column of values", '{‸\n  "a":    1\n}', '{\n  "a":    1,\n  "k": 9\n}'),
    ("a value below its key", '{‸\n  "a":\n    1\n}', '{\n  "a":\n    1,\n  "k": 9\n}'),
    ("an empty object", "{‸}", '{\n  "k": 9\n}'),
    ("an empty object in a line", '{"a":{‸}}', '{"a":{"k":9}}'),
    ("an empty object among lines", '{\n\t"a": {‸}\n}', '{\n\t"a": {\n\t\t"k": 9\n\t}\n}'),
    ("a colon in a text", '[":a", {‸}]', '[":a", {"k": 9}]'),
]


@pytest.mark.parametrize(
    ("before", "after"), [case[1:] for case in MEMBERS], ids=[case[0] for case in MEMBERS]
)
def test_append_members(before: str, after: str) -> None:
    assert made(before, edits.append_members, [("k", "9")]) == after


def test_insert_members() -> None:
    new = [('a"b', "1"), ("é", "[\n  2\n]")]
    after = '{\n  "a\\"b": 1,\n  "é": [\n    2\n  ],\n  "x": 0\n}'
    assert made('{‸\n  "x": 0\n}', edits.insert_members, 0, new) == after


REPLACE: list[tuple[str, str, str, str]] = [
    ("a text by a text", '{‸"a": "x"}', '"é\\n"', '{"a": "é\\n"}'),
    ("a text by a number", '{‸"a": "x"}', "1", '{"a": 1}'),
    ("a list by a text", '{‸"a": ["x"]}', '"y"', '{"a": "y"}'),
    ("an item", "[‸ 1 ]", "2", "[ 2 ]"),
    ("by lines", '{‸\n\t"a": 1\n}', "[\n  1\n]", '{\n\t"a": [\n\t\t1\n\t]\n}'),
    ("by lines, in one line", '{‸"a": 1}', "[\n  1,\n  2\n]", '{"a": [1, 2]}'),
    ("a missing value", '{‸"a":, "b": 1}', "1", '{"a": 1, "b": 1}'),
    ("a missing colon and value", '{‸"a", "b": 1}', "1", '{"a": 1, "b": 1}'),
    ("a text without its closing quote", '[‸"a\n]', '"b"', '["b"\n]'),
    ("a text in single quotes", "[‸'a']", '"b"', '["b"]'),
    ("what is no JSON", "[‸nope]", "null", "[null]"),
]


@pytest.mark.parametrize(
    ("before", "value", "after"), [case[1:] for case in REPLACE], ids=[case[0] for case in REPLACE]
)
def test_replace_value(before: str, value: str, after: str) -> None:
    assert made(before, edits.build_value_edit, 0, value) == after


EXCHANGE: list[tuple[str, str, list[int], list[str], str]] = [
    ("one by one", "[‸1, 2, 3]", [1], ["9"], "[1, 9, 3]"),
    ("one by two", "[‸1, 2, 3]", [0], ["8", "9"], "[8, 9, 2, 3]"),
    ("neighbours", "[‸1, 2, 3]", [0, 1], ["9"], "[9, 3]"),
    ("all", "[‸1, 2, 3]", [0, 1, 2], ["9"], "[9]"),
    ("both ends", "[‸1, 2, 3]", [2, 0], ["9"], "[9, 2]"),
    ("the end", "[‸1, 2, 3]", [1, 2], ["8", "9"], "[1, 8, 9]"),
    ("none", "[‸1]", [], ["9"], "[1]"),
    ("by nothing", "[‸1, 2]", [1], [], "[1]"),
    ("lines", "[‸\n  1,\n\n  2,\n  3\n]", [1, 2], ["8", "9"], "[\n  1,\n\n  8,\n  9\n]"),
    ("a line by lines", "[‸\n\t1\n]", [0], ["[\n  9\n]"], "[\n\t[\n\t\t9\n\t]\n]"),
    (
        "in a row by lines",
        '{\n "a": [‸1, 2, 3]\n}', [0, 1], ["[\n  9\n]"],
        '{\n "a": [\n  [\n   9\n  ],\n  3\n ]\n}',
    ),
    (
        "the end of a row by lines",
        '{\n "a": [‸1, 2, 3]\n}', [0, 2], ["[\n  9\n]"],
        '{\n "a": [\n  [\n   9\n  ],\n  2\n ]\n}',
    ),
    ("a comment stays", "[‸\n  1, // one\n  2\n]", [0, 1], ["9"], "[\n  9 // one\n]"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("before", "indexes", "values", "after"),
    [case[1:] for case in EXCHANGE],
    ids=[case[0] for case in EXCHANGE],
)
def test_replace_items(before: str, indexes: list[int], values: list[str], after: str) -> None:
    assert made(before, edits.replace_items, indexes, values) == after


def test_replace_members() -> None:
    before = '{‸\n  "a" : 1,\n  "b" : 2,\n  "c" : 3\n}'
    after = '{\n  "x" : 8,\n  "y" : 9,\n  "b" : 2\n}'
    assert made(before, edits.replace_members, [0, 2], [("x", "8"), ("y", "9")]) == after
    assert made(before, edits.replace_members, [], [("x", "8")]) == before.replace(MARK, "")


RENAME: list[tuple[str, str, str]] = [
    ("a key", '{‸"a" : 1}', '{"b\\"é" : 1}'),
    ("a key without quotes", "{‸a: 1}", '{"b\\"é": 1}'),
    ("a missing key", "{‸: 1}", '{"b\\"é": 1}'),
    ("a missing key and colon", "{‸[1]}", '{"b\\"é": [1]}'),
]


@pytest.mark.parametrize(
    ("before", "after"), [case[1:] for case in RENAME], ids=[case[0] for case in RENAME]
)
def test_rename_key(before: str, after: str) -> None:
    assert made(before, edits.build_key_edit, 0, 'b"é') == after


def test_only_what_stands_between_the_quotes_is_replaced() -> None:
    data, node, at = marked('{‸"é": "x"}')
    assert isinstance(node, Object)
    assert edits.build_value_edit(data, node, at, 0, '"y"') == Edit(Span(8, 9), "y")
    assert edits.build_key_edit(data, node, at, 0, "y") == Edit(Span(2, 4), "y")


# Moves: what is moved stands in the container around ‸, and goes to the one around →.

MOVE: list[tuple[str, str, list[int], int, str | None]] = [
    ("to the front", "[‸→1, 2, 3]", [2], 0, "[3, 1, 2]"),
    ("to the back", "[‸→1, 2, 3]", [0], 3, "[2, 3, 1]"),
    ("to the next place", "[‸→1, 2, 3]", [0], 2, "[2, 1, 3]"),
    ("to where it is", "[‸→1, 2, 3]", [1], 1, "[1, 2, 3]"),
    ("to behind itself", "[‸→1, 2, 3]", [1], 2, "[1, 2, 3]"),
    ("from both ends together", "[‸→1, 2, 3]", [0, 2], 1, "[1, 3, 2]"),
    ("from both ends to the end", "[‸→1, 2, 3]", [0, 2], 3, "[2, 1, 3]"),
    ("on lines", "[‸→\n  1,\n  2,\n  3\n]", [2], 1, "[\n  1,\n  3,\n  2\n]"),
    ("to the last line", "[‸→\n  1,\n  2\n]", [0], 2, "[\n  2,\n  1\n]"),
    ("behind a trailing comma", "[‸→1, 2,]", [0], 2, "[2, 1]"),
    ("from before a trailing comma", "[‸→1, 2, 3,]", [1, 2], 0, "[2, 3, 1]"),
    ("out", "[[‸1, 2], →3]", [0], 1, "[[2], 1, 3]"),
    ("out, the last", "[[‸1], →3]", [0], 0, "[1, [], 3]"),
    ("in", "[‸1, [→2]]", [0], 1, "[[2, 1]]"),
    ("members", '{‸"a": 1, "o": {→"b": 2}}', [0], 0, '{"o": {"a": 1, "b": 2}}'),
    (
        "members to a list lose their keys",
        '{‸"a": {"x": 1}, "o": [→]}', [0], 0, '{"o": [{"x": 1}]}',
    ),
    ("items to an object would need keys", '[‸1, {→"a": 1}]', [0], 0, None),
    ("into itself", "[‸1, [→2]]", [1], 0, None),
    ("into itself, deep down", '[‸1, {"a": [→2]}]', [0, 1], 0, None),
]  # fmt: skip


@pytest.mark.parametrize(
    ("before", "indexes", "index", "after"),
    [case[1:] for case in MOVE],
    ids=[case[0] for case in MOVE],
)
def test_move(before: str, indexes: list[int], index: int, after: str | None) -> None:
    assert moved(before, indexes, index) == after


def moved(text: str, indexes: list[int], index: int) -> str | None:
    data, target, target_at = marked(text, "→")
    _, source, at = marked(text.replace("→", ""))
    new = edits.move_children(data, source, at, indexes, target, target_at, index)
    return None if new is None else apply_edits(data, new).decode()


def test_what_is_moved_keeps_its_formatting() -> None:
    before = """
        {
            "groups": [‸
                {
                    "group": "A", "pages": ["a",
                      "b"],

                    "icon":   "x"
                },
                "c"
            ],
            "pages": [→]
        }
    """
    after = """
        {
            "groups": [
                "c"
            ],
            "pages": [
                {
                    "group": "A", "pages": ["a",
                      "b"],

                    "icon":   "x"
                }
            ]
        }
    """
    assert moved(dedent(before), [0], 0) == dedent(after)


def test_what_is_moved_further_in_is_indented_further() -> None:
    before = '[‸\n\t{\n\t\t"a": 1\n\t},\n\t{\n\t\t"b": [→]\n\t}\n]'
    after = '[\n\t{\n\t\t"b": [\n\t\t\t{\n\t\t\t\t"a": 1\n\t\t\t}\n\t\t]\n\t}\n]'
    assert moved(before, [0], 0) == after


# Texts of their own


def test_text_of() -> None:
    data = b'{\r\n\t"a": [\r\n\t\t{\r\n\t\t\t"x": 1,\r\n\r\n\t\t\t  "y": 2\r\n\t\t}\r\n\t]\r\n}'
    root = Document.from_text(data).tree.root
    assert isinstance(root, Object)
    value = root.items[0].value
    at = root.starts[0] + root.items[0].value_start
    assert isinstance(value, Array)
    text = '[\n  {\n    "x": 1,\n\n      "y": 2\n  }\n]'
    assert edits.get_dedented_text(data, value, at) == text
    assert edits.get_dedented_text(data, root.items[0].key, root.starts[0]) == '"a"'


def test_text_of_less_indented_lines() -> None:
    data = b'  {"a": [\n 1\n  ]}'
    root = Document.from_text(data).tree.root
    assert isinstance(root, Object)
    assert isinstance(root.items[0], Member)
    assert edits.get_dedented_text(data, root, 2) == '{"a": [\n1\n]}'


@pytest.mark.parametrize(
    ("text", "written"),
    [('a"b\\', '"a\\"b\\\\"'), ("é😀\n", '"é😀\\n"'), ("\ud83d", '"\\ud83d"')],
)
def test_quoted(text: str, written: str) -> None:
    assert edits.quote_json(text) == written


# Applying


def test_apply_makes_insertions_before_what_is_replaced_there() -> None:
    edits = [Edit(Span(1, 2), "x"), Edit(Span(1, 1), "1"), Edit(Span(1, 1), "2")]
    assert apply_edits(b"abc", edits) == b"a12xc"


@pytest.mark.parametrize("spans", [[(0, 2), (1, 3)], [(2, 4)], [(2, 1)], [(0, 2), (1, 1)]])
def test_apply_refuses_what_cannot_be(spans: list[tuple[int, int]]) -> None:
    with pytest.raises(ValueError, match="overlaps"):
        apply_edits(b"abc", [Edit(Span(*span), "") for span in spans])


_ALIGNED = """{
    "colors":  {
                   "primary":  "#0a7d5c"
               },
    "navigation":  {‸
                       "groups":  [
                                      {
                                          "group":  "A [",
                                          "pages":  [
                                                        "a"
                                                    ]
                                      }
                                  ]
                   }
}"""


def test_what_is_added_to_an_aligned_document_is_aligned() -> None:
    added = made(_ALIGNED, edits.append_members, [("global", '{\n  "tabs": [\n    1\n  ]\n}')])

    assert added == _ALIGNED.replace("‸", "").replace(
        "\n                                  ]\n",
        """
                                  ],
                       "global":  {
                                      "tabs":  [
                                                   1
                                               ]
                                  }
""",
    )


def test_what_is_taken_from_an_aligned_document_is_indented_evenly() -> None:
    data, node, at = marked(_ALIGNED)
    assert isinstance(node, Object)
    groups = node.get("groups")
    assert groups is not None

    taken = edits.get_dedented_text(data, groups, at + node.get_value_span("groups").start)

    assert taken == ('[\n  {\n    "group":  "A [",\n    "pages":  [\n      "a"\n    ]\n  }\n]')


@pytest.mark.parametrize("unit", [2, 4, 8])
def test_wide_steps_are_no_alignment(unit: int) -> None:
    step = " " * unit
    text = f'{{\n{step}"a": {{‸\n{step * 2}"b": 1\n{step}}}\n}}'

    assert made(text, edits.append_members, [("c", "{\n  1\n}")]) == text.replace("‸", "").replace(
        f"1\n{step}}}", f'1,\n{step * 2}"c": {{\n{step * 3}1\n{step * 2}}}\n{step}}}'
    )


def test_of_a_text_with_faults_only_what_an_edit_affects_is_parsed_again() -> None:
    def remove_from_last(count: int) -> int:
        text = '{"a": [' + '{"b": 1},' * count + '{"c": 1 "d": 2}‸], "e": 3}'
        data, array, at = marked(text)
        start, node = array.get_value_at(count)
        assert isinstance(node, Object)

        def remove() -> object:
            return edits.remove_children(data, node, at + start, [1])

        assert remove() is not None
        return count_steps(remove)

    assert remove_from_last(200) - remove_from_last(100) <= 1000


def test_in_a_text_of_faults_only_so_many_edits_are_tried(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def count_removals(text: str) -> int:
        document = Document.from_text(text)
        root = document.tree.root
        assert isinstance(root, Array)
        removals = [edits.remove_children(document.text.data, root, 0, [i]) for i in range(40)]
        return len(removals) - removals.count(None)

    monkeypatch.setattr(verification, "MOST_READ_AGAIN", 400)

    assert count_removals("[" + "1 " * 41 + "]") == 400 // (40 + 2)
    assert count_removals("[" + "1, " * 40 + "1, ]") == 40, "one fault"
    assert count_removals("[" + "1, " * 40 + "1]") == 40
    deep = "[" * 8 + "1 1" + "]" * 8
    assert count_removals(f"[{', '.join([deep] * 40)}]") <= 3, "each container is read again"


def test_faults_deep_in_a_text_cost_no_more_than_others_when_it_is_read_again() -> None:
    def reread(depth: int, count: int) -> int:
        nest = "[" * depth + "1 1" + "]" * depth
        document = Document.from_text("[" + f"{nest}, " * count + "1]")
        return count_steps(lambda: document.replace_bytes(1, 1, b"2, "))

    assert reread(depth=40, count=10) <= reread(depth=5, count=80)
