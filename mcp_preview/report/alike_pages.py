"""Pages and sections that hide each other: near-identical text, the same title or description.

Copies in other languages and versions are not compared. Texts are compared by their runs of five
words. Comparing each with each would take quadratic time, so only those are compared that share one
of the lowest hashes of either.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias, TypeVar
from zlib import crc32

from docs_lsp.core.grouping import group_by
from mcp_preview.content.pages import IndexedPage
from mcp_preview.index.sections import PageSection, split_page
from mcp_preview.index.text_words import is_mostly_links
from mcp_preview.report.finding import (
    FindHits,
    FindingKind,
    FindingPlace,
    ReportFinding,
    make_findings,
)

_SAME_TEXT = (
    "These pages have the same or nearly the same text, so they fill the results of a search "
    "with one answer. Say in each what only it is for, or keep one and redirect the others to "
    "it."
)
_SAME_TITLE = (
    "These pages have the same title, and a client sees little else of a hit. Give each a title "
    "that says what it is about, such as the product or the call."
)
_SAME_DESCRIPTION = (
    "These pages have the same description, so neither it nor the list in llms.txt tells them "
    "apart. Give each its own description."
)
_SAME_SECTION = (
    "These sections say nearly the same on several pages, so a search shows one of them and names "
    "the others as `Also:`. Say in each what differs, or say it once and link to it."
)
_OPERATION = re.compile(r"^`((?:[A-Z]+|Webhook) [^`]+)`$", re.MULTILINE)
"""The line below the title of a page of an operation: its method and its path."""

Groups: TypeAlias = Mapping[str, frozenset[int]]
"""The numbers of the groups that each page belongs to, by path."""
_LIKENESS = 0.9
"""The part of equal runs from which on texts are near-identical."""
_RUN = 5
_SKETCH = 32
_MOST_SHARING = 100
"""The most texts that share a run; a more frequent one is ignored."""
_FEWEST_RUNS = 20
_WORD = re.compile(r"\w+")

T = TypeVar("T")


def find_alike_pages(
    find: FindHits, pages: Sequence[IndexedPage]
) -> tuple[list[ReportFinding], Groups]:
    """Return the findings on pages that hide each other, and the groups of such pages.

    Pages with the same text are reported only once.
    """
    findings: list[ReportFinding] = []
    groups: dict[str, frozenset[int]] = {}
    number = 0
    for kind, message, page_groups in (
        (FindingKind.SAME_TEXT, _SAME_TEXT, iter_same_text_groups(pages)),
        (FindingKind.SAME_TITLE, _SAME_TITLE, _iter_alike_groups(pages, lambda page: page.title)),
        (
            FindingKind.SAME_DESCRIPTION,
            _SAME_DESCRIPTION,
            _iter_alike_groups(pages, lambda page: page.description),
        ),
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
            # The same pages exist in each language and version.
            originals = tuple(sorted(page.original for page in group))
            if originals not in places or group[0].of_default:
                places[originals] = _build_group_place(find, group)
        findings += make_findings(kind, message, places.values())
    return findings, groups


def iter_same_text_groups(pages: Iterable[IndexedPage]) -> Iterator[list[IndexedPage]]:
    """Yield groups of pages of one language and version with the same or nearly the same text.

    Pages of operations are similar by nature and ignored, even if the operation is missing.
    """
    written = [page for page in pages if not (page.lacks or find_described_operation(page))]
    for same_version in group_by(written, lambda page: (page.language, page.versions)).values():
        yield from _group_alike_texts([(page, page.markdown) for page in same_version])


def _iter_alike_groups(
    pages: Iterable[IndexedPage], describe: Callable[[IndexedPage], str]
) -> Iterator[list[IndexedPage]]:
    """Yield groups of pages of one language and version with the same value."""
    groups = group_by(pages, lambda page: (page.language, page.versions, describe(page).casefold()))
    yield from (group for (_, _, text), group in groups.items() if text and len(group) > 1)


def _build_group_place(find: FindHits, group: list[IndexedPage]) -> FindingPlace:
    """Return the place of a group; the page that a search for the title finds first comes first."""
    page = group[0]
    hits = find(page.title, page.language, page.versions[0] if page.versions else None)
    paths = {indexed_page.path for indexed_page in group}
    first = next((hit.path for hit in hits if hit.path in paths), None)
    ordered = sorted(group, key=lambda indexed_page: indexed_page.path != first)
    have_same_title = len({each.title.casefold() for each in group}) == 1
    return FindingPlace(
        tuple(indexed_page.path for indexed_page in ordered),
        ordered[0].file,
        f'"{page.title}"' if have_same_title else "",
        (first,) if first else (),
    )


_OwnedSection: TypeAlias = tuple[IndexedPage, PageSection]


def find_alike_sections(pages: Sequence[IndexedPage], groups: Groups) -> list[ReportFinding]:
    """Return the finding on sections that say nearly the same; empty without any.

    Pages of the same group in `groups` are alike as a whole, which is reported elsewhere. Sections
    of operations are similar by nature and ignored, and so are lists of links, which rank low.
    """
    owned = [
        ((page, section), text)
        for page in pages
        if page.of_default and find_described_operation(page) is None
        for section in split_page(page)
        if section.level and not is_mostly_links(text := page.markdown[section.start : section.end])
    ]
    places = (
        _build_sections_place(alike)
        for alike in _group_alike_texts(owned)
        if _are_pages_different(alike, groups)
    )
    return make_findings(FindingKind.SAME_SECTION, _SAME_SECTION, places)


def _are_pages_different(alike: Iterable[_OwnedSection], groups: Groups) -> bool:
    """Return whether the sections are on several pages that are not alike as a whole."""
    paths = {page.path for page, _ in alike}
    common = frozenset.intersection(*(groups.get(path, frozenset()) for path in paths))
    return len(paths) > 1 and not common


def _build_sections_place(alike: Sequence[_OwnedSection]) -> FindingPlace:
    """Return the place of sections that are alike: their pages, and the first heading."""
    first, section = alike[0]
    paths = tuple(dict.fromkeys(page.path for page, _ in alike))
    return FindingPlace(paths, first.file, f'"{section.title}"')


def find_described_operation(page: IndexedPage) -> str | None:
    """Return the method and path of the operation that a page describes first, or None."""
    match = _OPERATION.search(page.markdown)
    return match[1] if match else None


def _group_alike_texts(owned: Iterable[tuple[T, str]]) -> Iterator[list[T]]:
    """Yield groups of at least two owners of nearly the same text; short texts are ignored.

    `owned` are owners with their texts.
    """
    exact: dict[str, list[T]] = {}
    for owner, text in owned:
        exact.setdefault(" ".join(_WORD.findall(text.casefold())), []).append(owner)
    runs = [_hash_word_runs(text) for text in exact]
    leaders = list(range(len(exact)))
    for one, other in _find_candidate_pairs(runs):
        if _compute_likeness(runs[one], runs[other]) >= _LIKENESS:
            first, last = sorted((_find_leader(leaders, one), _find_leader(leaders, other)))
            leaders[last] = first
    joined: dict[int, list[T]] = {}
    for at, owners in enumerate(exact.values()):
        if len(runs[at]) >= _FEWEST_RUNS:
            joined.setdefault(_find_leader(leaders, at), []).extend(owners)
    yield from (owners for owners in joined.values() if len(owners) > 1)


def _find_candidate_pairs(runs: Sequence[frozenset[int]]) -> Iterable[tuple[int, int]]:
    """Return the pairs of texts, by index, that share one of the lowest hashes of either."""
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


def _hash_word_runs(text: str) -> frozenset[int]:
    """Return an evenly distributed hash for each run of five words, none for a shorter text."""
    words = text.split()
    return frozenset(
        crc32(" ".join(words[at : at + _RUN]).encode()) for at in range(len(words) - _RUN + 1)
    )


def _compute_likeness(one: frozenset[int], other: frozenset[int]) -> float:
    """Return the part of runs that two texts share, from 0 to 1."""
    both = len(one & other)
    return both / (len(one) + len(other) - both) if both else 0.0


def _find_leader(leaders: Sequence[int], at: int) -> int:
    """Return the index that represents the group of an index."""
    while leaders[at] != at:
        at = leaders[at]
    return at
