"""The journal of a save: what it is about to do, so that a crash can be undone.

It is beside docs.json, is written before the first change and removed after the last. Its first
line is the plan; each later line records a move that is about to be made, one that has been undone,
or the end.

A repository may contain a file of this name. So a journal is only valid with data that no
repository can contain: it has the inode and the change time that the file system gave to the lock
file beside it, and both files belong to the user. Its effects are confined nevertheless: see
`undoing`.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from docs_lsp.files.files import MAX_FILE_SIZE, FileFault
from docs_lsp.files.site_lock import SiteLock
from docs_lsp.files.walk import JOURNAL_FILE, LEFTOVER_PREFIX

_FORMAT = 1
_NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)


class ForeignJournal(FileFault):
    """A journal that no command of this user has left on this disk."""

    def __init__(self) -> None:
        super().__init__(
            f"`{JOURNAL_FILE}` was not written here by your docs-lsp (it may have been "
            "committed or copied), so it is ignored. Delete it."
        )


class FileStep(NamedTuple):
    """A file that is written or deleted."""

    path: str
    """The path relative to the site's folder, without links."""
    old: str | None
    """The fingerprint of the previous content; None for a new file."""
    new: str | None
    """The fingerprint of the new content; None for a deleted file."""


class SavePlan(NamedTuple):
    """Everything that a save is about to do."""

    token: str
    """A part of the names of all temporary files."""
    files: tuple[FileStep, ...]
    folders: tuple[str, ...]
    """The folders created for new files, the outermost first."""
    moves: tuple[tuple[str, str], ...]
    """Old and new paths of moves, made one after the other when all files are written."""

    def get_new_path(self, path: str) -> str:
        """Return the path of the new content of a file, before it replaces the file."""
        return self._get_temporary_path(path, "new")

    def get_old_path(self, path: str) -> str:
        """Return the path of the previous content of a file, until everything is done."""
        return self._get_temporary_path(path, "old")

    def locate(self, path: str, made: int) -> str:
        """Return the path of a file after the first `made` moves."""
        for old, new in self.moves[:made]:
            if path == old or path.startswith(f"{old}/"):
                path = new + path[len(old) :]
        return path

    def _get_temporary_path(self, path: str, what: str) -> str:
        """Return the path, in the folder of a file, for its `new` or its `old` content."""
        folder, slash, name = path.rpartition("/")
        # File names can be as long as the system allows, so they are hashed.
        number = hashlib.sha256(os.fsencode(name)).hexdigest()[:16]
        return f"{folder}{slash}{LEFTOVER_PREFIX}{self.token}.{number}.{what}"


def make_token() -> str:
    """Return a random token for a new plan."""
    return os.urandom(8).hex()


class Journal:
    """A journal that is being written, or was found after a crash."""

    def __init__(self, path: Path, plan: SavePlan, handle: int) -> None:
        self.plan = plan
        self.moves_begun = 0
        """The number of moves that were started and not undone; the last may not be made."""
        self.made_folders: dict[int, tuple[str, ...]] = {}
        """The folders created for each move, the outermost first."""
        self.is_done = False
        """Whether only the temporary files remain to be removed."""
        self._path = path
        self._handle = handle

    def record_move(self, index: int, folders: tuple[str, ...]) -> None:
        """Record on the disk that a move is about to be made, and the folders made for it."""
        self._append_entry({"move": index, "folders": folders})
        self.moves_begun, self.made_folders[index] = index + 1, folders

    def record_undone_move(self, index: int) -> None:
        """Record on the disk that a move has been undone."""
        self._append_entry({"undone": index})
        self.moves_begun = index

    def record_done(self) -> None:
        """Record on the disk that everything has been done."""
        self._append_entry({"done": True})
        self.is_done = True

    def remove_file(self) -> None:
        """Close the journal and delete its file."""
        self.close()
        self._path.unlink(missing_ok=True)

    def close(self) -> None:
        """Close the journal and leave it for the next command."""
        os.close(self._handle)

    def replay_entry(self, entry: Any) -> None:
        """Set the state from an entry recorded before a crash; unknown ones are ignored."""
        match entry:
            case {"move": int(index), "folders": list(folders)}:
                self.moves_begun, self.made_folders[index] = index + 1, tuple(folders)
            case {"undone": int(index)}:
                self.moves_begun = index
            case {"done": True}:
                self.is_done = True

    def _append_entry(self, entry: object) -> None:
        _write_line(self._handle, entry)


def write_journal(root: Path, plan: SavePlan, lock: SiteLock) -> Journal:
    """Create the journal of a plan on the disk. Raises `OSError`, also if there is one already."""
    path = root / JOURNAL_FILE
    flags = os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_APPEND | _NO_FOLLOW
    handle = os.open(path, flags, 0o600)
    journal = Journal(path, plan, handle)
    try:
        _write_line(handle, {"format": _FORMAT, "lock": _get_lock_marks(lock), **plan._asdict()})
        sync_folder(root)
    except BaseException:
        journal.remove_file()
        raise
    return journal


def reopen_journal(root: Path, lock: SiteLock) -> Journal | None:
    """Return the journal left by a crash; None without a whole plan. Raises `ForeignJournal`.

    An incomplete last line is removed from the file. Raises `OSError` too.
    """
    path = root / JOURNAL_FILE
    if not stat.S_ISREG(path.lstat().st_mode):
        raise ForeignJournal
    handle = os.open(path, os.O_RDWR | os.O_APPEND | _NO_FOLLOW)
    try:
        status = os.fstat(handle)
        if status.st_size > MAX_FILE_SIZE or not (
            _is_owned_by_user(status) and _is_owned_by_user(lock.status)
        ):
            raise ForeignJournal
        data = _read(path)
        end = data.rfind(b"\n") + 1
        if end:
            entries = _parse_lines(data[:end])
            journal = Journal(path, _read_plan(next(entries, None), lock), handle)
            for entry in entries:
                journal.replay_entry(entry)
            # The next line must not be joined to an incomplete one.
            os.truncate(path, end)
            return journal
    except BaseException:
        os.close(handle)
        raise
    os.close(handle)
    return None


def sync_folder(folder: Path) -> None:
    """Flush the names in a folder to the disk; do nothing on Windows. Raises `OSError`."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _write_line(handle: int, entry: object) -> None:
    """Append an entry as a line of JSON, and flush it to the disk."""
    data = json.dumps(entry).encode() + b"\n"
    while data:
        data = data[os.write(handle, data) :]
    os.fsync(handle)


def _read(path: Path) -> bytes:
    """Return the content of a file, up to the largest allowed size."""
    with path.open("rb") as file:
        return file.read(MAX_FILE_SIZE)


def _get_lock_marks(lock: SiteLock) -> list[int]:
    """Return the properties of the lock file that only the file system assigns."""
    return [lock.status.st_ino, lock.status.st_ctime_ns]


def _is_owned_by_user(status: os.stat_result) -> bool:
    """Return whether a file belongs to the user, if the system has owners."""
    return os.name != "posix" or status.st_uid == os.geteuid()


def _parse_lines(data: bytes) -> Iterator[Any]:
    """Yield the entries of a journal. Raises `ForeignJournal` for an invalid line."""
    for line in data.splitlines():
        try:
            yield json.loads(line)
        except (ValueError, RecursionError):
            raise ForeignJournal from None


def _read_plan(entry: Any, lock: SiteLock) -> SavePlan:
    """Return the plan of a journal's first line. Raises `ForeignJournal` if of another lock."""
    match entry:
        case {
            "format": int(version),
            "lock": [int(inode), int(changed)],
            "token": str(token),
            "files": list(files),
            "folders": list(folders),
            "moves": list(moves),
        } if version == _FORMAT and [inode, changed] == _get_lock_marks(lock) and token.isalnum():
            with suppress(TypeError, ValueError):
                return SavePlan(
                    token,
                    tuple(FileStep(*step) for step in files),
                    tuple(folders),
                    tuple((old, new) for old, new in moves),
                )
    raise ForeignJournal
