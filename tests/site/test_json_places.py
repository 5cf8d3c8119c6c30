"""Where the keys of a JSON text stand."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from docs_lsp.site.json_places import key_places
from docs_lsp.site.offsets import byte_offsets
from docs_lsp.text import Span


def shown(text: str, depth: int) -> dict[tuple[str, ...], str]:
    data = text.encode()
    return {
        keys: data[span.start : span.end].decode() for keys, span in key_places(data, depth).items()
    }


def test_keys_are_found_down_to_a_depth() -> None:
    text = '{"a": {"b": {"c": 1}}, "d": [{"e": 1}]}'

    assert shown(text, 1) == {("a",): '"a"', ("d",): '"d"'}
    assert shown(text, 2) == {("a",): '"a"', ("a", "b"): '"b"', ("d",): '"d"'}
    assert set(shown(text, 9)) == {("a",), ("a", "b"), ("a", "b", "c"), ("d",)}


def test_places_count_bytes() -> None:
    data = '\ufeff\n{ "é" : "ü" ,\t"b":{}, "\\u0063\\"" :null }\r\n'.encode()

    assert {
        keys: data[span.start : span.end].decode() for keys, span in key_places(data, 3).items()
    } == {("é",): '"é"', ("b",): '"b"', ('c"',): '"\\u0063\\""'}


def test_the_last_of_two_equal_keys_counts() -> None:
    assert key_places(b'{"a": 1, "a": 2}', 1) == {("a",): Span(9, 12)}


def test_other_values_have_no_keys() -> None:
    for text in ("[]", "1", '"a"', "null", "{}"):
        assert shown(text, 3) == {}


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
    value: object, depth: int, indent: int | None, ascii_only: bool
) -> None:
    data = json.dumps(value, indent=indent, ensure_ascii=ascii_only).encode("utf-8", "replace")
    value = json.loads(data)
    places = key_places(data, depth)

    assert places.keys() == keys_of(value, depth)
    for keys, span in places.items():
        assert json.loads(data[span.start : span.end]) == keys[-1]


@given(st.text(st.characters(exclude_categories=["Cs"])), st.data())
def test_offsets_count_bytes(text: str, data: st.DataObject) -> None:
    indexes = data.draw(st.lists(st.integers(0, len(text))))

    assert byte_offsets(text, indexes, start=3) == {
        index: 3 + len(text[:index].encode()) for index in indexes
    }
