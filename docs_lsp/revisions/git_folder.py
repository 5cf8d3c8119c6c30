"""Finds the repository around a folder, and refuses one that leads elsewhere.

A `.git` file names a folder, and any archive can contain such a file. A git work tree is accepted,
because the folder it names refers back to it, which no one else can have written. Every other
`.git` file is refused, that of a submodule as well. A `.git` that is a link is refused, too.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

from docs_lsp.files.walk import is_below
from docs_lsp.revisions.fault import RevisionFault

HEAD = "HEAD"
"""The name of the commit that is checked out."""

_LONGEST = 4_096
"""The number of bytes that are read of git's small files."""


class GitFolder(NamedTuple):
    """The folders of a repository, as real paths."""

    top: Path
    """The folder with its files."""
    own: Path
    """The folder of this work tree, with its HEAD."""
    common: Path
    """The folder that all work trees share, with objects and refs."""


def require_git_folder(folder: Path) -> GitFolder:
    """Return the repository around a folder. Raises `RevisionFault`."""
    here = Path(os.path.realpath(folder))
    for top in (here, *here.parents):
        git = top / ".git"
        if not os.path.lexists(git):
            continue
        if git.is_symlink():
            raise RevisionFault(f"`{git}` is a link, so its repository is not read.")
        repository = GitFolder(top, git, git) if git.is_dir() else _require_work_tree(top, git)
        _require_plain_repository(repository)
        return repository
    raise RevisionFault(f"`{folder}` is not in a git repository, so it has no revisions.")


def _require_work_tree(top: Path, git: Path) -> GitFolder:
    """Return the folders of a work tree whose `.git` is a file. Raises `RevisionFault`."""
    kind, _, named = read_first_line(git).partition(": ")
    own = Path(os.path.realpath(top / named)) if kind == "gitdir" and named else None
    outside = RevisionFault(
        f"`{git}` refers to a repository elsewhere, which is not read unless it is that of a "
        "work tree."
    )
    if own is None or own.parent.name != "worktrees":
        raise outside
    back, common = read_first_line(own / "gitdir"), read_first_line(own / "commondir")
    if not back or os.path.realpath(own / back) != str(git):
        raise outside
    if os.path.realpath(own / (common or "../..")) != str(own.parent.parent):
        raise outside
    return GitFolder(top, own, own.parent.parent)


def _require_plain_repository(repository: GitFolder) -> None:
    """Raise `RevisionFault` for a repository with a structure that is not read."""
    common = repository.common
    for inside in ("objects", "objects/pack", "objects/info", "refs"):
        if not is_below(os.path.realpath(common / inside), str(common)):
            raise RevisionFault(
                f"`{common / inside}` is outside of the repository, so it is not read."
            )
    if read_first_line(common / "objects/info/alternates"):
        raise RevisionFault(
            "The repository uses objects of another one, which is not read. "
            "Run `git repack -a -d` to copy them."
        )
    if (common / "reftable").is_dir():
        raise RevisionFault("The repository stores its refs as a reftable, which is not supported.")


def read_first_line(file: Path) -> str:
    """Return the first line of a small file; empty if there is none."""
    try:
        # Reading a pipe would block.
        if not file.is_file():
            return ""
        with file.open("rb") as opened:
            return os.fsdecode(opened.read(_LONGEST)).partition("\n")[0].strip()
    except OSError:
        return ""
