"""The titles by which a writer names an element of the navigation: its own, or `English > Guides`
where several have it."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from docs_lsp.site.navigation.walk import Placed

BETWEEN_TITLES = " > "


def list_titles(placed: Placed, without: Collection[str] = ()) -> Iterator[str]:
    """Its title and those around it, the outermost first; but for those of some kinds."""
    for element in reversed(placed.walk_outward()):
        kind = element.element.kind
        title = element.element.text(kind.title) if kind and kind.title else None
        if kind and title is not None and kind.name not in without:
            yield title


def split_titles(text: str) -> list[str]:
    """The titles that a writer has given, the outermost first."""
    return [title.strip() for title in text.split(BETWEEN_TITLES.strip())]


def has_titles(titles: list[str], wanted: list[str]) -> bool:
    """Whether the last title is the one wanted, and the others wanted are around it in order."""
    if not titles or titles[-1] != wanted[-1]:
        return False
    around = iter(titles[:-1])
    return all(title in around for title in wanted[:-1])
