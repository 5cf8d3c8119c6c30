"""Read a file of a site that may be a link to another place in the repository.

Everything else that leaves the folder of the site is left unread (`DiskFiles`). The exception is a
settings file that several sites of a repository share.
"""

from __future__ import annotations

import os
from pathlib import Path

from docs_lsp.files.files import DiskFiles, FileFault, Files, find_disk_files
from docs_lsp.files.walk import is_below


def read_file_or_link(files: Files, name: str) -> bytes | None:
    """Return the content of a file or link beside docs.json, or None. Raises `FileFault`.

    That is if it cannot be read, or is a link to a file outside of the git repository.
    """
    if files.exists(name):
        return files.read(name)
    disk = find_disk_files(files)
    link = disk.root / name if disk else None
    if link is None or not link.is_symlink():
        return None
    target = Path(os.path.realpath(link))
    repository = _find_repository(Path(os.path.realpath(link.parent)))
    if repository is None or not is_below(str(target), str(repository)):
        where = "the git repository" if repository else "the site"
        raise FileFault(
            f"`{name}` is a link to a file outside {where}, so it is not read. Put a copy of "
            "the file here instead."
        )
    if not target.is_file():
        raise FileFault(f"`{name}` is a link to a file that does not exist. Correct it.")
    return DiskFiles(target.parent).read(target.name)


def _find_repository(folder: Path) -> Path | None:
    """Return the innermost folder around a folder that has a `.git` which is no link, or None."""
    for each in (folder, *folder.parents):
        git = each / ".git"
        if git.exists() and not git.is_symlink():
            return each
    return None
