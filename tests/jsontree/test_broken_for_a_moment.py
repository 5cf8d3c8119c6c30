"""An edit that breaks a text, and the next one, read again as little as they can."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.nodes import Node, Object


def _list_objects(document: Document) -> list[Object]:
    """The objects in the array of `{"a": […]}`, also if what is around them has faults."""
    objects = (node for node in _walk(document.tree.root) if isinstance(node, Object))
    return [node for node in objects if "b" in node.by_key]


def _walk(node: Node) -> Iterator[Node]:
    yield node
    for _, child in node.iter_children():
        yield from _walk(child)


@pytest.mark.parametrize(
    ("typed", "at"), [(b'"', 7), (b"{", 1), (b"}", 1), (b"]", 7), (b"{", 7), (b"}", -1)]
)
@pytest.mark.parametrize("value", ['{"b": 1}', '{\n"b": 1\n}'])
def test_what_a_character_breaks_is_read_before_it_is_removed(
    value: str, typed: bytes, at: int
) -> None:
    document = Document.from_text('{"a": [' + ",".join([value] * 8) + "]}")
    at %= len(document.text.data)
    mended = document.replace_bytes(at, at, typed).replace_bytes(at, at + 1, b"")

    objects = _list_objects(document)
    assert len(objects) == 8
    for before, after in zip(objects, _list_objects(mended), strict=True):
        assert before is after


@pytest.mark.parametrize(
    ("value", "typed", "at"),
    [('{"b": 1}', b"{", 1), ('{"b": 1}', b"}", 1), ('{\n"b": 1\n}', b"}", 1)],
)
def test_what_means_the_same_by_indentation_is_read_once(value: str, typed: bytes, at: int) -> None:
    document = Document.from_text('{"a": [' + ",".join([value] * 8) + "]}")
    broken = document.replace_bytes(at, at, typed)

    assert broken.tree.by_indent
    for before, after in zip(_list_objects(document), _list_objects(broken), strict=True):
        assert before is after
