"""Reads the files of a site: from disk, from memory, and from open buffers over either.

This is the only module that does. Paths are site paths: POSIX, relative to the folder of docs.json.
Every failure is a `FileFault`, whose text is a message for the user.

Code based on `paths` compares names exactly, as the live service does; `exists` asks the disk,
which may ignore case.
"""

from __future__ import annotations

import os
import posixpath
import stat
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from io import FileIO
from pathlib import Path, PurePath
from struct import Struct
from typing import NamedTuple, Protocol, TypeAlias

from docs_lsp.core.text import Text
from docs_lsp.files.walk import Walk, is_below

MAX_FILE_SIZE = 50 * 1024 * 1024

LONGEST_PATH = 4096
"""The greatest length of a site path in characters, as systems accept no longer ones."""
_SHOWN = 80
"""The number of characters shown of a longer path."""

_NO_NAMES = frozenset(("", ".", ".."))


FileVersion: TypeAlias = bytes
"""The fields of a `FileInfo` except its path, in 24 bytes.

A large site has tens of thousands of them, and as numbers they would take three times the space.
"""
_VERSION = Struct("<QQQ")
_MOST = (1 << 64) - 1


def pack_version(size: int, mtime_ns: int, inode: int) -> FileVersion:
    """Pack size, modification time and inode of a file; only the last 64 bits of each count."""
    return _VERSION.pack(size & _MOST, mtime_ns & _MOST, inode & _MOST)


def unpack_version(version: FileVersion) -> tuple[int, int, int]:
    """Return size, modification time and inode of a packed version.

    A missing time, or one before 1970, becomes later than all others.
    """
    size, mtime_ns, inode = _VERSION.unpack(version)
    return size, mtime_ns, inode


NO_VERSION = pack_version(0, -1, 0)
"""The version of text that is not a file."""


class FileFault(Exception):
    """A file cannot be read or written; `str` gives a message for the user."""


class FileInfo(NamedTuple):
    """A file of a site, with the data that distinguishes its versions.

    A buffer has no modification time: its `mtime_ns` is -1, so nothing may be cached by it. On a
    disk it is the later of the times at which content and entry changed, since programs can set the
    former.
    """

    path: str
    size: int
    mtime_ns: int
    inode: int = 0
    """The inode of the file; 0 if it has none, as on Windows."""

    @property
    def version(self) -> FileVersion:
        """The packed version of the file."""
        return pack_version(*self[1:])


class Files(Protocol):
    """The files of one site, wherever they are stored."""

    def read(self, path: str) -> bytes:
        """Return the content of a file. Raises `FileFault` if it cannot be read."""
        ...

    def exists(self, path: str) -> bool:
        """Return whether there is such a file (not a folder) inside the site."""
        ...

    def paths(self) -> Iterator[str]:
        """Yield the paths of all files; takes a third of the time of `walk`."""
        ...

    def walk(self) -> Iterator[FileInfo]:
        """Yield all files with size and modification time."""
        ...


class LayeredFiles(ABC):
    """Files that cover others, and hold more than reading one of them needs.

    An abstract class, because checking for the methods of a `Protocol` at each page takes half as
    long as reading its frontmatter.
    """

    __slots__ = ()

    @abstractmethod
    def get_source(self, path: str) -> Files:
        """Return files for reading only this path, which don't hold on to the others."""


class DiskFiles:
    """The files below a folder. Nothing outside of it is ever read, not even through a link."""

    __slots__ = ("_plain", "_prefixes", "_real_root", "_walked", "linked_folders", "root")

    def __init__(self, root: Path, *, at_once: bool = False) -> None:
        """Use a folder as the root of the site; it need not exist yet.

        `at_once` promises that the site is read once and then no more: then folders are assumed not
        to become links meanwhile, and the folder is listed once.
        """
        self.root = root
        self._real_root = os.path.realpath(root)
        roots = (str(root.absolute()), self._real_root)
        self._prefixes = tuple(root.rstrip(os.sep) + os.sep for root in roots)
        self._plain: set[str] | None = set() if at_once else None
        """The folders known to be reached without links; None unless read at once."""
        self.linked_folders: frozenset[str] = frozenset()
        """The paths of links to folders that the last walk followed."""
        self._walked: list[FileInfo] | None = None
        """All files, if they need not be listed again."""

    def read(self, path: str) -> bytes:
        """Return the content of a file of at most 50 MB. Raises `FileFault`."""
        real = self._require_real_path(path)
        try:
            status = os.lstat(real)  # A real path is not a link.
            _require_readable(path, status)
            # Thousands of pages are read, each in half the time without a buffer.
            with FileIO(real) as file:
                data = _read_all(file, status.st_size)
        except OSError as error:
            raise FileFault(_describe_error(path, error)) from error
        if len(data) > MAX_FILE_SIZE:
            raise FileFault(_describe_oversize(path, len(data)))
        return data

    def exists(self, path: str) -> bool:
        """Return whether the disk has such a file; some disks ignore case."""
        try:
            return self.require_disk_path(path).is_file()
        except (FileFault, OSError):
            return False

    def paths(self) -> Iterator[str]:
        """Yield the paths of all files, folder by folder, without `SKIPPED_FOLDERS`."""
        if self._plain is not None:
            return (info.path for info in self.walk())
        return (path for path, _ in self._iter_entries())

    def walk(self) -> Iterator[FileInfo]:
        """Yield the files of `paths`; one that vanishes meanwhile is left out."""
        if self._plain is None:
            return self._iter_infos()
        if self._walked is None:
            self._walked = list(self._iter_infos())
        return iter(self._walked)

    def _iter_infos(self) -> Iterator[FileInfo]:
        for path, entry in self._iter_entries():
            try:
                status = entry.stat()
            except OSError:
                continue
            changed = max(status.st_mtime_ns, status.st_ctime_ns)
            # On Windows a listed file has no inode.
            yield FileInfo(path, status.st_size, changed, status.st_ino)

    def to_site_path(self, path: str) -> str | None:
        """Return the site path of a file given by its full path; None outside of the site."""
        for prefix in self._prefixes:
            if path.startswith(prefix):
                return path[len(prefix) :].replace(os.sep, "/")
        return None

    def _iter_entries(self) -> Iterator[tuple[str, os.DirEntry[str]]]:
        """Yield the path and the directory entry of each file; sets `linked_folders` at the end."""
        walk = Walk(self._real_root)
        yield from walk.iter_files()
        self.linked_folders = frozenset(walk.linked_folders)

    def require_disk_path(self, path: str) -> Path:
        """Return the real path of a site path, existing or not. Raises `FileFault` outside."""
        return Path(self._require_real_path(path))

    def _require_real_path(self, path: str) -> str:
        """Return the real path of a file of the site. Raises `FileFault` outside of it."""
        if len(path) > LONGEST_PATH:
            raise FileFault(
                f"`{escape_path(path[:_SHOWN])}…` is too long for a path: it has "
                f"{len(path):,} characters, and at most {LONGEST_PATH:,} are allowed."
            )
        if not _stays_inside(path):
            raise FileFault(f"`{escape_path(path)}` is outside the site, so it is not read.")
        real = self._resolve_plain_file(path) or _resolve_real_path(self._real_root, path)
        if not is_below(real, self._real_root):
            raise FileFault(
                f"`{escape_path(path)}` is a link to a file outside the site, so it is not "
                "read. Put a copy of the file inside the site instead."
            )
        if self._plain is not None and real == f"{self._real_root}/{path}":
            self._plain.add(path.rpartition("/")[0])
        return real

    def _resolve_plain_file(self, path: str) -> str | None:
        """Return the real path of a file that is no link in a folder without links, or None."""
        folder, _, name = path.rpartition("/")
        if not self._plain or folder not in self._plain or name in _NO_NAMES:
            return None
        here = f"{self._real_root}/{path}"
        try:
            return None if stat.S_ISLNK(os.lstat(here).st_mode) else here
        except (OSError, ValueError):
            return None


def find_disk_files(files: Files) -> DiskFiles | None:
    """Return the files on the disk that some files are based on, or None."""
    innermost = _find_innermost_files(files)
    return innermost if isinstance(innermost, DiskFiles) else None


def find_linked_folders(files: Files) -> frozenset[str]:
    """Return the paths of links to folders that the last walk over some files followed."""
    innermost = _find_innermost_files(files)
    if isinstance(innermost, DiskFiles | MemoryFiles):
        return innermost.linked_folders
    return frozenset()


def _find_innermost_files(files: Files) -> Files:
    """Return the files that others are laid over."""
    while base := getattr(files, "_base", None) or getattr(files, "_before", None):
        files = base
    return files


class MemoryFiles:
    """Files held in memory, for tests and for text that is not on a disk."""

    __slots__ = ("_files", "linked_folders")

    def __init__(
        self, files: Mapping[str, bytes | str], linked_folders: Iterable[str] = ()
    ) -> None:
        """Hold the given files; text becomes UTF-8.

        `linked_folders` are the paths among them that are links to folders.
        """
        self.linked_folders = frozenset(linked_folders)
        self._files = {
            path: content.encode() if isinstance(content, str) else content
            for path, content in files.items()
        }

    def read(self, path: str) -> bytes:
        """Return the content of a file. Raises `FileFault` if it does not exist."""
        try:
            return self._files[path]
        except KeyError:
            raise FileFault(_describe_missing(path)) from None

    def exists(self, path: str) -> bool:
        """Return whether there is such a file."""
        return path in self._files

    def paths(self) -> Iterator[str]:
        """Yield the paths of all files."""
        return iter(tuple(self._files))

    def walk(self) -> Iterator[FileInfo]:
        """Yield all files."""
        return iter([FileInfo(path, len(data), 0) for path, data in self._files.items()])


class BufferedFiles(LayeredFiles):
    """Files covered by the open buffers of an editor, saved or not."""

    __slots__ = ("_base", "_buffers")

    def __init__(self, base: Files, buffers: Mapping[str, bytes]) -> None:
        """Lay buffers, by site path, over `base`."""
        self._base = base
        self._buffers = buffers

    def read(self, path: str) -> bytes:
        """Return the content of the buffer, or of the file if there is none."""
        buffer = self._buffers.get(path)
        return self._base.read(path) if buffer is None else buffer

    def exists(self, path: str) -> bool:
        """Return whether there is such a buffer or file."""
        return path in self._buffers or self._base.exists(path)

    def get_source(self, path: str) -> Files:
        """Return files for reading only this path, from its buffer if it has one."""
        buffer = self._buffers.get(path)
        base = get_single_source(self._base, path)
        return base if buffer is None else BufferedFiles(base, {path: buffer})

    def paths(self) -> Iterator[str]:
        """Yield the paths of all files and buffers, each once."""
        unsaved = dict.fromkeys(self._buffers)
        for path in self._base.paths():
            unsaved.pop(path, None)
            yield path
        yield from unsaved

    def walk(self) -> Iterator[FileInfo]:
        """Yield all files and buffers, each once, a buffer with its own size."""
        buffers = dict(self._buffers)
        for info in self._base.walk():
            if info.path not in buffers:
                yield info
        for path, data in buffers.items():
            yield FileInfo(path, len(data), -1)


class CachedFiles:
    """Files at one moment: each is read and looked up once."""

    __slots__ = ("_base", "_data", "_there")

    def __init__(self, base: Files) -> None:
        """Wrap files that do not change meanwhile."""
        self._base = base
        self._data: dict[str, bytes | str] = {}
        """The content of each file, or the message if it cannot be read."""
        self._there: dict[str, bool] = {}

    def read(self, path: str) -> bytes:
        """Return the content of a file. Raises `FileFault`."""
        content = self._data.get(path)
        if content is None:
            try:
                content = self._base.read(path)
            except FileFault as fault:
                content = str(fault)
            self._data[path] = content
        if isinstance(content, str):
            raise FileFault(content)
        return content

    def exists(self, path: str) -> bool:
        """Return whether there is such a file."""
        if path not in self._there:
            self._there[path] = self._base.exists(path)
        return self._there[path]

    def paths(self) -> Iterator[str]:
        """Yield the paths of all files."""
        return self._base.paths()

    def walk(self) -> Iterator[FileInfo]:
        """Yield all files."""
        return self._base.walk()


def get_single_source(files: Files, path: str) -> Files:
    """Return files for reading one path, which don't hold on to other buffers.

    For callers that keep it for long.
    """
    return files.get_source(path) if isinstance(files, LayeredFiles) else files


def read_text(files: Files, path: str) -> Text:
    """Return the text of a file; empty if it cannot be read."""
    return Text.from_data(read_bytes_or_empty(files, path))


def read_bytes_or_empty(files: Files, path: str) -> bytes:
    """Return the bytes of a file; empty if it cannot be read."""
    try:
        return files.read(path)
    except FileFault:
        return b""


def escape_path(path: str) -> str:
    """Return a path as printable text: odd bytes and control characters are escaped."""
    if path.isprintable():
        return path
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode() for char in path
    )


def _stays_inside(path: str) -> bool:
    """Return whether a path is relative and does not lead out of its folder, by its text alone."""
    if not path or "\0" in path:
        return False
    if (path[0] in "/\\" or ":" in path) and PurePath(path).anchor:
        return False
    if ".." not in path:
        return True
    return posixpath.normpath(path.replace(os.sep, "/")).split("/", 1)[0] != ".."


def _resolve_real_path(root: str, path: str) -> str:
    """Return the real path of a path below a real folder.

    Most paths contain no links. Checking that takes a third of the time of `realpath`, which also
    examines everything above the folder, for each of thousands of pages.
    """
    # Other systems have more kinds of links than this check recognizes.
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


def _read_all(file: FileIO, size: int) -> bytes:
    """Return the content of a file of some size; if it grew, a byte above the limit at most."""
    # Requesting 50 MB at once takes longer than reading an ordinary page.
    data = file.read(size + 1) or b""
    if 0 < len(data) != size:
        parts = [data]
        left = MAX_FILE_SIZE + 1 - len(data)
        while left > 0 and (more := file.read(left)):
            parts.append(more)
            left -= len(more)
        data = b"".join(parts)
    return data


def _require_readable(path: str, status: os.stat_result) -> None:
    """Raise `FileFault` unless a path's status is that of a regular file, not too large."""
    if stat.S_ISDIR(status.st_mode):
        raise FileFault(
            f"`{escape_path(path)}` is a folder, but a file is needed. Rename the folder."
        )
    # Opening a pipe would block forever.
    if not stat.S_ISREG(status.st_mode):
        raise FileFault(f"`{escape_path(path)}` is not a regular file, so it is not read.")
    if status.st_size > MAX_FILE_SIZE:
        raise FileFault(_describe_oversize(path, status.st_size))


def _describe_error(path: str, error: OSError) -> str:
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return _describe_missing(path)
    if isinstance(error, PermissionError):
        return f"`{escape_path(path)}` cannot be read: permission denied. Change its permissions."
    reason = (error.strerror or str(error)).rstrip(".")
    return f"`{escape_path(path)}` cannot be read: {reason}."


def _describe_missing(path: str) -> str:
    return f"`{escape_path(path)}` does not exist."


def _describe_oversize(path: str, size: int) -> str:
    limit = MAX_FILE_SIZE // 1024 // 1024
    return (
        f"`{escape_path(path)}` is {size / 1024 / 1024:.0f}MB; files over {limit} MB are not read."
    )
