"""A site's files, listed once: whoever reads a site asks several times what there is."""

from __future__ import annotations

from collections.abc import Iterator

from docs_lsp.files import FileInfo, Files


class Listed:
    """The files of a site as they stood at one moment; what is in them is read when asked for."""

    __slots__ = ("_files", "_found")

    def __init__(self, files: Files) -> None:
        """List what these files are now."""
        self._files = files
        self._found = tuple(files.walk())

    def read(self, path: str) -> bytes:
        """The content of a file."""
        return self._files.read(path)

    def exists(self, path: str) -> bool:
        """Whether there is such a file now."""
        return self._files.exists(path)

    def paths(self) -> Iterator[str]:
        """The paths of all files."""
        return (info.path for info in self._found)

    def walk(self) -> Iterator[FileInfo]:
        """All files with size and time of change."""
        return iter(self._found)
