"""The removal of items of an array, which is found without parsing."""

from __future__ import annotations

import json

import pytest

from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.nodes import Container, to_python
from docs_lsp.jsontree.tree_edit import find_edit, find_item_removal

TEXTS = [
    '{"a": [1, "b", {"c": [2]}, [3]], "d": [4]}',
    '{"a": [\n  {"b": [1, 2]},\n  {"b": [3]}\n]}',
    "[[[1],[2]],[]]",
    '[ "a" ,\n"b" , "a" ]',
]


@pytest.mark.parametrize("text", TEXTS)
def test_every_removal_is_that_of_the_parser(text: str) -> None:
    document = Document.from_text(text)
    removals = 0
    for start in range(len(text)):
        for end in range(start + 1, len(text) + 1):
            edit = find_item_removal(document, start, end)
            if edit is None:
                continue
            removals += 1
            after = document.replace_bytes(start, end, b"")
            assert to_python(edit.root) == json.loads(after.text.data)
            assert edit.root.height == after.tree.root.height
            assert not edit.new_children
            pair = edit.around[id(edit.innermost)]
            items = pair.before.items
            assert edit.innermost.items == items[: pair.start] + items[pair.stop_before :]
            other = find_edit(document, after, start, end)
            assert other is not None
            assert len(other.around) >= len(edit.around)

    assert removals > 3


@pytest.mark.parametrize(
    "cut",
    [
        pytest.param('"b"', id="no comma"),
        pytest.param(', "b",', id="both commas"),
        pytest.param('"b', id="a part of an item"),
        pytest.param(", ", id="no item"),
        pytest.param('["a", ', id="the bracket"),
        pytest.param('"b", "c"]', id="the other bracket"),
        pytest.param('"x": 1, ', id="a member"),
    ],
)
def test_other_removals_are_left_to_the_parser(cut: str) -> None:
    text = '{"x": 1, "y": ["a", "b", "c"]}'
    start = text.index(cut)

    assert find_item_removal(Document.from_text(text), start, start + len(cut)) is None


def test_an_array_without_its_deepest_item_is_less_deep() -> None:
    document = Document.from_text('["a", [["b"]], "c"]')
    edit = find_item_removal(document, 4, 13)

    assert edit is not None
    assert isinstance(edit.root, Container)
    assert (document.tree.root.height, edit.root.height) == (3, 1)
