"""Searches for each page by its own title, description, headings and operation.

Clients that know a page ask with its words. If another page is found first, it probably is for
every other question as well. Each search uses the language and version of the page.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from docs_lsp.core.grouping import group_by
from mcp_preview.content.pages import IndexedPage
from mcp_preview.index.page_copies import are_copies
from mcp_preview.index.search_hit import SearchHit
from mcp_preview.index.search_request import MOST_HITS
from mcp_preview.index.sections import split_page
from mcp_preview.report.alike_pages import Groups, find_described_operation
from mcp_preview.report.finding import (
    FindHits,
    FindingKind,
    FindingPlace,
    ReportFinding,
    build_copies_place,
    make_findings,
)

Advance: TypeAlias = Callable[[int, int], None]
"""Is called with the number of finished pages and of all pages."""

NEAR_THE_TOP = 3
"""The number of hits among which a title or description should find its page."""
_FEWEST_WORDS = 3
_NONE: frozenset[int] = frozenset()
_SHOWN_WORDS = 60

_BY_TITLE = (
    f"These pages are not among the first {NEAR_THE_TOP} hits for their own title. Say in the "
    "title, or in `keywords`, what distinguishes the page."
)
_BY_OPERATION = (
    "The page of these operations is not the first hit for their method and path. If another page "
    "documents the same operation, remove one of the two."
)
_BY_DESCRIPTION = (
    f"These pages are not among the first {NEAR_THE_TOP} hits for their own description. Describe "
    "what only this page explains, in the words that it uses."
)
_BY_HEADING = (
    f"The page is not among the first {MOST_HITS} hits for these headings, which no other page "
    "has. Use their words in the text below them."
)


class _Miss(NamedTuple):
    """A page that is not found by its own words, and the hits above it."""

    page: IndexedPage
    asked: str
    hits: Sequence[SearchHit]
    rank: int | None


def find_self_search_misses(
    find: FindHits,
    pages: Sequence[IndexedPage],
    excused: Groups,
    advance: Advance = lambda done, total: None,
) -> Iterator[ReportFinding]:
    """Yield findings about pages that are not found by their own words.

    Pages of the same group in `excused` hide each other for a reason that is reported elsewhere.
    """
    unique_headings = _collect_unique_headings(pages)
    titles: list[_Miss] = []
    descriptions: list[_Miss] = []
    headings: list[_Miss] = []
    operations: list[_Miss] = []
    for done, page in enumerate(pages, 1):
        titles += _iter_misses(find, page, [page.title], NEAR_THE_TOP, excused)
        if page.description.count(" ") >= _FEWEST_WORDS - 1 and page.description != page.title:
            descriptions += _iter_misses(find, page, [page.description], NEAR_THE_TOP, excused)
        headings += _iter_misses(find, page, unique_headings.get(page.path, ()), MOST_HITS, excused)
        operation = find_described_operation(page)
        if operation and " /" in operation:
            operations += _iter_misses(find, page, [operation], 1, excused)
        advance(done, len(pages))
    for kind, message, misses in (
        (FindingKind.NOT_FOUND_BY_TITLE, _BY_TITLE, titles),
        (FindingKind.NOT_FOUND_BY_OPERATION, _BY_OPERATION, operations),
        (FindingKind.NOT_FOUND_BY_DESCRIPTION, _BY_DESCRIPTION, descriptions),
        (FindingKind.NOT_FOUND_BY_HEADING, _BY_HEADING, headings),
    ):
        yield from make_findings(kind, message, _iter_miss_places(misses))


def _iter_misses(
    find: FindHits, page: IndexedPage, asked: Iterable[str], enough: int, excused: Groups
) -> Iterator[_Miss]:
    """Yield the searches of a page with at least `enough` other hits above it."""
    for words in asked:
        hits = find(words, page.language, page.versions[0] if page.versions else None)
        rank = next((at for at, hit in enumerate(hits, 1) if hit.path == page.path), None)
        above = [
            hit
            for hit in hits[: rank - 1 if rank else None]
            if not _is_excused_hit(hit, page, excused)
        ]
        if above and len(above) >= enough:
            yield _Miss(page, words, above, rank)


def _is_excused_hit(hit: SearchHit, page: IndexedPage, excused: Groups) -> bool:
    """Return whether a hit is a copy of a page, or above it for a reason reported elsewhere."""
    if are_copies(hit.page, page):
        return True
    return not excused.get(page.path, _NONE).isdisjoint(excused.get(hit.path, _NONE))


def _iter_miss_places(misses: Iterable[_Miss]) -> Iterator[FindingPlace]:
    """Yield the pages that are missed, each once with its copies and the hits in their place."""
    for group in group_by(misses, lambda miss: miss.page.original).values():
        first = min(group, key=lambda miss: not miss.page.of_default)
        result = f"is hit {first.rank}" if first.rank else "is not found"
        winner = first.hits[0]
        yield build_copies_place(
            list({miss.page.path: miss.page for miss in group}.values()),
            f'"{_truncate(first.asked)}" {result}, first is `{winner.path}` ("{winner.title}")',
            tuple(hit.path for hit in first.hits[:NEAR_THE_TOP]),
        )


def _collect_unique_headings(pages: Sequence[IndexedPage]) -> Mapping[str, tuple[str, ...]]:
    """Return the headings of several words that one page of the default version alone has."""
    defaults = [page for page in pages if page.of_default]
    headings = {
        page.path: tuple(
            dict.fromkeys(
                section.title
                for section in split_page(page)[1:]
                if " " in section.title and section.anchor
            )
        )
        for page in defaults
    }
    titles = Counter(page.title.casefold() for page in defaults)
    counts = Counter(heading.casefold() for found in headings.values() for heading in found)
    return {
        path: tuple(
            text for text in found if counts[text.casefold()] == 1 and not titles[text.casefold()]
        )
        for path, found in headings.items()
    }


def _truncate(text: str) -> str:
    """Return a text cut to 60 characters, with an ellipsis if it is longer."""
    return text if len(text) <= _SHOWN_WORDS else f"{text[: _SHOWN_WORDS - 1].rstrip()}…"
