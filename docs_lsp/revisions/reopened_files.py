"""The files of a site at a revision, for callers that use them for a long time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING

from docs_lsp.files.files import FileFault, FileInfo
from docs_lsp.revisions.fault import RevisionFault
from docs_lsp.revisions.repository import Repository, Revision

if TYPE_CHECKING:
    from docs_lsp.revisions.commit_files import CommitFiles


class ReopenedFiles:
    """Files that open the repository for each access, or once for many (`hold_open`).

    Implements `Files`; safe in any thread. An open repository would prevent git from tidying it up,
    at least on Windows.
    """

    def __init__(self, folder: Path, revision: Revision) -> None:
        """Use the files of a folder at a revision of the repository around it."""
        self._folder = folder
        self._revision = revision
        self._lock = RLock()
        self._files: CommitFiles | None = None

    @contextmanager
    def hold_open(self) -> Iterator[CommitFiles]:
        """Keep the repository open while entered, and yield its files. Raises `RevisionFault`.

        Meanwhile, reading a missing object raises `RevisionFault` as well; otherwise `FileFault`.
        """
        with self._lock, Repository(self._folder) as repository:
            self._files = repository.open_files(self._revision)
            try:
                yield self._files
            finally:
                self._files = None

    def read(self, path: str) -> bytes:
        """Return the content of a file. Raises `FileFault`."""
        with self._ensure_open() as files:
            return files.read(path)

    def exists(self, path: str) -> bool:
        """Return whether there is such a file."""
        with self._ensure_open() as files:
            return files.exists(path)

    def paths(self) -> Iterator[str]:
        """Yield the paths of all files."""
        with self._ensure_open() as files:
            return iter(tuple(files.paths()))

    def walk(self) -> Iterator[FileInfo]:
        """Yield all files."""
        with self._ensure_open() as files:
            return iter(tuple(files.walk()))

    @contextmanager
    def _ensure_open(self) -> Iterator[CommitFiles]:
        """Keep the repository open while entered, if it is not already. Raises `FileFault`."""
        with self._lock:
            if self._files is not None:
                yield self._files
                return
            try:
                with self.hold_open() as files:
                    yield files
            except RevisionFault as fault:
                raise FileFault(str(fault)) from None
