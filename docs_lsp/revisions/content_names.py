"""The names that git gives to what a file holds, found without git."""

from __future__ import annotations

from hashlib import sha1


def content_name(data: bytes) -> bytes:
    """The name that git gives to what a file holds, 40 hexadecimal digits."""
    return sha1(b"blob %d\0%b" % (len(data), data), usedforsecurity=False).hexdigest().encode()


def content_names(data: bytes) -> frozenset[bytes]:
    """The names that it may have in a repository, where lines may end otherwise than on the
    disk."""
    return frozenset(map(content_name, (data, data.replace(b"\r\n", b"\n"))))
