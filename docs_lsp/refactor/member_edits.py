"""Functions that edit a JSON text step by step, for changes that build upon each other.

Each step takes the bytes of a text and the absolute byte offset of a container in it, and returns
the new bytes. Text before the container does not move, so steps are applied from the last container
to the first.
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
    """Return the container that starts at a byte offset. Raises `LookupError` if there is none."""
    for step in steps_to(Document.from_text(data), at):
        if step.at == at:
            return step.node
    raise LookupError(at)


def list_around(data: bytes, at: int) -> Step | None:
    """Return the array with an item that starts at a byte offset, as a step to that item."""
    for step in reversed(steps_to(Document.from_text(data), at)):
        if isinstance(step.node, Array) and step.index >= 0 and step.child_at == at:
            return step
    return None


def text_at(data: bytes, at: int) -> str:
    """Return the text of the container at a byte offset."""
    return text_of(data, container_at(data, at), at)


def with_text(data: bytes, at: int, key: str, text: str | None, *, behind: str = "") -> bytes:
    """Return the text with a string set under a key of an object; None removes the key."""
    return with_value(data, at, key, None if text is None else quote_json(text), behind=behind)


def with_value(data: bytes, at: int, key: str, value: str | None, *, behind: str = "") -> bytes:
    """Return the text with a JSON value set under a key of an object; None removes the key.

    `at` is the byte offset of the object. A new key is put `behind` another one, or at the end.
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
    """Return the text with items inserted into an array, before the item at an index."""
    node = container_at(data, at)
    assert isinstance(node, Array)
    return apply(data, insert_items(data, node, at, index, values) or ())
