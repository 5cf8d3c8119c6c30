"""Finds causes that several findings share, so that each cause is shown once.

A cause is an address that many places name, a folder that does not exist or has moved, or a mistake
that copies of a file repeat in several versions or languages. No finding is dropped: each keeps its
place and its message, and names its cause in addition.

A person is shown findings as one block if they have one cause, have the same message, or are about
pages in one folder.
"""

from __future__ import annotations

import posixpath
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from docs_lsp.core.problem import Problem
from docs_lsp.site.languages_and_versions import LanguagesAndVersions
from docs_lsp.site.routes.moved_folders import find_moved_folders
from docs_lsp.site.routes.redirects import normalise_url_path
from docs_lsp.site.routes.router import get_path_resolver

if TYPE_CHECKING:
    from docs_lsp.core.text import Span
    from docs_lsp.site.overview import Overview

LEAST = 4
"""The number of findings that make a cause; three are shown as examples anyway."""
_MISSING = "dead-link"
"""The rule whose targets a redirect can answer."""
_IN_FOLDERS = frozenset((_MISSING, "missing-page"))
"""Rules that can find whole folders missing."""
ABOUT_PAGES = frozenset(("hidden-wins", "noindex-listed", "unlisted-page"))
"""Rules that say the same of each page, and often of all pages in a folder."""
_LEAST_IN_BLOCK = 2
"""Two findings with the same message are one block already."""


class CauseKind(Enum):
    """The kind of what findings share."""

    TARGET = "target"
    """The same address is named."""
    FOLDER = "folder"
    """The named addresses are in one folder, which does not exist or has moved."""
    COPIES = "copies"
    """The findings are in copies of one file, or name copies, for different versions or languages.
    """
    MESSAGE = "message"
    """Their message: the same mistake in many places."""
    PAGES = "pages"
    """The folder of the pages that they are about."""


IN_REPORTS = (CauseKind.TARGET, CauseKind.FOLDER, CauseKind.COPIES)
"""The kinds that `find_causes` finds, for programs; people are shown the others as well."""


class Cause(NamedTuple):
    """A cause that some findings of one rule share."""

    rule: str
    kind: CauseKind
    target: str
    """The address, the folder, or the file without the folder of its version or language."""
    places: int
    """The number of findings."""
    targets: int
    """The number of different addresses they name."""
    moved_to: str | None = None
    """The folder that now has pages of the same names, or None."""
    redirect: bool = False
    """Whether one redirect from the folder to `moved_to` fixes all of them and nothing else."""
    editions: tuple[str, ...] = ()
    """The folders of the versions and languages with copies."""

    @property
    def id(self) -> str:
        """The identifier of the cause within a site, which does not change when lines move."""
        moved = "" if self.moved_to is None else f" {self.moved_to}"
        return f"{self.rule} {self.kind.value} {self.target}{moved}"


_Group: TypeAlias = tuple[Cause, Sequence[int]]
"""A cause, and the indices of its findings."""


def find_causes(problems: Sequence[Problem], overview: Overview | None) -> tuple[Cause | None, ...]:
    """Return the cause of each problem of a site; None if it shares it with too few others."""
    shared_causes: list[Cause | None] = [None] * len(problems)
    if overview is None:
        return tuple(shared_causes)
    for cause, members in _iter_groups(problems, overview):
        for index in members:
            shared_causes[index] = cause
    return tuple(shared_causes)


def _build_cause(
    kind: CauseKind,
    target: str,
    problems: Sequence[Problem],
    *,
    moved_to: str | None = None,
    redirect: bool = False,
    editions: tuple[str, ...] = (),
) -> Cause:
    """Return the cause of some findings of one rule."""
    targets = {problem.target for problem in problems}
    return Cause(
        problems[0].rule, kind, target, len(problems), len(targets), moved_to, redirect, editions
    )


def _iter_groups(problems: Sequence[Problem], overview: Overview) -> Iterator[_Group]:
    """Yield the groups that are large enough, those first that one redirect would fix."""
    taken: set[int] = set()
    for make in (_group_moved_links, _group_missing_folders):
        for cause, members in make(_exclude_taken(problems, taken), overview):
            if len(members) >= LEAST:
                taken.update(members)
                yield cause, members
    editions = LanguagesAndVersions.from_overview(overview)
    yield from _group_similar(_exclude_taken(problems, taken), editions)


def _exclude_taken(problems: Sequence[Problem], taken: set[int]) -> dict[int, Problem]:
    return {index: one for index, one in enumerate(problems) if index not in taken}


def _group_moved_links(problems: Mapping[int, Problem], overview: Overview) -> Iterator[_Group]:
    """Yield groups of links into folders that have moved, or with a superfluous first folder."""
    by_address: dict[str, list[int]] = defaultdict(list)
    by_first: dict[str, list[int]] = defaultdict(list)
    for index, one in problems.items():
        if one.rule == _MISSING and _is_address(one.target):
            if get_path_resolver(overview).resolve_path(one.target).path_without_first_folder:
                by_first[f"/{one.target.split('/')[1]}"].append(index)
            else:
                by_address[normalise_url_path(one.target)].append(index)
    for first, members in by_first.items():
        found = [problems[index] for index in members]
        yield _build_cause(CauseKind.FOLDER, first, found, moved_to="/"), members
    for folder in find_moved_folders(by_address, overview) if by_address else ():
        members = sorted(index for address in folder.addresses for index in by_address[address])
        found = [problems[index] for index in members]
        new, is_whole = folder.new or "/", folder.is_whole
        cause = _build_cause(CauseKind.FOLDER, folder.old, found, moved_to=new, redirect=is_whole)
        yield cause, members


def _group_missing_folders(problems: Mapping[int, Problem], overview: Overview) -> Iterator[_Group]:
    """Yield groups of findings that name addresses in a folder that does not exist."""
    known: dict[str, bool] = {}
    by_folder: dict[tuple[str, str], list[int]] = defaultdict(list)
    for index, one in problems.items():
        if one.rule in _IN_FOLDERS and _is_address(one.target):
            folder = _find_missing_folder(one.target, overview, known)
            if folder:
                by_folder[one.rule, folder].append(index)
    for (_, folder), members in by_folder.items():
        cause = _build_cause(CauseKind.FOLDER, folder, [problems[index] for index in members])
        if cause.targets > 1:
            yield cause, members


def _find_missing_folder(address: str, overview: Overview, known: dict[str, bool]) -> str | None:
    """Return the outermost folder of an address under which the site has no address, or None."""
    end = address.find("/", 1)
    while end > 0:
        folder = address[:end]
        if folder not in known:
            known[folder] = not get_path_resolver(overview).may_have_prefix(f"{folder}/")
        if known[folder]:
            return folder
        end = address.find("/", end + 1)
    return None


def _group_similar(
    problems: Mapping[int, Problem], editions: LanguagesAndVersions
) -> Iterator[_Group]:
    """Yield large enough groups of findings about one address, copies of it, or of one file."""
    by_likeness: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for index, one in problems.items():
        if one.target:
            by_likeness[one.rule, editions.strip_folders(one.target)].append(index)
        else:
            file, message = map(editions.strip_folders, (one.file, one.message))
            by_likeness[one.rule, file, message].append(index)
    for (_, plain, *_), members in by_likeness.items():
        if len(members) < LEAST:
            continue
        found = [problems[index] for index in members]
        target = found[0].target
        # Without targets, the findings are about files.
        if len({problem.target or problem.file for problem in found}) > 1:
            copies = _find_editions(found, editions)
            yield _build_cause(CauseKind.COPIES, plain, found, editions=copies), members
        elif target:
            yield _build_cause(CauseKind.TARGET, target, found), members


def _find_editions(problems: Iterable[Problem], editions: LanguagesAndVersions) -> tuple[str, ...]:
    """Return the folders that distinguish the copies, the most frequent one first."""
    folders = (editions.find_folders(problem.target or problem.file) for problem in problems)
    counts = Counter("/".join((*each.languages, *each.versions)) for each in folders)
    return tuple(name for name, _ in counts.most_common() if name)


def _is_address(target: str) -> bool:
    """Return whether a target is an address without a fragment."""
    return bool(target) and "#" not in target


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
        yield _build_block(CauseKind.PAGES, folder, members, problems), members


def _map_listed_pages(overview: Overview | None) -> Mapping[tuple[str, Span], str]:
    """Return the pages that entries list, by the place of the entry."""
    if overview is None:
        return {}
    listings = overview.navigation.listings
    return {(listing.file, listing.span): listing.page for listing in listings}


def _find_page(problem: Problem, listed: Mapping[tuple[str, Span], str]) -> str:
    """Return the page that the entry at a problem lists, or else the problem's file."""
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
            yield _build_block(CauseKind.MESSAGE, "", members, problems), members


def _group_by_key(
    indices: Sequence[int], key_of: Callable[[int], Hashable]
) -> Mapping[Hashable, Sequence[int]]:
    """Group indices that have a key in common with at least one other."""
    by_key: dict[Hashable, list[int]] = defaultdict(list)
    for index in indices:
        by_key[key_of(index)].append(index)
    return {key: members for key, members in by_key.items() if len(members) >= _LEAST_IN_BLOCK}


def _build_block(
    kind: CauseKind, target: str, members: Sequence[int], problems: Sequence[Problem]
) -> Cause:
    first = problems[members[0]]
    shared = target if kind is CauseKind.PAGES else first.message
    return Cause(first.rule, kind, shared, places=len(members), targets=0)
