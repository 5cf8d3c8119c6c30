"""The texts of pages, which stay on the disk: those of a large site are more than all the rest.

A text is written once, behind those before it, and never changes. Whoever holds a `StoredText`
reads it when it is needed.
"""

from __future__ import annotations

import os
import tempfile
import weakref
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from threading import Lock
from typing import IO, NamedTuple

_DIGEST = 16
"""Bytes of a digest."""


class TextPlace(NamedTuple):
    """Where a text lies in a file of texts."""

    start: int
    """In bytes."""
    length: int
    digest: bytes
    """Of its UTF-8."""
    is_blank: bool


class StoredText:
    """One text, in memory or in a file. Two are equal when they say the same."""

    __slots__ = ("__dict__", "_held", "file", "place")

    def __init__(
        self, held: str = "", file: TextFile | None = None, place: TextPlace | None = None
    ) -> None:
        """A text that is held in memory, or one at a place of a file."""
        self._held = held
        self.file = file
        self.place = place

    @property
    def markdown(self) -> str:
        """The text itself."""
        return self._held if self.place is None or self.file is None else self.file.read(self.place)

    @property
    def is_blank(self) -> bool:
        """Whether there is nothing in it."""
        return not self._held.strip() if self.place is None else self.place.is_blank

    @property
    def size(self) -> int:
        """About how many bytes it takes."""
        return len(self._held) if self.place is None else self.place.length

    @property
    def is_whole(self) -> bool:
        """Whether it can be read as it was written."""
        return self.place is None or self.file is None or self.file.has(self.place)

    @cached_property
    def digest(self) -> bytes:
        """What is the same for texts that are."""
        return _digest(self._held.encode()) if self.place is None else self.place.digest

    def __eq__(self, other: object) -> bool:
        return isinstance(other, StoredText) and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    def __repr__(self) -> str:
        return f"StoredText({self.markdown!r})"


class TextFile:
    """A file of texts. Any thread may read, one at a time adds."""

    def __init__(self, path: Path | None = None) -> None:
        """A file at a path, made unless it is there; without one a file that nobody else sees.

        Raises OSError where it cannot be opened.
        """
        self.path = path
        self._lock = Lock()
        self._file = _open_temporary_file() if path is None else _open_private_file(path)
        self._end = self._file.seek(0, os.SEEK_END)
        # It is needed for as long as somebody holds one of its texts.
        weakref.finalize(self, self._file.close)

    def add(self, text: str) -> StoredText:
        """Write a text that has only signs that UTF-8 knows. Raises OSError for a full disk."""
        data = text.encode()
        with self._lock:
            self._file.seek(self._end)
            self._file.write(data)
            self._file.flush()
            place = TextPlace(self._end, len(data), _digest(data), not text.strip())
            self._end += len(data)
        return StoredText("", self, place)

    def read(self, place: TextPlace) -> str:
        """The text at a place; what the disk has damaged in it is shown by signs that say so."""
        return self._bytes(place).decode("utf-8", "replace")

    def has(self, place: TextPlace) -> bool:
        """Whether a place still holds the text that was written there."""
        return _digest(self._bytes(place)) == place.digest

    def _bytes(self, place: TextPlace) -> bytes:
        if hasattr(os, "pread"):  # Not on Windows.
            return os.pread(self._file.fileno(), place.length, place.start)
        with self._lock:
            self._file.seek(place.start)
            return self._file.read(place.length)


def _open_temporary_file() -> IO[bytes]:
    return tempfile.TemporaryFile()


def _open_private_file(path: Path) -> IO[bytes]:
    return os.fdopen(os.open(path, os.O_CREAT | os.O_RDWR, 0o600), "r+b")


def _digest(data: bytes) -> bytes:
    return blake2b(data, digest_size=_DIGEST).digest()
