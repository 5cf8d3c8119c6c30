"""Sources of synchronised elements: a folder, a specification, or the default language."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.jsontree.document import Document
from docs_lsp.jsontree.edits import get_dedented_text
from docs_lsp.jsontree.nodes import Array, Node, Object, String
from docs_lsp.schema.kinds import CHILD_KEYS, iter_kinds_and_titles
from docs_lsp.settings.settings import SyncSource
from docs_lsp.site.languages_and_versions import choose_default
from docs_lsp.site.navigation.refs import has_ref
from docs_lsp.site.navigation.walk import Placed
from docs_lsp.site.overview import Overview
from docs_lsp.site.specifications.spec_paths import resolve_spec_path
from docs_lsp.site.sync.synced_element import SyncedElement, SyncFault
from docs_lsp.site.sync.translated_element import translate_element
from docs_lsp.site.sync.wanted_entries import WantedElement, WantedEntry, WantedItem

_NUMBER = compile_lazily(r"\d+")
_LAST = float("inf")


def require_wanted_list(
    overview: Overview, source: SyncSource, element: SyncedElement
) -> tuple[tuple[WantedItem, ...], frozenset[str]]:
    """Return the wanted content of an element, and the keys of entries that others list.

    Raises `SyncFault` if the source is missing. For a language, what others list does not matter.
    """
    if source.language:
        return _require_default_language_items(overview, element), frozenset()
    if source.specification:
        items = _require_spec_items(overview, source, element)
    else:
        items = _require_folder_pages(overview, source)
    if element.key == "groups":
        items = _wrap_entries_in_group(items, element.label)
    return items, frozenset(_iter_keys_elsewhere(overview, element))


def _wrap_entries_in_group(items: tuple[WantedItem, ...], title: str) -> tuple[WantedItem, ...]:
    """Return groups only: entries outside of groups are put into a new first group."""
    loose = tuple(item for item in items if isinstance(item, WantedEntry))
    groups = tuple(item for item in items if isinstance(item, WantedElement))
    return (WantedElement("group", title, "pages", loose), *groups) if loose else groups


def _iter_keys_elsewhere(overview: Overview, element: SyncedElement) -> Iterator[str]:
    """Yield the keys of entries in other elements."""
    for listing in overview.navigation.listings:
        if element.placed not in listing.placed.list_outward():
            key = element.key_of(listing.text)
            if key is not None:
                yield key


# Specifications


def _require_spec_items(
    overview: Overview, source: SyncSource, element: SyncedElement
) -> tuple[WantedItem, ...]:
    """Return the visible operations, those without a tag first, then a group for each tag."""
    path = resolve_spec_path(source.specification) or ""
    spec = overview.facts.specs.get(path)
    if spec is None or not spec.usable:
        why = str(spec.faults[0].message) if spec and spec.faults else "It does not exist."
        raise SyncFault("specification", f"`{path}` cannot be read as a specification. {why}")
    inner = element.placed.element.inner.openapi
    prefix = "" if [resolve_spec_path(one) for one in inner] == [path] else f"{path} "
    tags: dict[str, list[WantedEntry]] = {}
    for operation in spec.all_operations:
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


def _require_default_language_items(
    overview: Overview, element: SyncedElement
) -> tuple[WantedItem, ...]:
    """Return the items of the default language, translated. Raises `SyncFault`."""
    languages = [
        one
        for one in overview.navigation.elements
        if one.element.record.kind == "language" and one.around is element.placed.around
    ]
    default = choose_default(languages)
    if default is element.placed:
        raise SyncFault(
            "language", f"`{element.label}` is the default language, which the others follow."
        )
    text = _get_text_if_whole(overview, default)
    if text is None:
        raise SyncFault(
            "language",
            "The default language contains `$ref`s to other files, so its "
            "lists cannot be copied as a whole.",
        )
    codes = (one.element.get_text("language") or "" for one in (default, element.placed))
    document = Document.from_text(translate_element(text, overview.facts, *codes))
    root = document.tree.root
    list_node = root.get(element.key) if isinstance(root, Object) else None
    if not isinstance(root, Object) or not isinstance(list_node, Array):
        raise SyncFault(
            "language",
            f"The default language has no `{element.key}` with translated pages "
            f"like `{element.label}`, so that cannot follow it.",
        )
    at = document.tree.start + root.get_value_span(element.key).start
    return tuple(_iter_wanted_items(document.text.data, list_node, at, element))


def _get_text_if_whole(overview: Overview, placed: Placed) -> str | None:
    """Return the JSON text of an element; None if parts of it are in other files."""
    layer = placed.element.resolved.layers[-1]
    at = placed.starts[-1]
    node = layer.node
    part = overview.parts.get(layer.file)
    is_whole = len(node.by_key) > 1 and not has_ref(node) and isinstance(part, Document)
    if is_whole and isinstance(part, Document):
        return get_dedented_text(part.text.data, node, at)
    return None


def _iter_wanted_items(
    data: bytes, node: Array, at: int, element: SyncedElement
) -> Iterator[WantedItem]:
    """Yield the wanted form of the items of an array, without entries from elsewhere."""
    for start, item in node.iter_children():
        if isinstance(item, String):
            key = element.key_of(item.value)
            if key is not None:
                yield WantedEntry(key, item.value)
        elif isinstance(item, Object):
            wanted = _make_wanted_element(data, item, at + start, element)
            if wanted is not None:
                yield wanted


def _make_wanted_element(
    data: bytes, node: Object, at: int, element: SyncedElement
) -> WantedElement | None:
    """Return the wanted form of an element; None if it has no kind, or several child keys."""
    kind, title = next(((one.name, title) for one, title in iter_kinds_and_titles(node)), ("", ""))
    keys = [key for key in node.by_key if key in CHILD_KEYS]
    items: tuple[WantedItem, ...] = ()
    if not kind or len(keys) > 1:
        return None
    for key in keys:
        below = node.get(key)
        start = at + node.get_value_span(key).start
        items = (
            tuple(_iter_wanted_items(data, below, start, element))
            if isinstance(below, Array)
            else ()
        )
    href: Node | None = node.get("href")
    link = href.value if isinstance(href, String) else ""
    return WantedElement(
        kind, title, keys[0] if keys else "", items, get_dedented_text(data, node, at), link
    )


@dataclass(slots=True)
class _Folder:
    entries: list[str] = field(default_factory=list)
    folders: dict[str, _Folder] = field(default_factory=dict)


def _require_folder_pages(overview: Overview, source: SyncSource) -> tuple[WantedItem, ...]:
    """Return a declared folder's items, without hidden pages and other declared folders.

    Raises `SyncFault` if there is no such folder.
    """
    path = source.folder
    start = "" if path == "." else f"{path}/"
    nested_folders = tuple(
        f"{sync_source.folder}/"
        for sync_source in overview.settings.sync
        if sync_source.folder not in ("", path) and f"{sync_source.folder}/".startswith(start)
    )
    root = _Folder()
    for page in overview.facts.pages:
        if page.page.startswith(start) and not page.page.startswith(nested_folders or "\0"):
            content = (overview.contents or {}).get(page.file)
            if content is not None and content.fields.get("hidden") is True:
                continue
            *folders, _ = page.page[len(start) :].split("/")
            here = root
            for name in folders:
                here = here.folders.setdefault(name, _Folder())
            here.entries.append(page.page)
    if not start and not root.entries and not root.folders:
        raise SyncFault("folder", "The site has no pages yet.")
    if start and not any(file.startswith(start) for file in overview.facts.files):
        raise SyncFault(
            "folder",
            f"The folder `{path}` does not exist. Write its path relative to the folder of "
            "docs.json, in the same case as on the disk.",
        )
    return tuple(_PageSorter(overview, source).sort_items(root))


class _PageSorter:
    """Sorts the pages of a folder."""

    def __init__(self, overview: Overview, source: SyncSource) -> None:
        self.source = source
        self.fields: Mapping[str, Mapping[str, object]] = {
            file.rpartition(".")[0]: content.fields
            for file, content in (overview.contents or {}).items()
        }

    def sort_items(self, folder: _Folder) -> Iterator[WantedItem]:
        """Yield the pages of a folder, and nested folders as groups, in the declared order."""
        keyed_items: list[tuple[object, WantedItem]] = [
            (self._sort_key(page, is_folder=False), WantedEntry(page, page))
            for page in folder.entries
        ]
        for name, below in folder.folders.items():
            items = tuple(self.sort_items(below))
            group = WantedElement("group", _make_label(name), "pages", items)
            keyed_items.append((self._folder_sort_key(name, below), group))
        keyed_items.sort(key=lambda one: one[0])  # type: ignore[arg-type,return-value]  # keys of one form
        yield from (item for _, item in keyed_items)

    def _sort_key(self, page: str, *, is_folder: bool, name: str = "") -> tuple[object, ...]:
        """Return the sort key of a page or a folder in the declared order; an index is first."""
        plain = name or page.rpartition("/")[2]
        is_index = plain == "index" and not is_folder
        by_name = (not is_index, is_folder, _natural_key(plain))
        match self.source.order:
            case "frontmatter":
                return (not is_index, self._get_frontmatter_number(page), *by_name)
            case "date":
                return (not is_index, is_folder, -self._get_frontmatter_day(page), by_name)
        return by_name

    def _folder_sort_key(self, name: str, folder: _Folder) -> tuple[object, ...]:
        """Return the sort key of a folder: that of its index page, but under its own name."""
        index = next((entry for entry in folder.entries if entry.endswith("/index")), "")
        return self._sort_key(index, is_folder=True, name=name)

    def _get_frontmatter_number(self, page: str) -> float:
        """Return the number under the declared frontmatter key of a page, or infinity."""
        value = self.fields.get(page, {}).get(self.source.field)
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        return float(value) if is_number and isinstance(value, int | float) else _LAST

    def _get_frontmatter_day(self, page: str) -> int:
        """Return the `date` of a page's frontmatter as a number of days, or 0."""
        value = self.fields.get(page, {}).get("date")
        if isinstance(value, str):
            try:
                value = datetime.fromisoformat(value.strip())
            except ValueError:
                return 0
        return value.toordinal() if isinstance(value, date) else 0


def _natural_key(name: str) -> tuple[tuple[str, int], ...]:
    """Return a sort key by which `a2` comes before `a10`."""
    words = _NUMBER.split(name.casefold())
    numbers = [int(one) for one in _NUMBER.findall(name)]
    return (*zip(words, (*numbers, -1), strict=True), (name, 0))


def _make_label(name: str) -> str:
    """Return a folder's name as a title, with spaces and a capital, as in `Getting started`."""
    words = re.sub(r"[-_]+", " ", name).strip() or name
    return words[:1].upper() + words[1:]
