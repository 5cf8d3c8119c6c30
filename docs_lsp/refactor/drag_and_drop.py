"""Changes for dragging an entry or element of the navigation onto another."""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.problem import FileEdit
from docs_lsp.core.text import Span
from docs_lsp.evaluation.snapshot import Snapshot
from docs_lsp.files.files import Files
from docs_lsp.jsontree.edits import get_dedented_text, move_children, remove_children
from docs_lsp.jsontree.nodes import Array, Node, Object, String
from docs_lsp.refactor.harmless_changes import (
    ChangeRefused,
    changes_operations,
    require_harmless_changes,
)
from docs_lsp.refactor.placing import InsertionPlace
from docs_lsp.refactor.ref_files import rebase_refs
from docs_lsp.refactor.selection import Changes, Selection, find_selection


def plan_drop(
    site: Snapshot, files: Files, what: tuple[str, Span], onto: tuple[str, Span]
) -> Changes:
    """Return the changes of a drop onto an item; () if it does not fit. Raises `ChangeRefused`.

    Both are given by file and span. A target that can hold the item receives it as its last child.
    Otherwise the item is placed beside the target, in the direction in which it was dragged.
    An item that is listed there already does not fit. Raises `ChangeRefused` if the service would
    drop it, if an endpoint would name another operation there, or if a version or language is there
    already.
    """
    source = find_selection(site, files, *what)
    target = find_selection(site, files, *onto)
    if source is None or target is None or len(source.indexes) != 1 or len(target.indexes) != 1:
        return ()
    item = source.items[0]
    place = next(_iter_insertion_places(source, item, target), None)
    if place is None or _is_duplicate(item, source, place):
        return ()
    if title := _find_taken_title(item, source, place):
        raise ChangeRefused(f"There is a `{title}` already. Rename one of the two first.")
    if changes_operations(source, [item], place.file, place.at):
        raise ChangeRefused(
            "Other specifications apply there, so the page of an endpoint would be lost. Write its "
            "specification before the method first."
        )
    changes = _move_item(source, item, place)
    overview = site.get_overview()
    if overview is not None:
        require_harmless_changes(overview, files, changes)
    return changes


def _is_duplicate(item: Node, source: Selection, place: InsertionPlace) -> bool:
    """Return whether an entry that moves to another list is in that list already."""
    if not isinstance(item, String) or (source.here.file, source.at) == (place.file, place.at):
        return False
    return any(
        isinstance(other, String) and other.value == item.value for other in place.node.items
    )


def _find_taken_title(item: Node, source: Selection, place: InsertionPlace) -> str | None:
    """Return the version or language that moves to another list which has it already, or None."""
    if (source.here.file, source.at) == (place.file, place.at):
        return None
    others = [other for other in place.node.items if isinstance(other, Object)]
    for key in ("version", "language"):
        title = item.get(key) if isinstance(item, Object) else None
        if isinstance(title, String) and any(
            isinstance(other, String) and other.value == title.value
            for other in (each.get(key) for each in others)
        ):
            return title.value
    return None


def _iter_insertion_places(
    source: Selection, item: Node, target: Selection
) -> Iterator[InsertionPlace]:
    """Yield the places where the item is allowed, the best one first."""
    onto, file, data = target.items[0], target.here.file, target.data
    if isinstance(onto, Object):
        for key in ("pages", "groups"):
            inside = onto.get(key)
            if isinstance(inside, Array) and _fits_in_list(item, source.key, key):
                at = target.get_item_offset(target.indexes.start) + onto.get_value_span(key).start
                yield InsertionPlace(file, data, inside, at, len(inside.items))
    if _fits_in_list(item, source.key, target.key):
        is_one_list = (source.here.file, source.at) == (file, target.at)
        down = is_one_list and source.indexes.start < target.indexes.start
        yield InsertionPlace(file, data, target.node, target.at, target.indexes.start + down)


def _fits_in_list(item: Node, old: str, new: str) -> bool:
    """Return whether a list under the key `new` may have an item of a list under the key `old`."""
    if new == old:
        return True
    is_group = isinstance(item, Object) and isinstance(item.get("group"), String)
    return is_group and {old, new} <= {"groups", "pages"}


def _move_item(source: Selection, item: Node, place: InsertionPlace) -> Changes:
    """Return the changes that move an item to a place; () if it cannot be taken out or put in."""
    if place.file == source.here.file:
        assert isinstance(place.node, Array)
        into = (place.node, place.at, place.before)
        return source.build_changes(
            move_children(source.data, source.node, source.at, source.indexes, *into)
        )
    start = source.get_item_offset(source.indexes.start)
    text = rebase_refs(get_dedented_text(source.data, item, start), source.here.file, place.file)
    taken = remove_children(source.data, source.node, source.at, source.indexes)
    put = place.build_insertion(text)
    if taken is None or not put:
        return ()
    return (*(FileEdit(source.here.file, *edit) for edit in taken), *put)
