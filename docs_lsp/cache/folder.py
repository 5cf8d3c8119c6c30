"""The program's folders in the user's cache, for data derived from a site.

That may be the text of protected pages, so no other user may read it, and no other user may have
written it. No content of a site determines a path: entries are named by a hash.
"""

from __future__ import annotations

import os
import secrets
import stat
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from docs_lsp.core.phrases import format_count

CACHE_VARIABLE = "DOCS_LSP_CACHE"
"""The environment variable with the folder to use instead of `docs-lsp` in the user's cache folder.
"""
_PRIVATE = 0o700
_OTHERS_WRITE = 0o022
KINDS = ("indexes", "pages", "vectors")
"""The folders of data that can be made again, one for each kind."""
MODEL_NAME = "all-MiniLM-L6-v2"
"""The sentence model with which the preview ranks by meaning."""
MODEL_FILE, TOKENIZER_FILE = "model.onnx", "tokenizer.json"
INSTALL_COMMAND = "mcp-preview model install"
# Measured with 60 questions about six sites (`tests/benchmarks/questions`).
MEANING_GAIN = (
    "Asked in other words than those of a page, it puts 72 pages in 100 among the first three "
    "instead of 47"
)
"""The gain by search by meaning, as a sentence about it without its full stop."""


def find_user_cache_folder() -> Path:
    """Return the user's cache folder. Raises `RuntimeError` for a user without a home folder."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    given = Path(os.environ.get("XDG_CACHE_HOME") or "")
    return given if given.is_absolute() else Path.home() / ".cache"


def write_atomically(path: Path, text: str) -> None:
    """Write a text file in one step, so that it is never half written; creates its folder.

    Raises `OSError`.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    try:
        temporary.write_text(text, encoding="utf-8", newline="\n")
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def create_cache_folder(kind: str) -> Path:
    """Return the private folder for a kind of data, created if needed. Raises `OSError`.

    A kind is such as `indexes`. If no folder is private to this user, that is an error, and nothing
    is cached.
    """
    folder = _choose_base_folder() / kind
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.mkdir(mode=_PRIVATE, exist_ok=True)
    # A user who can write to the parent folder could replace this one.
    _require_private(folder.parent, ~_OTHERS_WRITE)
    _require_private(folder, _PRIVATE)
    return folder


class CacheUsage(NamedTuple):
    """The place, number and size of cached files."""

    folder: Path
    files: int
    size: int
    """In bytes."""

    def format_size(self) -> str:
        """Return text such as `12 files, 3.4 MB`."""
        return f"{format_count(self.files, 'file')}, {self.size / 1_000_000:.1f} MB"


def measure_cache() -> CacheUsage:
    """Measure the cached data, without the model. Raises `OSError` without a home folder."""
    folder = _choose_base_folder()
    sizes = [_get_size(file) for file in _iter_files(folder)]
    return CacheUsage(folder, len(sizes), sum(sizes))


def clear_cache() -> CacheUsage:
    """Remove all cached data but the sentence model, and return its size. Raises `OSError`."""
    from shutil import rmtree  # No start needs it.

    usage = measure_cache()
    for kind in KINDS:
        if (usage.folder / kind).is_dir() and not (usage.folder / kind).is_symlink():
            rmtree(usage.folder / kind)
    return usage


def _iter_files(folder: Path) -> Iterator[Path]:
    """Yield the cached files of all kinds, without the sentence model."""
    for kind in KINDS:
        yield from (file for file in (folder / kind).rglob("*") if file.is_file())


def _get_size(file: Path) -> int:
    """Return the size of a file in bytes; 0 if it no longer exists."""
    try:
        return file.stat().st_size
    except OSError:  # Another program has just removed it.
        return 0


def _choose_base_folder() -> Path:
    """Return the folder of all cached data. Raises `OSError` without a home folder."""
    given = Path(os.environ.get(CACHE_VARIABLE) or "")
    if given.is_absolute():
        return given
    try:
        return find_user_cache_folder() / "docs-lsp"
    except RuntimeError as error:
        raise OSError("the user has no home folder to keep anything in") from error


def _require_private(folder: Path, allowed: int) -> None:
    """Remove all permissions of a folder but `allowed`. Raises `OSError` if it isn't the user's."""
    status = folder.lstat()
    if not stat.S_ISDIR(status.st_mode):
        raise NotADirectoryError(f"`{folder}` is not a folder")
    if sys.platform == "win32":
        return  # The folder for local data is private there.
    if status.st_uid != os.geteuid():
        raise PermissionError(f"`{folder}` belongs to another user")
    if status.st_mode & 0o777 & ~allowed:
        folder.chmod(stat.S_IMODE(status.st_mode) & allowed)


def find_installed_model() -> Path | None:
    """Return the folder of the installed model, or None; creates the folder around it."""
    with suppress(OSError):
        folder = create_cache_folder("models") / MODEL_NAME
        if all((folder / name).is_file() for name in (MODEL_FILE, TOKENIZER_FILE)):
            return folder
    return None
