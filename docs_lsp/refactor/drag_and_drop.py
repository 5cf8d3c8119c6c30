"""Changes for dragging an entry or element of the navigation onto another."""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.problem import FileEdit
from docs_lsp.core.text import Span
from docs_lsp.evaluation.snapshot import Snapshot
from docs_lsp.files.files import Files
from docs_lsp.jsontree.edits import get_dedented_text, move_children, remove_children
from docs_lsp.jsontree.nodes import Array, Node, Object, String
from docs_lsp.refactor.harmless_changes import changes_operations, require_harmless_changes
from docs_lsp.refactor.placing import PlacingRefused, Room
from docs_lsp.refactor.ref_files import rebase_refs
from docs_lsp.refactor.selection import Changes, Selection, find_selection


def plan_drop(
    site: Snapshot, files: Files, what: tuple[str, Span], onto: tuple[str, Span]
) -> Changes:
    """Return the changes that move an item into or beside another; empty if it does not fit.

    Both are given by file and span. A target that can hold the item receives it as its last child.
    Otherwise the item is placed beside the target, in the direction in which it was dragged.
    An item that is listed there already does not fit. Raises `PlacingRefused` if the service would
    drop it, if an endpoint would name another operation there, or if a version or language is there
    already.
    """
    source = find_selection(site, files, *what)
    target = find_selection(site, files, *onto)
    if source is None or target is None or len(source.indexes) != 1 or len(target.indexes) != 1:
        return ()
    item = source.items[0]
    room = next(_iter_rooms(source, item, target), None)
    if room is None or _is_duplicate(item, source, room):
        return ()
    if title := _find_taken_title(item, source, room):
        raise PlacingRefused(f"There is a `{title}` already. Rename one of the two first.")
    if changes_operations(source, [item], room.file, room.at):
        raise PlacingRefused(
            "Other specifications apply there, so the page of an endpoint would be lost. Write its "
            "specification before the method first."
        )
    changes = _move_item(source, item, room)
    overview = site.get_overview()
    if overview is not None:
        require_harmless_changes(overview, files, changes)
    return changes


def _is_duplicate(item: Node, source: Selection, room: Room) -> bool:
    """Whether an entry that moves to another list is in that list already."""
    if not isinstance(item, String) or (source.here.file, source.at) == (room.file, room.at):
        return False
    return any(isinstance(other, String) and other.value == item.value for other in room.node.items)


def _find_taken_title(item: Node, source: Selection, room: Room) -> str | None:
    """Return the version or language that moves to another list which has it already, or None."""
    if (source.here.file, source.at) == (room.file, room.at):
        return None
    others = [other for other in room.node.items if isinstance(other, Object)]
    for key in ("version", "language"):
        title = item.get(key) if isinstance(item, Object) else None
        if isinstance(title, String) and any(
            isinstance(other, String) and other.value == title.value
            for other in (each.get(key) for each in others)
        ):
            return title.value
    return None


def _iter_rooms(source: Selection, item: Node, target: Selection) -> Iterator[Room]:
    """Yield the places that the item fits into, the best one first."""
    onto, file, data = target.items[0], target.here.file, target.data
    if isinstance(onto, Object):
        for key in ("pages", "groups"):
            inside = onto.get(key)
            if isinstance(inside, Array) and _fits_in_list(item, source.key, key):
                at = target.get_item_offset(target.indexes.start) + onto.get_value_span(key).start
                yield Room(file, data, inside, at, len(inside.items))
    if _fits_in_list(item, source.key, target.key):
        is_one_list = (source.here.file, source.at) == (file, target.at)
        down = is_one_list and source.indexes.start < target.indexes.start
        yield Room(file, data, target.node, target.at, target.indexes.start + down)


def _fits_in_list(item: Node, old: str, new: str) -> bool:
    """Whether an item of a list under the key `old` fits in a list under the key `new`."""
    if new == old:
        return True
    is_group = isinstance(item, Object) and isinstance(item.get("group"), String)
    return is_group and {old, new} <= {"groups", "pages"}


def _move_item(source: Selection, item: Node, room: Room) -> Changes:
    if room.file == source.here.file:
        assert isinstance(room.node, Array)
        into = (room.node, room.at, room.before)
        return source.build_changes(
            move_children(source.data, source.node, source.at, source.indexes, *into)
        )
    start = source.get_item_offset(source.indexes.start)
    text = rebase_refs(get_dedented_text(source.data, item, start), source.here.file, room.file)
    taken = remove_children(source.data, source.node, source.at, source.indexes)
    put = room.build_insertion(text)
    if taken is None or not put:
        return ()
    return (*(FileEdit(source.here.file, *edit) for edit in taken), *put)
