"""Laws that hold for every text and every edit."""

from __future__ import annotations

import json
import os
from typing import Any
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.nodes import Member, Node, to_python
from docs_lsp.jsontree.parser import reader
from docs_lsp.jsontree.parser.reuse import FirstParse
from tests.jsontree import strategies

SEEDS = strategies.seeds()
EXAMPLES = int(os.environ.get("LAW_EXAMPLES", "300"))
law = settings(max_examples=EXAMPLES)

json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=30,
)


@law
@given(st.sampled_from(SEEDS), strategies.edits)
def test_an_incremental_parse_equals_a_fresh_one(seed: bytes, script: Any) -> None:
    for document in strategies.played(Document.from_text(seed), script):
        fresh = Document.from_text(document.text.data)
        assert strategies.whole(document) == strategies.whole(fresh)
        assert list(_lines(document)) == list(_lines(fresh))


@pytest.mark.parametrize("most", [0, 1, 4])
def test_a_text_that_is_not_read_to_its_end_is_read_the_same_after_an_edit(
    most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reader, "MOST_FAULTS", most)
    test_an_incremental_parse_equals_a_fresh_one()


@law
@given(st.sampled_from(SEEDS), strategies.edits)
def test_a_text_is_read_the_same_by_indentation_if_nothing_is_read_once(
    seed: bytes, script: Any
) -> None:
    for document in strategies.played(Document.from_text(seed), script):
        with mock.patch.object(FirstParse, "is_unchanged", return_value=False):
            read_twice = Document.from_text(document.text.data)
        assert strategies.whole(document) == strategies.whole(read_twice)


@law
@given(st.binary() | st.text().map(str.encode))
def test_any_bytes_give_a_tree(data: bytes) -> None:
    document = Document.from_text(data)
    _spans_nest(document.tree.root, document.tree.start, data)


@law
@given(st.sampled_from(SEEDS), st.floats(0, 1))
def test_any_prefix_gives_a_tree(seed: bytes, share: float) -> None:
    data = seed[: int(share * len(seed))]
    document = Document.from_text(data)
    _spans_nest(document.tree.root, document.tree.start, data)
    for at, fault in document.iter_faults():
        assert 0 <= at + fault.start <= at + fault.end <= len(data)


@law
@given(json_values, st.sampled_from((None, 0, 2, "\t")), st.booleans())
def test_json_has_no_faults_and_reads_as_the_standard_library_reads_it(
    value: object, indent: int | str | None, ascii_only: bool
) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    document = Document.from_text(text)
    if "\\ud" not in text.lower() and not _has_surrogate(text):
        assert to_python(document.tree.root) == json.loads(text)
    assert list(document.iter_faults()) == []


@law
@given(st.sampled_from(SEEDS), strategies.edits)
def test_there_are_faults_exactly_where_the_standard_library_refuses(
    seed: bytes, script: Any
) -> None:
    *_, document = strategies.played(Document.from_text(seed), script)
    text = document.text.data.decode()
    try:
        json.loads(text, parse_constant=_refuse)
    except ValueError:
        assert list(document.iter_faults()) != []
    else:
        assert list(document.iter_faults()) == []


def _refuse(name: str) -> None:
    raise ValueError(name)


def _has_surrogate(text: str) -> bool:
    return any("\ud800" <= char <= "\udfff" for char in text)


def _lines(document: Document) -> list[int]:
    text = document.text
    return [text.get_line_start(line) for line in range(text.line_count)]


def _spans_nest(node: Node, at: int, data: bytes) -> None:
    end = at + node.size
    assert 0 <= at <= end <= len(data)
    last = at
    for start, child in node.iter_children():
        assert last <= at + start, "children stand in order"
        last = at + start + child.size
        assert last <= end, "a child ends before its parent"
        _spans_nest(child, at + start, data)
    if isinstance(node, Member) and node.key.clean and node.key.size:
        assert data[at : at + node.key.size].startswith(b'"')


@pytest.mark.parametrize("depth", [63, 64, 65, 10_000])
@pytest.mark.parametrize("brackets", [("[", "]"), ('{"a":', "}")])
def test_deep_nesting_is_one_fault_and_no_crash(depth: int, brackets: tuple[str, str]) -> None:
    opening, closing = brackets
    inner = "1" if opening != "[" else ""
    document = Document.from_text(opening * depth + inner + closing * depth)
    assert len(list(document.iter_faults())) == (1 if depth > 64 else 0)
    unclosed = Document.from_text(opening * depth)
    assert list(unclosed.iter_faults())
