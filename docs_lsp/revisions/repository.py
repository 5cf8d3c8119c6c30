"""The repository around a site: names of revisions, and the site's files in each."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from threading import RLock
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from docs_lsp.files.files import FileFault, FileInfo, FileVersion
from docs_lsp.revisions.fault import RevisionFault
from docs_lsp.revisions.git_folder import HEAD, require_git_folder

if TYPE_CHECKING:
    from docs_lsp.revisions.commit_files import CommitFiles
    from docs_lsp.revisions.history import FileChanges, History

_MISSING = "Reading a revision needs the package `dulwich`, which is missing. Reinstall docs-lsp."
_NO_VERSIONS: Mapping[str, FileVersion] = MappingProxyType({})


class Revision(NamedTuple):
    """A commit of the repository."""

    commit: str
    """The name of the commit, 40 hexadecimal digits."""
    tree: str
    """The name of its root tree."""
    time: int
    """The time of the commit, as Unix time in seconds."""

    @property
    def short(self) -> str:
        """The abbreviated name of the commit for people."""
        return self.commit[:10]


class Repository:
    """The repository around a folder, as it is now on the disk."""

    def __init__(self, folder: Path) -> None:
        """Open the repository. Raises `RevisionFault`, also if the library for it is missing."""
        repository_folder = require_git_folder(folder)
        try:
            from docs_lsp.revisions.bounded_objects import BoundedObjects
            from docs_lsp.revisions.commits import LocalCommits
        except ModuleNotFoundError as error:
            if (error.name or "").partition(".")[0] != "dulwich":
                raise
            raise RevisionFault(_MISSING) from None
        self._objects = BoundedObjects(repository_folder.common / "objects")
        self._commits = LocalCommits(repository_folder, self._objects)
        self._index = repository_folder.own / "index"
        self._folder = Path(os.path.realpath(folder)).relative_to(repository_folder.top).parts

    def require_revision(self, name: str) -> Revision:
        """Return the revision of a name: `HEAD`, a branch, a tag, or a commit or its beginning.

        The name may end with `~2` or `^`. Raises `RevisionFault`.
        """
        return _build_revision(self._commits.require_commit(name))

    def require_head(self) -> Revision:
        """Return the revision that is checked out. Raises `RevisionFault`."""
        return self.require_revision(HEAD)

    def require_base(self, name: str) -> Revision:
        """Return the newest common ancestor of a revision and HEAD. Raises `RevisionFault`."""
        return self.require_merge_base(self.require_revision(name), self.require_head())

    def require_merge_base(self, one: Revision, other: Revision) -> Revision:
        """Return the newest common ancestor of two revisions. Raises `RevisionFault`."""
        return _build_revision(
            self._commits.require_merge_base(one.commit.encode(), other.commit.encode())
        )

    def open_files(
        self, revision: Revision, versions: Mapping[str, FileVersion] = _NO_VERSIONS
    ) -> CommitFiles:
        """Return the files of the folder at a revision.

        Raises `RevisionFault`, as does reading them if the repository is incomplete. `versions` are
        those of the files that are in the folder now, by their paths from there. A file that
        certainly is the same at the revision has the same version there.
        """
        from docs_lsp.revisions.commit_files import CommitFiles

        tree = revision.tree.encode()
        if not versions:
            return CommitFiles(self._objects, tree, self._folder)
        from docs_lsp.revisions.git_index import find_unchanged_files

        unchanged = find_unchanged_files(self._index, self.folder, versions)
        return CommitFiles(self._objects, tree, self._folder, unchanged)

    def read_history(
        self, revision: Revision, previous_changes: Mapping[bytes, FileChanges] | None = None
    ) -> History:
        """Return a revision's history, reusing known changes. Raises `RevisionFault`."""
        from docs_lsp.revisions.history import History

        return History(self._commits, self._objects, revision.commit.encode(), previous_changes)

    @property
    def folder(self) -> str:
        """The path of the folder in the repository, with a slash at its end; empty for the root."""
        return "".join(f"{part}/" for part in self._folder)

    def __enter__(self) -> Repository:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the files of the repository; nothing can be read afterwards."""
        self._objects.close()


def _build_revision(commit: Any) -> Revision:
    return Revision(commit.id.decode(), commit.tree.decode(), commit.commit_time)


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
        """Return whether there is such a file. Raises `FileFault` if it cannot be found out."""
        with self._ensure_open() as files:
            return files.exists(path)

    def paths(self) -> Iterator[str]:
        """Yield the paths of all files. Raises `FileFault`."""
        with self._ensure_open() as files:
            return iter(tuple(files.paths()))

    def walk(self) -> Iterator[FileInfo]:
        """Yield all files with their versions. Raises `FileFault`."""
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
