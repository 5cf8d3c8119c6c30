"""One step after the other in a JSON text, for changes that build upon each other.

Each step takes the bytes of a text and the absolute offset of a container in it, and gives the
bytes afterwards. What lies before the container stays where it is, so steps are made from the last
container to the first one.
"""

from __future__ import annotations

from collections.abc import Sequence

from docs_lsp.jsontree.cursor import Step, steps_to
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.edits import (
    apply,
    insert_items,
    insert_members,
    quote_json,
    remove,
    replace_value,
    text_of,
)
from docs_lsp.jsontree.nodes import Array, Container, Object


def container_at(data: bytes, at: int) -> Container:
    """The container whose bracket stands at an offset; `LookupError` where there is none."""
    for step in steps_to(Document.from_text(data), at):
        if step.at == at:
            return step.node
    raise LookupError(at)


def list_around(data: bytes, at: int) -> Step | None:
    """The list with an item that begins at an offset, as a step to this item."""
    for step in reversed(steps_to(Document.from_text(data), at)):
        if isinstance(step.node, Array) and step.index >= 0 and step.child_at == at:
            return step
    return None


def text_at(data: bytes, at: int) -> str:
    """The text of the container at an offset, to be put elsewhere."""
    return text_of(data, container_at(data, at), at)


def with_text(data: bytes, at: int, key: str, text: str | None, *, behind: str = "") -> bytes:
    """The object at an offset with a string under a key, or without the key for None."""
    return with_value(data, at, key, None if text is None else quote_json(text), behind=behind)


def with_value(data: bytes, at: int, key: str, value: str | None, *, behind: str = "") -> bytes:
    """The object at an offset with a JSON value under a key, or without the key for None.

    A new key is put `behind` another one, or at the end.
    """
    node = container_at(data, at)
    assert isinstance(node, Object)
    index = node.by_key.get(key)
    if index is not None:
        edits = (
            remove(data, node, at, [index])
            if value is None
            else (replace_value(data, node, at, index, value),)
        )
    elif value is not None:
        place = node.by_key.get(behind, len(node.items) - 1) + 1
        edits = insert_members(data, node, at, place, [(key, value)])
    else:
        return data
    return apply(data, edits or ())


def with_items(data: bytes, at: int, index: int, values: Sequence[str]) -> bytes:
    """The list at an offset with more items before the one of an index."""
    node = container_at(data, at)
    assert isinstance(node, Array)
    return apply(data, insert_items(data, node, at, index, values) or ())
