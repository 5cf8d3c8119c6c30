"""Detects cheaply whether the name of a revision may refer to another commit than before."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.files.walk import is_below
from docs_lsp.revisions.fault import RevisionFault
from docs_lsp.revisions.git_folder import HEAD, GitFolder, read_first_line, require_git_folder

_FOLDERS = ("", "refs/", "refs/heads/", "refs/tags/", "refs/remotes/")
_STEPS = compile_lazily(r"[~^].*", re.DOTALL)


def compute_ref_trace(folder: Path, name: str) -> tuple[str, ...]:
    """Return the contents of the git files that decide what a name refers to, and `HEAD`.

    The result changes whenever the name may refer to another commit. Never raises.
    """
    try:
        repository = require_git_folder(folder)
    except RevisionFault as fault:
        return (str(fault),)
    return tuple(_iter_traces(repository, _STEPS.sub("", name)))


def _iter_traces(repository: GitFolder, base: str) -> Iterator[str]:
    """Yield first lines and stamps of the files of git that decide what a name means."""
    head = read_first_line(repository.own / HEAD)
    yield head
    yield _read_ref_line(repository.common, head.removeprefix("ref:").strip())
    for folder in _FOLDERS if base not in ("", "@", HEAD) else ():
        yield _read_ref_line(repository.common, folder + base)
    for listed in ("packed-refs", "shallow"):
        yield _build_file_stamp(repository.common / listed)


def _read_ref_line(common: Path, ref: str) -> str:
    """Return the first line of a ref; empty for a file outside of the repository."""
    try:
        file = (common / ref).resolve()
    except (OSError, ValueError, RuntimeError):
        return ""
    return read_first_line(file) if is_below(str(file), str(common)) else ""


def _build_file_stamp(file: Path) -> str:
    try:
        status = file.stat()
    except OSError:
        return ""
    return f"{status.st_size} {status.st_mtime_ns}"
