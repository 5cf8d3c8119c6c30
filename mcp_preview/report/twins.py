"""Pages that hide each other: near-identical text, the same title, the same description.

Texts are compared by their runs of five words. To compare each page with each would take the square
of their number, so only those are compared that share one of the few rarest-hashed runs of either.
Copies in other languages and versions are no twins.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias, TypeVar
from zlib import crc32

from mcp_preview.content.pages import IndexedPage
from mcp_preview.report.finding import FindInEdition, FindingKind, FindingPlace, ReportFinding

LIKENESS = 0.9
"""Texts are near-identical when so large a part of their runs is the same."""
_RUN = 5
_SKETCH = 32
_MOST_SHARING = 100
"""A run that more pages have says nothing about two of them."""
_FEWEST_RUNS = 20
_WORD = re.compile(r"\w+")
_OPERATION = re.compile(r"^`(?:[A-Z]+|Webhook) [^`]+`$", re.MULTILINE)

_SAME_TEXT = (
    "The texts of these pages are the same, nearly or wholly, so they fill the places of a search "
    "with one answer. Say in each what it alone is for, or keep one and lead the other addresses "
    "to it by redirects."
)
_SAME_TITLE = (
    "These pages have the same title, and a client sees little else of a hit. Say in each title "
    "what it is about, such as the product or the call."
)
_SAME_DESCRIPTION = (
    "These pages have the same description, so neither it nor the list in llms.txt tells them "
    "apart. Describe each by what it alone answers."
)


Groups: TypeAlias = Mapping[str, frozenset[int]]
"""The numbers of the groups that a page belongs to, by its path."""


class Twins(NamedTuple):
    """Pages that hide each other."""

    findings: tuple[ReportFinding, ...]
    groups: Groups


def find_twins(find: FindInEdition, pages: Sequence[IndexedPage]) -> Twins:
    """Pages that hide each other. Those with the same text are told once, whatever else they have
    in common."""
    findings: list[ReportFinding] = []
    groups: dict[str, frozenset[int]] = {}
    number = 0
    for kind, message, page_groups in (
        (FindingKind.SAME_TEXT, _SAME_TEXT, same_texts(pages)),
        (FindingKind.SAME_TITLE, _SAME_TITLE, _find_alike(pages, lambda page: page.title)),
        (FindingKind.SAME_DESCRIPTION, _SAME_DESCRIPTION, _find_alike(pages, _description)),
    ):
        places: dict[tuple[str, ...], FindingPlace] = {}
        for group in page_groups:
            if frozenset.intersection(
                *(groups.get(indexed_page.path, frozenset()) for indexed_page in group)
            ):
                continue
            number += 1
            for page in group:
                groups[page.path] = groups.get(page.path, frozenset()) | {number}
            # In each language and version they are the same pages again.
            originals = tuple(sorted(page.original for page in group))
            if originals not in places or group[0].of_default:
                places[originals] = _place(find, group)
        if places:
            findings.append(ReportFinding(kind, message, tuple(places.values())))
    return Twins(tuple(findings), groups)


def same_texts(pages: Iterable[IndexedPage]) -> Iterator[list[IndexedPage]]:
    """Groups of pages of one language and version with the same text, nearly or wholly. Those made
    of operations are alike by nature, and left aside, also where the operation is missing."""
    written = [page for page in pages if not (page.lacks or _OPERATION.search(page.markdown))]
    for edition in _group_pages(written, lambda page: (page.language, page.versions)).values():
        exact = _group_pages(
            edition, lambda page: " ".join(_WORD.findall(page.markdown.casefold()))
        )
        runs = [_runs(text) for text in exact]
        alike = list(exact.values())
        leaders = list(range(len(alike)))
        for one, other in _candidates(runs):
            if _likeness(runs[one], runs[other]) >= LIKENESS:
                first, last = sorted((_leader(leaders, one), _leader(leaders, other)))
                leaders[last] = first
        joined: dict[int, list[IndexedPage]] = {}
        for at, group in enumerate(alike):
            if len(runs[at]) >= _FEWEST_RUNS:
                joined.setdefault(_leader(leaders, at), []).extend(group)
        yield from filter(_is_several, joined.values())


def _candidates(runs: Sequence[frozenset[int]]) -> Iterable[tuple[int, int]]:
    """Pairs that may be alike: those that share one of the lowest numbers of either."""
    sharing: dict[int, list[int]] = {}
    for at, page_runs in enumerate(runs):
        for run in sorted(page_runs)[:_SKETCH]:
            sharing.setdefault(run, []).append(at)
    return dict.fromkeys(
        (one, other)
        for among in sharing.values()
        if 1 < len(among) <= _MOST_SHARING
        for number, one in enumerate(among)
        for other in among[number + 1 :]
    )


def _runs(text: str) -> frozenset[int]:
    """A number for each run of words, spread evenly."""
    words = text.split()
    return frozenset(
        crc32(" ".join(words[at : at + _RUN]).encode()) for at in range(len(words) - _RUN + 1)
    )


def _likeness(one: frozenset[int], other: frozenset[int]) -> float:
    both = len(one & other)
    return both / (len(one) + len(other) - both) if both else 0.0


def _leader(leaders: Sequence[int], at: int) -> int:
    while leaders[at] != at:
        at = leaders[at]
    return at


def _find_alike(
    pages: Iterable[IndexedPage], describe: Callable[[IndexedPage], str]
) -> Iterator[list[IndexedPage]]:
    """Groups of pages of one language and version that say the same."""
    groups = _group_pages(
        pages, lambda page: (page.language, page.versions, describe(page).casefold())
    )
    yield from (group for (_, _, text), group in groups.items() if text and _is_several(group))


def _description(page: IndexedPage) -> str:
    return page.description


_Key = TypeVar("_Key", bound=Hashable)


def _group_pages(
    pages: Iterable[IndexedPage], key: Callable[[IndexedPage], _Key]
) -> dict[_Key, list[IndexedPage]]:
    groups: dict[_Key, list[IndexedPage]] = {}
    for page in pages:
        groups.setdefault(key(page), []).append(page)
    return groups


def _is_several(group: Sequence[IndexedPage]) -> bool:
    return len(group) > 1


def _place(find: FindInEdition, group: list[IndexedPage]) -> FindingPlace:
    """A group as one place, with the page that a search for its title gives first."""
    page = group[0]
    hits = find(page.title, page.language, page.versions[0] if page.versions else None)
    paths = {indexed_page.path for indexed_page in group}
    first = next((hit.path for hit in hits if hit.path in paths), None)
    ordered = sorted(group, key=lambda indexed_page: indexed_page.path != first)
    detail = (
        f'"{page.title}"'
        if len({indexed_page.title.casefold() for indexed_page in group}) == 1
        else ""
    )
    return FindingPlace(
        tuple(indexed_page.path for indexed_page in ordered),
        ordered[0].file,
        detail,
        (first,) if first else (),
    )
