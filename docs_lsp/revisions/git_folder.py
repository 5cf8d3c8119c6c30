"""Finds the repository around a folder, refuses one that leads elsewhere, and reads its refs.

A `.git` file names a folder, and any archive can contain such a file. A git work tree is accepted,
because the folder it names refers back to it, which no one else can have written. Every other
`.git` file is refused, that of a submodule as well. A `.git` that is a link is refused, too.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.files.walk import is_below
from docs_lsp.revisions.fault import RevisionFault

HEAD = "HEAD"
"""The name of the commit that is checked out."""

_LONGEST = 4_096
"""The number of bytes that are read of git's small files."""
_FOLDERS = ("", "refs/", "refs/heads/", "refs/tags/", "refs/remotes/")
_STEPS = compile_lazily(r"[~^].*", re.DOTALL)


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
    kind, _, named = _read_first_line(git).partition(": ")
    own = Path(os.path.realpath(top / named)) if kind == "gitdir" and named else None
    outside = RevisionFault(
        f"`{git}` refers to a repository elsewhere, which is not read unless it is that of a "
        "work tree."
    )
    if own is None or own.parent.name != "worktrees":
        raise outside
    back, common = _read_first_line(own / "gitdir"), _read_first_line(own / "commondir")
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
    if _read_first_line(common / "objects/info/alternates"):
        raise RevisionFault(
            "The repository uses objects of another one, which is not read. "
            "Run `git repack -a -d` to copy them."
        )
    if (common / "reftable").is_dir():
        raise RevisionFault("The repository stores its refs as a reftable, which is not supported.")


def _read_first_line(file: Path) -> str:
    """Return the first line of a small file; empty if there is none."""
    try:
        # Reading a pipe would block.
        if not file.is_file():
            return ""
        with file.open("rb") as opened:
            return os.fsdecode(opened.read(_LONGEST)).partition("\n")[0].strip()
    except OSError:
        return ""


def read_ref_state(folder: Path, name: str) -> tuple[str, ...]:
    """Return the contents of the git files that decide what a name refers to, and `HEAD`.

    The result changes whenever the name may refer to another commit. Never raises.
    """
    try:
        repository = require_git_folder(folder)
    except RevisionFault as fault:
        return (str(fault),)
    return tuple(_iter_ref_contents(repository, _STEPS.sub("", name)))


def _iter_ref_contents(repository: GitFolder, base: str) -> Iterator[str]:
    """Yield the first lines of the refs that a name may mean, and the versions of lists of refs."""
    head = _read_first_line(repository.own / HEAD)
    yield head
    yield _read_ref_line(repository.common, head.removeprefix("ref:").strip())
    for folder in _FOLDERS if base not in ("", "@", HEAD) else ():
        yield _read_ref_line(repository.common, folder + base)
    for listed in ("packed-refs", "shallow"):
        yield _format_version(repository.common / listed)


def _read_ref_line(common: Path, ref: str) -> str:
    """Return the first line of a ref; empty for a file outside of the repository."""
    try:
        file = (common / ref).resolve()
    except (OSError, ValueError, RuntimeError):
        return ""
    return _read_first_line(file) if is_below(str(file), str(common)) else ""


def _format_version(file: Path) -> str:
    """Return the size and modification time of a file as text; empty if there is none."""
    try:
        status = file.stat()
    except OSError:
        return ""
    return f"{status.st_size} {status.st_mtime_ns}"
