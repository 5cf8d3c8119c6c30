"""Finds causes that several findings share, so that each cause is shown once.

A cause is an address that many places name, a folder that does not exist or has moved, or a mistake
that copies of a file repeat in several versions or languages. No finding is dropped: each keeps its
place and its message, and names its cause in addition.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.core.problem import Problem
from docs_lsp.site.languages_and_versions import LanguagesAndVersions
from docs_lsp.site.routes.moved_folders import MovedFolder, find_moved_folders
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


class _Group(NamedTuple):
    """Findings by their index, and what they share."""

    rule: str
    kind: CauseKind
    target: str
    members: Sequence[int]
    moved_to: str | None = None
    redirect: bool = False


def find_causes(problems: Sequence[Problem], overview: Overview | None) -> tuple[Cause | None, ...]:
    """Return the cause of each problem of a site; None if it shares it with too few others."""
    shared_causes: list[Cause | None] = [None] * len(problems)
    if overview is None:
        return tuple(shared_causes)
    editions = LanguagesAndVersions.from_overview(overview)
    for group in _iter_groups(problems, overview, editions):
        members = [problems[index] for index in group.members]
        cause = Cause(
            group.rule,
            group.kind,
            group.target,
            len(members),
            len({member.target for member in members}),
            group.moved_to,
            group.redirect,
            _find_editions(members, editions) if group.kind is CauseKind.COPIES else (),
        )
        for index in group.members:
            shared_causes[index] = cause
    return tuple(shared_causes)


def _iter_groups(
    problems: Sequence[Problem], overview: Overview, editions: LanguagesAndVersions
) -> Iterator[_Group]:
    """Yield the groups that are large enough, those first that one redirect would fix."""
    taken: set[int] = set()
    for make in (_group_moved_links, _group_missing_folders):
        for group in make(_exclude_taken(problems, taken), overview):
            if len(group.members) >= LEAST:
                taken.update(group.members)
                yield group
    for group in _group_similar(_exclude_taken(problems, taken), editions):
        if len(group.members) >= LEAST:
            yield group


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
        yield _Group(_MISSING, CauseKind.FOLDER, first, members, "/")
    for folder in find_moved_folders(by_address, overview) if by_address else ():
        members = sorted(index for address in folder.addresses for index in by_address[address])
        yield _build_folder_group(folder, members)


def _build_folder_group(folder: MovedFolder, members: Sequence[int]) -> _Group:
    new = folder.new or "/"
    return _Group(_MISSING, CauseKind.FOLDER, folder.old, members, new, folder.is_whole)


def _group_missing_folders(problems: Mapping[int, Problem], overview: Overview) -> Iterator[_Group]:
    """Yield groups of findings that name addresses in a folder that does not exist."""
    known: dict[str, bool] = {}
    by_folder: dict[tuple[str, str], list[int]] = defaultdict(list)
    for index, one in problems.items():
        if one.rule in _IN_FOLDERS and _is_address(one.target):
            folder = _find_missing_folder(one.target, overview, known)
            if folder:
                by_folder[one.rule, folder].append(index)
    for (rule, folder), members in by_folder.items():
        if len({problems[index].target for index in members}) > 1:
            yield _Group(rule, CauseKind.FOLDER, folder, members)


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
    """Yield groups of findings about one address, copies of it, or copies of one file."""
    by_likeness: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for index, one in problems.items():
        if one.target:
            by_likeness[one.rule, editions.strip_folders(one.target)].append(index)
        else:
            message, file = (
                editions.strip_folders(one.message),
                editions.strip_folders(one.file),
            )
            by_likeness[one.rule, file, message].append(index)
    for (rule, target, *_), members in by_likeness.items():
        group_problems = [problems[index] for index in members]
        targets = {problem.target for problem in group_problems}
        if len(targets) > 1 or (
            targets == {""} and len({problem.file for problem in group_problems}) > 1
        ):
            yield _Group(rule, CauseKind.COPIES, target, members)
        elif targets != {""}:
            yield _Group(rule, CauseKind.TARGET, group_problems[0].target, members)


def _find_editions(problems: Iterable[Problem], editions: LanguagesAndVersions) -> tuple[str, ...]:
    """Return the folders that distinguish the copies, the most frequent one first."""
    folders = (editions.find_folders(problem.target or problem.file) for problem in problems)
    counts = Counter("/".join((*each.languages, *each.versions)) for each in folders)
    return tuple(name for name, _ in counts.most_common() if name)


def _is_address(target: str) -> bool:
    return bool(target) and "#" not in target
