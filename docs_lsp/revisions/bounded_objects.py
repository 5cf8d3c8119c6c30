"""The objects of a repository, each within bounds that are checked before it is unpacked.

A few bytes of an object can stand for gigabytes: it is compressed, and most of those in a pack say
only how they differ from another one. So the size that each of them claims is read first, which
the library then holds it to.
"""

from __future__ import annotations

import zlib
from io import FileIO
from pathlib import Path
from typing import Any, NamedTuple

from dulwich.errors import ChecksumMismatch, ObjectFormatException
from dulwich.object_store import DiskObjectStore
from dulwich.pack import ApplyDeltaError

from docs_lsp.files.files import MAX_FILE_SIZE
from docs_lsp.revisions.fault import RevisionFault

LONGEST_CHAIN = 4_096
"""How many differences on top of each other are followed; git makes at most 4,095."""

_MOST_IN_CHAIN = 20 * MAX_FILE_SIZE
"""So many bytes are unpacked for one object, all that it is made from together."""
_OFFSET_DELTA, _NAMED_DELTA = 6, 7
_LONGEST_HEAD = 512
"""Bytes of an entry that tell its sizes."""
_LONGEST_NUMBER = 10


DAMAGE = (
    *(ChecksumMismatch, ObjectFormatException, ApplyDeltaError),
    *(zlib.error, ValueError, AssertionError, OSError),
)
"""What the library raises for an object that is not what it should be."""


class TooLarge(Exception):
    """An object over the bound; `size` is in bytes."""

    def __init__(self, size: int) -> None:
        """Keep its size."""
        super().__init__(size)
        self.size = size


class BoundedObjects(DiskObjectStore):
    """The objects of one repository alone, without those that it borrows elsewhere."""

    def __init__(self, folder: Path) -> None:
        """Read from this folder `objects`."""
        super().__init__(str(folder), loose_object_size_limit=MAX_FILE_SIZE)
        self._is_partial = any(folder.glob("pack/*.promisor"))
        self._known_packs: list[Any] | None = None
        self._opened: dict[str, FileIO] = {}
        self._sizes: dict[tuple[str, int], int] = {}
        """Of each entry of a pack that is known to be within bounds: its size when unpacked."""

    @property
    def alternates(self) -> list[Any]:
        """None."""
        return []

    def get_midx(self) -> None:
        """None: it names packs, and could name others than are here."""
        return None

    def get_commit_graph(self) -> None:
        """None: what it says of commits is not checked against them."""
        return None

    def get_raw(self, name: bytes) -> tuple[int, bytes]:
        """The type of an object and its content. Raises `KeyError` where it is not here, and
        `TooLarge`."""
        self.size(name)
        type_and_content: tuple[int, bytes] = super().get_raw(name)
        return type_and_content

    def size(self, name: bytes) -> int:
        """The size of an object in a pack, in bytes; 0 for one outside, which is bounded by the
        library. Raises `TooLarge`."""
        if self._known_packs is None:
            self._known_packs = list(self.packs)  # To look for new ones each time takes longer.
        for pack in self._known_packs:
            try:
                offset = pack.index.object_offset(name)
            except KeyError:
                continue
            return self._measure_entry(pack, offset)
        return 0

    def close(self) -> None:
        """Let go of all files."""
        super().close()
        while self._opened:
            self._opened.popitem()[1].close()

    def explain_missing(self, name: bytes) -> RevisionFault:
        """Why an object is not here."""
        shown = name[:12].decode("ascii", "replace")
        if self._is_partial:
            return RevisionFault(
                f"The clone is partial, and object {shown} is not in it. Fetch it with git first, "
                "such as by `git fetch --refetch --no-filter`."
            )
        return RevisionFault(
            f"Object {shown} is not in the repository. `git fsck` says what is wrong with it."
        )

    def _measure_entry(self, pack: Any, offset: int) -> int:
        """The size of an entry, all those that it is made from being within bounds as well."""
        name, at = str(pack.data.filename), offset
        if (name, at) in self._sizes:
            return self._sizes[name, at]
        sizes: dict[tuple[str, int], int] = {}
        total = 0
        while (name, at) not in self._sizes:
            head = _EntryHead.parse(self._read(name, at))
            total += head.stored + head.unpacked
            if max(head.stored, head.unpacked) > MAX_FILE_SIZE or total > _MOST_IN_CHAIN:
                raise TooLarge(max(head.stored, head.unpacked))
            sizes[name, at] = head.unpacked
            if len(sizes) > LONGEST_CHAIN:
                raise RevisionFault("An object of the repository is made from too many others.")
            if head.base is None:
                break
            at = _base_of(head.base, at, pack)
            if (name, at) in sizes:
                raise RevisionFault("An object of the repository is made from itself.")
        self._sizes.update(sizes)
        return sizes[name, offset]

    def _read(self, pack: str, offset: int) -> bytes:
        """The first bytes of an entry; none outside of the pack."""
        file = self._opened.get(pack)
        if file is None:
            file = self._opened[pack] = FileIO(Path(self.pack_dir, pack))
        file.seek(max(0, offset))
        return file.read(_LONGEST_HEAD) if offset > 0 else b""


class _EntryHead(NamedTuple):
    """What the first bytes of an entry of a pack say."""

    stored: int
    """The size that it claims for itself, in bytes: that of the differences where it is such."""
    unpacked: int
    """The size of the object."""
    base: int | bytes | None
    """How far before it that lies which it differs from, or the name of that."""

    @classmethod
    def parse(cls, data: bytes) -> _EntryHead:
        """Read it. Raises `RevisionFault`."""
        try:
            kind = data[0] >> 4 & 7
            rest, at = _number(data, 0) if data[0] & 0x80 else (data[0], 1)
            stored = (rest >> 7 << 4 | rest & 15) if data[0] & 0x80 else rest & 15
            if kind not in (_OFFSET_DELTA, _NAMED_DELTA):
                return cls(stored, stored, None)
            base: int | bytes = data[at : at + 20]
            if kind == _NAMED_DELTA:
                at += 20
            else:
                base, at = _distance(data, at)
            sizes = zlib.decompressobj().decompress(data[at:], 2 * _LONGEST_NUMBER)
            _, behind = _number(sizes, 0)
            return cls(stored, _number(sizes, behind)[0], base)
        except (IndexError, zlib.error):
            raise RevisionFault(
                "A pack of the repository is damaged. `git fsck` says what is wrong with it."
            ) from None


def _base_of(base: int | bytes, at: int, pack: Any) -> int:
    if isinstance(base, int):
        return at - base
    try:
        offset: int = pack.index.object_offset(base)
    except KeyError:
        raise RevisionFault("An object of the repository is made from one that is not.") from None
    return offset


def _number(data: bytes, at: int) -> tuple[int, int]:
    """A number of seven bits in each byte, the lowest first, and where it ends."""
    number = 0
    for place in range(_LONGEST_NUMBER):
        byte = data[at + place]
        number |= (byte & 0x7F) << (7 * place)
        if not byte & 0x80:
            return number, at + place + 1
    raise IndexError


def _distance(data: bytes, at: int) -> tuple[int, int]:
    """A distance, the highest bits first, and where it ends."""
    number = -1
    for place in range(_LONGEST_NUMBER):
        byte = data[at + place]
        number = (number + 1) << 7 | byte & 0x7F
        if not byte & 0x80:
            return number, at + place + 1
    raise IndexError
