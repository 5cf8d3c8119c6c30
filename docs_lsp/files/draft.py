"""The files of a site after some changes, without touching the disk."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from docs_lsp.core.edits import Edit, apply_edits
from docs_lsp.core.problem import (
    DeletedFile,
    FileChange,
    FileEdit,
    MovedFile,
    NewFile,
    split_changes,
)
from docs_lsp.core.text import encode_text
from docs_lsp.files.files import FileFault, FileInfo, Files


class Conflict(Exception):
    """Changes that cannot be made together, because they touch the same text or file."""


class Draft:
    """Files with changes applied in memory. Adding changes returns another draft."""

    __slots__ = ("_before", "changed", "was")

    def __init__(
        self,
        before: Files,
        changed: Mapping[str, bytes | None] | None = None,
        was: Mapping[str, bytes | None] | None = None,
    ) -> None:
        """Lay contents over files, by site path; None for a deleted file.

        `was` is the previous content of the changed files; None for a new file.
        """
        self._before = before
        self.changed: Mapping[str, bytes | None] = changed or {}
        self.was: Mapping[str, bytes | None] = was or {}

    def with_changes(self, changes: Iterable[FileChange]) -> Draft:
        """Return the draft with changes to its texts. Raises `Conflict` or `FileFault`.

        Offsets refer to the texts of this draft. `Conflict` is raised if two changes overlap or a
        new file exists already, and `FileFault` if a file cannot be read.
        """
        changed = dict(self.changed)
        edits, others = split_changes(changes)
        for file, file_edits in edits.items():
            changed[file] = apply_file_edits(self.read(file), file_edits)
        for other in others:
            self._change_whole_file(other, changed)
        was = {path: self._read_previous(path) for path in changed}
        return Draft(self._before, changed, was)

    def _read_previous(self, path: str) -> bytes | None:
        """Return the content of a path before the draft, or None if there was no file."""
        if path in self.was:
            return self.was[path]
        return self._before.read(path) if self._before.exists(path) else None

    def _change_whole_file(
        self, change: NewFile | MovedFile | DeletedFile, changed: dict[str, bytes | None]
    ) -> None:
        """Apply a change of a whole file to `changed`. Raises `Conflict` or `FileFault`."""
        now = Draft(self._before, changed)
        match change:
            case NewFile(file, content):
                _require_new_path(now, file)
                changed[file] = encode_text(content)
            case MovedFile(file, to):
                _require_new_path(now, to)
                changed[to] = now.read(file)
                changed[file] = None
            case DeletedFile(file):
                changed[file] = None

    # The protocol `Files`

    def read(self, path: str) -> bytes:
        """Return the content of a file. Raises `FileFault` if it cannot be read."""
        if path not in self.changed:
            return self._before.read(path)
        content = self.changed[path]
        if content is None:
            raise FileFault(f"`{path}` does not exist.")
        return content

    def exists(self, path: str) -> bool:
        """Return whether there is such a file."""
        if path in self.changed:
            return self.changed[path] is not None
        return self._before.exists(path)

    def paths(self) -> Iterator[str]:
        """Yield the paths of all files, each once."""
        yield from (path for path in self._before.paths() if path not in self.changed)
        yield from (path for path, content in self.changed.items() if content is not None)

    def walk(self) -> Iterator[FileInfo]:
        """Yield all files with size and modification time, which is -1 for changed files."""
        yield from (info for info in self._before.walk() if info.path not in self.changed)
        for path, content in self.changed.items():
            if content is not None:
                yield FileInfo(path, len(content), -1)


def apply_file_edits(data: bytes, edits: Iterable[FileEdit]) -> bytes:
    """Return a text after edits of one file at its old offsets. Raises `Conflict` on overlaps."""
    file_edits = list(edits)
    try:
        return apply_edits(data, (Edit(edit.span, edit.new) for edit in file_edits))
    except ValueError:
        message = f"Two changes of `{file_edits[0].file}` touch the same place."
        raise Conflict(message) from None


def _require_new_path(files: Files, path: str) -> None:
    """Raise `Conflict` if a path exists already."""
    if files.exists(path):
        raise Conflict(f"`{path}` exists already.")
