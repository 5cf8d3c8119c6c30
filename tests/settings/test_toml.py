"""The walk that finds where everything in a TOML file stands."""

from __future__ import annotations

import re
import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docs_lsp.core.text import Span
from docs_lsp.formats import toml_reader
from docs_lsp.formats.places import KeyPath

EVERYTHING = '''\
# A comment with [brackets] and = signs
title = "one # two"
"quoted key" = 'lit'
a.b."c.d" = 1_000
when = 1979-05-27 07:32:00Z
list = [ 1, "two", [3, 4], {x = 5, y.z = 6}, ] # end
long = """
three "quotes" \\""" and a backslash \\\\"""
raw = \'\'\'it's\'\'\'

[table]
key = true
[table.sub]
key = -1.5e3
[[many]]
name = "first"
[[many]]
name = "second"
[many.inner]
deep = inf
[[many.more]]
x = 1
[[many.more]]
x = 2
'''


def leaves(value: Any, path: KeyPath = ()) -> dict[KeyPath, Any]:
    """Every value of a document that is no table written with a header."""
    found: dict[KeyPath, Any] = {path: value}
    if isinstance(value, dict):
        for key, item in value.items():
            found |= leaves(item, (*path, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            found |= leaves(item, (*path, index))
    return found


def sliced(data: bytes, span: Span) -> str:
    return data[span.start : span.end].decode("utf-8")


def assert_places_match(text: str) -> None:
    data = text.encode("utf-8")
    places = toml_reader.find_toml_places(data)
    for path, value in leaves(toml_reader.parse_toml(data)).items():
        if path and not isinstance(value, dict | list):
            assert tomllib.loads(f"x = {sliced(data, places[path].value)}")["x"] == value


def test_every_value_is_found_where_it_stands() -> None:
    assert_places_match(EVERYTHING)


def test_windows_line_ends_and_characters_of_many_bytes_shift_nothing() -> None:
    assert_places_match(EVERYTHING.replace("\n", "\r\n").replace("one", "één 😀"))


@pytest.mark.parametrize(
    ("path", "key", "value"),
    [
        (("quoted key",), '"quoted key"', "'lit'"),
        (("a",), "a", "1_000"),
        (("a", "b", "c.d"), '"c.d"', "1_000"),
        (("when",), "when", "1979-05-27 07:32:00Z"),
        (("list", 3), "{x = 5, y.z = 6}", "{x = 5, y.z = 6}"),
        (("list", 3, "y", "z"), "z", "6"),
        (("table",), "table", "table"),
        (("table", "sub"), "table.sub", "table.sub"),
        (("many", 1), "many", "many"),
        (("many", 1, "name"), "name", '"second"'),
        (("many", 1, "inner"), "many.inner", "many.inner"),
        (("many", 1, "more", 1, "x"), "x", "2"),
    ],
)
def test_keys_are_found_too(path: KeyPath, key: str, value: str) -> None:
    data = EVERYTHING.encode("utf-8")
    place = toml_reader.find_toml_places(data)[path]

    assert (sliced(data, place.key), sliced(data, place.value)) == (key, value)


SCALARS = st.one_of(
    st.booleans().map(lambda value: str(value).lower()),
    st.integers(-99, 99).map(str),
    st.text(
        st.characters(exclude_characters='"\\\x7f', exclude_categories=["Cs"], min_codepoint=32),
        max_size=5,
    ).map(lambda text: f'"{text}"'),
    st.sampled_from(["'''a'b'''", '"""x"y"""', '""', "2024-01-01", "1.0"]),
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda items: f"[{', '.join(items)}]"),
        st.lists(inner, max_size=3).map(lambda items: "[\n" + " ,# c, ]\n".join(items) + "\n]"),
        inner.map(lambda item: f"{{k = {item}, 'q r'.s={item}}}"),
    ),
    max_leaves=8,
)


@given(st.lists(VALUES, max_size=4))
def test_whatever_the_values_are_they_are_found(values: list[str]) -> None:
    lines = [f"k{index} = {value}" for index, value in enumerate(values)]
    assert_places_match("\n".join(["[t]", *lines, "[[u]]", *lines]))


@given(st.text())
def test_text_that_is_no_toml_ends_the_walk_and_nothing_else(text: str) -> None:
    for place in toml_reader.find_toml_places(text.encode("utf-8", "surrogatepass")).values():
        assert 0 <= place.value.start <= place.value.end


@pytest.mark.parametrize(
    ("data", "at", "reason"),
    [
        (b"a = 1\nb = \n", "", "invalid value"),
        ("é = 1".encode(), "é", "invalid statement"),
        (b"a = 'x", "", "expected"),
        (b"a = '\xff'", None, "it is not UTF-8 text"),
        (b"a = " + b"[" * 9999, "", "it is nested too deeply"),
        (b"x = 1\n" + b"a." * 64 + b"b = 1", "a", "a key has more than 64 parts"),
        (b"x = 1\n[" + b"a . " * 9999 + b"'b']", "a", "a key has more than 64 parts"),
        (b"[[t]]\nx = { y = [{" + b"'a'." * 64 + b"b = 1}]}", "'a'", "a key has more than 64"),
    ],
)
def test_a_fault_says_where_it_is(data: bytes, at: str | None, reason: str) -> None:
    with pytest.raises(toml_reader.TomlFault) as caught:
        toml_reader.parse_toml(data)

    assert caught.value.reason.startswith(reason)
    if at is not None:
        assert sliced(data, caught.value.span) == at


@pytest.mark.parametrize(
    "line",
    [
        "a" + ".a" * 63 + " = 1",
        f"a = '{'.' * 999}'",
        f"'{'.' * 999}' = 1",
        f"a = 1 # {'.a' * 999}",
        "a = [" + "1.5, " * 99 + "]",
        f'a = """\n{"a." * 99}a = 1\n"""',
    ],
)
def test_many_dots_are_no_fault_where_they_join_no_key(line: str) -> None:
    assert toml_reader.parse_toml(f"{line}\n[b]\n".encode())["b"] == {}


def test_no_key_is_gone_through_that_has_too_many_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[int] = []
    take = toml_reader._TomlWalk.require_match

    def count(walk: toml_reader._TomlWalk, pattern: re.Pattern[bytes]) -> Span:
        taken.append(walk.at)
        return take(walk, pattern)

    monkeypatch.setattr(toml_reader._TomlWalk, "require_match", count)
    monkeypatch.setattr(tomllib, "loads", lambda _: pytest.fail("It was read."))
    with pytest.raises(toml_reader.TomlFault):
        toml_reader.parse_toml(b"a." * 30000 + b"b = 1")
    assert len(taken) <= toml_reader.MOST_PARTS


def test_a_byte_order_mark_is_no_fault_and_shifts_nothing() -> None:
    data = b"\xef\xbb\xbfa = 1"

    assert toml_reader.parse_toml(data) == {"a": 1}
    assert sliced(data, toml_reader.find_toml_places(data)[("a",)].value) == "1"
