"""YAML from strangers: values, places, and what is refused."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docs_lsp.formats.places import Depth, Paths, ReadFault
from docs_lsp.formats.yaml_reader import YamlDocument, read_yaml


def value(text: str | bytes) -> object:
    document = read_yaml(text.encode() if isinstance(text, str) else text)
    assert isinstance(document, YamlDocument), document
    return document.value


def fault(text: str | bytes) -> tuple[str, str]:
    """The text at the place of the fault, and the message."""
    data = text.encode() if isinstance(text, str) else text
    found = read_yaml(data)
    assert isinstance(found, ReadFault), found
    return data[found.span.start : found.span.end].decode(errors="replace"), found.message


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", None),
        ("# only a comment\n", None),
        ("plain", "plain"),
        ("[a, 'b', \"c\\n\", 1, -2, 1.5]", ["a", "b", "c\n", 1, -2, 1.5]),
        ("[.5, 1e3, true, False, null, ~]", [0.5, 1000.0, True, False, None, None]),
        ("a: {b: [1, {c: d}]}\ne:\n- f\n- - g\n", {"a": {"b": [1, {"c": "d"}]}, "e": ["f", ["g"]]}),
        ("a: |\n  two\n  lines\nb: >-\n  one\n  line\n", {"a": "two\nlines\n", "b": "one line"}),
        ("a: 1\na: 2", {"a": 2}),
        ("1: a\ntrue: b\n? [x]\n: c\n", {"1": "a", "true": "b", "": "c"}),
        ("a:\nb: ''", {"a": None, "b": ""}),
        ("a: &x [1]\nb: *x", {"a": [1], "b": [1]}),
        (
            "a: &x {p: 1, q: 2}\nb:\n  <<: *x\n  q: 3",
            {"a": {"p": 1, "q": 2}, "b": {"p": 1, "q": 3}},
        ),
        ("a: &x {p: 1}\nb:\n  <<: [*x, {q: 2}]", {"a": {"p": 1}, "b": {"p": 1, "q": 2}}),
        ("a: 1\n---\nb: 2", {"a": 1}),
        ("--- # start\na: 1\n...\n", {"a": 1}),
        ("\ufeffa: 1", {"a": 1}),
        ("a: 1\r\nb: 2\r\n", {"a": 1, "b": 2}),
        ("a: !!str 1\nb: !!int '2'\nc: !custom x", {"a": "1", "b": 2, "c": "x"}),
    ],
)
def test_values(text: str, expected: object) -> None:
    assert value(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        *("yes", "no", "on", "off", "y", "2024-01-02", "2024-01-02T10:00:00Z", "12:30:45"),
        *(".inf", "-.inf", ".nan", "1_000", "0x1F", "1e999", "1.2.3", "+", ".", "1a"),
    ],
)
def test_what_json_or_the_service_has_no_value_for_stays_text(text: str) -> None:
    assert value(f"a: {text}") == {"a": text}


def test_a_number_with_very_many_digits_is_no_trouble() -> None:
    assert value("a: " + "9" * 5000) == {"a": "9" * 5000}
    assert value("a: 99999999999999999999") == {"a": 1e20}


def test_separators_of_unicode_end_no_line() -> None:
    assert value("a: one\u2028two\u2029three\u0085four\nb: 1") == {
        "a": "one\u2028two\u2029three\u0085four",
        "b": 1,
    }


def test_keys_and_values_have_places_in_bytes() -> None:
    data = (
        "\ufeff# é\r\nä: 'ü'  # c\r\nb:\r\n  - x\r\n  - {y: z}\r\n\r\n\"c\u2028\": [1,\r\n 2]\r\n"
    ).encode()
    document = read_yaml(data)
    assert isinstance(document, YamlDocument)

    shown = {
        data[entry.key.start : entry.key.end].decode(): data[entry.value.start : entry.value.end]
        for entry in document.entries.values()
    }
    assert shown == {
        "ä": "'ü'".encode(),
        "b": b"- x\r\n  - {y: z}",
        '"c\u2028"': b"[1,\r\n 2]",
    }
    assert list(document.entries) == [("ä",), ("b",), ("c\u2028",)]


def test_places_go_as_deep_as_asked_for() -> None:
    data = b"a:\n  b:\n    c: 1\n"
    document = read_yaml(data, Depth(2))
    assert isinstance(document, YamlDocument)

    assert list(document.entries) == [("a", "b"), ("a",)]


def test_paths_lead_through_lists_but_not_through_aliases() -> None:
    data = b"a: &x\n  - b: 1\n  - c: two words # and more\nd: *x\ne:\n  <<: {f: 1}\n"
    document = read_yaml(data, Paths([("a", 1, "c"), ("d", 1, "c"), ("e", "f")]))
    assert isinstance(document, YamlDocument)

    assert {path: data[slice(*entry.value)] for path, entry in document.entries.items()} == {
        ("a",): b"&x\n  - b: 1\n  - c: two words",
        ("a", 1): b"c: two words",
        ("a", 1, "c"): b"two words",
        ("d",): b"*x",
        ("e",): b"<<: {f: 1}",
    }
    assert document.entries["a", 1].key == document.entries["a", 1].value


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("a: b: c", ":", "a value contains a colon and a space"),
        ("a: @b", "@", "reserved in YAML"),
        ("a:\n\t- b", "\t", "Indent it with spaces"),
        ("a: [1\n", "", "did not find expected"),
        ("a: 'b\n", "'", "never closed"),
        ("a: *b", "*b", "`*b` names no anchor that ends before it."),
        ("a: &a [*a]", "*a", "`*a` names no anchor"),
        ("é: 1\nb: \x01", "\x01", "invisible character"),
        ("a: 1\n]", "]", "does not fit the list or mapping"),
        (b"a: \xff", "\ufffd", "not UTF-8"),
    ],
)
def test_faults_say_where_and_what_to_do(text: str | bytes, place: str, message: str) -> None:
    shown, said = fault(text)

    assert shown == place
    assert message in said
    assert said.endswith(".")


def test_a_bomb_of_aliases_is_refused() -> None:
    names = "abcdefghij"
    lines = ["a: &a [x, x, x, x, x, x, x, x, x, x]"]
    lines += [
        f"{name}: &{name} [{', '.join([f'*{below}'] * 10)}]" for below, name in pairwise(names)
    ]

    shown, said = fault("\n".join(lines))

    assert shown.startswith("*")
    assert "too large" in said


def test_many_aliases_of_little_things_are_fine() -> None:
    text = "base: &b {x: 1}\n" + "\n".join(f"k{number}: *b" for number in range(2000))

    found = value(text)

    assert isinstance(found, dict)
    assert found["k1999"] == {"x": 1}


@pytest.mark.parametrize("deep", ["[" * 100_000, "- " * 100_000, "{a: " * 50_000, "? " * 50_000])
def test_deep_nesting_is_refused(deep: str) -> None:
    assert "nested more than 100 levels" in fault(deep)[1]


def test_a_bomb_as_a_key_is_not_written_out() -> None:
    text = "a: &a [x,x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a]\n? *b\n: 1\n"

    found = value(text)

    assert isinstance(found, dict)
    assert found[""] == 1


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**17), 10**17) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


@given(JSON)
def test_json_reads_as_itself(expected: object) -> None:
    text = json.dumps(expected)
    found = read_yaml(text.encode())

    # libyaml knows no halves of characters, and a key may not go on over 1024 characters.
    if isinstance(found, YamlDocument):
        assert found.value == expected
    else:
        assert "\\u" in text


@given(st.text())
def test_no_text_is_too_odd(text: str) -> None:
    data = text.encode("utf-8", "replace")
    found = read_yaml(data)

    if isinstance(found, ReadFault):
        assert 0 <= found.span.start <= found.span.end <= len(data)
    else:
        for entry in found.entries.values():
            assert 0 <= entry.key.start <= entry.key.end <= len(data)
            assert 0 <= entry.value.start <= entry.value.end <= len(data)
        json.dumps(found.value, allow_nan=False)


@given(st.binary())
def test_no_bytes_are_too_odd(data: bytes) -> None:
    assert isinstance(read_yaml(data), YamlDocument | ReadFault)
