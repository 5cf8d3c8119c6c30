"""The file of a store, in the state folder of the user and readable only by this user."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from mcp_preview.store.records import StoreUnavailable


def find_state_folder() -> Path:
    """Return the user's folder for state. Raises RuntimeError if the user has no home folder."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    given = Path(os.environ.get("XDG_STATE_HOME") or "")
    return given if given.is_absolute() else Path.home() / ".local" / "state"


def create_default_file() -> Path:
    """Return the store file in the user's folder, created if missing. Raises `StoreUnavailable`."""
    try:
        folder = find_state_folder() / "docs-lsp"
    except RuntimeError:
        raise StoreUnavailable("the user has no home folder to keep a store in.") from None
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir(mode=0o700, exist_ok=True)
        _restrict_mode(folder, 0o700)
    except OSError as error:
        raise _build_unwritable_error(folder, error) from None
    return create_private_file(folder / "preview.db")


def create_private_file(path: Path) -> Path:
    """Create a file that only this user can read, or restrict it. Raises `StoreUnavailable`.

    SQLite gives its log beside the file the same mode.
    """
    try:
        try:
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        except FileExistsError:
            # Not opened here: closing the file would drop the locks of SQLite.
            for each in (path, *(path.with_name(f"{path.name}-{log}") for log in ("wal", "shm"))):
                if each.exists():
                    _restrict_mode(each, 0o600)
    except OSError as error:
        raise _build_unwritable_error(path, error) from None
    return path


def _restrict_mode(path: Path, mode: int) -> None:
    """Remove permissions of others. Raises `StoreUnavailable` for a file of another user."""
    if sys.platform == "win32":
        return
    status = path.stat()
    if status.st_uid not in (os.geteuid(), 0):
        raise StoreUnavailable(f"`{path}` belongs to another user, who could read it.")
    if status.st_mode & 0o777 & ~mode:
        path.chmod(status.st_mode & mode)


def _build_unwritable_error(path: Path, error: OSError) -> StoreUnavailable:
    """Return the error for a file that cannot be written."""
    reason = error.strerror or type(error).__name__
    return StoreUnavailable(f"`{error.filename or path}` cannot be written: {reason}.")
