"""The only place that reads the files of a site: disk, memory, and open buffers laid over either.

Paths are site paths: POSIX, relative to the folder that holds docs.json. Whatever goes wrong
with a file is a `FileFault`, whose text is a sentence for the writer.

Names are compared letter by letter in everything built on `paths`, as the live service does;
`exists` asks the disk, and a disk may ignore upper and lower case.
"""

from __future__ import annotations

import os
import posixpath
import stat
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from io import FileIO
from pathlib import Path, PurePath
from struct import Struct
from typing import NamedTuple, Protocol, TypeAlias

from docs_lsp.core.text import Text
from docs_lsp.files.walk import Walk, is_below

MAX_FILE_SIZE = 50 * 1024 * 1024

LONGEST_PATH = 4096
"""How many characters a site path may have; systems take no longer one, so nothing has it."""
_SHOWN = 80
"""How many characters of a longer path are shown."""

_NO_NAMES = frozenset(("", ".", ".."))


FileVersion: TypeAlias = bytes
"""All of a `FileInfo` but its path, in 24 bytes: a large site keeps tens of thousands of them, and
as numbers they would take three times the room."""
_VERSION = Struct("<QQQ")
_MOST = (1 << 64) - 1


def version_of(size: int, mtime_ns: int, inode: int) -> FileVersion:
    """The version of a file; of larger numbers the last 64 bits count."""
    return _VERSION.pack(size & _MOST, mtime_ns & _MOST, inode & _MOST)


def unpack_version(version: FileVersion) -> tuple[int, int, int]:
    """Size, time of change and number of a file of some version; a time before 1970, or none, is
    later than all others here."""
    size, mtime_ns, inode = _VERSION.unpack(version)
    return size, mtime_ns, inode


NO_VERSION = version_of(0, -1, 0)
"""That of text which is no file."""


class FileFault(Exception):
    """A file that cannot be read; `str` gives the sentence for the writer."""


class FileInfo(NamedTuple):
    """One file of a site, with what tells two versions of it apart.

    A buffer has no time of change: its `mtime_ns` is -1, so nothing may be cached by it. On a disk
    it is the later one of the times at which the content and the entry changed, as programs set the
    former as they like.
    """

    path: str
    size: int
    mtime_ns: int
    inode: int = 0
    """The number of the file on a disk; 0 where it has none, as on Windows."""

    @property
    def version(self) -> FileVersion:
        """What tells it from itself at another time."""
        return version_of(*self[1:])


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


class Layered(ABC):
    """Files that stand before others, and hold more than one of them needs.

    It is asked for at each page, and whether something has the methods of a `Protocol` takes as
    long as half the reading of a frontmatter.
    """

    __slots__ = ()

    @abstractmethod
    def source(self, path: str) -> Files:
        """What one file alone is read from."""


class DiskFiles:
    """The files below a folder. Nothing outside of it is ever read, not even through a link."""

    __slots__ = ("_plain", "_prefixes", "_real_root", "_walked", "linked_folders", "root")

    def __init__(self, root: Path, *, at_once: bool = False) -> None:
        """Take a folder as the site's root; it need not exist yet.

        Whoever looks at a site `at_once`, and then no more, need not fear that a folder becomes a
        link meanwhile; and lists it once.
        """
        self.root = root
        self._real_root = os.path.realpath(root)
        roots = (str(root.absolute()), self._real_root)
        self._prefixes = tuple(root.rstrip(os.sep) + os.sep for root in roots)
        self._plain: set[str] | None = set() if at_once else None
        """The folders that no link leads to, as far as they are known."""
        self.linked_folders: frozenset[str] = frozenset()
        """The paths of links to folders that the last walk followed."""
        self._walked: list[FileInfo] | None = None
        """All files, where they need not be listed again."""

    def read(self, path: str) -> bytes:
        """The content of a file, at most 50 MB."""
        real = self._place(path)
        try:
            status = os.lstat(real)  # What is real is not a link.
            _refuse_unreadable(path, status)
            # Thousands of pages are read: without a buffer each takes half the time.
            with FileIO(real) as file:
                data = _read_all(file, status.st_size)
        except OSError as error:
            raise FileFault(_describe_error(path, error)) from error
        if len(data) > MAX_FILE_SIZE:
            raise FileFault(_describe_oversize(path, len(data)))
        return data

    def exists(self, path: str) -> bool:
        """Whether the disk has such a file; some disks ignore upper and lower case."""
        try:
            return self.place(path).is_file()
        except (FileFault, OSError):
            return False

    def paths(self) -> Iterator[str]:
        """The paths of all files, folder by folder."""
        if self._plain is not None:
            return (info.path for info in self.walk())
        return (path for path, _ in self._entries())

    def walk(self) -> Iterator[FileInfo]:
        """All files; one that vanishes meanwhile is left out."""
        if self._plain is None:
            return self._infos()
        if self._walked is None:
            self._walked = list(self._infos())
        return iter(self._walked)

    def _infos(self) -> Iterator[FileInfo]:
        for path, entry in self._entries():
            try:
                status = entry.stat()
            except OSError:
                continue
            changed = max(status.st_mtime_ns, status.st_ctime_ns)
            # What Windows tells of a file in a list has no number.
            yield FileInfo(path, status.st_size, changed, status.st_ino)

    def site_path(self, path: str) -> str | None:
        """The site path of a file given by its full path; None outside of the site."""
        for prefix in self._prefixes:
            if path.startswith(prefix):
                return path[len(prefix) :].replace(os.sep, "/")
        return None

    def _entries(self) -> Iterator[tuple[str, os.DirEntry[str]]]:
        walk = Walk(self._real_root)
        yield from walk.entries()
        self.linked_folders = frozenset(walk.linked_folders)

    def place(self, path: str) -> Path:
        """Where a file lies, or would lie, on the disk; `FileFault` outside of the site."""
        return Path(self._place(path))

    def _place(self, path: str) -> str:
        if len(path) > LONGEST_PATH:
            raise FileFault(
                f"`{escape_path(path[:_SHOWN])}…` cannot be the path of a file, because it has "
                f"{len(path):,} characters; {LONGEST_PATH:,} is the most."
            )
        if not _stays_inside(path):
            raise FileFault(f"`{escape_path(path)}` lies outside of the site, so it is not read.")
        real = self._resolve_plain_file(path) or _resolve_real_path(self._real_root, path)
        if not is_below(real, self._real_root):
            raise FileFault(
                f"`{escape_path(path)}` is a link that leads out of the site, so it is not read. "
                "Put a copy of the file inside the site instead."
            )
        if self._plain is not None and real == f"{self._real_root}/{path}":
            self._plain.add(path.rpartition("/")[0])
        return real

    def _resolve_plain_file(self, path: str) -> str | None:
        """Where a file leads that is not a link itself, in a folder that is known to be none."""
        folder, _, name = path.rpartition("/")
        if not self._plain or folder not in self._plain or name in _NO_NAMES:
            return None
        here = f"{self._real_root}/{path}"
        try:
            return None if stat.S_ISLNK(os.lstat(here).st_mode) else here
        except (OSError, ValueError):
            return None


def find_linked_folders(files: Files) -> frozenset[str]:
    """The paths of links to folders that the last walk over some files followed, on whatever disk
    they lie."""
    inner: Files | None = files
    while inner is not None and not isinstance(inner, DiskFiles):
        inner = getattr(inner, "_base", None) or getattr(inner, "_before", None)
    return frozenset() if inner is None else inner.linked_folders


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
            raise FileFault(_describe_missing(path)) from None

    def exists(self, path: str) -> bool:
        """Whether there is such a file."""
        return path in self._files

    def paths(self) -> Iterator[str]:
        """The paths of all files."""
        return iter(tuple(self._files))

    def walk(self) -> Iterator[FileInfo]:
        """All files."""
        return iter([FileInfo(path, len(data), 0) for path, data in self._files.items()])


class Overlay(Layered):
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

    def source(self, path: str) -> Files:
        """What one file alone is read from: no other buffer."""
        buffer = self._buffers.get(path)
        base = source_of(self._base, path)
        return base if buffer is None else Overlay(base, {path: buffer})

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


class ReadOnce:
    """Files of one moment: each is read, and looked for, once, however many ask."""

    __slots__ = ("_base", "_data", "_there")

    def __init__(self, base: Files) -> None:
        """Take files that do not change meanwhile."""
        self._base = base
        self._data: dict[str, bytes | str] = {}
        """What was read, or why it cannot be."""
        self._there: dict[str, bool] = {}

    def read(self, path: str) -> bytes:
        """The content of a file."""
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
        """Whether there is such a file."""
        if path not in self._there:
            self._there[path] = self._base.exists(path)
        return self._there[path]

    def paths(self) -> Iterator[str]:
        """The paths of all files."""
        return self._base.paths()

    def walk(self) -> Iterator[FileInfo]:
        """All files."""
        return self._base.walk()


def source_of(files: Files, path: str) -> Files:
    """What a file is read from, for whoever keeps it for long: nothing that lists or holds other
    files with it."""
    return files.source(path) if isinstance(files, Layered) else files


def text_of(files: Files, path: str) -> Text:
    """What stands in a file; an empty text for one that cannot be read."""
    return Text.from_data(bytes_of(files, path))


def bytes_of(files: Files, path: str) -> bytes:
    """The bytes of a file; none for one that cannot be read."""
    try:
        return files.read(path)
    except FileFault:
        return b""


def escape_path(path: str) -> str:
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


def _resolve_real_path(root: str, path: str) -> str:
    """Where a path below a real folder leads in the end.

    Most lead through no links. To see that takes a third of the time of `realpath`, which
    also looks at all that lies above the folder, for each of thousands of pages.
    """
    # Other systems have more kinds of links than can be seen like this.
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


def _refuse_unreadable(path: str, status: os.stat_result) -> None:
    if stat.S_ISDIR(status.st_mode):
        raise FileFault(
            f"`{escape_path(path)}` is a folder where a file is needed. Rename the folder."
        )
    # Opening a pipe would wait for ever.
    if not stat.S_ISREG(status.st_mode):
        raise FileFault(f"`{escape_path(path)}` is not an ordinary file, so it is not read.")
    if status.st_size > MAX_FILE_SIZE:
        raise FileFault(_describe_oversize(path, status.st_size))


def _describe_error(path: str, error: OSError) -> str:
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return _describe_missing(path)
    if isinstance(error, PermissionError):
        return f"`{escape_path(path)}` may not be read. Give yourself permission to read it."
    reason = (error.strerror or str(error)).rstrip(".")
    return f"`{escape_path(path)}` cannot be read: {reason}."


def _describe_missing(path: str) -> str:
    return f"`{escape_path(path)}` does not exist."


def _describe_oversize(path: str, size: int) -> str:
    limit = MAX_FILE_SIZE // 1024 // 1024
    return (
        f"`{escape_path(path)}` is {size / 1024 / 1024:.0f} MB large; files over {limit} MB are "
        f"not read."
    )
