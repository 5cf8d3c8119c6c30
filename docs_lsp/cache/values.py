"""Stores values between runs of a program, in one file of the user's cache folder.

The key of a value is the hash of its input, so that a value is either right or missing. The file
begins with a fingerprint, the hash of everything that determines how values are computed: a file
with another one is ignored, as is a damaged file. It is replaced in one step, so that two programs
at once do no harm.
"""

from __future__ import annotations

import os
import secrets
import struct
import time
import zlib
from collections.abc import Mapping
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path

from docs_lsp.cache.folder import create_cache_folder
from docs_lsp.cache.limits import MOST_DAYS, MOST_VALUE_BYTES

_MAGIC = b"docs-lsp 1\n"
_KEY_SIZE = 16
_HEAD = struct.Struct(f"<{_KEY_SIZE}sII")
"""The fingerprint, the number of values, and the checksum of the rest."""
_PLACE = struct.Struct(f"<{_KEY_SIZE}sII")
"""The key of a value, its offset and its size in bytes."""
_DAY = 86_400


def hash_key(data: bytes) -> bytes:
    """Return the key, of 16 bytes, of a value that is computed from some bytes."""
    return blake2b(data, digest_size=_KEY_SIZE).digest()


class DiskCache:
    """The values stored under a name. If nothing can be stored, it is always empty."""

    def __init__(self, kind: str, name: str, fingerprint: bytes) -> None:
        """Load the stored values. Never raises.

        `kind` is the folder, `name` any text, and `fingerprint` a key that the file must have.
        """
        self._fingerprint = fingerprint
        self._path: Path | None = None
        self._data = b""
        self._places: dict[bytes, tuple[int, int]] = {}
        with suppress(OSError):
            self._path = (
                create_cache_folder(kind) / hash_key(name.encode("utf-8", "surrogateescape")).hex()
            )
            self._data = self._path.read_bytes()
            self._places = _locate_values(self._data, fingerprint)

    def __len__(self) -> int:
        """Return the number of values."""
        return len(self._places)

    def __contains__(self, key: bytes) -> bool:
        """Return whether a value is stored."""
        return key in self._places

    def get_value(self, key: bytes) -> bytes | None:
        """Return a value, or None if it is not stored."""
        place = self._places.get(key)
        return self._data[place[0] : place[0] + place[1]] if place else None

    def mark_used(self) -> None:
        """Renew the file's time, at most once a day, so that it is not removed as unused."""
        with suppress(OSError):
            if self._path and time.time() - self._path.stat().st_mtime > _DAY:
                os.utime(self._path)

    def save_values(self, values: Mapping[bytes, bytes]) -> None:
        """Store only these values for the next run; remove old files. Never raises."""
        if self._path is None:
            return
        temporary = self._path.with_name(f"{self._path.name}.{secrets.token_hex(8)}")
        try:
            descriptor = os.open(temporary, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
            with os.fdopen(descriptor, "wb") as file:
                file.write(_pack_values(values, self._fingerprint))
            temporary.replace(self._path)
            _remove_old_files(self._path)
        except OSError:
            with suppress(OSError):
                temporary.unlink()


def _pack_values(values: Mapping[bytes, bytes], fingerprint: bytes) -> bytes:
    """Return the content of a file with some values."""
    at = len(_MAGIC) + _HEAD.size + _PLACE.size * len(values)
    places = []
    for key, value in values.items():
        places.append(_PLACE.pack(key, at, len(value)))
        at += len(value)
    rest = b"".join([*places, *values.values()])
    return b"".join((_MAGIC, _HEAD.pack(fingerprint, len(values), zlib.crc32(rest)), rest))


def _locate_values(data: bytes, fingerprint: bytes) -> dict[bytes, tuple[int, int]]:
    """Return the offset and size of each value; empty for a damaged file or another fingerprint."""
    start = len(_MAGIC) + _HEAD.size
    if not data.startswith(_MAGIC) or len(data) < start:
        return {}
    actual, count, total = _HEAD.unpack_from(data, len(_MAGIC))
    rest = memoryview(data)[start:]
    if actual != fingerprint or len(rest) < count * _PLACE.size or zlib.crc32(rest) != total:
        return {}
    places = _PLACE.iter_unpack(rest[: count * _PLACE.size])
    return {key: (at, size) for key, at, size in places}


def _remove_old_files(ours: Path) -> None:
    """Remove long unused files beside ours, and the oldest ones while all are too large."""
    others = [(file.stat(), file) for file in ours.parent.iterdir() if file != ours]
    room = MOST_VALUE_BYTES - ours.stat().st_size
    for status, file in sorted(others, key=lambda pair: -pair[0].st_mtime):
        room -= status.st_size
        if room < 0 or time.time() - status.st_mtime > MOST_DAYS * _DAY:
            file.unlink()
