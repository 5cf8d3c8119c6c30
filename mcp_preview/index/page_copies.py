"""Copies of a page in other languages and versions, of which a search shows one.

A site in ten languages would else fill all places of a result with one page.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from mcp_preview.content.pages import IndexedPage

if TYPE_CHECKING:
    import tantivy

_CLEARLY_WORSE = 0.5
"""A copy with less than this share of the best one's score does not speak the query's language."""


class RankedSection(NamedTuple):
    """A section in the index, with the page that it belongs to."""

    score: float
    page: IndexedPage
    number: int
    """What stands for the page in the index."""
    place: tantivy.DocAddress | int
    """Where it is in the index; which of the page's sections it is, from 0, where only its meaning
    was found."""
    cosine: float | None = None
    """How near its page is to the query by meaning; None where that was not looked for."""


def choose_copies(
    scores: Mapping[int, float], pages: Mapping[int, IndexedPage], most: int | None = None
) -> list[int]:
    """Of the copies of a page one: that in the default language and version, unless another fits
    clearly better.

    `scores` has how well pages do by the number of each, best first. The numbers that are returned
    have the best first as well: `most` of them, or all.
    """
    copies: dict[str, list[int]] = {}
    for number in scores:
        page = pages[number]
        # `page.original`, without the call: there are some hundred pages.
        copies.setdefault(page.common_path or page.path, []).append(number)
    chosen: list[int] = []
    for group in copies.values():
        if most is not None and len(chosen) >= most:
            # What follows does no better than the first of this group.
            better = sum(scores[one] >= scores[group[0]] for one in chosen)
            if better >= most:
                break
        chosen += group if len(group) == 1 else _drop_copies(group, scores, pages)
    return sorted(chosen, key=scores.__getitem__, reverse=True)[:most]


def _drop_copies(
    group: list[int], scores: Mapping[int, float], pages: Mapping[int, IndexedPage]
) -> list[int]:
    """The pages of a group, the best first, that are not copies of the chosen one."""
    least = _CLEARLY_WORSE * scores[group[0]]
    near = (one for one in group if scores[one] >= least)
    chosen = next((one for one in near if pages[one].of_default), group[0])
    edition = _edition(pages[chosen])
    others = (one for one in group if one != chosen and _edition(pages[one]) == edition)
    return [chosen, *others]


def copies_in(group: Collection[IndexedPage], page: IndexedPage) -> Iterator[IndexedPage]:
    """The copies of a page among those of its group, all of which have the same path in common."""
    if len(group) > 1:
        edition = _edition(page)
        yield from (indexed_page for indexed_page in group if _edition(indexed_page) != edition)


def are_copies(page: IndexedPage, other: IndexedPage) -> bool:
    """Whether two pages are the same in different languages or versions."""
    return page.original == other.original and _edition(page) != _edition(other)


def _edition(page: IndexedPage) -> tuple[str | None, tuple[str, ...]]:
    return page.language, page.versions


class CopyGroups:
    """The pages of an index by the path that copies of each have in common."""

    def __init__(self, pages: Iterable[IndexedPage]) -> None:
        """Begin with these pages."""
        self._groups: dict[str, tuple[IndexedPage, ...]] = {}
        for page in pages:
            self.add(page)

    def add(self, page: IndexedPage) -> None:
        """A page is there now."""
        self._groups[page.original] = (*self._groups.get(page.original, ()), page)

    def remove(self, page: IndexedPage) -> None:
        """A page is there no more."""
        others = tuple(group for group in self._groups[page.original] if group is not page)
        if others:
            self._groups[page.original] = others
        else:
            del self._groups[page.original]

    def current_groups(self) -> Mapping[str, Collection[IndexedPage]]:
        """The groups at this moment."""
        return dict(self._groups)
