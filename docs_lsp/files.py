"""The only place that opens files: disk, memory, and open buffers laid over either.

Paths are site paths: POSIX, relative to the folder that holds docs.json. Whatever goes wrong
with a file is a `FileFault`, whose text is a sentence for the writer.

Names are compared letter by letter in everything built on `paths`, as the live service does;
`exists` asks the disk, and a disk may ignore upper and lower case.
"""

from __future__ import annotations

import os
import posixpath
import stat
from collections.abc import Iterator, Mapping
from io import FileIO
from pathlib import Path, PurePath
from typing import NamedTuple, Protocol

MAX_FILE_SIZE = 50 * 1024 * 1024

_NO_NAMES = frozenset(("", ".", ".."))
_SKIPPED_FOLDERS = frozenset({".git", "node_modules"})
# Links to folders may multiply each other; no site needs more of them than this.
_MAX_FOLLOWED_LINKS = 1000


class FileFault(Exception):
    """A file that cannot be read; `str` gives the sentence for the writer."""


class FileInfo(NamedTuple):
    """One file of a site, with what tells two versions of it apart.

    A buffer has no time of change: its `mtime_ns` is -1, so nothing may be cached by it.
    """

    path: str
    size: int
    mtime_ns: int


class Files(Protocol):
    """The files of one site, wherever they are kept."""

    def read(self, path: str) -> bytes:
        """The content of a file; `FileFault` when there is none to be had."""
        ...

    def exists(self, path: str) -> bool:
        """Whether there is such a file (not a folder) inside the site."""
        ...

    def paths(self) -> Iterator[str]:
        """The paths of all files; costs a third of `walk`."""
        ...

    def walk(self) -> Iterator[FileInfo]:
        """All files with size and time of change."""
        ...


class DiskFiles:
    """The files below a folder. Nothing outside of it is ever read, not even through a link."""

    __slots__ = ("_real_root", "root")

    def __init__(self, root: Path) -> None:
        """Take a folder as the site's root; it need not exist yet."""
        self.root = root
        self._real_root = os.path.realpath(root)

    def read(self, path: str) -> bytes:
        """The content of a file, at most 50 MB."""
        real = self._place(path)
        try:
            found = os.lstat(real)  # What is real is no link.
            _refuse_unreadable(path, found)
            # Thousands of pages are read: without a buffer each takes half the time.
            with FileIO(real) as file:
                data = _all_of(file, found.st_size)
        except OSError as error:
            raise FileFault(_sentence(path, error)) from error
        if len(data) > MAX_FILE_SIZE:
            raise FileFault(_too_large(path, len(data)))
        return data

    def exists(self, path: str) -> bool:
        """Whether the disk has such a file; some disks ignore upper and lower case."""
        try:
            return self.place(path).is_file()
        except (FileFault, OSError):
            return False

    def paths(self) -> Iterator[str]:
        """The paths of all files, folder by folder."""
        return (path for path, _ in self._entries())

    def walk(self) -> Iterator[FileInfo]:
        """All files; one that vanishes meanwhile is left out."""
        for path, entry in self._entries():
            try:
                found = entry.stat()
            except OSError:
                continue
            yield FileInfo(path, found.st_size, found.st_mtime_ns)

    def site_path(self, path: str) -> str | None:
        """The site path of a file given by its full path; None outside of the site."""
        for root in (str(self.root.absolute()), self._real_root):
            prefix = root.rstrip(os.sep) + os.sep
            if path.startswith(prefix):
                return path[len(prefix) :].replace(os.sep, "/")
        return None

    def _entries(self) -> Iterator[tuple[str, os.DirEntry[str]]]:
        return _Walk(self._real_root).entries()

    def place(self, path: str) -> Path:
        """Where a file lies, or would lie, on the disk; `FileFault` outside of the site."""
        return Path(self._place(path))

    def _place(self, path: str) -> str:
        if not _stays_inside(path):
            raise FileFault(f"`{shown(path)}` lies outside of the site, so it is not read.")
        real = _real(self._real_root, path)
        if not _is_below(real, self._real_root):
            raise FileFault(
                f"`{shown(path)}` is a link that leads out of the site, so it is not read. "
                "Put a copy of the file inside the site instead."
            )
        return real


class _Folder(NamedTuple):
    """A folder still to be listed: where it lies, its site path, the links passed to get here."""

    real: str
    prefix: str
    linked: frozenset[str] = frozenset()


class _Walk:
    """One walk over a folder: follows links to folders inside of it, but never in circles."""

    __slots__ = ("_links_left", "_real_root", "_waiting")

    def __init__(self, real_root: str) -> None:
        self._real_root = real_root
        self._links_left = _MAX_FOLLOWED_LINKS
        self._waiting = [_Folder(real_root, "")]

    def entries(self) -> Iterator[tuple[str, os.DirEntry[str]]]:
        """All files with their site paths."""
        while self._waiting:
            folder = self._waiting.pop()
            prefix = folder.prefix
            for entry in _listing(folder.real):
                name = entry.name
                if not name.isascii() and not _is_utf8(name):
                    continue
                if entry.is_file(follow_symlinks=False) or self._is_file_link(entry):
                    yield prefix + name, entry
                elif name not in _SKIPPED_FOLDERS:
                    self._enter(entry, folder)

    def _is_file_link(self, entry: os.DirEntry[str]) -> bool:
        return (
            entry.is_symlink()
            and _is_below(os.path.realpath(entry.path), self._real_root)
            and _kind(entry) == stat.S_IFREG
        )

    def _enter(self, entry: os.DirEntry[str], folder: _Folder) -> None:
        prefix = f"{folder.prefix}{entry.name}/"
        if entry.is_dir(follow_symlinks=False):
            self._waiting.append(_Folder(entry.path, prefix, folder.linked))
        elif entry.is_symlink() and _kind(entry) == stat.S_IFDIR:
            real = os.path.realpath(entry.path)
            if self._may_follow(real, folder):
                self._links_left -= 1
                self._waiting.append(_Folder(real, prefix, folder.linked | {real}))

    def _may_follow(self, real: str, folder: _Folder) -> bool:
        """Whether a link's target lies in the site and not above any place on the way to it."""
        return (
            self._links_left > 0
            and _is_below(real, self._real_root)
            and not any(_is_below(place, real) for place in (folder.real, *folder.linked))
        )


class MemoryFiles:
    """Files kept in memory, for tests and for text that has no disk."""

    __slots__ = ("_files",)

    def __init__(self, files: Mapping[str, bytes | str]) -> None:
        """Keep the given files; text becomes UTF-8."""
        self._files = {
            path: content.encode() if isinstance(content, str) else content
            for path, content in files.items()
        }

    def read(self, path: str) -> bytes:
        """The content of a file."""
        try:
            return self._files[path]
        except KeyError:
            raise FileFault(_missing(path)) from None

    def exists(self, path: str) -> bool:
        """Whether there is such a file."""
        return path in self._files

    def paths(self) -> Iterator[str]:
        """The paths of all files."""
        return iter(tuple(self._files))

    def walk(self) -> Iterator[FileInfo]:
        """All files."""
        return iter([FileInfo(path, len(data), 0) for path, data in self._files.items()])


class Overlay:
    """Open buffers over other files: what the editor holds counts, saved or not."""

    __slots__ = ("_base", "_buffers")

    def __init__(self, base: Files, buffers: Mapping[str, bytes]) -> None:
        """Lay buffers, by site path, over `base`."""
        self._base = base
        self._buffers = buffers

    def read(self, path: str) -> bytes:
        """The buffer's content where there is one, the file's otherwise."""
        buffer = self._buffers.get(path)
        return self._base.read(path) if buffer is None else buffer

    def exists(self, path: str) -> bool:
        """Whether there is such a buffer or file."""
        return path in self._buffers or self._base.exists(path)

    def paths(self) -> Iterator[str]:
        """The paths of all files and buffers, each once."""
        unsaved = dict.fromkeys(self._buffers)
        for path in self._base.paths():
            unsaved.pop(path, None)
            yield path
        yield from unsaved

    def walk(self) -> Iterator[FileInfo]:
        """All files and buffers, each once, a buffer with its own size."""
        buffers = dict(self._buffers)
        for info in self._base.walk():
            if info.path not in buffers:
                yield info
        for path, data in buffers.items():
            yield FileInfo(path, len(data), -1)


def shown(path: str) -> str:
    """A path as text that can always be printed and sent: odd bytes and controls escaped."""
    if path.isprintable():
        return path
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode() for char in path
    )


def _stays_inside(path: str) -> bool:
    if not path or "\0" in path:
        return False
    if (path[0] in "/\\" or ":" in path) and PurePath(path).anchor:
        return False
    if ".." not in path:
        return True
    return posixpath.normpath(path.replace(os.sep, "/")).split("/", 1)[0] != ".."


def _real(root: str, path: str) -> str:
    """Where a path below a real folder leads in the end.

    Most lead through no links. That is told in a third of the time that `realpath` takes, which
    also looks at all that lies above the folder, for each of thousands of pages.
    """
    # Other systems have more kinds of links than can be told like this.
    here = root if os.name == "posix" else ""
    try:
        for name in path.split("/") if here else ():
            here = f"{here}/{name}"
            if name in _NO_NAMES or stat.S_ISLNK(os.lstat(here).st_mode):
                here = ""
                break
    except (OSError, ValueError):
        here = ""
    return here or os.path.realpath(f"{root}/{path}")


def _all_of(file: FileIO, size: int) -> bytes:
    """What a file holds that had this size a moment ago; of a larger one, enough to tell."""
    # To ask for 50 MB at once would take longer than to read an ordinary page.
    data = file.read(size + 1) or b""
    if 0 < len(data) != size:
        parts = [data]
        left = MAX_FILE_SIZE + 1 - len(data)
        while left > 0 and (more := file.read(left)):
            parts.append(more)
            left -= len(more)
        data = b"".join(parts)
    return data


def _is_below(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)


def _is_utf8(name: str) -> bool:
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


def _refuse_unreadable(path: str, found: os.stat_result) -> None:
    if stat.S_ISDIR(found.st_mode):
        raise FileFault(f"`{shown(path)}` is a folder where a file is needed. Rename the folder.")
    # Opening a pipe would wait for ever.
    if not stat.S_ISREG(found.st_mode):
        raise FileFault(f"`{shown(path)}` is no ordinary file, so it is not read.")
    if found.st_size > MAX_FILE_SIZE:
        raise FileFault(_too_large(path, found.st_size))


def _sentence(path: str, error: OSError) -> str:
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return _missing(path)
    if isinstance(error, PermissionError):
        return f"`{shown(path)}` may not be read. Give yourself permission to read it."
    reason = (error.strerror or str(error)).rstrip(".")
    return f"`{shown(path)}` cannot be read: {reason}."


def _missing(path: str) -> str:
    return f"`{shown(path)}` does not exist."


def _too_large(path: str, size: int) -> str:
    limit = MAX_FILE_SIZE // 1024 // 1024
    return (
        f"`{shown(path)}` is {size / 1024 / 1024:.0f} MB large; files over {limit} MB are not read."
    )
