"""Titles by which a writer names navigation elements: `Guides` or `English > Guides`."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from docs_lsp.site.navigation.walk import Placed

BETWEEN_TITLES = " > "


def iter_title_path(placed: Placed, without: Collection[str] = ()) -> Iterator[str]:
    """Yield the titles around and of an element, the outermost first.

    Elements whose kind is in `without` are skipped.
    """
    for element in reversed(placed.list_outward()):
        kind = element.element.kind
        title = element.element.get_text(kind.title) if kind and kind.title else None
        if kind and title is not None and kind.name not in without:
            yield title


def split_titles(text: str) -> list[str]:
    """Split a writer's title path into titles, the outermost first."""
    return [title.strip() for title in text.split(BETWEEN_TITLES.strip())]


def is_title_path_match(titles: list[str], wanted: list[str]) -> bool:
    """Return whether a title path ends in the last wanted title and has the others in order."""
    if not titles or titles[-1] != wanted[-1]:
        return False
    around = iter(titles[:-1])
    return all(title in around for title in wanted[:-1])
