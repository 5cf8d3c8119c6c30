"""Finds causes that several findings share, so that each cause is shown once.

A cause is an address that many places name, a folder that does not exist or has moved, or a mistake
that copies of a file repeat in several versions or languages. No finding is dropped: each keeps its
place and its message, and names its cause in addition.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from docs_lsp.core.problem import Problem
from docs_lsp.site.languages_and_versions import LanguagesAndVersions
from docs_lsp.site.routes.moved_folders import find_moved_folders
from docs_lsp.site.routes.redirects import normalise_url_path
from docs_lsp.site.routes.router import get_path_resolver

if TYPE_CHECKING:
    from docs_lsp.site.overview import Overview

LEAST = 4
"""The number of findings that make a cause; three are shown as examples anyway."""
_MISSING = "dead-link"
"""The rule whose targets a redirect can answer."""
_IN_FOLDERS = frozenset((_MISSING, "missing-page"))
"""Rules that can find whole folders missing."""


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
    return bool(target) and "#" not in target
