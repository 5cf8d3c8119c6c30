"""One mistake is one fault, where it stands, and what follows is still understood.

In each text «…» marks where a fault is expected; the value is what is read all the same.
"""

from __future__ import annotations

import re
from typing import Any

import pytest

from docs_lsp.jsontree.array_frame import ArrayFrame
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.nodes import to_python
from tests.jsontree.strategies import whole

CASES: list[tuple[str, str, Any]] = [
    ("a missing comma", '{"a": 1«»\n "b": 2}', {"a": 1, "b": 2}),
    ("a missing comma in a list", '["a"«» "b"]', ["a", "b"]),
    ("a trailing comma", '{"a": [1«,»]}', {"a": [1]}),
    ("two commas", "[1,«,» 2]", [1, 2]),
    ("a leading comma", "[«,» 1]", [1]),
    ("a comment", '{«// why»\n "a": 1}', {"a": 1}),
    ("a block comment", '{"a": «/* or\n so */»1}', {"a": 1}),
    ("single quotes", "{«'a'»: 1}", {"a": 1}),
    ("an unquoted key", "{«theme»: 1}", {"theme": 1}),
    ("an unquoted value", '{"theme": «mint», "a": 1}', {"theme": None, "a": 1}),
    ("True", '{"hidden": «True»}', {"hidden": True}),
    ("None", '["a", «None»]', ["a", None]),
    ("yes", '{"hidden": «yes»}', {"hidden": None}),
    ("a number with a leading zero", "[«012»]", [None]),
    ("NaN", "[«NaN», 1]", [None, 1]),
    ("a tab in a text", '["a«\t»b", 1]', ["a\tb", 1]),
    ("a line break in a text", '["a«\n»b", 1]', ["a\nb", 1]),
    ("a bad escape", '["a«\\x»b", 1]', ["a\\xb", 1]),
    ("a byte-order mark", '«\ufeff»{"a": 1}', {"a": 1}),
    ("a no-break space", '{«\u00a0»"a": 1}', {"a": 1}),
    ("a conflict", '{\n«<<<<<<< HEAD»\n"a": 1\n=======\n"a": 2\n>>>>>>> b\n}', {"a": 1}),
    ("text after the end", '{"a": 1}\n«x»', {"a": 1}),
    ("a closing bracket too many at the end", '{"a": 1}«}»', {"a": 1}),
    ("a missing last bracket", '{"a": 1«»\n', {"a": 1}),
    ("several missing last brackets", '{"a": [{"b": ["c"]}«»', {"a": [{"b": ["c"]}]}),
    ("a missing bracket of a list", '{"pages": ["a"«»}', {"pages": ["a"]}),
    (
        "a missing bracket between objects",
        '[\n  {\n    "a": 1«»,\n  {\n    "b": 2\n  }\n]',
        [{"a": 1}, {"b": 2}],
    ),
    (
        "a missing bracket before a key",
        '{\n  "pages": [\n    "a"«»,\n  "icon": "x"\n}',
        {"pages": ["a"], "icon": "x"},
    ),
    (
        "a missing bracket that only the indentation shows",
        '{\n  "colors": {\n    "primary": "x"«»,\n  "name": "n"\n}\n',
        {"colors": {"primary": "x"}, "name": "n"},
    ),
    (
        "a missing opening bracket in a list",
        '[\n  {\n    "a": 1\n  },\n    «»"b": 2\n  }\n]',
        [{"a": 1}, {"b": 2}],
    ),
    (
        "a closing bracket too many",
        '{\n  "a": {\n    "b": 1\n  }\n  «}»,\n  "c": 2\n}',
        {"a": {"b": 1}, "c": 2},
    ),
    (
        "a closing bracket too many behind another one",
        '{\n  "a": {\n    "b": {\n      "c": 1\n    }«}»\n  },\n  "d": 2\n}',
        {"a": {"b": {"c": 1}}, "d": 2},
    ),
    (
        "a closing bracket of another kind too many",
        '{"a": [{"b": [{"c": 1}«}»]}], "d": 2}',
        {"a": [{"b": [{"c": 1}]}], "d": 2},
    ),
    (
        "a closing bracket of a list too many",
        '{\n  "a": [\n    {\n      "b": [1]«]»\n    }\n  ],\n  "c": 2\n}',
        {"a": [{"b": [1]}], "c": 2},
    ),
    (
        "a missing bracket of an object on one line",
        '{"a":[{"b":"c"},{"b":"d"«»]}',
        {"a": [{"b": "c"}, {"b": "d"}]},
    ),
    (
        "a missing opening bracket of an object on one line",
        '{"a": [«»"b": "c", "d": ["e"]}], "f": 1}',
        {"a": [{"b": "c", "d": ["e"]}], "f": 1},
    ),
    (
        "a missing closing quote before brackets",
        '{"a": [{"b": ["GET /c/{d}«»] }],\n"e": 1}',
        {"a": [{"b": ["GET /c/{d}"]}], "e": 1},
    ),
    ("a stray quote in a text", '["gui"«des/foo"»,\n"b"]', ["gui", "b"]),
    ("a stray quote at the end", '["a"«"»,\n"b"]', ["a", "b"]),
    ("a missing closing quote", '["a«»,\n"b"]', ["a", "b"]),
    ("a missing closing quote before another text", '["a«», "b", "c"]', ["a", "b", "c"]),
    ("a missing closing quote before a key", '{"a": "b«», "c": "d"}', {"a": "b", "c": "d"}),
    ("a missing closing quote of a key", '{"a«»: 1,\n"b": 2}', {"a": 1, "b": 2}),
    ("a missing closing quote of a key with a colon", '{"a:b«»: "c"}', {"a:b": "c"}),
    ("a key without a value", '{«"icon"»,\n"b": 2}', {"icon": None, "b": 2}),
    ("a half-typed key", '{«"ic"»\n"b": 2}', {"ic": None, "b": 2}),
    ("a key and a colon", '{«"icon"»: ,\n"b": 2}', {"icon": None, "b": 2}),
    ("a key and a colon at a line's end", '{«"icon"»:\n"b": 2}', {"icon": None, "b": 2}),
    ("a missing colon after a key with one", '{"a:b"«» "x", "b": 2}', {"a:b": "x", "b": 2}),
    ("a missing opening quote of a key with a colon", '{«»a:b": 1}', {"a:b": 1}),
    (
        "a missing bracket of an object before a text",
        '{"a": [\n  {\n    "b": ["c"]«»\n    ,\n    "d",\n    "e"\n  ]\n}',
        {"a": [{"b": ["c"]}, "d", "e"]},
    ),
    (
        "a missing opening bracket before a key on the next line",
        '{\n  "a":\n  «»"b": 1\n  },\n  "c": 2\n}',
        {"a": {"b": 1}, "c": 2},
    ),
    ("a missing opening bracket of nothing", '{"a": {"b": «»]}, "c": 1}', {"a": {"b": []}, "c": 1}),
    ("a missing colon", '{"a"«» "x", "b": 2}', {"a": "x", "b": 2}),
    ("two colons", '{"a":«:» 1}', {"a": 1}),
    (
        "a missing opening bracket of a list",
        '{"pages": «»"a", "b"], "c": 1}',
        {"pages": ["a", "b"], "c": 1},
    ),
    (
        "a missing opening bracket of a list of objects",
        '{\n  "groups":\n    «»{ "a": 1 },\n    { "b": 2 }\n  ],\n  "c": 3\n}',
        {"groups": [{"a": 1}, {"b": 2}], "c": 3},
    ),
    (
        "a missing opening bracket of an object",
        '{\n  "colors":\n    «»"primary": "x"\n  },\n  "c": 3\n}',
        {"colors": {"primary": "x"}, "c": 3},
    ),
    ("a missing first bracket", '«»"a": 1\n}', {"a": 1}),
    (
        "a missing opening quote at a line's end",
        '{"a": «»Getting started",\n"b": 2}',
        {"a": "Getting started", "b": 2},
    ),
    ("a missing opening quote of a key", '{«»a": 1, "b": 2}', {"a": 1, "b": 2}),
    ("a colour without its opening quote", '{"a": «»#0a0a0a",\n"b": 2}', {"a": "#0a0a0a", "b": 2}),
    ("a key in a list", '["a", "b"«:» 1]', ["a", "b", 1]),
    ("an empty file", "«»", None),
    ("only white space", "«» \n", None),
]


@pytest.mark.parametrize(
    ("marked", "value"), [case[1:] for case in CASES], ids=[c[0] for c in CASES]
)
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_recovery(marked: str, value: Any, line_end: str) -> None:
    marked = marked.replace("\n", line_end) if "a line break" not in marked else marked
    data, spans = unmarked(marked)
    document = Document.of(data)

    found = sorted((at + fault.start, at + fault.end) for at, fault in document.faults())

    assert found == spans, [fault.message for _, fault in document.faults()]
    read = to_python(document.tree.root)
    assert read == value or str(value).replace("\n", line_end) == str(read).replace("\\r\\n", "\\n")


def unmarked(marked: str) -> tuple[bytes, list[tuple[int, int]]]:
    """The text without its marks, and the byte ranges they stood around."""
    data = marked.encode()
    spans = []
    while match := re.search("«(.*?)»".encode(), data, re.DOTALL):
        spans.append((match.start(), match.start() + len(match.group(1))))
        data = data[: match.start()] + match.group(1) + data[match.end() :]
    return data, spans


def test_invalid_utf8_is_one_fault_where_it_starts() -> None:
    document = Document.of(b'{"a": "\xff\xfe", "b": 1}')

    faults = list(document.faults())

    assert [(at + fault.start, at + fault.end) for at, fault in faults] == [(7, 8)]
    assert to_python(document.tree.root) == {"a": "\ufffd\ufffd", "b": 1}
    assert list(document.edited(7, 9, b"x").faults()) == []


def test_the_outermost_list_is_read_alike_with_and_without_an_edit() -> None:
    document = Document.of('["v2"], "a": 1')

    assert whole(document.edited(0, 0, b"")) == whole(document)


def test_a_key_that_is_being_typed_is_not_taken_for_a_list() -> None:
    document = Document.of('{"group": "A",\n"ico",\n"pages": ["a"]}')

    assert to_python(document.tree.root) == {"group": "A", "ico": None, "pages": ["a"]}


def test_reading_ends_even_where_it_would_not_get_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """A mistake in the parser may cost findings, never the editor's patience."""
    monkeypatch.setattr(ArrayFrame, "child", lambda *_: False)

    assert list(Document.of("[[1]]").faults()) != []
