"""Trees of files in the memory of the shell.

A filesystem of the shell holds 10,000 files of 100 MB, and writing becomes slower with each. So the
root and every folder in it have a filesystem each, and large folders are divided again. The texts
of a large site remain outside of the shell, mostly on the disk, until a command may read them.
"""

from __future__ import annotations

import logging
from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from itertools import islice
from posixpath import dirname
from threading import Lock
from typing import Self

from bashkit import FileSystem

from docs_lsp.core.freed_memory import release_memory
from docs_lsp.files.walk import iter_upwards
from mcp_preview.filesystem.virtual_files import VirtualFiles

logger = logging.getLogger(__name__)

_ROOM = 9_000
_BYTES = 90_000_000
"""The most files and folders of one filesystem, and their greatest size in bytes."""
_SLOW, _FEW = 1_000, 50
"""Writing a file takes 0.04 ms for each thousand files of its filesystem. So a folder with more
files is divided as well if it has few folders: each filesystem costs time at every command.
"""
MAX_FILE = 9_900_000
"""The most bytes of a file that are shown; the shell cannot hold more."""


class FileTree:
    """Files by absolute path. Reading and changing can happen in different threads."""

    def __init__(self) -> None:
        """Create an empty tree."""
        self._parts: dict[str, FileSystem] = {"/": create_empty_filesystem()}
        self._sizes: Counter[str] = Counter()
        self._divided: set[str] = {"/"}
        self._paths: list[str] = []
        self.left_out: set[str] = set()
        """The paths that the shell cannot hold: too many in one folder, or with an invalid name."""

    @classmethod
    def from_texts(cls, texts: Mapping[str, bytes]) -> Self:
        """Return a tree with these files, except those that the shell cannot hold."""
        tree = cls()
        tree._divide_large_folders(texts)
        for path in sorted(texts):
            tree._add_file(path, texts)
        return tree

    def update_files(self, changed: Mapping[str, bytes], removed: Iterable[str] = ()) -> None:
        """Write some files and remove others; record in `left_out` what the shell cannot hold."""
        for path in removed:
            self._remove_file(path)
        for path in changed:
            self._add_file(path, changed)

    def read_file(self, path: str) -> bytes:
        """Return the content of a file, cut if very large; empty if it no longer exists."""
        place, inside = self._locate(path)
        try:
            return self._parts[place].read_file(inside)
        except (OSError, RuntimeError):
            return b""

    def load_texts(self, paths: Iterable[str]) -> None:
        """Make the texts of these files available to the shell. Here they always are."""

    def load_all_texts(self) -> None:
        """Make the texts of all files available to the shell. Here they always are."""

    def hold_texts(self) -> AbstractContextManager[None]:
        """Return a context within which no texts are released. Here they never are."""
        return nullcontext()

    def iter_mounts(self) -> Iterator[tuple[str, FileSystem]]:
        """Return each filesystem with the path where it is mounted, outer ones first."""
        return iter(sorted(self._parts.items()))

    def is_file(self, path: str) -> bool:
        """Return whether a file has this path."""
        at = bisect_left(self._paths, path)
        return at < len(self._paths) and self._paths[at] == path

    def is_folder(self, path: str) -> bool:
        """Return whether a folder has this path."""
        return path == "/" or next(self.iter_files(path), None) is not None

    def iter_files(self, folder: str) -> Iterator[str]:
        """Yield the files in and below a folder, sorted."""
        start = folder.rstrip("/") + "/"
        paths = self._paths
        for at in range(bisect_left(paths, start), len(paths)):
            if not paths[at].startswith(start):
                return
            yield paths[at]

    def _divide_large_folders(self, texts: Mapping[str, bytes]) -> None:
        """Record which folders are so large that their folders get filesystems of their own."""
        sizes, weights = Counter[str](), Counter[str]()
        for path, size in self._estimate_sizes(texts):
            for folder in islice(iter_upwards(path), 1, None):
                sizes[folder] += 1
                weights[folder] += min(size, MAX_FILE)
        inner = Counter(map(dirname, sizes))
        self._divided |= {
            folder
            for folder, size in sizes.items()
            if size > _ROOM or (size > _SLOW and inner[folder] <= _FEW)
        }
        self._divided |= {folder for folder, weight in weights.items() if weight > _BYTES}

    def _estimate_sizes(self, texts: Mapping[str, bytes]) -> Iterator[tuple[str, int]]:
        """Return the approximate number of bytes of each file."""
        return ((path, len(text)) for path, text in texts.items())

    def _locate(self, path: str) -> tuple[str, str]:
        """Return the mount path of the filesystem of a file, and the path inside it."""
        place = "/"
        while place in self._divided:
            rest = path[len(place.rstrip("/")) + 1 :]
            head, slash, _ = rest.partition("/")
            if not slash:
                break
            place = f"{place.rstrip('/')}/{head}"
        return place, path[len(place.rstrip("/")) :]

    def _add_file(self, path: str, texts: Mapping[str, bytes]) -> None:
        """Write a file with its text from a mapping."""
        self._write_file(path, texts[path])

    def _write_file(self, path: str, text: bytes) -> None:
        """Write a file, cut if very large; log and record one that the shell cannot hold."""
        place, inside = self._locate(path)
        is_new = not self.is_file(path)
        try:
            if is_new and self._sizes[place] >= _ROOM:
                raise RuntimeError("its folder holds too many files")
            part = self._ensure_filesystem(place)
            folder = dirname(inside)
            if folder != "/" and not part.exists(folder):
                part.mkdir(folder, recursive=True)
            part.write_file(inside, truncate_text(text))
        except RuntimeError as error:
            # The name is too long or has invisible characters, or the folder is full.
            logger.warning("%.200s is not in the docs filesystem: %.200s", path, error)
            self._remove_file(path)  # Its old content is outdated.
            self.left_out.add(path)
            return
        self.left_out.discard(path)
        if is_new:
            insort(self._paths, path)
            self._sizes[place] += 1

    def _ensure_filesystem(self, place: str) -> FileSystem:
        """Return the filesystem of a mount path, created if missing."""
        if place not in self._parts:
            # A mount is visible only if its folder exists.
            around, inside = self._locate(place)
            self._ensure_filesystem(around).mkdir(inside, recursive=True)
            self._parts[place] = create_empty_filesystem()
        return self._parts[place]

    def _remove_file(self, path: str) -> None:
        """Remove a file and its empty folders, if it exists."""
        self.left_out.discard(path)
        if not self.is_file(path):
            return
        place, inside = self._locate(path)
        self._parts[place].remove(inside)
        self._paths.remove(path)
        self._sizes[place] -= 1
        self._remove_empty_folders(dirname(path))

    def _remove_empty_folders(self, folder: str) -> None:
        """Remove a folder and the folders around it, as long as they are empty."""
        while folder != "/" and not self.is_folder(folder):
            if folder in self._parts:
                del self._parts[folder]
            place, inside = self._locate(folder)
            if self._parts[place].exists(inside):
                self._parts[place].remove(inside, recursive=True)
            folder = dirname(folder)


def truncate_text(text: bytes) -> bytes:
    """Return the text of a file, cut and with a note if the shell cannot hold all of it."""
    if len(text) <= MAX_FILE:
        return text
    note = f"\n[Only the first {MAX_FILE:,} of {len(text):,} bytes are shown.]\n"
    return text[:MAX_FILE] + note.encode()


def create_empty_filesystem() -> FileSystem:
    """Return a filesystem without the default folders."""
    files = FileSystem()
    for entry in files.read_dir("/"):
        files.remove(f"/{entry['name']}", recursive=True)
    return files


class LargeFileTree(FileTree):
    """Files by absolute path, which the shell has without their texts until it needs these."""

    def __init__(self) -> None:
        """Create an empty tree."""
        super().__init__()
        self._texts: dict[str, Mapping[str, bytes]] = {}
        self._filled: dict[str, int] = {}
        self._is_full = False
        self._holders = 0
        self._lock = Lock()

    @property
    def loaded_size(self) -> int:
        """The number of bytes of text that the shell holds now."""
        return sum(self._filled.copy().values())

    def read_file(self, path: str) -> bytes:
        """Return the content of a file, cut if very large; empty if it no longer exists."""
        texts = self._texts.get(path)
        return b"" if texts is None else truncate_text(texts[path])

    def load_texts(self, paths: Iterable[str]) -> None:
        """Make the texts of these files available to the shell."""
        for path in paths:
            with self._lock:
                if path not in self._filled and path in self._texts:
                    self._store_file(path, self._texts[path], with_text=True)

    def load_all_texts(self) -> None:
        """Make the texts of all files available to the shell."""
        self._is_full = True
        self.load_texts([*self._texts])

    @contextmanager
    def hold_texts(self) -> Iterator[None]:
        """Return a context within which no texts are released."""
        with self._lock:
            self._holders += 1
        try:
            yield
        finally:
            with self._lock:
                self._holders -= 1

    def release_texts(self) -> None:
        """Release all texts of the shell, unless a command still holds them."""
        for path in [*self._filled]:
            with self._lock:
                if self._holders:
                    return
                self._is_full = False
                if self._filled.pop(path, None) is not None:
                    self._write_file(path, b"")
        release_memory()

    def _add_file(self, path: str, texts: Mapping[str, bytes]) -> None:
        """Write a file, with its text only if the shell needs it."""
        with self._lock:
            self._store_file(path, texts, with_text=self._is_full or path in self._filled)

    def _store_file(self, path: str, texts: Mapping[str, bytes], *, with_text: bool) -> None:
        """Write a file with or without its text, and remember where the text comes from."""
        text = texts[path] if with_text else b""
        self._write_file(path, text)
        if self.is_file(path):
            self._texts[path] = texts
            if with_text:
                self._filled[path] = len(text)

    def _remove_file(self, path: str) -> None:
        """Remove a file and its text."""
        self._texts.pop(path, None)
        self._filled.pop(path, None)
        super()._remove_file(path)

    def _estimate_sizes(self, texts: Mapping[str, bytes]) -> Iterator[tuple[str, int]]:
        """Return the approximate number of bytes of each file, without reading pages."""
        if isinstance(texts, VirtualFiles):
            return texts.iter_approximate_sizes()
        return super()._estimate_sizes(texts)
