"""The vectors that one model made, kept in a file, in 8 bits, by a hash of the text of each.

The file only grows, and is mapped into memory. Several previews may append to it: each adds whole
records with one write. One that an end in the middle has cut is cut off where the next one begins.
"""

from __future__ import annotations

import hashlib
import mmap
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

_LARGEST = 400_000_000
"""Bytes. A file that has grown beyond is begun anew: nobody needs what is in it for ever."""
_STEPS = 127
_AT_ONCE = 256
"""So many vectors are multiplied at once: few enough for the processor's cache."""
_HELD = 64 * _AT_ONCE
"""After so many vectors what was read of the file leaves this process, as does its rest at the
end: the system keeps it in memory as long as there is room."""


class VectorFile:
    """Vectors of one size, each in the row in which it was added."""

    def __init__(self, file: Path, size: int) -> None:
        """Open a file of vectors of `size` numbers, or begin one. Raises OSError."""
        self._type = np.dtype([("key", "<u8"), ("scale", "<f4"), ("steps", "i1", (size,))])
        flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0)
        self._descriptor = os.open(file, flags | getattr(os, "O_NOFOLLOW", 0), 0o600)
        length = os.fstat(self._descriptor).st_size
        if length > _LARGEST:
            os.ftruncate(self._descriptor, 0)
        elif length % self._type.itemsize:
            os.ftruncate(self._descriptor, length - length % self._type.itemsize)
        self._rows: dict[int, int] = {}
        self._map: mmap.mmap | None = None
        self._records = self._map_records()
        self._settle()

    def __enter__(self) -> VectorFile:
        """Itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Let go of the file."""
        os.close(self._descriptor)

    def row(self, key: int) -> int | None:
        """The row of the vector with this key; None where there is none."""
        at = int(np.searchsorted(self._keys, np.uint64(key)))
        if at < len(self._keys) and int(self._keys[at]) == key:
            return int(self._order[at])
        return self._rows.get(key)

    def add(self, keys: Sequence[int], vectors: NDArray[np.float32]) -> None:
        """Keep the vectors with these keys. Raises OSError, and keeps nothing then."""
        records = np.zeros(len(keys), self._type)
        scales = np.maximum(np.abs(vectors).max(axis=1), 1e-9) / _STEPS
        records["key"] = keys
        records["scale"] = scales
        records["steps"] = np.rint(vectors / scales[:, None])
        data = records.tobytes()
        begin = os.fstat(self._descriptor).st_size
        if os.write(self._descriptor, data) < len(data):
            os.ftruncate(self._descriptor, begin)
            raise OSError("the disk is full")
        # Another preview may have written in between.
        known = len(self._records)
        self._records = self._map_records()
        for row, key in enumerate(self._records["key"][known:].tolist(), known):
            self._rows[key] = row
        if len(self._rows) > len(self._keys) // 4 + 10_000:
            self._settle()

    def likeness(self, rows: NDArray[np.int32], vector: NDArray[np.float32]) -> NDArray[Any]:
        """The cosines of a vector of length 1 with those in some rows."""
        cosines = np.empty(len(rows), np.float32)
        wide = np.empty((_AT_ONCE, len(vector)), np.float32)
        for begin in range(0, len(rows), _AT_ONCE):
            some = self._records[rows[begin : begin + _AT_ONCE]]
            np.copyto(wide[: len(some)], some["steps"])
            cosines[begin : begin + _AT_ONCE] = (wide[: len(some)] @ vector) * some["scale"]
            if begin % _HELD == _HELD - _AT_ONCE:
                self._let_go()
        self._let_go()
        return cosines

    def _let_go(self) -> None:
        """Hold nothing of the mapped file, where the system can be told."""
        if self._map is not None and sys.platform != "win32":
            self._map.madvise(mmap.MADV_DONTNEED)

    def _map_records(self) -> Any:
        length = os.fstat(self._descriptor).st_size // self._type.itemsize
        if not length:
            return np.zeros(0, self._type)
        # By the open file: somebody may empty the cache meanwhile.
        size = length * self._type.itemsize
        self._map = mmap.mmap(self._descriptor, size, access=mmap.ACCESS_READ)
        return np.frombuffer(self._map, self._type)

    def _settle(self) -> None:
        """Take the keys of all rows into two arrays: a mapping of so many is larger."""
        keys = np.ascontiguousarray(self._records["key"])
        self._order = np.argsort(keys, kind="stable").astype(np.int32)
        self._keys = keys[self._order]
        self._rows.clear()


def key_of(text: str) -> int:
    """What stands for a text: a hash of 64 bits."""
    data = text.encode("utf-8", "replace")
    return int.from_bytes(hashlib.blake2b(data, digest_size=8).digest(), "little")
