"""Which files a change on the disk may be about: a folder that comes or goes stands for many."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from docs_lsp.files import Files


def touched_files(
    touched: Iterable[str], files: Files, known: Iterable[str], folder: Path
) -> set[str]:
    """The site paths of all files that are touched: themselves, or all that is in a folder or was,
    as far as it is `known`."""
    return {file for path in touched for file in _files_at(path, files, known, folder)}


def _files_at(path: str, files: Files, known: Iterable[str], folder: Path) -> Iterable[str]:
    """The file itself; for a folder, all that is in it or was."""
    if files.exists(path):
        return [path]
    below = f"{path}/"
    was = [file for file in known if file.startswith(below)]
    if not was and not (folder / path).is_dir():
        return [path]
    return [*was, *(file for file in files.paths() if file.startswith(below))]
