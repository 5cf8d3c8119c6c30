"""Folders that are saved between two runs of a program, such as an index of a site.

A saved folder never changes: each run works on a copy of its own, whose files are links to the
saved ones, and puts another copy in place as a whole. So two runs at once cannot damage each other,
and the remains of a killed run are never used.
"""

from __future__ import annotations

import contextlib
import logging
import os
import secrets
import shutil
import time
import zlib
from collections.abc import Container, Iterator
from hashlib import blake2b
from pathlib import Path

import orjson

from docs_lsp.cache.limits import MOST_DAYS, MOST_INDEX_BYTES

logger = logging.getLogger(__name__)

_SAVED, _WORK = "kept-", "work-"
_PARTS = "parts.json"
_STEP = 1 << 20
_TRIES = 5
_PAUSE = 0.2


class SavedFolder:
    """A saved folder, and a copy of it to work on.

    Files in the copy can be added, removed and replaced as a whole, but saved files must never be
    written to.
    """

    def __init__(self, home: Path, name: str, checked_later: Container[str] = ()) -> None:
        """Copy the folder saved under a name; the copy is empty if there is none, or a damaged one.

        Of the files `checked_later`, given by their paths, only the size is checked, since their
        reader detects damage. Raises `OSError` if the copy cannot be written.
        """
        self._home = home
        self._checked_later = checked_later
        digest = blake2b(name.encode("utf-8", "surrogateescape"), digest_size=16).hexdigest()
        self._place = home / digest
        self._place.mkdir(mode=0o700, exist_ok=True)
        _remove_dead_copies(self._place)
        self.path = self._place / f"{_WORK}{os.getpid()}-{secrets.token_hex(8)}"
        self.path.mkdir(mode=0o700)
        newest = _find_newest(self._place)
        self.is_restored = newest is not None and self._restore_from(newest)
        """Whether the copy has saved files."""

    def clear(self) -> None:
        """Remove everything from the copy."""
        shutil.rmtree(self.path, ignore_errors=True)
        self.path.mkdir(mode=0o700, exist_ok=True)
        self.is_restored = False

    def save_copy(self) -> bool:
        """Save a copy of the files in place of older ones; return whether it worked.

        Folders of other names that are long unused, or too large together, are removed with them.
        If files change meanwhile, it tries again.
        """
        for attempt in range(_TRIES):
            time.sleep(attempt * _PAUSE)
            copy = self._place / f"{_WORK}{os.getpid()}-{secrets.token_hex(8)}"
            try:
                if _copy_by_links(self.path, copy):
                    _write_new_file(copy / _PARTS, orjson.dumps(self._compute_checksums(copy)))
                    copy.rename(self._place / f"{_SAVED}{time.time_ns():020}")
                    self._remove_old()
                    return True
            except OSError as error:
                logger.info("An index cannot be saved: %s", error)
            shutil.rmtree(copy, ignore_errors=True)
        return False

    def remove_copy(self) -> None:
        """Remove the copy."""
        shutil.rmtree(self.path, ignore_errors=True)

    def _restore_from(self, saved: Path) -> bool:
        """Copy a saved folder; if it is damaged, leave the copy empty and return False."""
        try:
            parts = orjson.loads((saved / _PARTS).read_bytes())
            if _copy_by_links(saved, self.path):
                (self.path / _PARTS).unlink()
                if self._compute_checksums(self.path) == parts:
                    os.utime(saved)
                    return True
        except (OSError, ValueError, AttributeError) as error:
            logger.info("The saved index cannot be used: %s", error)
        self.clear()
        return False

    def _compute_checksums(self, folder: Path) -> dict[str, list[int]]:
        """Return the size and, unless checked later, the checksum of each file of a folder."""
        return {
            name: [(folder / name).stat().st_size]
            if name in self._checked_later
            else _compute_checksum(folder / name)
            for name in _iter_files(folder)
        }

    def _remove_old(self) -> None:
        """Remove older folders of the name, and any that are long unused or over the total size."""
        newest = _find_newest(self._place)
        for each in self._place.glob(f"{_SAVED}*"):
            if each != newest:
                shutil.rmtree(each, ignore_errors=True)
        used = [(each.stat().st_mtime, each) for each in self._home.glob(f"*/{_SAVED}*")]
        total = 0
        for changed, each in sorted(used, reverse=True):
            total += sum((each / name).stat().st_size for name in _iter_files(each))
            is_old = time.time() - changed > MOST_DAYS * 86_400
            if each != newest and (is_old or total > MOST_INDEX_BYTES):
                shutil.rmtree(each, ignore_errors=True)


def _find_newest(place: Path) -> Path | None:
    """Return the newest saved folder in a place, or None."""
    return max(place.glob(f"{_SAVED}*"), default=None, key=lambda each: each.name)


def _iter_files(folder: Path) -> Iterator[str]:
    """Yield the files below a folder, by relative path, without locks and links."""
    for root, _, names in os.walk(folder):
        for name in names:
            path = Path(root, name)
            if not name.endswith(".lock") and not path.is_symlink():
                yield path.relative_to(folder).as_posix()


def _copy_by_links(source: Path, target: Path) -> bool:
    """Copy a folder by links to its files; returns whether they have not changed meanwhile.

    Raises `OSError` if a file was removed.
    """
    before = _get_file_versions(source)
    target.mkdir(mode=0o700, exist_ok=True)
    for name in before:
        (target / name).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            os.link(source / name, target / name)
        except (NotImplementedError, PermissionError):
            shutil.copyfile(source / name, target / name)  # A disk without hard links.
        with contextlib.suppress(PermissionError):
            (target / name).chmod(0o600)
    return _get_file_versions(source) == before


def _get_file_versions(folder: Path) -> dict[str, tuple[int, int]]:
    """Return the size and modification time (ns) of each file below a folder, by its path."""
    versions = {}
    for name in _iter_files(folder):
        status = (folder / name).stat()
        versions[name] = (status.st_size, status.st_mtime_ns)
    return versions


def _compute_checksum(path: Path) -> list[int]:
    """Return the size of a file and a checksum that detects damage only."""
    size = checksum = 0
    with path.open("rb", buffering=0) as file:
        while block := file.read(_STEP):
            size += len(block)
            checksum = zlib.crc32(block, checksum)
    return [size, checksum]


def _write_new_file(path: Path, data: bytes) -> None:
    """Write a file that only the user can read. Raises `OSError` if it exists."""
    with os.fdopen(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as file:
        file.write(data)


def _remove_dead_copies(place: Path) -> None:
    """Remove the copies of processes that ended without removing them."""
    for each in place.glob(f"{_WORK}*"):
        number = each.name.removeprefix(_WORK).partition("-")[0]
        if number.isdigit() and not _is_running(int(number), each):
            shutil.rmtree(each, ignore_errors=True)


def _is_running(process: int, folder: Path) -> bool:
    """Return whether a process may be running; on Windows the age of its folder decides."""
    if os.name == "nt":
        with contextlib.suppress(OSError):
            return time.time() - folder.stat().st_mtime < MOST_DAYS * 86_400
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
