"""The folder that most likely holds the pages of a place, and folders that hold others.

What is listed near by shows it best. Where nothing is, folders are looked for that are called like
the language or the version, with what stands before them in the paths of its neighbours.
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
from docs_lsp.site.nearby_pages import SortedPages
from docs_lsp.site.pages import normalise

if TYPE_CHECKING:
    from docs_lsp.site.navigation.element import ElementView

_LOOKED_AT = 3
"""So many items of each list are looked at for an entry, and as many lists inside each other."""
_MOST_BRANCHES = 60


def find_likely_folders(place: CompletionCursor, pages: SortedPages) -> tuple[str, tuple[str, ...]]:
    """The folder that most likely holds what is wanted, and those of the other versions and
    languages, the least far first; the folder is empty where nothing shows it.

    Outside of all languages, folders that are called like one are far: most hold translations.
    """
    own = ""
    far: list[str] = []
    branches = _branches(place)
    for placed in branches:
        bases = tuple(dict.fromkeys((own, *_list_base_folders(placed), "")))
        others = [
            _find_folder(_list_folder_names(placed, other), bases, pages)
            for other in _list_other_editions(placed)
        ]
        far = [*others, *far]
        own = _find_folder(_list_folder_names(placed, placed.element), bases, pages) or own
    if all(placed.element.record.name != "language" for placed in branches):
        far += (code for code in LANGUAGE_NAMES if pages.has_folder(code))
    near = next(_entries_near(place, branches[-1] if branches else None), None)
    home = normalise(near).rpartition("/")[0] if near is not None else own
    return home, tuple(folder for folder in dict.fromkeys(far) if folder and folder != own)


# What is listed near by


def _entries_near(place: CompletionCursor, branch: Placed | None) -> Iterator[str]:
    """The entries of `pages` near the cursor, those of its own list first and the nearest first;
    none of another language or version."""
    layers = branch.element.resolved.layers if branch else ()
    for step in reversed(place.point.steps):
        if isinstance(step.node, Array):
            items = step.node.items
            others = [*reversed(items[: step.index]), *items[step.index + 1 :]]
            yield from (entry for item in others for entry in _first_entry(item, 0))
            yield from (entry for item in others for entry in _first_entry(item))
        elif isinstance(step.node, Object) and place.point.expected is Expected.VALUE:
            yield from _first_entry(step.node)
        if any(layer.node is step.node for layer in layers):
            return


def _first_entry(item: Node | None, depth: int = _LOOKED_AT) -> Iterator[str]:
    """The page that an item of a list is, or the first ones in an element."""
    if isinstance(item, String):
        if item.value != STAND_IN and " " not in item.value:
            yield item.value
    elif isinstance(item, Object) and depth:
        for member in item.items:
            if member.key.value in CHILD_KEYS and isinstance(member.value, Array):
                for child in member.value.items[:_LOOKED_AT]:
                    yield from _first_entry(child, depth - 1)


# Folders called like a language or a version


def _branches(place: CompletionCursor) -> list[Placed]:
    """The language and the version around the cursor, the outermost first."""
    return [placed for placed in place.around if placed.element.record.name in SWITCHED]


def _list_other_editions(placed: Placed) -> Iterator[ElementView]:
    """The languages, or versions, beside one."""
    title = placed.element.record.name
    own = placed.element.text(title)
    if placed.around is not None:
        for other in islice(placed.around.element.children(placed.key), _MOST_BRANCHES):
            if other.text(title) not in (None, own, STAND_IN):
                yield other


def _list_folder_names(placed: Placed, one: ElementView) -> tuple[str, ...]:
    """The names that the folder of a language or a version may have."""
    title = one.text(placed.element.record.name) or ""
    if placed.element.record.name == "language":
        return tuple(dict.fromkeys((title, title.lower())))
    word = (title.split() or [""])[0]
    names = (title, title.lower().replace(" ", "-"), word, f"v{word}", word.lstrip("vV"))
    return tuple(name for name in dict.fromkeys(names) if name and "/" not in name)


def _list_base_folders(placed: Placed) -> Iterator[str]:
    """The folders before such a name in the paths of the neighbours."""
    for other in _list_other_editions(placed):
        names = _list_folder_names(placed, other)
        for entry in islice(_first_entry(other.node(0)), 1):
            parts = normalise(entry).split("/")
            at = next((at for at, part in enumerate(parts) if part in names), 0)
            if at:
                yield "/".join(parts[:at])


def _find_folder(names: tuple[str, ...], bases: tuple[str, ...], pages: SortedPages) -> str:
    """The first folder of one of these names that there is; empty for none."""
    folders = (f"{base}/{name}".strip("/") for base in bases for name in names if name)
    return next((folder for folder in folders if pages.has_folder(folder)), "")
