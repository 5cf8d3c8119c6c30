"""Finds the folder that most likely contains the pages of an element or entry.

The entries listed nearby show it best. Without any, folders named after the language or the version
are searched for, below the folders that precede them in neighbouring paths.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from docs_lsp.features.completion.cursor import CompletionCursor
from docs_lsp.jsontree.insertion_point import STAND_IN, Expected
from docs_lsp.jsontree.nodes import Array, Node, Object, String
from docs_lsp.schema.kinds import CHILD_KEYS, SWITCHED
from docs_lsp.schema.model_languages import LANGUAGE_NAMES
from docs_lsp.site.navigation.walk import Placed
from docs_lsp.site.page_ranking import SortedPages
from docs_lsp.site.pages import normalise_entry

if TYPE_CHECKING:
    from docs_lsp.site.navigation.element import ElementView

_LOOKED_AT = 3
"""The number of items of each array examined for an entry, and the number of nested arrays."""
_MOST_BRANCHES = 60


def find_likely_folders(place: CompletionCursor, pages: SortedPages) -> tuple[str, tuple[str, ...]]:
    """Return the likeliest folder or "", and the folders of other languages or versions.

    The folder is empty if nothing indicates it. The others are sorted, nearest first. Outside of
    all languages, each folder named after a language is one of them: most hold translations.
    """
    own = ""
    far: list[str] = []
    branches = _list_languages_and_versions_around(place)
    for placed in branches:
        bases = tuple(dict.fromkeys((own, *_iter_base_folders(placed), "")))
        others = [
            _find_existing_folder(_list_folder_names(placed, other), bases, pages)
            for other in _iter_other_languages_or_versions(placed)
        ]
        far = [*others, *far]
        own = _find_existing_folder(_list_folder_names(placed, placed.element), bases, pages) or own
    if all(placed.element.record.name != "language" for placed in branches):
        far += (code for code in LANGUAGE_NAMES if pages.has_pages_below(code))
    near = next(_iter_nearby_entries(place, branches[-1] if branches else None), None)
    home = normalise_entry(near).rpartition("/")[0] if near is not None else own
    return home, tuple(folder for folder in dict.fromkeys(far) if folder and folder != own)


# Entries listed nearby


def _iter_nearby_entries(place: CompletionCursor, branch: Placed | None) -> Iterator[str]:
    """Yield the entries of `pages` near the cursor, first those of its own array.

    Entries of another language or version are left out.
    """
    for step in reversed(place.point.steps):
        if isinstance(step.node, Array):
            items = step.node.items
            others = [*reversed(items[: step.index]), *items[step.index + 1 :]]
            yield from (entry for item in others for entry in _iter_first_entries(item, 0))
            yield from (entry for item in others for entry in _iter_first_entries(item))
        elif isinstance(step.node, Object) and place.point.expected is Expected.VALUE:
            yield from _iter_first_entries(step.node)
        if branch and branch.element.has_layer(step.node):
            return


def _iter_first_entries(item: Node | None, depth: int = _LOOKED_AT) -> Iterator[str]:
    """Yield the page that an item of an array is, or the first pages in an element."""
    if isinstance(item, String):
        if item.value != STAND_IN and " " not in item.value:
            yield item.value
    elif isinstance(item, Object) and depth:
        for member in item.items:
            if member.key.value in CHILD_KEYS and isinstance(member.value, Array):
                for child in member.value.items[:_LOOKED_AT]:
                    yield from _iter_first_entries(child, depth - 1)


# Folders named after a language or a version


def _list_languages_and_versions_around(place: CompletionCursor) -> list[Placed]:
    """Return the language and the version around the cursor, the outermost first."""
    return [placed for placed in place.around if placed.element.record.name in SWITCHED]


def _iter_other_languages_or_versions(placed: Placed) -> Iterator[ElementView]:
    """Yield the other languages, or versions, beside an element."""
    title = placed.element.record.name
    own = placed.element.get_text(title)
    if placed.around is not None:
        for other in islice(placed.around.element.list_children(placed.key), _MOST_BRANCHES):
            if other.get_text(title) not in (None, own, STAND_IN):
                yield other


def _list_folder_names(placed: Placed, one: ElementView) -> tuple[str, ...]:
    """Return the names that the folder of a language or a version may have."""
    title = one.get_text(placed.element.record.name) or ""
    if placed.element.record.name == "language":
        return tuple(dict.fromkeys((title, title.lower())))
    word = (title.split() or [""])[0]
    names = (title, title.lower().replace(" ", "-"), word, f"v{word}", word.lstrip("vV"))
    return tuple(name for name in dict.fromkeys(names) if name and "/" not in name)


def _iter_base_folders(placed: Placed) -> Iterator[str]:
    """Yield the folders that hold those of the other languages or versions, by their entries."""
    for other in _iter_other_languages_or_versions(placed):
        names = _list_folder_names(placed, other)
        for entry in islice(_iter_first_entries(other.get_layer_node(0)), 1):
            parts = normalise_entry(entry).split("/")
            at = next((at for at, part in enumerate(parts) if part in names), 0)
            if at:
                yield "/".join(parts[:at])


def _find_existing_folder(
    names: tuple[str, ...], bases: tuple[str, ...], pages: SortedPages
) -> str:
    """Return the first folder with pages that has one of these names in a base, or ""."""
    folders = (f"{base}/{name}".strip("/") for base in bases for name in names if name)
    return next((folder for folder in folders if pages.has_pages_below(folder)), "")
