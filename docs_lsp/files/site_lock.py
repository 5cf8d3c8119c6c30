"""The lock of a site, so that two commands never write to it at once.

The system releases it when its holder ends, for whatever reason. Its file also proves that the
journal beside it was written here: see `journal`.
"""

from __future__ import annotations

import os
import stat
import sys
from contextlib import suppress
from pathlib import Path

from docs_lsp.files.files import FileFault
from docs_lsp.files.walk import LOCK_FILE

_BUSY = "Another docs-lsp is writing to this site. Try again when it has finished."
_TRIES = 10
# On Windows other processes cannot read a locked byte, so it is beyond the content.
_BYTE = 1 << 30
_OPEN = (
    os.O_RDWR
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_BINARY", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_NONBLOCK", 0)
)


class SiteLock:
    """The lock of a site, held by this process."""

    def __init__(self, path: Path, handle: int, *, is_exclusive: bool) -> None:
        self._path = path
        self._handle = handle
        self.is_exclusive = is_exclusive
        """Whether no other process can hold it; False on network file systems without locks."""

    @property
    def status(self) -> os.stat_result:
        """The status of the lock file."""
        return os.fstat(self._handle)

    def release(self, *, removes_file: bool) -> None:
        """Release the lock; with `removes_file`, its file is deleted as well."""
        # Windows cannot remove an open file. Elsewhere a removed file cannot be locked.
        try:
            if removes_file and os.name == "posix":
                self._path.unlink(missing_ok=True)
        finally:
            os.close(self._handle)
        if removes_file and os.name != "posix":
            with suppress(OSError):
                self._path.unlink(missing_ok=True)


def acquire_lock(root: Path, *, creates: bool) -> SiteLock | None:
    """Lock a site; None if there is no lock file and none is created. Raises `FileFault` if busy.

    Also if its name is used by something else. Raises `OSError` too.
    """
    path = root / LOCK_FILE
    for _ in range(_TRIES):
        with suppress(FileNotFoundError):
            if not stat.S_ISREG(path.lstat().st_mode):
                raise FileFault(f"`{LOCK_FILE}` is not a regular file. Remove it.")
        try:
            handle = os.open(path, _OPEN | (os.O_CREAT if creates else 0), 0o600)
        except FileNotFoundError:
            if creates:
                raise
            return None
        try:
            is_exclusive = _lock_file(handle)
            if _is_same_file(path, handle):
                return SiteLock(path, handle, is_exclusive=is_exclusive)
        except BaseException:
            os.close(handle)
            raise
        os.close(handle)  # Its holder has just removed it.
    raise FileFault(_BUSY)


def _lock_file(handle: int) -> bool:
    """Lock a file; False if the file system has no locks. Raises `FileFault` if it is locked."""
    try:
        if sys.platform == "win32":
            import msvcrt

            os.lseek(handle, _BYTE, os.SEEK_SET)
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        raise FileFault(_BUSY) from None
    except OSError:
        return False
    return True


def _is_same_file(path: Path, handle: int) -> bool:
    """Return whether a path still leads to the file that is open."""
    try:
        return os.path.samestat(path.lstat(), os.fstat(handle))
    except FileNotFoundError:
        return False
