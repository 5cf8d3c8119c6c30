"""Moves entries and elements within their list or into another group."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice

from docs_lsp.jsontree.edits import move_children
from docs_lsp.jsontree.nodes import Array, Node, Object, String
from docs_lsp.refactor.harmless_changes import changes_operations
from docs_lsp.refactor.selection import Changes, Offer, Selection, label_item
from docs_lsp.schema.kinds import CHILD_KEYS

_KIND = "refactor.move"
_MOST_TARGETS = 10


def offers(selection: Selection) -> Iterator[Offer]:
    """Offer to move the selection up, down, and into each nearby group."""
    if not selection.indexes:
        return
    first, behind = selection.indexes.start, selection.indexes.stop
    what = label_item(selection.items[0]) if len(selection.indexes) == 1 else "these"
    move = partial(_move_items, selection, selection.node, selection.at)
    if first > 0:
        yield Offer(f"Move {what} up", _KIND, partial(move, first - 1))
    if behind < len(selection.node.items):
        yield Offer(f"Move {what} down", _KIND, partial(move, behind + 1))
    if selection.key in ("pages", "groups") and all(map(_fits_in_group, selection.items)):
        for name, target, at in _iter_nearby_groups(selection):
            if _lists_any(target, selection.items):
                continue
            if changes_operations(selection, selection.items, selection.here.file, at):
                continue
            title = f"Move {what} into the group `{name}`"
            end = len(target.items)
            yield Offer(title, _KIND, partial(_move_items, selection, target, at, end))


def _move_items(selection: Selection, target: Array, at: int, index: int) -> Changes:
    """Return the changes that move the selected items before an index of an array at `at`."""
    source = (selection.node, selection.at)
    return selection.build_changes(
        move_children(selection.data, *source, selection.indexes, target, at, index)
    )


def _fits_in_group(item: Node) -> bool:
    """Return whether a group can hold the item: a page, another group, or a `$ref` to one."""
    if isinstance(item, Object):
        return "group" in item.by_key or "$ref" in item.by_key
    return isinstance(item, String)


def _lists_any(target: Array, entries: Sequence[Node]) -> bool:
    """Return whether a list already has one of some entries."""
    names = {entry.value for entry in entries if isinstance(entry, String)}
    return any(isinstance(item, String) and item.value in names for item in target.items)


def _iter_nearby_groups(selection: Selection) -> Iterator[tuple[str, Array, int]]:
    """Yield label, `pages` and its offset of up to 10 groups beside the selection or around it."""
    lists = [(selection.node, selection.at, set(selection.indexes))]
    for step in selection.here.steps:
        if isinstance(step.node, Array) and step.at < selection.at:
            lists.append((step.node, step.at, {step.index}))
    nearest_first = [lists[0], *reversed(lists[1:])]
    groups = (
        group for node, at, without in nearest_first for group in _iter_groups(node, at, without)
    )
    yield from islice(groups, _MOST_TARGETS)


def _iter_groups(node: Array, at: int, without: set[int]) -> Iterator[tuple[str, Array, int]]:
    """Yield the label, `pages` and its offset of an array's groups that have no other children."""
    for index, (start, item) in enumerate(node.iter_children()):
        if index in without or not isinstance(item, Object):
            continue
        title, pages = item.get("group"), item.get("pages")
        is_plain = item.by_key.keys() & CHILD_KEYS == {"pages"}  # Else `pages` may be dropped.
        if isinstance(title, String) and isinstance(pages, Array) and is_plain:
            yield _label_group(title), pages, at + start + item.get_value_span("pages").start


def _label_group(title: Node) -> str:
    """Return the title of a group for an offer, shortened and without backticks."""
    return label_item(title).strip("`")
