"""One mistake is one fault, where it stands, and what follows is still understood.

In each text «…» marks where a fault is expected; the value is what is read all the same.
"""

from __future__ import annotations

import gc
import re
import time
from typing import Any

import pytest

from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.nodes import to_python
from docs_lsp.jsontree.parser.arrays import OpenArray
from docs_lsp.jsontree.parser.descent import Descent
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
    ("a stray quote in a text", '["gui"«des/foo"»,\n"b"]', [None, "b"]),
    ("a stray quote in a value", '{"a": "gui"«des/foo"»,\n"b": 2}', {"a": None, "b": 2}),
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
    ("a text in typographic quotes", '["a", «“b, c”», "d"]', ["a", "b, c", "d"]),
    ("a key in typographic quotes", '{«„a“»: "b", "c": 1}', {"a": "b", "c": 1}),
    ("a text in backticks", '{"a": «`b`», "c": 1}', {"a": "b", "c": 1}),
    ("a text opened by a typographic quote", '["a", «“»b", "c"]', ["a", "b", "c"]),
    ("a text closed by a typographic quote", '["a«”», "b", "c"]', ["a", "b", "c"]),
    ("a key closed by a typographic quote", '{"a«”»: "#fff", "c": "d"}', {"a": "#fff", "c": "d"}),
    ("a text opened by a single quote", '["a", «\'»b", "c"]', ["a", "b", "c"]),
    ("a text pasted with its quotes", '["a", «""b""», "c"]', ["a", "b", "c"]),
    ("a doubled opening quote", '["a", «"»"b", "c"]', ["a", "b", "c"]),
    ("a doubled quote of a key", '{"a"«"»: "b"}', {"a": "b"}),
    ("several words without quotes", '{"a": «b c d»,\n"e": 1}', {"a": None, "e": 1}),
    ("a comment of HTML", '{«<!-- "a": 1\n -->»\n"b": 2}', {"b": 2}),
    ("an equals sign for a colon", '{"a" «=» "b", "c"«=>»1}', {"a": "b", "c": 1}),
    ("a semicolon for a colon", '{"a"«;» "b", "c"«;»\n[1]}', {"a": "b", "c": [1]}),
    ("an arrow for a colon", '{"a" «->» "b"}', {"a": "b"}),
    ("a wide colon", '{"a"«\uff1a»"b"}', {"a": "b"}),
    ("a full stop for a comma", '["a"«.» "b"]', ["a", "b"]),
    ("a semicolon for a comma", '["a"«;»\n"b"]', ["a", "b"]),
    ("a semicolon for a comma after a literal", '{"a": true«;»\n"b": 1}', {"a": True, "b": 1}),
    ("a semicolon at the end", '["a"«;»\n]', ["a"]),
    (
        "a closing bracket of the wrong kind",
        '{\n  "a": {\n    "b": ["c"«}»\n  },\n  "d": 1\n}',
        {"a": {"b": ["c"]}, "d": 1},
    ),
    (
        "a closing bracket of the wrong kind on a line of its own",
        '{\n  "a": {\n    "b": 1\n  «]»,\n  "c": [\n    {}\n  ]\n}',
        {"a": {"b": 1}, "c": [{}]},
    ),
    (
        "an opening bracket of the wrong kind before objects",
        '{\n  "a": «{»\n    { "b": 1 },\n    { "c": [2] }\n  ],\n  "d": 3\n}',
        {"a": [{"b": 1}, {"c": [2]}], "d": 3},
    ),
    (
        "an opening bracket of the wrong kind before texts",
        '{"a": «{»"b", "c"], "d": 3}',
        {"a": ["b", "c"], "d": 3},
    ),
    (
        "an opening bracket of the wrong kind before keys",
        '[\n  «[»\n    "b": 1,\n    "c": ["d"]\n  },\n  {}\n]',
        [{"b": 1, "c": ["d"]}, {}],
    ),
    ("a doubled opening bracket", '{"a": [{«{»"b": 1}]}', {"a": [{"b": 1}]}),
    ("a second file behind the first", '{\n"a": 1\n}\n«{»\n"a": 1\n}\n', {"a": 1}),
    (
        "a comment before the colon of a key whose bracket is missing",
        '[\n  {\n    "a": 1\n  },\n    «»"b" «/* c */»: 2\n  }\n]',
        [{"a": 1}, {"b": 2}],
    ),
    (
        "a comma for a colon",
        '{"a"«,» "b", "c"«,»1, "d"«,» [true]}',
        {"a": "b", "c": 1, "d": [True]},
    ),
    (
        "a comma for a colon before an object, behind a text",
        '{"a": "b", "c"«,»\n{"d": "e"}, "f": 1}',
        {"a": "b", "c": {"d": "e"}, "f": 1},
    ),
    ("a comma behind a half-typed key", '{«"ic"», "b": 2}', {"ic": None, "b": 2}),
    (
        "a colon for a comma behind a text",
        '{"a": "b"«:»\n"c": "d", "e": 1}',
        {"a": "b", "c": "d", "e": 1},
    ),
    (
        "a colon for a comma behind others",
        '{"a": 1«:» "b": [2]«:»"c:d": {}}',
        {"a": 1, "b": [2], "c:d": {}},
    ),
    (
        "a colon for a comma in a list",
        '["a"«:» "b", "c", "d"«:»{"e": 1}«:» ["f"]]',
        ["a", "b", "c", "d", {"e": 1}, ["f"]],
    ),
    (
        "a colon for a comma at the end of a line",
        '{\n  "a": [\n    "b"«:»\n    "c"\n  ],\n  "d": [\n    "e"«:»\n    {}\n  ]\n}',
        {"a": ["b", "c"], "d": ["e", {}]},
    ),
    ("colons for commas in a list of numbers", "[1«:» 2«:»3]", [1, 2, 3]),
    (
        "keys in a list",
        '["a"«:» "b", "c": ["d"], "e": {}, "f":]',
        ["a", "b", "c", ["d"], "e", {}, "f"],
    ),
    ("many colons", '{"a":«:»«:»«:» 1}', {"a": 1}),
    (
        "what is left of a conflict whose first line is gone",
        '{\n"a": 1\n«=======»\n"a": 2\n>>>>>>> b\n}',
        {"a": 1},
    ),
    (
        "what is left of a conflict whose last line is gone",
        '{\n«<<<<<<< HEAD»\n"a": 1,\n=======\n"b": 2\n}',
        {"a": 1, "b": 2},
    ),
    (
        "what is left of a conflict whose middle is gone",
        '{\n«<<<<<<< HEAD»\n"a": 1,\n>>>>>>> b\n"b": 2\n}',
        {"a": 1, "b": 2},
    ),
    (
        "two conflicts, the first one without its last line",
        '{\n«<<<<<<< HEAD»\n"a": 1,\n=======\n'
        '«<<<<<<< HEAD»\n"b": 1\n||||||| c\n"b": 0\n=======\n"b": 2\n>>>>>>> b\n}',
        {"a": 1, "b": 1},
    ),
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
    document = Document.from_text(data)

    found = sorted((at + fault.start, at + fault.end) for at, fault in document.iter_faults())

    assert found == spans, [fault.message for _, fault in document.iter_faults()]
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


FIXED: list[tuple[str, str]] = [
    ('["a", “b, c”, "d"]', '["a", "b, c", "d"]'),
    ("{«a»: „it's“}", '{"a": "it\'s"}'),
    ("{`a`: 'b \"c\"'}", '{"a": "b \\"c\\""}'),
    ('["a”, "b"]', '["a", "b"]'),
    ('["a", \'b"]', '["a", "b"]'),
    ('{""a"": ""b", "c"": "d""}', '{"a": "b", "c": "d"}'),
    ('{"a": b c d, "e": No worries}', '{"a": "b c d", "e": "No worries"}'),
    ('{"a" = "b", "c"=>"d"}', '{"a" : "b", "c":"d"}'),
    ('{"a", "b", "c": "d"}', '{"a": "b", "c": "d"}'),
    ('{"a": "b": "c": 1: "d": {}}', '{"a": "b", "c": 1, "d": {}}'),
    ('["a": "b"]', '["a", "b"]'),
    ('["a"; "b"; ]', '["a", "b" ]'),
    ('{"a": {"b": ["c"}, "d": 1}', '{"a": {"b": ["c"]}, "d": 1}'),
    ('[["b": 1}, {}]', '[{"b": 1}, {}]'),
    ('{"a": [{{"b": 1}]}', '{"a": [{"b": 1}]}'),
    ('{<!-- a --> "b": 1}', '{ "b": 1}'),
]


@pytest.mark.parametrize(("wrong", "right"), FIXED)
def test_what_a_fault_says_to_put_in_its_place_makes_it_json(wrong: str, right: str) -> None:
    data = wrong.encode()
    faults = sorted(
        (at + one.start, at + one.end, one) for at, one in Document.from_text(data).iter_faults()
    )

    for start, end, fault in reversed(faults):
        assert fault.insert is not None, fault.message
        data = data[:start] + fault.insert.encode() + data[end:]

    assert data.decode() == right


SAID: list[tuple[str, str]] = [
    ('{\r  "a":\r  "b": 1\r}', "`a` has no value: add one."),
    ("['a']", "JSON strings are in straight double quotes, not in single ones."),
    ("[`a`]", "JSON strings are in straight double quotes, not in backticks."),
    ("[“a”]", "JSON strings are in straight double quotes, not in typographic ones."),
    ('[“a"]', 'A JSON string opens with a straight double quote: write `"` here.'),
    ('["a”]', 'A JSON string closes with a straight double quote: write `"` here.'),
    ('[""a""]', "One quote on either side is enough: remove the others."),
    ('["a""]', "One quote is enough: remove this one."),
    ("[a b]", "`a b` is not a JSON value. A string must be in double quotes."),
    ("{12: 1}", "A key must be in double quotes."),
    ("{12}", "`12` does not belong here. Write a key in double quotes."),
    ('{"a" = 1}', "A colon belongs between a key and its value."),
    ('{"a", 1}', "A colon belongs between a key and its value."),
    ('["a": "b"]', "Write a comma here, not `:`."),
    ('{"a": "b": "c": 1}', "Write a comma here, not `:`."),
    ('["a"; "b"]', "Write a comma here, not `;`."),
    ('["a"; ]', "`;` does not belong here: remove it."),
    ('{"a": ["b"}}', "`]` belongs here: it closes the `[`."),
    ('{"a": {"b"]}', "`[` belongs here: a list of values follows."),
    ('[["a": 1}]', "`{` belongs here: keys and values follow."),
    ('{{"a": 1}', "One `{` is enough: remove this one."),
]


@pytest.mark.parametrize(("wrong", "message"), SAID)
def test_what_is_said_of_a_mistake(wrong: str, message: str) -> None:
    assert [fault.message for _, fault in Document.from_text(wrong).iter_faults()] == [message]


def test_a_fault_about_bytes_that_are_no_characters_stays_within_the_text() -> None:
    data = b'["a"b\xe2\x80]'

    ends = [at + fault.end for at, fault in Document.from_text(data).iter_faults()]

    assert max(ends) < len(data)


def test_invalid_utf8_is_one_fault_where_it_starts() -> None:
    document = Document.from_text(b'{"a": "\xff\xfe", "b": 1}')

    faults = list(document.iter_faults())

    assert [(at + fault.start, at + fault.end) for at, fault in faults] == [(7, 8)]
    assert to_python(document.tree.root) == {"a": "\ufffd\ufffd", "b": 1}
    assert list(document.replace_bytes(7, 9, b"x").iter_faults()) == []


def test_the_outermost_list_is_read_alike_with_and_without_an_edit() -> None:
    document = Document.from_text('["v2"], "a": 1')

    assert whole(document.replace_bytes(0, 0, b"")) == whole(document)


def test_what_the_brackets_around_it_decide_is_read_anew_when_they_change() -> None:
    """The list `b` ends further out than it begins: among other brackets it would end there."""
    text = '{\n  "a": [\n    {\n          "b": [\n            {}\n    ],\n  "c": [\n  {}\n  ]\n}\n'
    for start in range(len(text)):
        for end in (start, start + 1):
            document = Document.from_text(text).replace_bytes(start, end, b"")
            for piece in (b'"', b"[", b"\n    [", b"{", b"}"):
                edited = document.replace_bytes(0, 0, piece)
                assert whole(edited) == whole(Document.from_text(edited.text.data))


def test_a_key_that_is_being_typed_is_not_taken_for_a_list() -> None:
    document = Document.from_text('{"group": "A",\n"ico",\n"pages": ["a"]}')

    assert to_python(document.tree.root) == {"group": "A", "ico": None, "pages": ["a"]}


@pytest.mark.parametrize("piece", ['"a":', '"a": [', '{"a":', '"a":{"b" ', '[{"a":1], '])
@pytest.mark.parametrize("prefix", ["", "[", '{"a": '])
def test_brackets_that_are_missing_a_thousand_times_are_no_crash(prefix: str, piece: str) -> None:
    assert list(Document.from_text(prefix + 2000 * piece).iter_faults()) != []


def test_an_object_without_a_bracket_is_not_read_again_as_a_list() -> None:
    """It would be no further on than before, over and over."""
    faults = list(Document.from_text('{\n "a"\n=======\n: 1]').iter_faults())

    assert len(faults) == 5


@pytest.mark.parametrize(
    ("piece", "count"),
    [
        *[(piece, 600) for piece in ("a ", "a,", "“a ", '"a":"b",\n"c"\n', "{{", "[a} ")],
        *[('{"a":"b","c",' + 8 * '"d",', 60), ('"a":', 600), ("=======\n", 1500)],
        ("<<<<<<< a\n=======\n", 600),
    ],
)
def test_the_time_grows_with_the_text_and_no_faster(piece: str, count: int) -> None:
    """Four times as long, and not sixteen times the time."""

    def seconds(count: int) -> float:
        document = Document.from_text("[" + count * piece)
        middle = len(document.text.data) // 2
        started = time.process_time()
        document.replace_bytes(middle, middle, b'"')
        return time.process_time() - started

    gc.disable()  # What other tests have left in memory would be counted here.
    try:
        # The least of a few, since the machine may be busy with something else.
        short, long = (min(seconds(size) for _ in range(5)) for size in (count, 4 * count))
    finally:
        gc.enable()

    assert long < 10 * short + 0.02, "Reading takes much longer than the text is."


def test_thousands_of_colons_are_no_crash() -> None:
    assert len(list(Document.from_text('{"a"' + 500 * ":" + " 1}").iter_faults())) == 499


@pytest.mark.parametrize(
    "text",
    [
        '{"name": "x"' + 20_000 * ",",
        "{" + 20_000 * ":",
        '{"a": ' + 20_000 * "{]",
        "{" + 5_000 * '"abc,\n',
        "{\n" + 2_000 * "A line of prose, with commas: and colons, as people write it.\n",
        "{" + 20_000 * "'a' ",
        "{" + 20_000 * "//\n",
        "{" + 20_000 * "\u00a0 ",
        '{"a": [' + 20_000 * "01," + "]}",
        '{"a": []' + 20_000 * "{}," + "{}]}",
        '{"a": "' + 20_000 * "\\q" + '"}',
        '{"a": "' + 20_000 * "\t" + '"}',
    ],
)
def test_a_text_of_mistakes_is_not_read_to_its_end(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps = 0
    spend = Descent.count_step

    def counted(self: Descent) -> None:
        nonlocal steps
        steps += 1
        spend(self)

    monkeypatch.setattr(Descent, "count_step", counted)
    faults = sorted(at + fault.start for at, fault in Document.from_text(text).iter_faults())

    assert len(faults) <= 6100
    assert steps <= 10_000


def test_where_reading_stops_is_told_and_nothing_is_missing_there() -> None:
    document = Document.from_text('{"a": [{"b": ' + 3_000 * "," + "}]}")
    *_, last = sorted((at + fault.start, fault.message) for at, fault in document.iter_faults())

    assert last[0] < 1_500
    assert last[1].startswith("From here on the file is not read")
    assert not any("missing" in fault.message for _, fault in document.iter_faults())


def test_reading_ends_even_where_it_would_not_get_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """A mistake in the parser may cost findings, never the editor's patience."""
    monkeypatch.setattr(OpenArray, "read_child", lambda *_: False)

    assert list(Document.from_text("[[1]]").iter_faults()) != []


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be", "utf-16-le", "utf-32", "utf-32-le"])
def test_another_encoding_is_one_mistake(encoding: str) -> None:
    data = '{"name": "Harbour", "pages": ["a"]}'.encode(encoding)
    faults = [fault for _, fault in Document.from_text(data).iter_faults()]

    (fault,) = faults
    assert fault.message.startswith(f"The file is {encoding[:6].upper()}, which")


@pytest.mark.parametrize("text", ["{\0}", '{\0"name": "A"}', '{\0\0\0"name": "A"}', '\0{"a": 1}'])
def test_null_characters_are_not_another_encoding(text: str) -> None:
    messages = [fault.message for _, fault in Document.from_text(text).iter_faults()]

    assert messages
    assert not any("UTF" in message for message in messages)
