"""A tree of files in the memory of the shell.

One of its filesystems holds 10,000 files of 100 MB, and gets slower to write to with each. So the
root is one and every folder in it another, and a folder with much in it is divided once more.
"""

from __future__ import annotations

import logging
from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from posixpath import dirname
from typing import Self

from bashkit import FileSystem

logger = logging.getLogger(__name__)

_ROOM = 9_000
_BYTES = 90_000_000
"""Files and folders that one filesystem is given at most, and what they may weigh."""
_SLOW, _FEW = 1_000, 50
"""To write a file takes .04 ms for each thousand that its filesystem holds. So a folder with more
than that is divided as well, if it has few folders: each filesystem costs time at every command."""
MAX_FILE = 9_900_000
"""Bytes of a file that are shown; the shell has no room for more."""


class FileTree:
    """Files by their absolute paths. Reading and changing may happen in different threads."""

    def __init__(self) -> None:
        """Begin without a file."""
        self._parts: dict[str, FileSystem] = {"/": _empty()}
        self._sizes: Counter[str] = Counter()
        self._divided: set[str] = {"/"}
        self._paths: list[str] = []
        self.left_out: set[str] = set()
        """Files that the shell cannot hold: too many in one folder, or named in no way it knows."""

    @classmethod
    def from_texts(cls, texts: Mapping[str, bytes]) -> Self:
        """A tree with these files."""
        tree = cls()
        tree._divide(texts)
        for path in sorted(texts):
            tree._take(path, texts)
        return tree

    def update(self, changed: Mapping[str, bytes], gone: Iterable[str] = ()) -> None:
        """Write some files and remove others."""
        for path in gone:
            self._remove(path)
        for path in changed:
            self._take(path, changed)

    def read(self, path: str) -> bytes:
        """The content of a file; empty if it has just gone."""
        place, inside = self._locate(path)
        try:
            return self._parts[place].read_file(inside)
        except (OSError, RuntimeError):
            return b""

    def fill(self, paths: Iterable[str]) -> None:
        """See to it that the shell finds what stands in these files. Here it always does."""

    def fill_all(self) -> None:
        """See to it that the shell finds what stands in all files."""

    def hold(self) -> None:
        """Keep what the shell has, until `release`."""

    def release(self) -> None:
        """Be one of those no more that keep what the shell has."""

    def mounts(self) -> Iterator[tuple[str, FileSystem]]:
        """Every filesystem and where it belongs, outer ones first."""
        return iter(sorted(self._parts.items()))

    def is_file(self, path: str) -> bool:
        """Whether there is a file of this path."""
        at = bisect_left(self._paths, path)
        return at < len(self._paths) and self._paths[at] == path

    def is_folder(self, path: str) -> bool:
        """Whether there is a folder of this path."""
        return path == "/" or next(self.list_files(path), None) is not None

    def list_files(self, folder: str) -> Iterator[str]:
        """The files in and below a folder, sorted."""
        start = folder.rstrip("/") + "/"
        paths = self._paths
        for at in range(bisect_left(paths, start), len(paths)):
            if not paths[at].startswith(start):
                return
            yield paths[at]

    def _divide(self, texts: Mapping[str, bytes]) -> None:
        """Find the folders with too much for one filesystem."""
        sizes, weights = Counter[str](), Counter[str]()
        for path, size in self._sizes_of(texts):
            for folder in _folders(path):
                sizes[folder] += 1
                weights[folder] += min(size, MAX_FILE)
        inner = Counter(map(dirname, sizes))
        self._divided |= {
            folder
            for folder, size in sizes.items()
            if size > _ROOM or (size > _SLOW and inner[folder] <= _FEW)
        }
        self._divided |= {folder for folder, weight in weights.items() if weight > _BYTES}

    def _sizes_of(self, texts: Mapping[str, bytes]) -> Iterator[tuple[str, int]]:
        """About how many bytes each file has."""
        return ((path, len(text)) for path, text in texts.items())

    def _locate(self, path: str) -> tuple[str, str]:
        """The filesystem of a file, by the place where it is mounted, and the path inside."""
        place = "/"
        while place in self._divided:
            rest = path[len(place.rstrip("/")) + 1 :]
            head, slash, _ = rest.partition("/")
            if not slash:
                break
            place = f"{place.rstrip('/')}/{head}"
        return place, path[len(place.rstrip("/")) :]

    def _take(self, path: str, texts: Mapping[str, bytes]) -> None:
        """Take over one of some files."""
        self._write(path, texts[path])

    def _write(self, path: str, text: bytes) -> None:
        """Write a file, which may be there already."""
        place, inside = self._locate(path)
        is_new = not self.is_file(path)
        try:
            if is_new and self._sizes[place] >= _ROOM:
                raise RuntimeError("its folder holds too many files")
            part = self._part(place)
            folder = dirname(inside)
            if folder != "/" and not part.exists(folder):
                part.mkdir(folder, recursive=True)
            part.write_file(inside, truncate_text(text))
        except RuntimeError as error:
            # A name that is too long or has unseen signs in it, or a folder that is full.
            logger.warning("%.200s is not in the docs filesystem: %.200s", path, error)
            self._remove(path)  # What it was before is not true any more.
            self.left_out.add(path)
            return
        self.left_out.discard(path)
        if is_new:
            insort(self._paths, path)
            self._sizes[place] += 1

    def _part(self, place: str) -> FileSystem:
        if place not in self._parts:
            # What is mounted into a folder can only be seen if the folder is there.
            around, inside = self._locate(place)
            self._part(around).mkdir(inside, recursive=True)
            self._parts[place] = _empty()
        return self._parts[place]

    def _remove(self, path: str) -> None:
        self.left_out.discard(path)
        if not self.is_file(path):
            return
        place, inside = self._locate(path)
        self._parts[place].remove(inside)
        self._paths.remove(path)
        self._sizes[place] -= 1
        self._remove_empty(dirname(path))

    def _remove_empty(self, folder: str) -> None:
        while folder != "/" and not self.is_folder(folder):
            if folder in self._parts:
                del self._parts[folder]
            place, inside = self._locate(folder)
            if self._parts[place].exists(inside):
                self._parts[place].remove(inside, recursive=True)
            folder = dirname(folder)


def truncate_text(text: bytes) -> bytes:
    """As much of a text as the shell has room for."""
    if len(text) <= MAX_FILE:
        return text
    note = f"\n[Only the first {MAX_FILE:,} of {len(text):,} bytes are here.]\n"
    return text[:MAX_FILE] + note.encode()


def _folders(path: str) -> Iterator[str]:
    """The folders around a file, but for the root."""
    folder = dirname(path)
    while folder not in ("/", ""):
        yield folder
        folder = dirname(folder)


def _empty() -> FileSystem:
    """A filesystem without the folders that every new one comes with."""
    files = FileSystem()
    for entry in files.read_dir("/"):
        files.remove(f"/{entry['name']}", recursive=True)
    return files
