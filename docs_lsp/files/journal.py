"""The journal of a save: what it is about to do, so that a crash in the middle can be undone.

It lies beside docs.json, is written before the first change and removed after the last. Its first
line is the plan; each line after that notes a move that is about to be made, one that has been
undone, or that all is done.

A repository may bring a file of this name. So a journal counts only with what no repository can
bring: it names the number and the time of change that the file system gave to the lock file beside
it, and both files belong to the user. What it says is confined all the same: see `undoing`.
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
            f"`{JOURNAL_FILE}` was not left here by a docs-lsp command of yours (it may have been "
            "committed or copied), so it is ignored. Delete it."
        )


class FileStep(NamedTuple):
    """A file that is written or removed."""

    path: str
    """From the site's folder, without links on the way."""
    old: str | None
    """The fingerprint of what it was before; None where there was nothing."""
    new: str | None
    """The fingerprint of its new content; None for a file that goes."""


class Plan(NamedTuple):
    """All that a save is about to do."""

    token: str
    """Part of the names of all its temporary files."""
    files: tuple[FileStep, ...]
    folders: tuple[str, ...]
    """The folders that are made for new files, the outermost first."""
    moves: tuple[tuple[str, str], ...]
    """Old and new paths, made one after the other when all files are written."""

    def new_name(self, path: str) -> str:
        """The path of the new content of a file, before it takes its place."""
        return self._temporary(path, "new")

    def old_name(self, path: str) -> str:
        """The path of the previous content of a file, until all is done."""
        return self._temporary(path, "old")

    def locate(self, path: str, made: int) -> str:
        """Where a file is once so many of the moves are made."""
        for old, new in self.moves[:made]:
            if path == old or path.startswith(f"{old}/"):
                path = new + path[len(old) :]
        return path

    def _temporary(self, path: str, what: str) -> str:
        folder, slash, name = path.rpartition("/")
        # Names of files can be as long as the system allows, so they are not repeated.
        number = hashlib.sha256(os.fsencode(name)).hexdigest()[:16]
        return f"{folder}{slash}{LEFTOVER_PREFIX}{self.token}.{number}.{what}"


def make_token() -> str:
    """A token for a new plan."""
    return os.urandom(8).hex()


class Journal:
    """A journal that is being written, or was found after a crash."""

    def __init__(self, path: Path, plan: Plan, handle: int) -> None:
        self.plan = plan
        self.moves_begun = 0
        """Number of moves that have been begun and not been undone; the last may not be made."""
        self.made_folders: dict[int, tuple[str, ...]] = {}
        """The folders that are made for each move, the outermost first."""
        self.is_done = False
        """Whether nothing is left to do but to remove the temporary files."""
        self._path = path
        self._handle = handle

    def note_move(self, index: int, folders: tuple[str, ...]) -> None:
        """Note that a move is about to be made."""
        self._add({"move": index, "folders": folders})
        self.moves_begun, self.made_folders[index] = index + 1, folders

    def note_undone_move(self, index: int) -> None:
        """Note that a move has been undone."""
        self._add({"undone": index})
        self.moves_begun = index

    def note_done(self) -> None:
        """Note that all has been done."""
        self._add({"done": True})
        self.is_done = True

    def remove(self) -> None:
        """Take the file away: nothing is left to do."""
        self.close()
        self._path.unlink(missing_ok=True)

    def close(self) -> None:
        """Leave the file for the next command."""
        os.close(self._handle)

    def replay(self, entry: Any) -> None:
        """Take in a line that was noted before a crash."""
        match entry:
            case {"move": int(index), "folders": list(folders)}:
                self.moves_begun, self.made_folders[index] = index + 1, tuple(folders)
            case {"undone": int(index)}:
                self.moves_begun = index
            case {"done": True}:
                self.is_done = True

    def _add(self, entry: object) -> None:
        _write_line(self._handle, entry)


def begin_journal(root: Path, plan: Plan, lock: SiteLock) -> Journal:
    """Write the journal of a plan, down to the disk. Raises `OSError`."""
    path = root / JOURNAL_FILE
    flags = os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_APPEND | _NO_FOLLOW
    handle = os.open(path, flags, 0o600)
    journal = Journal(path, plan, handle)
    try:
        _write_line(handle, {"format": _FORMAT, "lock": _mark(lock), **plan._asdict()})
        sync_folder(root)
    except BaseException:
        journal.remove()
        raise
    return journal


def reopen_journal(root: Path, lock: SiteLock) -> Journal | None:
    """The journal that a crash has left; None if that was before the whole plan was written.

    Raises `ForeignJournal`, and `OSError`.
    """
    path = root / JOURNAL_FILE
    if not stat.S_ISREG(path.lstat().st_mode):
        raise ForeignJournal
    handle = os.open(path, os.O_RDWR | os.O_APPEND | _NO_FOLLOW)
    try:
        status = os.fstat(handle)
        if status.st_size > MAX_FILE_SIZE or not (_is_own(status) and _is_own(lock.status)):
            raise ForeignJournal
        data = _read(path)
        end = data.rfind(b"\n") + 1
        if end:
            entries = _parse_lines(data[:end])
            journal = Journal(path, _read_plan(next(entries, None), lock), handle)
            for entry in entries:
                journal.replay(entry)
            # A line that was cut off must not run into the next one.
            os.truncate(path, end)
            return journal
    except BaseException:
        os.close(handle)
        raise
    os.close(handle)
    return None


def sync_folder(folder: Path) -> None:
    """Have the names in a folder reach the disk, where the system can do so."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _write_line(handle: int, entry: object) -> None:
    data = json.dumps(entry).encode() + b"\n"
    while data:
        data = data[os.write(handle, data) :]
    os.fsync(handle)


def _read(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(MAX_FILE_SIZE)


def _mark(lock: SiteLock) -> list[int]:
    """The marks of the lock file that only the file system gives out."""
    return [lock.status.st_ino, lock.status.st_ctime_ns]


def _is_own(status: os.stat_result) -> bool:
    """Whether a file belongs to the user, as far as the system has owners."""
    return os.name != "posix" or status.st_uid == os.geteuid()


def _parse_lines(data: bytes) -> Iterator[Any]:
    for line in data.splitlines():
        try:
            yield json.loads(line)
        except (ValueError, RecursionError):
            raise ForeignJournal from None


def _read_plan(entry: Any, lock: SiteLock) -> Plan:
    match entry:
        case {
            "format": int(version),
            "lock": [int(inode), int(changed)],
            "token": str(token),
            "files": list(files),
            "folders": list(folders),
            "moves": list(moves),
        } if version == _FORMAT and [inode, changed] == _mark(lock) and token.isalnum():
            with suppress(TypeError, ValueError):
                return Plan(
                    token,
                    tuple(FileStep(*step) for step in files),
                    tuple(folders),
                    tuple((old, new) for old, new in moves),
                )
    raise ForeignJournal
