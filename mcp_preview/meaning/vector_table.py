"""The vectors of the sections of a site by page, the file with them, and the search for near ones.

The file only grows, and is mapped into memory. Several previews can append to it: each adds whole
records with one write. An incomplete record is cut off when the file is opened.
"""

from __future__ import annotations

import hashlib
import mmap
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from mcp_preview.meaning.sentence_model import SentenceModel

if TYPE_CHECKING:
    from numpy.typing import NDArray

_NEAREST_COUNTS = 0.5
"""The weight of the nearest section of a page; the rest is that of its first section, which
introduces the page: measured, docs_lsp/DECISIONS.md, search by meaning.
"""
_LARGEST = 400_000_000
"""The size in bytes above which a file is emptied, since it contains outdated vectors."""
_STEPS = 127
_AT_ONCE = 256
"""The number of vectors that are multiplied at once, which fits the cache of the processor."""
_HELD = 64 * _AT_ONCE
"""The number of vectors after which the pages of the mapped file are released from this process;
the system caches them as long as it has memory.
"""


class _Flat(NamedTuple):
    """The pages and their sections as arrays."""

    pages: NDArray[np.int64]
    """The numbers of pages in ascending order."""
    begins: NDArray[np.int64]
    """The index in `rows` of the first section of each page."""
    rows: NDArray[np.int32]
    """The row of each section in the file of vectors."""


class VectorTable:
    """The vectors of the sections of a site."""

    def __init__(self, model: SentenceModel, file: Path) -> None:
        """Create a table without pages; vectors are stored in `file`. Raises OSError."""
        self._model = model
        self._vectors = VectorFile(file, model.size)
        self._rows: dict[int, NDArray[np.int32]] = {}
        self._flat: _Flat | None = None

    def add_sections(self, page: int, texts: Sequence[str]) -> None:
        """Add sections to a page. Raises OSError if they cannot be stored."""
        keys = [hash_text_key(text) for text in texts]
        lacking = {
            key: text
            for key, text in zip(keys, texts, strict=True)
            if self._vectors.find_row(key) is None
        }
        if lacking:
            made = np.stack([self._model.embed_text(text) for text in lacking.values()])
            self._vectors.add_vectors([*lacking], made)
        rows = np.array([self._vectors.find_row(key) for key in keys], np.int32)
        known = self._rows.get(page)
        self._rows[page] = rows if known is None else np.concatenate((known, rows))
        self._flat = None

    def drop_page(self, page: int) -> None:
        """Remove a page."""
        self._rows.pop(page, None)
        self._flat = None

    def find_near_pages(
        self, text: str, among: Sequence[int], most: int
    ) -> tuple[list[tuple[int, int, float]], list[float]]:
        """Return the pages nearest to a text, and the cosines of the pages `among`.

        Each near page has the number of its nearest section, from 0, and its cosine. The cosine of
        an unknown page is 0.
        """
        flat = self._flatten()
        if not len(flat.pages):
            return [], [0.0] * len(among)
        vector = self._model.embed_text(text)
        cosines = self._vectors.compute_cosines(flat.rows, vector)
        best = _NEAREST_COUNTS * np.maximum.reduceat(cosines, flat.begins)
        best += (1 - _NEAREST_COUNTS) * cosines[flat.begins]
        nearest = np.argsort(-best, kind="stable")[:most]
        ends = np.append(flat.begins[1:], len(cosines))
        near_pages = [
            (
                int(flat.pages[at]),
                int(np.argmax(cosines[flat.begins[at] : ends[at]])),
                float(best[at]),
            )
            for at in nearest
        ]
        places = np.minimum(np.searchsorted(flat.pages, among), len(flat.pages) - 1)
        is_there = flat.pages[places] == among
        return near_pages, np.where(is_there, best[places], 0.0).tolist()

    def _flatten(self) -> _Flat:
        """Return the pages as arrays, computed once after changes."""
        if self._flat is None:
            pages = sorted(page for page, rows in self._rows.items() if len(rows))
            rows = [self._rows[page] for page in pages]
            lengths = np.array([0, *map(len, rows)], np.int64)
            self._flat = _Flat(
                np.array(pages, np.int64),
                np.cumsum(lengths)[:-1],
                np.concatenate(rows) if rows else np.zeros(0, np.int32),
            )
        return self._flat


class VectorFile:
    """Vectors of one size, each in the row in which it was added."""

    def __init__(self, file: Path, size: int) -> None:
        """Open or create a file of vectors of `size` numbers, emptied if large. Raises OSError."""
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
        self._index_rows()

    def __enter__(self) -> VectorFile:
        """Return this object."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file."""
        os.close(self._descriptor)

    def find_row(self, key: int) -> int | None:
        """Return the row of the vector with a key, or None."""
        at = int(np.searchsorted(self._keys, np.uint64(key)))
        if at < len(self._keys) and int(self._keys[at]) == key:
            return int(self._order[at])
        return self._rows.get(key)

    def add_vectors(self, keys: Sequence[int], vectors: NDArray[np.float32]) -> None:
        """Append vectors with their keys. Raises OSError, and then adds nothing."""
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
        # Another preview may have written in the meantime.
        known = len(self._records)
        self._records = self._map_records()
        for row, key in enumerate(self._records["key"][known:].tolist(), known):
            self._rows[key] = row
        if len(self._rows) > len(self._keys) // 4 + 10_000:
            self._index_rows()

    def compute_cosines(self, rows: NDArray[np.int32], vector: NDArray[np.float32]) -> NDArray[Any]:
        """Return the cosines of a vector of length 1 with those in some rows."""
        cosines = np.empty(len(rows), np.float32)
        wide = np.empty((_AT_ONCE, len(vector)), np.float32)
        for begin in range(0, len(rows), _AT_ONCE):
            some = self._records[rows[begin : begin + _AT_ONCE]]
            np.copyto(wide[: len(some)], some["steps"])
            cosines[begin : begin + _AT_ONCE] = (wide[: len(some)] @ vector) * some["scale"]
            if begin % _HELD == _HELD - _AT_ONCE:
                self._release_pages()
        self._release_pages()
        return cosines

    def _release_pages(self) -> None:
        """Release the pages of the mapped file, if the system supports it."""
        if self._map is not None and sys.platform != "win32":
            self._map.madvise(mmap.MADV_DONTNEED)

    def _map_records(self) -> Any:
        """Map the file into memory again, and return its records."""
        length = os.fstat(self._descriptor).st_size // self._type.itemsize
        if not length:
            return np.zeros(0, self._type)
        # Uses the open file, since the cache may be deleted in the meantime.
        size = length * self._type.itemsize
        self._map = mmap.mmap(self._descriptor, size, access=mmap.ACCESS_READ)
        return np.frombuffer(self._map, self._type)

    def _index_rows(self) -> None:
        """Store the keys of all rows in two arrays, which are smaller than a dictionary."""
        keys = np.ascontiguousarray(self._records["key"])
        self._order = np.argsort(keys, kind="stable").astype(np.int32)
        self._keys = keys[self._order]
        self._rows.clear()


def hash_text_key(text: str) -> int:
    """Return a 64-bit hash of a text."""
    data = text.encode("utf-8", "replace")
    return int.from_bytes(hashlib.blake2b(data, digest_size=8).digest(), "little")
