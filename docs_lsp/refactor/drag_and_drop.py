"""What changes when somebody drags one thing of the navigation and drops it on another."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from docs_lsp.files import Files
from docs_lsp.jsontree.edits import Edits, insert_items, move, remove, text_of
from docs_lsp.jsontree.nodes import Array, Node, Object, String
from docs_lsp.problem import FileEdit
from docs_lsp.refactor.ref_files import with_refs_from
from docs_lsp.refactor.selection import Changes, Selection, selected
from docs_lsp.snapshot import Snapshot
from docs_lsp.text import Span


class _Slot(NamedTuple):
    """Where something can be put: before the item of an index of a list."""

    file: str
    data: bytes
    node: Array
    at: int
    before: int


def dropped(
    site: Snapshot, files: Files, what: tuple[str, Span], onto: tuple[str, Span]
) -> Changes:
    """The changes that move what takes up one span of a file onto what takes up another.

    Something that can hold it takes it in as its last; otherwise it goes beside that, in the
    direction in which it was dragged. Nothing changes where it cannot stand.
    """
    source = selected(site, files, *what)
    target = selected(site, files, *onto)
    if source is None or target is None or len(source.indexes) != 1 or len(target.indexes) != 1:
        return ()
    item = source.items[0]
    slot = next(_slots(source, item, target), None)
    return () if slot is None else _moved(source, item, slot)


def _slots(source: Selection, item: Node, target: Selection) -> Iterator[_Slot]:
    """The places that fit, the best one first."""
    onto, file, data = target.items[0], target.here.file, target.data
    if isinstance(onto, Object):
        for key in ("pages", "groups"):
            inside = onto.get(key)
            if isinstance(inside, Array) and _can_stand(item, source.key, key):
                at = target.start(target.indexes.start) + onto.value_span(key).start
                yield _Slot(file, data, inside, at, len(inside.items))
    if _can_stand(item, source.key, target.key):
        same = (source.here.file, source.at) == (file, target.at)
        down = same and source.indexes.start < target.indexes.start
        yield _Slot(file, data, target.node, target.at, target.indexes.start + down)


def _can_stand(item: Node, old: str, new: str) -> bool:
    """Whether something from a list under one key can stand in a list under another."""
    if new == old:
        return True
    is_group = isinstance(item, Object) and isinstance(item.get("group"), String)
    return is_group and {old, new} <= {"groups", "pages"}


def _moved(source: Selection, item: Node, slot: _Slot) -> Changes:
    if slot.file == source.here.file:
        into = (slot.node, slot.at, slot.before)
        return source.made(move(source.data, source.node, source.at, source.indexes, *into))
    start = source.start(source.indexes.start)
    text = with_refs_from(text_of(source.data, item, start), source.here.file, slot.file)
    taken = remove(source.data, source.node, source.at, source.indexes)
    put = insert_items(slot.data, slot.node, slot.at, slot.before, [text])
    if taken is None or put is None:
        return ()
    return (*_edits(source.here.file, taken), *_edits(slot.file, put))


def _edits(file: str, edits: Edits) -> Iterator[FileEdit]:
    return (FileEdit(file, *edit) for edit in edits)
