"""Causes that several findings share, so that whoever reads these is shown each cause once.

A cause is one address that many places name, one folder that is not there or has moved, or one
mistake that copies of a file repeat below several versions or languages. Findings are never lost
over it: each keeps its place and its message, and names its cause in addition.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.core.problem import Problem
from docs_lsp.site.edition_folders import Editions
from docs_lsp.site.routes.moved_folders import MovedFolder, find_moved_folders
from docs_lsp.site.routes.redirects import normalise_path
from docs_lsp.site.routes.router import answers_of

if TYPE_CHECKING:
    from docs_lsp.site.overview import Overview

LEAST = 4
"""From how many findings on they are worth a cause: three are shown as examples anyway."""
_MISSING = "dead-link"
"""The rule whose targets a redirect can answer."""
_IN_FOLDERS = frozenset((_MISSING, "missing-page"))
"""Rules that may find whole folders missing."""


class CauseKind(Enum):
    """What findings share."""

    TARGET = "target"
    """The address that they name."""
    FOLDER = "folder"
    """The folder of the addresses that they name, which is not there or has moved."""
    COPIES = "copies"
    """All but the version or language: they stand in copies of one file, or name copies."""
    MESSAGE = "message"
    """Their message: the same mistake in many places."""
    PAGES = "pages"
    """The folder of the pages that they are about."""


IN_REPORTS = (CauseKind.TARGET, CauseKind.FOLDER, CauseKind.COPIES)
"""What `find_causes` finds, for programs; people are shown the others as well."""


class Cause(NamedTuple):
    """The cause that some findings of one rule share."""

    rule: str
    kind: CauseKind
    target: str
    """The address, the folder, or the file without the folder of its version or language."""
    places: int
    """How many findings there are."""
    targets: int
    """How many different addresses they name."""
    moved_to: str | None = None
    """The folder in which pages of the same names are now."""
    redirect: bool = False
    """Whether one redirect from the folder to that one corrects them all, and nothing else."""
    editions: tuple[str, ...] = ()
    """The folders of the versions and languages that copies lie in."""

    @property
    def id(self) -> str:
        """What tells it from all other causes in one site, and stays when lines move."""
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
    """The cause of each problem of a site; None where it shares it with too few others."""
    shared_causes: list[Cause | None] = [None] * len(problems)
    if overview is None:
        return tuple(shared_causes)
    editions = Editions.from_overview(overview)
    for group in _groups(problems, overview, editions):
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


def _groups(
    problems: Sequence[Problem], overview: Overview, editions: Editions
) -> Iterator[_Group]:
    """The groups that are large enough; what one redirect would correct comes first."""
    taken: set[int] = set()
    for make in (_group_moved_links, _group_missing_folders):
        for group in make(_exclude_taken(problems, taken), overview):
            if len(group.members) >= LEAST:
                taken.update(group.members)
                yield group
    for group in _group_alike(_exclude_taken(problems, taken), editions):
        if len(group.members) >= LEAST:
            yield group


def _exclude_taken(problems: Sequence[Problem], taken: set[int]) -> dict[int, Problem]:
    return {index: one for index, one in enumerate(problems) if index not in taken}


def _group_moved_links(problems: Mapping[int, Problem], overview: Overview) -> Iterator[_Group]:
    """Links into folders that have moved, and those that are right without their first folder."""
    by_address: dict[str, list[int]] = defaultdict(list)
    by_first: dict[str, list[int]] = defaultdict(list)
    for index, one in problems.items():
        if one.rule == _MISSING and _is_address(one.target):
            if answers_of(overview).answer_at(one.target).here:
                by_first[f"/{one.target.split('/')[1]}"].append(index)
            else:
                by_address[normalise_path(one.target)].append(index)
    for first, members in by_first.items():
        yield _Group(_MISSING, CauseKind.FOLDER, first, members, "/")
    for folder in find_moved_folders(by_address, overview) if by_address else ():
        members = sorted(index for address in folder.addresses for index in by_address[address])
        yield _build_folder_group(folder, members)


def _build_folder_group(folder: MovedFolder, members: Sequence[int]) -> _Group:
    new = folder.new or "/"
    return _Group(_MISSING, CauseKind.FOLDER, folder.old, members, new, folder.is_whole)


def _group_missing_folders(problems: Mapping[int, Problem], overview: Overview) -> Iterator[_Group]:
    """What names different addresses in a folder that the site does not have at all."""
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
    """The outermost folder around an address that no address of the site may begin with."""
    end = address.find("/", 1)
    while end > 0:
        folder = address[:end]
        if folder not in known:
            known[folder] = not answers_of(overview).may_begin(f"{folder}/")
        if known[folder]:
            return folder
        end = address.find("/", end + 1)
    return None


def _group_alike(problems: Mapping[int, Problem], editions: Editions) -> Iterator[_Group]:
    """What names one address, or copies of one, or stands in copies of one file."""
    by_likeness: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for index, one in problems.items():
        if one.target:
            by_likeness[one.rule, editions.strip_editions(one.target)].append(index)
        else:
            message, file = editions.strip_editions(one.message), editions.strip_editions(one.file)
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


def _find_editions(problems: Iterable[Problem], editions: Editions) -> tuple[str, ...]:
    """The folders that tell copies apart, the most frequent one first."""
    folders = (editions.folders(problem.target or problem.file) for problem in problems)
    counts = Counter("/".join((*each.languages, *each.versions)) for each in folders)
    return tuple(name for name, _ in counts.most_common() if name)


def _is_address(target: str) -> bool:
    return bool(target) and "#" not in target
