"""The program's folders in the user's cache, for data derived from a site.

That may be the text of protected pages, so no other user may read it, and no other user may have
written it. No content of a site determines a path: entries are named by a hash.
"""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

from docs_lsp.cache.home import cache_home

CACHE_VARIABLE = "DOCS_LSP_CACHE"
"""The environment variable with the folder to use instead of `docs-lsp` in the user's cache folder.
"""
_PRIVATE = 0o700
_OTHERS_WRITE = 0o022


def cache_folder(kind: str) -> Path:
    """Create the folder for a kind of data, such as `indexes`, if needed, and return it.

    Raises `OSError` if there is no folder that only this user can access; then nothing is cached.
    """
    folder = _own_folder() / kind
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.mkdir(mode=_PRIVATE, exist_ok=True)
    # A user who can write to the parent folder could replace this one.
    _restrict(folder.parent, ~_OTHERS_WRITE)
    _restrict(folder, _PRIVATE)
    return folder


def _own_folder() -> Path:
    given = Path(os.environ.get(CACHE_VARIABLE) or "")
    if given.is_absolute():
        return given
    try:
        return cache_home() / "docs-lsp"
    except RuntimeError as error:
        raise OSError("the user has no home folder to keep anything in") from error


def _restrict(folder: Path, allowed: int) -> None:
    """Remove the permissions of others. Raises `OSError` if it is not a folder of this user."""
    status = folder.lstat()
    if not stat.S_ISDIR(status.st_mode):
        raise NotADirectoryError(f"`{folder}` is not a folder")
    if sys.platform == "win32":
        return  # The folder for local data is private there.
    if status.st_uid != os.geteuid():
        raise PermissionError(f"`{folder}` belongs to another user")
    if status.st_mode & 0o777 & ~allowed:
        folder.chmod(stat.S_IMODE(status.st_mode) & allowed)
