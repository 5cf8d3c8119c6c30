"""List the pages of a folder in their order, with nested folders as groups."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.settings.settings import SyncSource
from docs_lsp.site.overview import Overview
from docs_lsp.site.sync.sync_fault import SyncFault
from docs_lsp.site.sync.wanted_entries import WantedElement, WantedEntry, WantedItem

_NUMBER = compile_lazily(r"\d+")
_LAST = float("inf")


@dataclass(slots=True)
class _Folder:
    entries: list[str] = field(default_factory=list)
    folders: dict[str, _Folder] = field(default_factory=dict)


def require_folder_pages(overview: Overview, index: int) -> tuple[WantedItem, ...]:
    """Return a declared folder's items, without hidden pages and other declared folders.

    Raises `SyncFault` if there is no such folder.
    """
    source = overview.settings.sync[index]
    path = source.folder.strip("/")
    start = "" if path in ("", ".") else f"{path}/"
    nested_folders = tuple(
        f"{sync_source.folder.strip('/')}/"
        for sync_source in overview.settings.sync
        if sync_source.folder
        and sync_source.folder.strip("/") != path
        and f"{sync_source.folder}/".startswith(start)
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
        raise SyncFault(index, "folder", "The site has no pages yet.")
    if start and not any(file.startswith(start) for file in overview.facts.files):
        raise SyncFault(
            index,
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
