"""Lists the files of a site once, for a reading that needs the list several times.

Each indexed page is read twice: first for its own fields and, when all indexed pages are known, for
its text. The files of most sites are cached in between.
"""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.files.files import FileInfo, Files, LayeredFiles, get_single_source

_MOST_CACHED = 16 << 20
"""The size of the cache in bytes.

A larger site is not cached, as other readers read most of it again.
"""


class FileListing(LayeredFiles):
    """The files of a site while it is read; implements `Files`."""

    __slots__ = ("_cache", "_files", "_found", "_room")

    def __init__(self, files: Files) -> None:
        """List the files as they are now."""
        self._files = files
        self._found = tuple(files.walk())
        self._cache: dict[str, bytes] = {}
        self._room = _MOST_CACHED

    def read(self, path: str) -> bytes:
        """Return a file's content; cached for one more read, as far as there is room."""
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
        """Return whether there is such a file now."""
        return self._files.exists(path)

    def paths(self) -> Iterator[str]:
        """Return the paths of all files."""
        return (info.path for info in self._found)

    def get_source(self, path: str) -> Files:
        """Return the files behind this list from which a single file is read."""
        return get_single_source(self._files, path)

    def walk(self) -> Iterator[FileInfo]:
        """Return all files with size and modification time."""
        return iter(self._found)
