"""Finds file contents that git has recorded in the index of the work tree.

The index of a repository has, for every file, the name of its content and what the disk reported
then: size, times, inode. A file for which the disk reports the same now still has that content,
without reading it. The index is as untrusted as the rest of the repository: it is limited in size,
and a missing or damaged one is ignored.
"""

from __future__ import annotations

import stat
from collections.abc import Iterator, Mapping
from hashlib import sha1
from io import BytesIO
from itertools import islice
from pathlib import Path
from struct import error as StructError
from typing import TypeAlias

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
"""The value that git writes instead of the checksum if it is configured to skip it."""
_INODE = 0xFFFF_FFFF
"""The bits of the inode that are recorded."""
_DAMAGE = (AssertionError, IndexError, OSError, StructError, UnsupportedIndexFormat, ValueError)
"""The exceptions that the library raises for a damaged index."""


IndexedFile: TypeAlias = tuple[bytes, FileVersion]
"""The name of a file's content, 40 hexadecimal digits, and the version with that content."""


def find_unchanged_files(
    index: Path, folder: str, versions: Mapping[str, FileVersion]
) -> Mapping[str, IndexedFile]:
    """Return the files of given versions whose content the index knows for certain.

    Keys are paths from `folder`, which is a path in the repository ending with a slash, or empty
    for the root. Never raises.
    """
    noted: dict[str, IndexedFile] = {}
    try:
        data, written = _read_index(index)
        for entry in _iter_entries(data):
            path = entry.name.decode("utf-8", "replace")
            version = versions.get(path[len(folder) :]) if path.startswith(folder) else None
            if version is not None and _is_unchanged(entry, version, written):
                noted[path[len(folder) :]] = bytes(entry.sha), version
    except _DAMAGE:
        return {}
    return noted


def _read_index(index: Path) -> tuple[bytes, int]:
    """Return the bytes of an index and its time in nanoseconds. Raises `ValueError`, `OSError`.

    `ValueError` is for an incomplete index.
    """
    status = index.lstat()
    if not stat.S_ISREG(status.st_mode) or status.st_size > MAX_FILE_SIZE:
        raise ValueError
    data = index.read_bytes()
    total = data[-_CHECKSUM_SIZE:]
    if total not in (_NOT_SUMMED, sha1(data[:-_CHECKSUM_SIZE], usedforsecurity=False).digest()):
        raise ValueError
    return data, status.st_mtime_ns


def _iter_entries(data: bytes) -> Iterator[SerializedIndexEntry]:
    """Yield the files that an index lists, up to a limit. Raises `ValueError` for a long path."""
    for entry in islice(read_index(BytesIO(data)), MOST_FILES):
        # A path can share the beginning of the previous one, so a few bytes could make a long one.
        if len(entry.name) > _LONGEST_PATH:
            raise ValueError
        yield entry


def _is_unchanged(entry: SerializedIndexEntry, version: FileVersion, written: int) -> bool:
    """Return whether a file of this version certainly has the recorded content.

    It does not if it may have changed within the same clock tick afterwards.
    """
    size, changed, inode = unpack_version(version)
    noted = max(_to_nanoseconds(entry.ctime), _to_nanoseconds(entry.mtime))
    return (
        stat.S_ISREG(entry.mode)
        and entry.stage() is Stage.NORMAL
        and not entry.extended_flags & EXTENDED_FLAG_INTEND_TO_ADD
        and (entry.size, noted, entry.ino) == (size, changed, inode & _INODE)
        and bool(inode)
        and noted < written
    )


def _to_nanoseconds(time: int | float | tuple[int, int]) -> int:
    """Return a time of the index in nanoseconds; -1 if it is not a tuple."""
    return time[0] * 1_000_000_000 + time[1] if isinstance(time, tuple) else -1
