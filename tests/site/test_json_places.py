"""Where the keys and values of a JSON text stand."""

from __future__ import annotations

import json
from functools import reduce
from operator import getitem
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from docs_lsp.core.text import Span
from docs_lsp.formats.json_reader import find_json_entries
from docs_lsp.formats.places import Depth, EntryPlace, KeyPath, Paths, compute_byte_offsets
from docs_lsp.formats.yaml_reader import YamlDocument, read_yaml


def shown(text: str, depth: int) -> dict[KeyPath, str]:
    data = text.encode()
    found = find_json_entries(data, Depth(depth))
    return {path: data[slice(*entry.key)].decode() for path, entry in found.items()}


def test_keys_are_found_down_to_a_depth() -> None:
    text = '{"a": {"b": {"c": 1}}, "d": [{"e": 1}]}'

    assert shown(text, 1) == {("a",): '"a"', ("d",): '"d"'}
    assert shown(text, 2) == {("a",): '"a"', ("a", "b"): '"b"', ("d",): '"d"'}
    assert set(shown(text, 9)) == {("a",), ("a", "b"), ("a", "b", "c"), ("d",)}


def test_places_count_bytes() -> None:
    data = '\ufeff\n{ "é" : "ü" ,\t"b":{}, "\\u0063\\"" :null }\r\n'.encode()

    found = find_json_entries(data, Depth(3))
    assert {
        path: (data[slice(*entry.key)].decode(), data[slice(*entry.value)].decode())
        for path, entry in found.items()
    } == {
        ("é",): ('"é"', '"ü"'),
        ("b",): ('"b"', "{}"),
        ('c"',): ('"\\u0063\\""', "null"),
    }


def test_the_last_of_two_equal_keys_counts() -> None:
    found = find_json_entries(b'{"a": 1, "a": 2}', Depth(1))

    assert found == {("a",): EntryPlace(Span(9, 12), Span(14, 15))}


def test_other_values_have_no_keys() -> None:
    for text in ("[]", "1", '"a"', "null", "{}"):
        assert shown(text, 3) == {}


def test_paths_lead_through_lists_and_only_they_are_found() -> None:
    text = '{"a": [1, {"b": {"c": true}}, [2]], "d": {"e": 3}}'
    paths = Paths([("a", 1, "b", "c"), ("a", 2, 0), ("a", 7), ("d", 0), ("none",)])
    found = find_json_entries(text.encode(), paths)
    document = read_yaml(text.encode(), paths)

    assert {path: text[slice(*entry.key)] for path, entry in found.items()} == {
        ("a",): '"a"',
        ("a", 1): '{"b": {"c": true}}',
        ("a", 1, "b"): '"b"',
        ("a", 1, "b", "c"): '"c"',
        ("a", 2): "[2]",
        ("a", 2, 0): "2",
        ("d",): '"d"',
    }
    assert text[slice(*found["a", 1, "b", "c"].value)] == "true"
    # JSON is YAML, so both readers must agree.
    assert isinstance(document, YamlDocument)
    assert document.entries == found


JSON = st.recursive(
    st.none() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=25,
)


def keys_of(value: object, depth: int) -> set[tuple[str, ...]]:
    if not isinstance(value, dict) or not depth:
        return set()
    below = {(key, *keys) for key, each in value.items() for keys in keys_of(each, depth - 1)}
    return below | {(key,) for key in value}


@given(JSON, st.integers(1, 4), st.sampled_from([None, 2]), st.booleans())
def test_every_key_is_found_and_spans_give_it_back(
    value: Any, depth: int, indent: int | None, ascii_only: bool
) -> None:
    data = json.dumps(value, indent=indent, ensure_ascii=ascii_only).encode("utf-8", "replace")
    value = json.loads(data)
    places = find_json_entries(data, Depth(depth))

    assert places.keys() == keys_of(value, depth)
    for path, entry in places.items():
        assert json.loads(data[slice(*entry.key)]) == path[-1]
        assert json.loads(data[slice(*entry.value)]) == reduce(getitem, path, value)


@given(st.text(st.characters(exclude_categories=["Cs"])), st.data())
def test_offsets_count_bytes(text: str, data: st.DataObject) -> None:
    indexes = data.draw(st.lists(st.integers(0, len(text))))

    assert compute_byte_offsets(text, indexes, start=3) == {
        index: 3 + len(text[:index].encode()) for index in indexes
    }
