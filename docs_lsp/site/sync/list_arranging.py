"""Reorder the items of a JSON array, with new ones among them, by few edits."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from docs_lsp.jsontree.cursor import find_steps_to
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.edits import edit_document, get_dedented_text, insert_items, remove_children
from docs_lsp.jsontree.nodes import Array, Node, Object

JsonPath: TypeAlias = tuple[str | int, ...]
ItemOrIndex: TypeAlias = int | str
"""The index of an existing item, or the text of a new one."""


def find_json_path(document: Document, at: int) -> JsonPath:
    """Return the keys and indexes that lead to the object at an offset."""
    path: list[str | int] = []
    for step in find_steps_to(document, at):
        if step.at == at:
            break
        path.append(step.key if isinstance(step.node, Object) else step.index)
    return tuple(path)


def locate_node(document: Document, path: JsonPath) -> tuple[Node, int]:
    """Return the node that a path leads to, and its absolute offset."""
    node, at = document.tree.root, document.tree.start
    for step in path:
        if isinstance(step, str):
            assert isinstance(node, Object)
            at += node.get_value_span(step).start
            node = node.items[node.by_key[step]].value
        else:
            assert isinstance(node, Array)
            at += node.starts[step]
            node = node.items[step]
    return node, at


def rearrange_items(
    document: Document, path: JsonPath, arranged: Sequence[ItemOrIndex]
) -> Document:
    """Return the document with an array reordered, with new items, and without those left out.

    As many items as possible stay in their lines.
    """
    node, at = locate_node(document, path)
    assert isinstance(node, Array)
    if list(arranged) == list(range(len(node.items))):
        return document
    staying = _find_staying_indexes([each for each in arranged if isinstance(each, int)])
    data = document.text.data
    texts = {
        each: each
        if isinstance(each, str)
        else get_dedented_text(data, node.items[each], at + node.starts[each])
        for each in arranged
        if each not in staying
    }
    gone = [index for index in range(len(node.items)) if index not in staying]
    if gone:
        document = edit_document(document, remove_children(data, node, at, gone) or ())
    for place, run in _iter_inserted_runs(arranged, staying):
        node, at = locate_node(document, path)
        assert isinstance(node, Array)
        texts_of_run = [texts[each] for each in run]
        edits = insert_items(document.text.data, node, at, place, texts_of_run)
        document = edit_document(document, edits or ())
    return document


def _iter_inserted_runs(
    arranged: Sequence[ItemOrIndex], staying: frozenset[int]
) -> Iterator[tuple[int, list[ItemOrIndex]]]:
    """Yield the items to insert, in runs, each with the index of its first."""
    run: list[ItemOrIndex] = []
    for place, each in enumerate(arranged):
        if each in staying:
            if run:
                yield place - len(run), run
            run = []
        else:
            run.append(each)
    if run:
        yield len(arranged) - len(run), run


def _find_staying_indexes(indexes: Sequence[int]) -> frozenset[int]:
    """Return a longest increasing subsequence of indexes, whose items need not move."""
    ends: list[int] = []
    before: dict[int, int | None] = {}
    for index in indexes:
        place = bisect_left(ends, index)
        before[index] = ends[place - 1] if place else None
        ends[place : place + 1] = [index]
    run = set()
    last = ends[-1] if ends else None
    while last is not None:
        run.add(last)
        last = before[last]
    return frozenset(run)
