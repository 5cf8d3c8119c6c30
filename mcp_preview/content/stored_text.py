"""The texts of pages, which are on the disk, since those of a large site need much memory.

A text is appended once and never changes. The owner of a `StoredText` reads it when it is needed.
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
"""The size of a digest in bytes."""


class TextPlace(NamedTuple):
    """The place of a text in a file of texts."""

    start: int
    """The byte offset of the text."""
    length: int
    digest: bytes
    """The digest of its UTF-8 bytes."""
    is_blank: bool


class StoredText:
    """A text, in memory or in a file. Two are equal if their texts are."""

    __slots__ = ("__dict__", "_held", "file", "place")

    def __init__(
        self, held: str = "", file: TextFile | None = None, place: TextPlace | None = None
    ) -> None:
        """Create a text in memory, or at a place of a file."""
        self._held = held
        self.file = file
        self.place = place

    @property
    def markdown(self) -> str:
        """The text itself, read from the file if necessary."""
        if self.place is None or self.file is None:
            return self._held
        return self.file.read_text(self.place)

    @property
    def is_blank(self) -> bool:
        """Whether the text has nothing but white space."""
        return not self._held.strip() if self.place is None else self.place.is_blank

    @property
    def size(self) -> int:
        """The approximate size in bytes."""
        return len(self._held) if self.place is None else self.place.length

    @property
    def is_intact(self) -> bool:
        """Whether the file still has the text as written; always true for a text in memory."""
        return self.place is None or self.file is None or self.file.has_intact_text(self.place)

    @cached_property
    def digest(self) -> bytes:
        """The digest of the text, equal for equal texts."""
        return _digest(self._held.encode()) if self.place is None else self.place.digest

    def __eq__(self, other: object) -> bool:
        return isinstance(other, StoredText) and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    def __repr__(self) -> str:
        return f"StoredText({self.markdown!r})"


class TextFile:
    """A file of texts. Any thread may read; only one at a time may add."""

    def __init__(self, path: Path | None = None) -> None:
        """Open a file at a path, creating it if needed; without a path a temporary file.

        Raises `OSError` if it cannot be opened.
        """
        self.path = path
        self._lock = Lock()
        self._file = _open_temporary_file() if path is None else _open_private_file(path)
        self._end = self._file.seek(0, os.SEEK_END)
        # It is needed as long as one of its texts is in use.
        weakref.finalize(self, self._file.close)

    def append_text(self, text: str) -> StoredText:
        """Append a text and return it as stored here. Raises `OSError` if the disk is full.

        UTF-8 must be able to encode it.
        """
        data = text.encode()
        with self._lock:
            self._file.seek(self._end)
            self._file.write(data)
            self._file.flush()
            place = TextPlace(self._end, len(data), _digest(data), not text.strip())
            self._end += len(data)
        return StoredText("", self, place)

    def read_text(self, place: TextPlace) -> str:
        """Return the text at a place; damaged bytes become replacement characters."""
        return self._read_bytes(place).decode("utf-8", "replace")

    def has_intact_text(self, place: TextPlace) -> bool:
        """Return whether a place still has the text that was written there."""
        return _digest(self._read_bytes(place)) == place.digest

    def _read_bytes(self, place: TextPlace) -> bytes:
        if hasattr(os, "pread"):  # Not on Windows.
            return os.pread(self._file.fileno(), place.length, place.start)
        with self._lock:
            self._file.seek(place.start)
            return self._file.read(place.length)


def _open_temporary_file() -> IO[bytes]:
    return tempfile.TemporaryFile()


def _open_private_file(path: Path) -> IO[bytes]:
    """Open a file that only the user can read, creating it if needed."""
    return os.fdopen(os.open(path, os.O_CREAT | os.O_RDWR, 0o600), "r+b")


def _digest(data: bytes) -> bytes:
    return blake2b(data, digest_size=_DIGEST).digest()
