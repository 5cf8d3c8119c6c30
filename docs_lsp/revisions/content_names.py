"""Computes git's names for file contents without git."""

from __future__ import annotations

from hashlib import sha1


def hash_as_blob(data: bytes) -> bytes:
    """Return git's name for the content of a file, 40 hexadecimal digits."""
    return sha1(b"blob %d\0%b" % (len(data), data), usedforsecurity=False).hexdigest().encode()


def list_possible_names(data: bytes) -> frozenset[bytes]:
    """Return the names that content may have in a repository, whose line breaks may differ."""
    return frozenset(map(hash_as_blob, (data, data.replace(b"\r\n", b"\n"))))
