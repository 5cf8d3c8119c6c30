"""Selects one copy of a page among its languages and versions.

A site in ten languages would otherwise fill a whole result with one page.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from mcp_preview.content.pages import IndexedPage

if TYPE_CHECKING:
    import tantivy

CLEARLY_WORSE = 0.5
"""The share of the best copy's score below which a copy does not answer the query.

It is in another language, or of a version without the text.
"""


class RankedSection(NamedTuple):
    """A section in the index, with the page that it belongs to."""

    score: float
    page: IndexedPage
    number: int
    """The number of the page in the index."""
    place: tantivy.DocAddress | int
    """Its address in the index; the index of the page's section if only its meaning matched."""
    cosine: float | None = None
    """The similarity of its page to the query by meaning; None if not computed."""


def choose_copies(
    scores: Mapping[int, float],
    pages: Mapping[int, IndexedPage],
    most: int | None = None,
    *,
    default_version: str = "",
) -> list[int]:
    """Select one copy of each page: the default one, unless another scores clearly better.

    If none of them is the default one, since only one language is searched, it is that of the
    default version. `scores` has the scores of pages by number, best first. Returns numbers, best
    first: `most` of them, or all.
    """
    copies: dict[str, list[int]] = {}
    for number in scores:
        page = pages[number]
        # Inlines `page.original`, since there are hundreds of pages.
        copies.setdefault(page.common_path or page.path, []).append(number)
    chosen: list[int] = []
    for group in copies.values():
        if most is not None and len(chosen) >= most:
            # Later pages do no better than the first of this group.
            better = sum(scores[one] >= scores[group[0]] for one in chosen)
            if better >= most:
                break
        if len(group) > 1:
            group = _drop_copies(group, scores, pages, default_version)
        chosen += group
    return sorted(chosen, key=scores.__getitem__, reverse=True)[:most]


def _drop_copies(
    group: list[int],
    scores: Mapping[int, float],
    pages: Mapping[int, IndexedPage],
    default_version: str,
) -> list[int]:
    """Return the pages of a group that are not copies of the chosen one, best first."""
    least = CLEARLY_WORSE * scores[group[0]]
    near = [one for one in group if scores[one] >= least]
    current = (one for one in near if default_version in pages[one].versions)
    chosen = next((one for one in near if pages[one].of_default), next(current, group[0]))
    variant = _get_variant(pages[chosen])
    others = (one for one in group if one != chosen and _get_variant(pages[one]) == variant)
    return [chosen, *others]


def iter_copies(group: Collection[IndexedPage], page: IndexedPage) -> Iterator[IndexedPage]:
    """Yield the copies of a page in its group of pages with the same common path."""
    if len(group) > 1:
        variant = _get_variant(page)
        yield from (indexed_page for indexed_page in group if _get_variant(indexed_page) != variant)


def are_copies(page: IndexedPage, other: IndexedPage) -> bool:
    """Return whether two pages are the same in different languages or versions."""
    return page.original == other.original and _get_variant(page) != _get_variant(other)


def _get_variant(page: IndexedPage) -> tuple[str | None, tuple[str, ...]]:
    """Return the language, if it has one, and the versions of a page."""
    return page.language, page.versions


class CopyGroups:
    """The pages of an index, grouped by the path that their copies share."""

    def __init__(self, pages: Iterable[IndexedPage]) -> None:
        """Start with these pages."""
        self._groups: dict[str, tuple[IndexedPage, ...]] = {}
        for page in pages:
            self.add_page(page)

    def add_page(self, page: IndexedPage) -> None:
        """Add a page."""
        self._groups[page.original] = (*self._groups.get(page.original, ()), page)

    def remove_page(self, page: IndexedPage) -> None:
        """Remove a page."""
        others = tuple(group for group in self._groups[page.original] if group is not page)
        if others:
            self._groups[page.original] = others
        else:
            del self._groups[page.original]

    def copy_groups(self) -> Mapping[str, Collection[IndexedPage]]:
        """Return a copy of the current groups."""
        return dict(self._groups)
