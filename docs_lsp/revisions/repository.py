"""The repository around a site: names of revisions, and the site's files in each."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from docs_lsp.files.files import FileVersion
from docs_lsp.revisions.fault import RevisionFault
from docs_lsp.revisions.git_folder import git_folder

if TYPE_CHECKING:
    from collections.abc import Mapping

    from docs_lsp.revisions.commit_files import CommitFiles
    from docs_lsp.revisions.history import FileChanges, History

_MISSING = (
    "Reading a revision needs the package `dulwich`, which is missing. Install docs-lsp once more."
)


_NO_VERSIONS: Mapping[str, FileVersion] = MappingProxyType({})


class Revision(NamedTuple):
    """A commit."""

    commit: str
    """Its name, 40 hexadecimal digits."""
    tree: str
    """The name of the files it holds."""
    time: int
    """When it was made, in seconds of Unix."""

    @property
    def short(self) -> str:
        """As much of its name as people are shown."""
        return self.commit[:10]


class Repository:
    """The repository that a folder lies in, as it is now on the disk."""

    def __init__(self, folder: Path) -> None:
        """Open it. Raises `RevisionFault`, also where the library for it is missing."""
        repository_folder = git_folder(folder)
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

    def revision(self, name: str) -> Revision:
        """The revision that a name stands for: `HEAD`, a branch, a tag, a commit or its beginning,
        each with `~2` or `^` behind it. Raises `RevisionFault`."""
        return _build_revision(self._commits.find_commit(name))

    def merge_base(self, one: Revision, other: Revision) -> Revision:
        """The newest revision that both have come from. Raises `RevisionFault`."""
        return _build_revision(self._commits.merge_base(one.commit.encode(), other.commit.encode()))

    def files(
        self, revision: Revision, versions: Mapping[str, FileVersion] = _NO_VERSIONS
    ) -> CommitFiles:
        """The files of the folder at a revision. Raises `RevisionFault`, and so does reading them
        where the repository does not hold what it should.

        `versions` are those of files that lie in the folder now, by their paths from there. What
        certainly is the same file at the revision has the same version there.
        """
        from docs_lsp.revisions.commit_files import CommitFiles

        tree = revision.tree.encode()
        if not versions:
            return CommitFiles(self._objects, tree, self._folder)
        from docs_lsp.revisions.noted_files import find_noted_files

        noted = find_noted_files(self._index, self.folder, versions)
        return CommitFiles(self._objects, tree, self._folder, noted)

    def history(
        self, revision: Revision, previous_changes: Mapping[bytes, FileChanges] | None = None
    ) -> History:
        """The commits that a revision came from, with what an earlier history `kept`. Raises
        `RevisionFault`."""
        from docs_lsp.revisions.history import History

        return History(self._commits, self._objects, revision.commit.encode(), previous_changes)

    @property
    def folder(self) -> str:
        """Where the folder lies in the repository, with its slash; empty for the root."""
        return "".join(f"{part}/" for part in self._folder)

    def __enter__(self) -> Repository:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the files of the repository; nothing can be read then."""
        self._objects.close()


def _build_revision(commit: Any) -> Revision:
    return Revision(commit.id.decode(), commit.tree.decode(), commit.commit_time)
