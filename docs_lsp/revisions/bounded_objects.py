"""Reads the objects of a repository, each within limits that are checked before unpacking.

A few bytes of an object can represent gigabytes: it is compressed, and most objects in a pack are
stored as differences to others. So the size that each of them claims is read first, which the
library then enforces.
"""

from __future__ import annotations

import zlib
from functools import cached_property
from io import FileIO
from pathlib import Path
from typing import Any

from dulwich.errors import ChecksumMismatch, ObjectFormatException
from dulwich.object_store import DiskObjectStore
from dulwich.pack import ApplyDeltaError

from docs_lsp.files.files import MAX_FILE_SIZE
from docs_lsp.revisions.fault import RevisionFault

LONGEST_CHAIN = 4_096
"""The number of chained differences that are followed; git makes at most 4,095."""

_MOST_IN_CHAIN = 20 * MAX_FILE_SIZE
"""The number of bytes unpacked for one object, with all objects it is made from."""
_OFFSET_DELTA, _NAMED_DELTA = 6, 7
_LONGEST_HEAD = 512
"""The number of bytes of an entry that contain its sizes."""
_LONGEST_NUMBER = 10


DAMAGE = (
    *(ChecksumMismatch, ObjectFormatException, ApplyDeltaError),
    *(zlib.error, ValueError, AssertionError, OSError),
)
"""The exceptions that the library raises for a damaged object."""


class ObjectTooLarge(Exception):
    """An object exceeds the limit; `size` is in bytes."""

    def __init__(self, size: int) -> None:
        """Store the size."""
        super().__init__(size)
        self.size = size


class BoundedObjects(DiskObjectStore):
    """The objects of one repository, without those that it borrows from others."""

    def __init__(self, folder: Path) -> None:
        """Read from this `objects` folder."""
        super().__init__(str(folder), loose_object_size_limit=MAX_FILE_SIZE)
        self._is_partial = any(folder.glob("pack/*.promisor"))
        self._opened: dict[str, FileIO] = {}
        self._sizes: dict[tuple[str, int], int] = {}
        """The unpacked size of each entry of a pack that is known to be within the limits."""

    @property
    def alternates(self) -> list[Any]:
        """An empty list, so that no borrowed objects are read."""
        return []

    @cached_property
    def _known_packs(self) -> list[Any]:
        """The packs of the repository, since looking for new ones each time is slow."""
        return list(self.packs)

    def get_midx(self) -> None:
        """Return None: a multi-pack index could name packs that are elsewhere."""
        return None

    def get_commit_graph(self) -> None:
        """Return None: a commit graph is not verified against the commits."""
        return None

    def get_raw(self, name: bytes) -> tuple[int, bytes]:
        """Return an object's type and content. Raises `KeyError` and `ObjectTooLarge`."""
        self.measure_object(name)
        type_and_content: tuple[int, bytes] = super().get_raw(name)
        return type_and_content

    def measure_object(self, name: bytes) -> int:
        """Return the size of an object in a pack in bytes, or 0. Raises `ObjectTooLarge`.

        The library limits objects outside of packs.
        """
        for pack in self._known_packs:
            try:
                offset = pack.index.object_offset(name)
            except KeyError:
                continue
            return self._measure_entry(pack, offset)
        return 0

    def close(self) -> None:
        """Close all files."""
        super().close()
        while self._opened:
            self._opened.popitem()[1].close()

    def build_missing_fault(self, error: KeyError) -> RevisionFault:
        """Return the fault that explains why the object that an error names is not here."""
        name = error.args[0] if error.args and isinstance(error.args[0], bytes) else b""
        shown = name[:12].decode("ascii", "replace")
        if self._is_partial:
            return RevisionFault(
                f"The clone is partial and lacks object {shown}. Fetch it with git first, "
                "for example with `git fetch --refetch --no-filter`."
            )
        return RevisionFault(
            f"Object {shown} is missing from the repository. Run `git fsck` to find out what is "
            "wrong."
        )

    def _measure_entry(self, pack: Any, offset: int) -> int:
        """Return the size of an entry in bytes. Raises `ObjectTooLarge` or `RevisionFault`."""
        name, at = str(pack.data.filename), offset
        if (name, at) in self._sizes:
            return self._sizes[name, at]
        sizes: dict[tuple[str, int], int] = {}
        total = 0
        while (name, at) not in self._sizes:
            stored, unpacked, base = _parse_entry_head(self._read_entry_head(name, at))
            total += stored + unpacked
            if max(stored, unpacked) > MAX_FILE_SIZE or total > _MOST_IN_CHAIN:
                raise ObjectTooLarge(max(stored, unpacked))
            sizes[name, at] = unpacked
            if len(sizes) > LONGEST_CHAIN:
                raise RevisionFault("An object of the repository consists of too many deltas.")
            if base is None:
                break
            at = _find_base_offset(base, at, pack)
            if (name, at) in sizes:
                raise RevisionFault("An object of the repository is a delta of itself.")
        self._sizes.update(sizes)
        return sizes[name, offset]

    def _read_entry_head(self, pack: str, offset: int) -> bytes:
        """Return the first bytes of an entry; empty outside of the pack."""
        file = self._opened.get(pack)
        if file is None:
            file = self._opened[pack] = FileIO(Path(self.pack_dir, pack))
        file.seek(max(0, offset))
        return file.read(_LONGEST_HEAD) if offset > 0 else b""


def _parse_entry_head(data: bytes) -> tuple[int, int, int | bytes | None]:
    """Return stored size, object size and base of an entry from its head. Raises `RevisionFault`.

    Sizes are in bytes; the stored data may be a difference. The base is the distance back to the
    entry it differs from, or the name of that, or None if it is complete.
    """
    try:
        kind = data[0] >> 4 & 7
        rest, at = _parse_number(data, 0) if data[0] & 0x80 else (data[0], 1)
        stored = (rest >> 7 << 4 | rest & 15) if data[0] & 0x80 else rest & 15
        if kind not in (_OFFSET_DELTA, _NAMED_DELTA):
            return stored, stored, None
        base: int | bytes = data[at : at + 20]
        if kind == _NAMED_DELTA:
            at += 20
        else:
            base, at = _parse_distance(data, at)
        sizes = zlib.decompressobj().decompress(data[at:], 2 * _LONGEST_NUMBER)
        _, behind = _parse_number(sizes, 0)
        return stored, _parse_number(sizes, behind)[0], base
    except (IndexError, zlib.error):
        raise RevisionFault(
            "A pack of the repository is damaged. Run `git fsck` to find out what is wrong."
        ) from None


def _find_base_offset(base: int | bytes, at: int, pack: Any) -> int:
    """Return the offset of a delta's base in its pack. Raises `RevisionFault`."""
    if isinstance(base, int):
        return at - base
    try:
        offset: int = pack.index.object_offset(base)
    except KeyError:
        raise RevisionFault("An object of the repository is a delta of a missing one.") from None
    return offset


def _parse_number(data: bytes, at: int) -> tuple[int, int]:
    """Return a number of 7 bits a byte, lowest first, and its end. Raises `IndexError`."""
    number = 0
    for place in range(_LONGEST_NUMBER):
        byte = data[at + place]
        number |= (byte & 0x7F) << (7 * place)
        if not byte & 0x80:
            return number, at + place + 1
    raise IndexError


def _parse_distance(data: bytes, at: int) -> tuple[int, int]:
    """Return a distance, highest bits first, and where it ends. Raises `IndexError`."""
    number = -1
    for place in range(_LONGEST_NUMBER):
        byte = data[at + place]
        number = (number + 1) << 7 | byte & 0x7F
        if not byte & 0x80:
            return number, at + place + 1
    raise IndexError
