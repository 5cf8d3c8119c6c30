"""Functions that edit a JSON text step by step, for changes that build upon each other.

Each step takes the bytes of a text and the absolute byte offset of a container in it, and returns
the new bytes. Text before the container does not move, so steps are applied from the last container
to the first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from docs_lsp.jsontree.cursor import Step, find_steps_to
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.edits import (
    apply_edits,
    build_value_edit,
    get_dedented_text,
    insert_items,
    insert_members,
    quote_json,
    remove_children,
)
from docs_lsp.jsontree.nodes import Array, Container, Object


def require_container_at(data: bytes, at: int) -> Container:
    """Return the container that starts at a byte offset. Raises `LookupError` if there is none."""
    for step in find_steps_to(Document.from_text(data), at):
        if step.at == at:
            return step.node
    raise LookupError(at)


def find_list_around(data: bytes, at: int) -> Step | None:
    """Return the step from an array to its item that starts at a byte offset, or None."""
    for step in reversed(find_steps_to(Document.from_text(data), at)):
        if isinstance(step.node, Array) and step.index >= 0 and step.child_offset == at:
            return step
    return None


def get_container_text(data: bytes, at: int) -> str:
    """Return the dedented text of the container at a byte offset. Raises `LookupError`."""
    return get_dedented_text(data, require_container_at(data, at), at)


def iter_member_texts(data: bytes, node: Object, at: int) -> Iterator[tuple[str, str]]:
    """Yield each key of an object that starts at `at`, with the dedented text of its value."""
    for start, member in zip(node.starts, node.items, strict=True):
        text = get_dedented_text(data, member.value, at + start + member.value_start)
        yield member.key.value, text


def set_string_member(data: bytes, at: int, key: str, text: str | None) -> bytes:
    """Return the text with a string set under a key of an object; None removes the key."""
    return set_json_member(data, at, key, None if text is None else quote_json(text))


def set_json_member(data: bytes, at: int, key: str, value: str | None, *, after: str = "") -> bytes:
    """Return the text with a JSON value set under a key of an object; None removes the key.

    `at` is the byte offset of the object. A new key is put `after` another one, or at the end.
    """
    node = require_container_at(data, at)
    assert isinstance(node, Object)
    index = node.by_key.get(key)
    if index is not None:
        edits = (
            remove_children(data, node, at, [index])
            if value is None
            else (build_value_edit(data, node, at, index, value),)
        )
    elif value is not None:
        place = node.by_key.get(after, len(node.items) - 1) + 1
        edits = insert_members(data, node, at, place, [(key, value)])
    else:
        return data
    return apply_edits(data, edits or ())


def insert_array_items(data: bytes, at: int, index: int, values: Sequence[str]) -> bytes:
    """Return the text with items inserted into an array, before the item at an index."""
    node = require_container_at(data, at)
    assert isinstance(node, Array)
    return apply_edits(data, insert_items(data, node, at, index, values) or ())
