"""Folds findings in pages that no reader reaches: Information at most, one for each folder.

An editor with such a page open shows all of its findings; elsewhere only their number is shown.
Mistakes that stop the deployment stay Errors.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, MutableMapping
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.core.phrases import format_count
from docs_lsp.core.problem import Problem, Severity
from docs_lsp.core.work_limit import WorkTimeout
from docs_lsp.evaluation.enabled_rules import needs_page_text
from docs_lsp.files.walk import list_parent_folders
from docs_lsp.rules import all_rules

if TYPE_CHECKING:
    from docs_lsp.site.overview import Overview

_UNLISTED = "unlisted-page"
UNLISTED_PAGES = "are not in the navigation. List them, or set `hidden: true` in their frontmatter."
"""The rest of a message about several pages that are not listed."""
_STOPPING = frozenset(("mdx-syntax", "jsx-syntax", "frontmatter-error"))
"""The rules whose Errors stop the deployment of the whole site."""
_MOST_TRIES = 5


def fold_unreached(problems: MutableMapping[str, list[Problem]], overview: Overview) -> None:
    """Fold, in place, the findings in files that no reader reaches into one for each folder.

    Those that do not stop the deployment become Information. Pages of a folder that are merely not
    listed become one finding, too. `problems` holds those of files that are not parts of docs.json,
    by site path.
    """
    if not overview.settings.reach or not _has_candidates(problems, overview):
        return
    unreached = _find_unreached(overview)
    for file in unreached & problems.keys():
        problems[file] = [_lower_severity(problem) for problem in problems[file]]
    grade = overview.settings.get_severity(_UNLISTED, all_rules()[_UNLISTED].severity)
    if grade is None:
        return
    for group in _group_files(problems, unreached, overview):
        _fold_group(group, grade, problems)


def _has_candidates(problems: Mapping[str, list[Problem]], overview: Overview) -> bool:
    """Return whether there may be anything to fold: else not all pages need be read for it."""
    if overview.contents is None or not needs_page_text(overview.settings):
        return False
    listed = overview.navigation.by_page
    return any(
        file.rpartition(".")[0] not in listed and any(not _is_stopping(one) for one in found)
        for file, found in problems.items()
        if file in overview.contents
    )


def _find_unreached(overview: Overview) -> frozenset[str]:
    """Return the files that no reader reaches; none if finding that out takes too long."""
    from docs_lsp.site.summaries.reach import find_reach

    for _ in range(_MOST_TRIES):
        try:
            return overview.cached(find_reach).unreached
        except WorkTimeout as late:
            if not late.args:
                break  # Else it is asked again without the page that took so long.
    return frozenset()


def _is_stopping(problem: Problem) -> bool:
    """Return whether a problem stops the deployment of the whole site."""
    return problem.rule in _STOPPING and problem.severity is Severity.ERROR


def _lower_severity(problem: Problem) -> Problem:
    """Return a finding as Information, unless it is milder or the service rejects the page."""
    if _is_stopping(problem) or problem.severity >= Severity.INFORMATION:
        return problem
    return problem._replace(severity=Severity.INFORMATION)


class _Group(NamedTuple):
    """The files with findings in one folder, all of which readers reach or none."""

    folder: str
    """With its last slash; empty for the root."""
    is_whole: bool
    """Whether all pages below the folder belong to the group, if it is not the root."""
    is_reached: bool
    files: list[str]


def _group_files(
    problems: Mapping[str, list[Problem]], unreached: Collection[str], overview: Overview
) -> Iterator[_Group]:
    """Yield the files with findings that can be folded, by folders.

    Files that no reader reaches are grouped by the outermost folder that has only such pages,
    others by their own.
    """
    mixed = list_parent_folders(
        page.file for page in overview.facts.pages if page.file not in unreached
    )
    groups: dict[tuple[str, bool], _Group] = {}
    for file in sorted(problems):
        is_reached = file not in unreached
        if is_reached and not any(problem.rule == _UNLISTED for problem in problems[file]):
            continue
        own = file.rpartition("/")[0]
        whole = min(list_parent_folders([file]) - mixed, key=len, default=None)
        folder = own if is_reached or whole is None else whole
        name = f"{folder}/" if folder else ""
        is_whole = whole is not None and not is_reached
        group = groups.setdefault((name, is_reached), _Group(name, is_whole, is_reached, []))
        group.files.append(file)
    yield from groups.values()


def _fold_group(
    group: _Group, grade: Severity, problems: MutableMapping[str, list[Problem]]
) -> None:
    """Mark the findings of a group, and put one that counts them into its first page."""
    others = [
        problem
        for file in group.files
        for problem in problems[file]
        if not group.is_reached and problem.rule != _UNLISTED and not _is_stopping(problem)
    ]
    files = [
        file
        for file in group.files
        if any(problem.rule == _UNLISTED for problem in problems[file])
        or any(problem.file == file for problem in others)
    ]
    listed = (problem for file in files for problem in problems[file])
    anchor = next((problem for problem in listed if problem.rule == _UNLISTED), None)
    if anchor is None or (len(files) < 2 and not others):
        return  # A hidden page is not a mistake.
    folded = {id(problem) for problem in others}
    for file in files:
        problems[file] = [
            problem._replace(is_folded=True)
            if id(problem) in folded or problem.rule == _UNLISTED
            else problem
            for problem in problems[file]
            if problem is not anchor
        ]
    message, about = _describe(group, files, len(others)), group.folder or "/"
    problems[anchor.file].append(
        Problem(_UNLISTED, anchor.file, anchor.span, message, grade, about=about)
    )


def _describe(group: _Group, files: list[str], count: int) -> str:
    """Return the message about the files of a group; `count` is the number of findings in them."""
    is_single = len(files) == 1
    pages = "1 page" if is_single else f"{len(files):,} pages"
    where = f"below `{group.folder}`" if group.is_whole else f"in `{group.folder or '/'}`"
    if group.is_reached:
        return f"{pages} {where} {UNLISTED_PAGES}"
    subject, verb, them = ("it is", "has", "it") if is_single else ("they are", "have", "them")
    contents = ""
    if count:
        contain = "It contains" if is_single else "They contain"
        contents = f" {contain} {format_count(count, 'problem')}."
    return (
        f"{pages} {where} {verb} no readers: {subject} not listed, not indexed, and not linked "
        f"from a page that readers reach.{contents} List, ignore or delete {them}."
    )
