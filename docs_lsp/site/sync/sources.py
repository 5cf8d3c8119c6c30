"""Sources of synchronised elements: a folder, a specification, or the default language."""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.edits import text_of
from docs_lsp.jsontree.nodes import Array, Node, Object, String
from docs_lsp.schema.kinds import CHILD_KEYS, titles_in
from docs_lsp.site.navigation.refs import has_ref
from docs_lsp.site.navigation.walk import Placed
from docs_lsp.site.overview import Overview
from docs_lsp.site.specifications.spec_paths import spec_path
from docs_lsp.site.summaries.translations import default_of
from docs_lsp.site.sync.folder_pages import pages_of_folder
from docs_lsp.site.sync.sync_fault import SyncFault
from docs_lsp.site.sync.synced_element import SyncedElement
from docs_lsp.site.sync.translated_element import translate_element
from docs_lsp.site.sync.wanted_entries import (
    WantedElement,
    WantedEntry,
    WantedItem,
    WantedList,
)


def build_wanted_list(overview: Overview, index: int, element: SyncedElement) -> WantedList:
    """Return the wanted content of an element; raise `SyncFault` if the source is missing."""
    source = overview.settings.sync[index]
    if source.language:
        return WantedList(_items_of_default_language(overview, index, element))
    if source.specification:
        items = _items_of_specification(overview, index, element)
    else:
        items = pages_of_folder(overview, index)
    if element.key == "groups":
        items = _wrap_in_groups(items, element.label)
    return WantedList(items, frozenset(_keys_listed_elsewhere(overview, element)))


def _wrap_in_groups(items: tuple[WantedItem, ...], title: str) -> tuple[WantedItem, ...]:
    """Return elements for an array without entries: entries are put into a first group."""
    loose = tuple(item for item in items if isinstance(item, WantedEntry))
    groups = tuple(item for item in items if isinstance(item, WantedElement))
    return (WantedElement("group", title, "pages", loose), *groups) if loose else groups


def _keys_listed_elsewhere(overview: Overview, element: SyncedElement) -> Iterator[str]:
    """Yield the keys of entries in other elements."""
    for listing in overview.navigation.listings:
        if element.placed not in listing.placed.walk_outward():
            key = element.key_of(listing.text)
            if key is not None:
                yield key


# Specifications


def _items_of_specification(
    overview: Overview, index: int, element: SyncedElement
) -> tuple[WantedItem, ...]:
    path = spec_path(overview.settings.sync[index].specification) or ""
    spec = overview.facts.specs.get(path)
    if spec is None or not spec.usable:
        why = str(spec.faults[0].message) if spec and spec.faults else "It does not exist."
        raise SyncFault(
            index, "specification", f"`{path}` cannot be read as a specification. {why}"
        )
    inner = element.placed.element.inner.openapi
    prefix = "" if [spec_path(one) for one in inner] == [path] else f"{path} "
    tags: dict[str, list[WantedEntry]] = {}
    for operation in (*spec.operations.values(), *spec.webhooks.values()):
        if not operation.excluded and not operation.hidden:
            tag = operation.tags[0] if operation.tags else ""
            entry = WantedEntry(str(operation), f"{prefix}{operation}")
            tags.setdefault(tag, []).append(entry)
    declared = [tag for tag in spec.tags if tag in tags]
    order = ["", *declared, *(tag for tag in tags if tag not in declared and tag)]
    loose = tuple(tags.get("", ()))
    groups = (
        WantedElement("group", spec.tags.get(tag, tag), "pages", tuple(tags[tag]))
        for tag in order
        if tag
    )
    return (*loose, *groups)


# Default language


def _items_of_default_language(
    overview: Overview, index: int, element: SyncedElement
) -> tuple[WantedItem, ...]:
    languages = [
        one
        for one in overview.navigation.elements
        if one.element.record.kind == "language" and one.around is element.placed.around
    ]
    default = default_of(languages)
    if default is element.placed:
        raise SyncFault(
            index,
            "language",
            f"`{element.label}` is the default language, which the others follow.",
        )
    text = _whole_text(overview, default)
    if text is None:
        raise SyncFault(
            index,
            "language",
            "The default language contains `$ref`s to other files, so its "
            "lists cannot be copied as a whole.",
        )
    codes = default.element.text("language") or "", element.placed.element.text("language") or ""
    document = Document.from_text(translate_element(text, overview.facts, *codes))
    root = document.tree.root
    list_node = root.get(element.key) if isinstance(root, Object) else None
    if not isinstance(root, Object) or not isinstance(list_node, Array):
        raise SyncFault(
            index,
            "language",
            f"The default language has no `{element.key}` with translated pages "
            f"like `{element.label}`, so that cannot follow it.",
        )
    at = document.tree.start + root.value_span(element.key).start
    return tuple(_items(document.text.data, list_node, at, element))


def _whole_text(overview: Overview, placed: Placed) -> str | None:
    layer = placed.element.resolved.layers[-1]
    at = placed.starts[-1]
    node = layer.node
    part = overview.parts.get(layer.file)
    is_whole = len(node.by_key) > 1 and not has_ref(node) and isinstance(part, Document)
    return text_of(part.text.data, node, at) if is_whole and isinstance(part, Document) else None


def _items(data: bytes, node: Array, at: int, element: SyncedElement) -> Iterator[WantedItem]:
    for start, item in node.children():
        if isinstance(item, String):
            key = element.key_of(item.value)
            if key is not None:
                yield WantedEntry(key, item.value)
        elif isinstance(item, Object):
            wanted = _element(data, item, at + start, element)
            if wanted is not None:
                yield wanted


def _element(data: bytes, node: Object, at: int, element: SyncedElement) -> WantedElement | None:
    kind, title = next(((one.name, title) for one, title in titles_in(node)), ("", ""))
    keys = [key for key in node.by_key if key in CHILD_KEYS]
    items: tuple[WantedItem, ...] = ()
    if not kind or len(keys) > 1:
        return None
    for key in keys:
        below = node.get(key)
        start = at + node.value_span(key).start
        items = tuple(_items(data, below, start, element)) if isinstance(below, Array) else ()
    href: Node | None = node.get("href")
    link = href.value if isinstance(href, String) else ""
    return WantedElement(kind, title, keys[0] if keys else "", items, text_of(data, node, at), link)
