"""The files of a site, listed once, while reading the site asks for the list several times.

Each page that is indexed is read twice, first for what it says of itself and, when it is known
which pages are indexed, for its text. Those of most sites are kept in between.
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.files.files import FileInfo, Files, Layered, source_of

_MOST_CACHED = 16 << 20
"""Bytes that are kept at most; of a site with more none are, as others read most of it again."""


class FileListing(Layered):
    """The files of a site while it is read."""

    __slots__ = ("_cache", "_files", "_found", "_room")

    def __init__(self, files: Files) -> None:
        """List what these files are now."""
        self._files = files
        self._found = tuple(files.walk())
        self._cache: dict[str, bytes] = {}
        self._room = _MOST_CACHED

    def read(self, path: str) -> bytes:
        """The content of a file: every second time what it was the time before, if it is kept."""
        data = self._cache.pop(path, None)
        if data is not None:
            self._room += len(data)
            return data
        data = self._files.read(path)
        self._room -= len(data)
        if self._room >= 0:
            self._cache[path] = data
        else:
            self._cache.clear()
        return data

    def exists(self, path: str) -> bool:
        """Whether there is such a file now."""
        return self._files.exists(path)

    def paths(self) -> Iterator[str]:
        """The paths of all files."""
        return (info.path for info in self._found)

    def source(self, path: str) -> Files:
        """What one file is read from: a page that is kept does not keep the list of all."""
        return source_of(self._files, path)

    def walk(self) -> Iterator[FileInfo]:
        """All files with size and time of change."""
        return iter(self._found)
