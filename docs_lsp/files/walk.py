"""One walk over all files below a folder, through links too, but never out of it or in circles."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

SKIPPED_FOLDERS = frozenset({".git", "node_modules"})
LEFTOVER_PREFIX = ".docs-lsp."
JOURNAL_FILE = ".docs-lsp.journal"
LOCK_FILE = ".docs-lsp.lock"
"""The names of all files that are there only while docs-lsp writes, or after a crash, begin so."""
# Links to folders may multiply each other; no site needs more of them than this.
_MAX_FOLLOWED_LINKS = 1000


def is_skipped(path: str) -> bool:
    """Whether no walk comes to a path: it leads through a folder that none enters, or is left over
    from writing."""
    return is_leftover(path) or not SKIPPED_FOLDERS.isdisjoint(path.split("/"))


def is_leftover(path: str) -> bool:
    """Whether a file is there only while docs-lsp writes, or since it was interrupted."""
    return path.rpartition("/")[2].startswith(LEFTOVER_PREFIX)


def has_interrupted_save(root: Path) -> bool:
    """Whether a command may have been interrupted while it wrote to the site in a folder."""
    return os.path.lexists(root / JOURNAL_FILE) or os.path.lexists(root / LOCK_FILE)


class Walk:
    """A walk that is taken once: it follows links to folders inside of the one it starts at."""

    __slots__ = ("_links_left", "_real_root", "_waiting", "linked_folders", "links")

    def __init__(self, real_root: str) -> None:
        """Start at a folder, given without any link on the way to it."""
        self._real_root = real_root
        self._links_left = _MAX_FOLLOWED_LINKS
        self._waiting = [_Folder(real_root, "")]
        self.links: dict[str, str] = {}
        """Where each link that was followed leads in the end, after its path from the start; and
        each that leads to nothing yet."""
        self.linked_folders: set[str] = set()
        """The paths of links to folders that were followed: the service enters none."""

    def entries(self) -> Iterator[tuple[str, os.DirEntry[str]]]:
        """All files below it, each after its path from there."""
        while self._waiting:
            folder = self._waiting.pop()
            prefix = folder.prefix
            for entry in _listing(folder.real):
                name = entry.name
                if name.startswith(LEFTOVER_PREFIX) or not (name.isascii() or is_utf8(name)):
                    continue
                if entry.is_file(follow_symlinks=False) or self._is_file_link(entry, prefix):
                    yield prefix + name, entry
                elif name not in SKIPPED_FOLDERS:
                    self._enter(entry, folder)

    def _is_file_link(self, entry: os.DirEntry[str], prefix: str) -> bool:
        if not entry.is_symlink():
            return False
        real = os.path.realpath(entry.path)
        if not is_below(real, self._real_root):
            return False
        kind = _kind(entry)
        if kind in (stat.S_IFREG, None):
            self.links[prefix + entry.name] = real
        return kind == stat.S_IFREG

    def _enter(self, entry: os.DirEntry[str], folder: _Folder) -> None:
        prefix = f"{folder.prefix}{entry.name}/"
        if entry.is_dir(follow_symlinks=False):
            self._waiting.append(_Folder(entry.path, prefix, folder.linked))
        elif entry.is_symlink() and _kind(entry) == stat.S_IFDIR:
            real = os.path.realpath(entry.path)
            if self._may_follow(real, folder):
                self._links_left -= 1
                self.links[prefix[:-1]] = real
                self.linked_folders.add(prefix[:-1])
                self._waiting.append(_Folder(real, prefix, folder.linked | {real}))

    def _may_follow(self, real: str, folder: _Folder) -> bool:
        """Whether a link's target lies in the site and not above any place on the way to it."""
        return (
            self._links_left > 0
            and is_below(real, self._real_root)
            and not any(is_below(place, real) for place in (folder.real, *folder.linked))
        )


class _Folder(NamedTuple):
    """A folder still to be listed: where it lies, its site path, the links passed to get here."""

    real: str
    prefix: str
    linked: frozenset[str] = frozenset()


def is_utf8(name: str) -> bool:
    """Whether a text can be written as UTF-8: it holds no half of a character."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def _kind(entry: os.DirEntry[str]) -> int | None:
    """What a link leads to; None for one that leads nowhere or in a circle."""
    try:
        return stat.S_IFMT(entry.stat().st_mode)
    except OSError:
        return None


def _listing(folder: str) -> list[os.DirEntry[str]]:
    """What a folder holds; nothing for one that may not be read or has just gone."""
    try:
        with os.scandir(folder) as entries:
            return list(entries)
    except OSError:
        return []


def is_below(path: str, folder: str) -> bool:
    """Whether a path is a folder or lies in it; both without links."""
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)
