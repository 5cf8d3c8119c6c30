"""What git has noted of the files in the work tree: which content each of them has.

The index of a repository holds, for every file, the name of its content and what the disk said of
it then: size, times, number. A file of which the disk says the same now has that content still, and
nobody need read it to know. The index is as little trusted as the rest of the repository: it is
bounded, and one that is missing or damaged says nothing.
"""

from __future__ import annotations

import stat
from collections.abc import Iterator, Mapping
from hashlib import sha1
from io import BytesIO
from itertools import islice
from pathlib import Path
from struct import error as StructError
from typing import NamedTuple

from dulwich.index import (
    EXTENDED_FLAG_INTEND_TO_ADD,
    SerializedIndexEntry,
    Stage,
    UnsupportedIndexFormat,
    read_index,
)

from docs_lsp.files.files import MAX_FILE_SIZE, FileVersion, unpack_version

MOST_FILES = 500_000
_LONGEST_PATH = 4_096
_CHECKSUM_SIZE = 20
_NOT_SUMMED = bytes(_CHECKSUM_SIZE)
"""What git writes in place of the sum where it is set to save that time."""
_INODE = 0xFFFF_FFFF
"""So much of the number of a file is noted."""
_DAMAGE = (AssertionError, IndexError, OSError, StructError, UnsupportedIndexFormat, ValueError)
"""What the library raises for an index that is not what it should be."""


class NotedFile(NamedTuple):
    """A file in the work tree whose content has a name that is known."""

    content: bytes
    """The name of its content, 40 hexadecimal digits."""
    version: FileVersion


def find_noted_files(
    index: Path, folder: str, versions: Mapping[str, FileVersion]
) -> Mapping[str, NotedFile]:
    """The files of some versions whose content this index knows for certain.

    They go by their paths from a folder, which is given by its path in the repository, with its
    slash, or empty for the root. Raises nothing.
    """
    noted: dict[str, NotedFile] = {}
    try:
        data, written = _read(index)
        for entry in _entries(data):
            path = entry.name.decode("utf-8", "replace")
            version = versions.get(path[len(folder) :]) if path.startswith(folder) else None
            if version is not None and _is_unchanged(entry, version, written):
                noted[path[len(folder) :]] = NotedFile(bytes(entry.sha), version)
    except _DAMAGE:
        return {}
    return noted


def _read(index: Path) -> tuple[bytes, int]:
    """The bytes of an index, and when it was written, in nanoseconds. Raises `ValueError` for one
    that is not whole, and `OSError`."""
    status = index.lstat()
    if not stat.S_ISREG(status.st_mode) or status.st_size > MAX_FILE_SIZE:
        raise ValueError
    data = index.read_bytes()
    total = data[-_CHECKSUM_SIZE:]
    if total not in (_NOT_SUMMED, sha1(data[:-_CHECKSUM_SIZE], usedforsecurity=False).digest()):
        raise ValueError
    return data, status.st_mtime_ns


def _entries(data: bytes) -> Iterator[SerializedIndexEntry]:
    """The files that an index lists, so many of them at most."""
    for entry in islice(read_index(BytesIO(data)), MOST_FILES):
        # A path may be said to begin as the one before it, so a few bytes could make a long one.
        if len(entry.name) > _LONGEST_PATH:
            raise ValueError
        yield entry


def _is_unchanged(entry: SerializedIndexEntry, version: FileVersion, written: int) -> bool:
    """Whether a file of this version has the content that was noted; not so where it may have
    changed within the same tick of the clock after that."""
    size, changed, inode = unpack_version(version)
    noted = max(_nanoseconds(entry.ctime), _nanoseconds(entry.mtime))
    return (
        stat.S_ISREG(entry.mode)
        and entry.stage() is Stage.NORMAL
        and not entry.extended_flags & EXTENDED_FLAG_INTEND_TO_ADD
        and (entry.size, noted, entry.ino) == (size, changed, inode & _INODE)
        and bool(inode)
        and noted < written
    )


def _nanoseconds(time: int | float | tuple[int, int]) -> int:
    return time[0] * 1_000_000_000 + time[1] if isinstance(time, tuple) else -1
