"""Finds the repository that a folder lies in, and refuses one that leads elsewhere.

A `.git` that is a file names a folder, and any file in an archive can do so. A work tree of git is
taken, because the folder that it names knows it in turn: nobody else can have written that. Every
other `.git` file is refused, that of a submodule as well. A `.git` that is a link is refused too.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

from docs_lsp.files.walk import is_below
from docs_lsp.revisions.fault import RevisionFault

_LONGEST = 4_096
"""Bytes of the small files of git that are looked at."""


class GitFolder(NamedTuple):
    """Where a repository keeps its things, as real paths."""

    top: Path
    """The folder that its files lie in."""
    own: Path
    """What belongs to this work tree: its HEAD."""
    common: Path
    """What all work trees share: objects and refs."""


def git_folder(folder: Path) -> GitFolder:
    """The repository around a folder. Raises `RevisionFault`."""
    here = Path(os.path.realpath(folder))
    for top in (here, *here.parents):
        git = top / ".git"
        if not os.path.lexists(git):
            continue
        if git.is_symlink():
            raise RevisionFault(f"`{git}` is a link, so its repository is not read.")
        repository = GitFolder(top, git, git) if git.is_dir() else _work_tree(top, git)
        _refuse(repository)
        return repository
    raise RevisionFault(f"`{folder}` does not lie in a git repository, so it has no revisions.")


def _work_tree(top: Path, git: Path) -> GitFolder:
    kind, _, named = first_line(git).partition(": ")
    own = Path(os.path.realpath(top / named)) if kind == "gitdir" and named else None
    outside = RevisionFault(
        f"`{git}` leads to a repository elsewhere, which is not read: only that of a work tree is."
    )
    if own is None or own.parent.name != "worktrees":
        raise outside
    back, common = first_line(own / "gitdir"), first_line(own / "commondir")
    if not back or os.path.realpath(own / back) != str(git):
        raise outside
    if os.path.realpath(own / (common or "../..")) != str(own.parent.parent):
        raise outside
    return GitFolder(top, own, own.parent.parent)


def _refuse(repository: GitFolder) -> None:
    """Raise `RevisionFault` for a repository that is not read as it is."""
    common = repository.common
    for inside in ("objects", "objects/pack", "objects/info", "refs"):
        if not is_below(os.path.realpath(common / inside), str(common)):
            raise RevisionFault(f"`{common / inside}` leads out of the repository; it is not read.")
    if first_line(common / "objects/info/alternates"):
        raise RevisionFault(
            "The repository borrows objects from another one, which is not read. "
            "`git repack -a -d` takes them over."
        )
    if (common / "reftable").is_dir():
        raise RevisionFault("The repository keeps its refs as a reftable, which is not read here.")


def first_line(file: Path) -> str:
    """The first line of a small file; empty where there is none."""
    try:
        # A pipe would be waited for.
        if not file.is_file():
            return ""
        with file.open("rb") as opened:
            return os.fsdecode(opened.read(_LONGEST)).partition("\n")[0].strip()
    except OSError:
        return ""
