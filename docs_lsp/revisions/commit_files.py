"""The files of a site in one commit, as they would be on the disk.

Links are followed as on the disk: inside the site only. Submodules are empty folders, as in a clone
without them. Names that no disk could have, such as `..`, are left out.
"""

from __future__ import annotations

import stat
from collections.abc import Iterator, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from dulwich.objects import Blob, Tree, parse_tree

from docs_lsp.files.files import MAX_FILE_SIZE, FileFault, FileInfo, escape_path, unpack_version
from docs_lsp.files.walk import SKIPPED_FOLDERS
from docs_lsp.revisions.bounded_objects import DAMAGE, BoundedObjects, ObjectTooLarge
from docs_lsp.revisions.fault import RevisionFault

if TYPE_CHECKING:
    from docs_lsp.revisions.git_index import IndexedFile

MOST_FILES = 500_000
_DEEPEST = 200
_MOST_LINKS = 1_000
_MOST_HOPS = 40
_LONGEST_TARGET = 4_096
_NAME_SIZE = 20
"""The size in bytes of an object name in a tree."""
_NO_NAMES = frozenset(("", ".", "..", ".git"))
_NONE_UNCHANGED: Mapping[str, IndexedFile] = MappingProxyType({})

Parts = tuple[str, ...]


class _TreeEntry(NamedTuple):
    """An entry of a folder in git: its mode, and the name of its object."""

    mode: int
    name: bytes
    """The name of the object."""

    @property
    def is_folder(self) -> bool:
        return stat.S_ISDIR(self.mode)

    @property
    def is_link(self) -> bool:
        return stat.S_ISLNK(self.mode)

    @property
    def is_file(self) -> bool:
        return stat.S_ISREG(self.mode)


class CommitFiles:
    """The files below a folder of a commit, which never change; implements `Files`."""

    def __init__(
        self,
        objects: BoundedObjects,
        tree: bytes,
        folder: Parts = (),
        unchanged: Mapping[str, IndexedFile] = _NONE_UNCHANGED,
    ) -> None:
        """Read the files below a folder of the commit with this root tree.

        The folder is given by its names from the root of the repository; one that the commit does
        not have is empty. `unchanged` are the files that are in the folder now.
        """
        self._objects = objects
        self._unchanged = unchanged
        self._root = _TreeEntry(stat.S_IFDIR, tree)
        self._folder = folder
        self._listings: dict[bytes, Mapping[str, _TreeEntry]] = {}

    def read(self, path: str) -> bytes:
        """Return the content of a file of at most 50 MB. Raises `FileFault` or `RevisionFault`."""
        entry = self._require_file(path)
        if entry.is_folder:
            raise FileFault(f"`{escape_path(path)}` is a folder, but a file is needed.")
        if not entry.is_file:
            raise FileFault(f"`{escape_path(path)}` is not a regular file, so it is not read.")
        try:
            return self._read_blob(entry)
        except ObjectTooLarge as fault:
            limit = MAX_FILE_SIZE // 1024 // 1024
            raise FileFault(
                f"`{escape_path(path)}` is {fault.size / 1024 / 1024:.0f} MB; files over "
                f"{limit} MB are not read."
            ) from None

    def exists(self, path: str) -> bool:
        """Return whether there is such a file, in this letter case. Raises `RevisionFault`."""
        try:
            return self._require_file(path).is_file
        except FileFault:
            return False

    def paths(self) -> Iterator[str]:
        """Yield the paths of all files, folder by folder."""
        return (path for path, _ in self._entries)

    def walk(self) -> Iterator[FileInfo]:
        """Yield all files with their versions.

        A file that is in the folder now with the same content has its current version; others have
        no modification time, so it is -1, like that of a buffer.
        """
        return iter(self._infos)

    @cached_property
    def _infos(self) -> tuple[FileInfo, ...]:
        """All files with their versions."""
        return tuple(self._build_info(path, entry) for path, entry in self._entries)

    def _build_info(self, path: str, entry: _TreeEntry) -> FileInfo:
        """Return a file with its version; the disk's version if that has the same content."""
        content, version = self._unchanged.get(path, (None, b""))
        if content == entry.name:
            return FileInfo(path, *unpack_version(version))
        try:
            return FileInfo(path, self._measure_file(entry), -1)
        except ObjectTooLarge as fault:
            return FileInfo(path, fault.size, -1)

    # Folders and links

    @cached_property
    def _entries(self) -> tuple[tuple[str, _TreeEntry], ...]:
        """The site path and the entry of each file."""
        return tuple(self._walk_entries())

    def _walk_entries(self) -> Iterator[tuple[str, _TreeEntry]]:
        """Yield all files with their site paths, also through links. Raises `RevisionFault`."""
        waiting: list[tuple[str, Parts, tuple[Parts, ...]]] = [("", self._folder, ())]
        links = count = 0
        while waiting:
            prefix, folder, passed = waiting.pop()
            here = self._find_entry(folder)
            listed = self._list_folder(here) if here and here.is_folder else {}
            for name, entry in listed.items():
                count += 1
                if count > MOST_FILES:
                    raise RevisionFault(f"The revision has more than {MOST_FILES:,} files.")
                place, passed_here = (*folder, name), passed
                if entry.is_link:
                    try:
                        place, entry = self._follow_links(place)
                    except FileFault:
                        continue
                    if entry.is_folder:
                        links += 1
                        if links > _MOST_LINKS or _is_above(place, folder, passed):
                            continue
                        passed_here = (*passed, place)
                if entry.is_file:
                    yield prefix + name, entry
                elif entry.is_folder and name not in SKIPPED_FOLDERS and len(place) < _DEEPEST:
                    waiting.append((f"{prefix}{name}/", place, passed_here))

    def _require_file(self, path: str) -> _TreeEntry:
        """Return the entry at a site path, following links. Raises `FileFault`."""
        if not path or "\0" in path or path.startswith("/"):
            raise FileFault(f"`{escape_path(path)}` is outside the site, so it is not read.")
        return self._follow_links((*self._folder, *path.split("/")), path)[1]

    def _follow_links(self, parts: Parts, path: str = "") -> tuple[Parts, _TreeEntry]:
        """Return place and entry to which names lead from the root. Raises `FileFault`."""
        named = escape_path(path or "/".join(parts))
        outside = FileFault(f"`{named}` is a link to a file outside the site, so it is not read.")
        here: list[tuple[str, _TreeEntry]] = []
        todo, hops = list(reversed(parts)), 0
        while todo:
            name = todo.pop()
            if name in ("", "."):
                continue
            if name == "..":
                if not here:
                    raise outside
                here.pop()
                continue
            around = here[-1][1] if here else self._root
            entry = self._list_folder(around).get(name) if around.is_folder else None
            if entry is None:
                raise FileFault(f"`{named}` does not exist.")
            if not entry.is_link:
                here.append((name, entry))
                continue
            target = self._read_link_target(entry)
            hops += 1
            if target.startswith("/") or not target:
                raise outside
            if hops > _MOST_HOPS:
                raise FileFault(f"`{named}` is a circular link.")
            todo.extend(reversed(target.split("/")))
        names = tuple(name for name, _ in here)
        if not here or names[: len(self._folder)] != self._folder:
            raise outside
        return names, here[-1][1]

    def _find_entry(self, parts: Parts) -> _TreeEntry | None:
        """Return the entry at names without links from the root of the repository, or None."""
        entry: _TreeEntry | None = self._root
        for name in parts:
            entry = self._list_folder(entry).get(name) if entry and entry.is_folder else None
        return entry

    # Objects

    def _list_folder(self, folder: _TreeEntry) -> Mapping[str, _TreeEntry]:
        """Return a folder's entries by name, without impossible names. Raises `RevisionFault`."""
        entries = self._listings.get(folder.name)
        if entries is None:
            try:
                kind, data = self._objects.get_raw(folder.name)
                # The tree objects of the library would double the time.
                items = parse_tree(data, _NAME_SIZE) if kind == Tree.type_num else ()
                entries = {}
                for path, mode, content in items:
                    name = _decode_name(path)
                    if name not in _NO_NAMES:
                        entries.setdefault(name, _TreeEntry(mode, content))
            except KeyError as error:
                raise self._objects.build_missing_fault(error) from None
            except (ObjectTooLarge, *DAMAGE):
                raise RevisionFault("A folder of the revision cannot be read.") from None
            self._listings[folder.name] = entries
        return entries

    def _read_blob(self, entry: _TreeEntry) -> bytes:
        """Return the content of a file or link, empty for other objects. Raises `ObjectTooLarge`.

        Raises `RevisionFault` if it is not here.
        """
        try:
            kind, data = self._objects.get_raw(entry.name)
        except KeyError as error:
            raise self._objects.build_missing_fault(error) from None
        except DAMAGE:
            raise RevisionFault("A file of the revision cannot be read.") from None
        return data if kind == Blob.type_num else b""

    def _read_link_target(self, entry: _TreeEntry) -> str:
        """Return the target of a link; empty if its object is too large."""
        try:
            return self._read_blob(entry)[:_LONGEST_TARGET].decode("utf-8", "replace")
        except ObjectTooLarge:
            return ""

    def _measure_file(self, entry: _TreeEntry) -> int:
        """Return the size of a file in bytes. Raises `ObjectTooLarge` or `RevisionFault`."""
        return self._objects.measure_object(entry.name) or len(self._read_blob(entry))


def _decode_name(written: bytes) -> str:
    """Return a name as the disk would have it; empty if it is impossible or not UTF-8."""
    try:
        name = written.decode()
    except UnicodeDecodeError:
        return ""
    return "" if "/" in name or "\0" in name else name


def _is_above(place: Parts, folder: Parts, passed: tuple[Parts, ...]) -> bool:
    """Return whether a folder is around any place on the way to it: its walk would not end."""
    return any(passed_folder[: len(place)] == place for passed_folder in (folder, *passed))
