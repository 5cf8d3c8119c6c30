"""Wraps entries and groups in a new group."""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.core.phrases import make_title
from docs_lsp.jsontree.edits import get_dedented_text, quote_json, replace_items
from docs_lsp.jsontree.nodes import Object, String
from docs_lsp.refactor.selection import Changes, Offer, Selection
from docs_lsp.rules.navigation.sibling_labels import pick_free_title
from docs_lsp.schema.kinds import iter_kinds_and_titles

_KIND = "refactor.extract"


def offers(selection: Selection) -> Iterator[Offer]:
    """Offer a group around the selected pages and groups of one list."""
    if selection.key not in ("pages", "groups") or not selection.indexes:
        return
    if all(isinstance(item, String) or _is_group(item) for item in selection.items):
        yield Offer("Wrap in a group", _KIND, lambda: _wrap_selection(selection))


def _is_group(item: object) -> bool:
    return isinstance(item, Object) and "group" in item.by_key


def _wrap_selection(selection: Selection) -> Changes:
    texts = [
        get_dedented_text(
            selection.data, selection.node.items[index], selection.get_item_offset(index)
        )
        for index in selection.indexes
    ]
    entries = ",\n".join(texts).replace("\n", "\n    ")
    others = (
        item
        for index, item in enumerate(selection.node.items)
        if index not in selection.indexes and isinstance(item, Object)
    )
    taken = {title for item in others for _, title in iter_kinds_and_titles(item)}
    title = quote_json(pick_free_title((_suggest_group_title(selection), "New group"), taken))
    group = f'{{\n  "group": {title},\n  "pages": [\n    {entries}\n  ]\n}}'
    edits = replace_items(selection.data, selection.node, selection.at, selection.indexes, [group])
    return selection.build_changes(edits)


def _suggest_group_title(selection: Selection) -> str:
    """Return the title of the first item, or its folder in words; `New group` if it has neither."""
    first = selection.items[0]
    if isinstance(first, Object):
        return next((title for _, title in iter_kinds_and_titles(first)), "New group")
    folder = first.value.strip("/").rpartition("/")[0] if isinstance(first, String) else ""
    return make_title(folder.rpartition("/")[2]) or "New group"
