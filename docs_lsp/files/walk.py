"""Walks over all files below a folder, following links, but never out of it or in circles."""

from __future__ import annotations

import os
import posixpath
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

SKIPPED_FOLDERS = frozenset({".git", "node_modules"})
"""The folders in which neither sites nor pages are looked for."""
LEFTOVER_PREFIX = ".docs-lsp."
JOURNAL_FILE = ".docs-lsp.journal"
LOCK_FILE = ".docs-lsp.lock"
"""The prefix of the names of all files that exist only while docs-lsp writes, or after a crash."""
# Links to folders can multiply each other; no site needs more than this.
_MAX_FOLLOWED_LINKS = 1000


def is_skipped(path: str) -> bool:
    """Return whether no walk reaches a path: it is a temporary file or in a skipped folder."""
    return is_temporary(path) or not SKIPPED_FOLDERS.isdisjoint(path.split("/"))


def is_temporary(path: str) -> bool:
    """Return whether a file exists only while docs-lsp writes, or after it was interrupted."""
    return path.rpartition("/")[2].startswith(LEFTOVER_PREFIX)


def has_interrupted_save(root: Path) -> bool:
    """Return whether a command may have been interrupted while it wrote to the site in a folder."""
    return os.path.lexists(root / JOURNAL_FILE) or os.path.lexists(root / LOCK_FILE)


class Walk:
    """A walk that is done once; it follows links to folders inside of its start folder."""

    __slots__ = ("_links_left", "_real_root", "_waiting", "linked_folders", "links")

    def __init__(self, real_root: str) -> None:
        """Start at a folder, given by its real path."""
        self._real_root = real_root
        self._links_left = _MAX_FOLLOWED_LINKS
        self._waiting = [_Folder(real_root, "")]
        self.links: dict[str, str] = {}
        """The real path of each followed or dangling link, by its path relative to the start."""
        self.linked_folders: set[str] = set()
        """The paths of links to folders that were followed: the service enters none."""

    def iter_files(self) -> Iterator[tuple[str, os.DirEntry[str]]]:
        """Yield all files by relative path, without temporary ones and `SKIPPED_FOLDERS`."""
        while self._waiting:
            folder = self._waiting.pop()
            prefix = folder.prefix
            for entry in _list_folder(folder.real):
                name = entry.name
                if name.startswith(LEFTOVER_PREFIX) or not (name.isascii() or is_encodable(name)):
                    continue
                if entry.is_file(follow_symlinks=False) or self._is_file_link(entry, prefix):
                    yield prefix + name, entry
                elif name not in SKIPPED_FOLDERS:
                    self._enqueue_folder(entry, folder)

    def _is_file_link(self, entry: os.DirEntry[str], prefix: str) -> bool:
        """Record a link to a file in the start folder; return whether it is one that exists."""
        if not entry.is_symlink():
            return False
        real = os.path.realpath(entry.path)
        if not is_below(real, self._real_root):
            return False
        kind = _get_target_kind(entry)
        if kind in (stat.S_IFREG, None):
            self.links[prefix + entry.name] = real
        return kind == stat.S_IFREG

    def _enqueue_folder(self, entry: os.DirEntry[str], folder: _Folder) -> None:
        """Add a folder to those to visit, one behind a link only if it may be followed."""
        prefix = f"{folder.prefix}{entry.name}/"
        if entry.is_dir(follow_symlinks=False):
            self._waiting.append(_Folder(entry.path, prefix, folder.linked))
        elif entry.is_symlink() and _get_target_kind(entry) == stat.S_IFDIR:
            real = os.path.realpath(entry.path)
            if self._may_follow(real, folder):
                self._links_left -= 1
                self.links[prefix[:-1]] = real
                self.linked_folders.add(prefix[:-1])
                self._waiting.append(_Folder(real, prefix, folder.linked | {real}))

    def _may_follow(self, real: str, folder: _Folder) -> bool:
        """Return whether a link's target is in the site and around no folder on the way to it."""
        return (
            self._links_left > 0
            and is_below(real, self._real_root)
            and not any(is_below(place, real) for place in (folder.real, *folder.linked))
        )


class _Folder(NamedTuple):
    """A folder still to be listed: its real path, its site path, the links passed to reach it."""

    real: str
    prefix: str
    linked: frozenset[str] = frozenset()


def is_encodable(name: str) -> bool:
    """Return whether a text can be written as UTF-8, that is has no lone surrogates."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def iter_upwards(path: str) -> Iterator[str]:
    """Yield a site path and the folders around it but the root, the innermost first."""
    while path:
        yield path
        path = path.rpartition("/")[0]


def list_parent_folders(paths: Iterable[str]) -> set[str]:
    """Return all folders around some files, except the root."""
    folders: set[str] = set()
    for path in paths:
        for folder in iter_upwards(path.rpartition("/")[0]):
            if folder in folders:
                break
            folders.add(folder)
    return folders


def _get_target_kind(entry: os.DirEntry[str]) -> int | None:
    """Return the file type of a link's target; None for a dangling or circular link."""
    try:
        return stat.S_IFMT(entry.stat().st_mode)
    except OSError:
        return None


def _list_folder(folder: str) -> list[os.DirEntry[str]]:
    """Return the entries of a folder; empty if it cannot be read or has just been deleted."""
    try:
        with os.scandir(folder) as entries:
            return list(entries)
    except OSError:
        return []


def is_below(path: str, folder: str) -> bool:
    """Return whether a path is a folder or inside of it; both without links."""
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)


def get_stem(path: str) -> str:
    """Return the name of a file without its folder and extension: `a` of `specs/a.json`."""
    return posixpath.splitext(posixpath.basename(path))[0]
