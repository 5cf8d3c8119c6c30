"""Detects cheaply whether the name of a revision may refer to another commit than before."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.files.walk import is_below
from docs_lsp.revisions.fault import RevisionFault
from docs_lsp.revisions.git_folder import GitFolder, first_line, git_folder

_FOLDERS = ("", "refs/", "refs/heads/", "refs/tags/", "refs/remotes/")
_STEPS = compile_lazily(r"[~^].*", re.DOTALL)


def trace_of(folder: Path, name: str) -> tuple[str, ...]:
    """Return the contents of the git files that decide what a name refers to, and `HEAD`.

    The result changes whenever the name may refer to another commit. Never raises.
    """
    try:
        repository = git_folder(folder)
    except RevisionFault as fault:
        return (str(fault),)
    return tuple(_traces(repository, _STEPS.sub("", name)))


def _traces(repository: GitFolder, base: str) -> Iterator[str]:
    head = first_line(repository.own / "HEAD")
    yield head
    yield _line_below(repository.common, head.removeprefix("ref:").strip())
    for folder in _FOLDERS if base not in ("", "@", "HEAD") else ():
        yield _line_below(repository.common, folder + base)
    for listed in ("packed-refs", "shallow"):
        yield _file_stamp(repository.common / listed)


def _line_below(common: Path, ref: str) -> str:
    """Return the first line of a ref; empty for a file outside of the repository."""
    try:
        file = (common / ref).resolve()
    except (OSError, ValueError, RuntimeError):
        return ""
    return first_line(file) if is_below(str(file), str(common)) else ""


def _file_stamp(file: Path) -> str:
    try:
        status = file.stat()
    except OSError:
        return ""
    return f"{status.st_size} {status.st_mtime_ns}"
