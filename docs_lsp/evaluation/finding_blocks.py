"""Groups findings that a person is shown as one block.

These are findings with one cause, with the same message, or about pages in one folder.
"""

from __future__ import annotations

import posixpath
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from docs_lsp.core.problem import Problem
from docs_lsp.evaluation.shared_causes import Cause, CauseKind, find_causes

if TYPE_CHECKING:
    from docs_lsp.core.text import Span
    from docs_lsp.site.overview import Overview

ABOUT_PAGES = frozenset(("hidden-wins", "noindex-listed", "unlisted-page"))
"""Rules that say the same of each page, and often of all pages in a folder."""
_LEAST = 2
"""Two findings with the same message are one block already."""


def find_blocks(problems: Sequence[Problem], overview: Overview | None) -> tuple[Cause | None, ...]:
    """Return the block of each problem of a site; None for a problem that is shown by itself."""
    blocks: list[Cause | None] = list(find_causes(problems, overview))
    groups = [*_group_pages(problems, overview), *_group_messages(problems, blocks)]
    for block, members in groups:
        for index in members:
            blocks[index] = block
    return tuple(blocks)


def _group_pages(
    problems: Sequence[Problem], overview: Overview | None
) -> Iterator[tuple[Cause, Sequence[int]]]:
    """Yield each block of problems about pages in one outermost folder, with their indices."""
    # One with an `about` is itself about the pages of a folder.
    indices = [
        index
        for index, problem in enumerate(problems)
        if problem.rule in ABOUT_PAGES and not problem.about
    ]
    if not indices:
        return
    listed = _map_listed_pages(overview)
    pages = {index: _find_page(problems[index], listed) for index in indices}
    by_folder = _group_by_key(
        indices, lambda index: (problems[index].rule, pages[index].rpartition("/")[0].split("/")[0])
    )
    for members in by_folder.values():
        folder = posixpath.commonpath([posixpath.dirname(pages[index]) for index in members])
        yield _build_cause(CauseKind.PAGES, folder, members, problems), members


def _map_listed_pages(overview: Overview | None) -> Mapping[tuple[str, Span], str]:
    """Return the pages that entries list, by the place of the entry."""
    if overview is None:
        return {}
    listings = overview.navigation.listings
    return {(listing.file, listing.span): listing.page for listing in listings}


def _find_page(problem: Problem, listed: Mapping[tuple[str, Span], str]) -> str:
    return listed.get((problem.file, problem.span), problem.file).strip("/")


def _group_messages(
    problems: Sequence[Problem], blocks: Sequence[Cause | None]
) -> Iterator[tuple[Cause, Sequence[int]]]:
    """Yield each block of problems with one message but not one cause, with their indices."""
    in_copies = (
        index
        for index, block in enumerate(blocks)
        if block is None or block.kind is CauseKind.COPIES
    )
    others = [index for index in in_copies if problems[index].rule not in ABOUT_PAGES]
    by_message = _group_by_key(
        others, lambda index: (problems[index].rule, problems[index].message)
    )
    for members in by_message.values():
        causes = {cause for index in members if (cause := blocks[index])}
        covered = sum(blocks[index] is not None for index in members)
        is_whole = covered == sum(cause.places for cause in causes)
        if is_whole and not (len(causes) == 1 and covered == len(members)):
            yield _build_cause(CauseKind.MESSAGE, "", members, problems), members


def _group_by_key(
    indices: Sequence[int], key_of: Callable[[int], Hashable]
) -> Mapping[Hashable, Sequence[int]]:
    """Group indices that have a key in common with at least one other."""
    by_key: dict[Hashable, list[int]] = defaultdict(list)
    for index in indices:
        by_key[key_of(index)].append(index)
    return {key: members for key, members in by_key.items() if len(members) >= _LEAST}


def _build_cause(
    kind: CauseKind, target: str, members: Sequence[int], problems: Sequence[Problem]
) -> Cause:
    first = problems[members[0]]
    shared = target if kind is CauseKind.PAGES else first.message
    return Cause(first.rule, kind, shared, places=len(members), targets=0)
