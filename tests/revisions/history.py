"""Little repositories, made with the library that reads them."""

from __future__ import annotations

import stat
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import pytest

pytest.importorskip("dulwich")

from dulwich.objects import Blob, Commit, Tree
from dulwich.repo import Repo

from docs_lsp.revisions.repository import Repository

_OPENED: list[Repository] = []
FILE, LINK, MODULE = stat.S_IFREG | 0o644, stat.S_IFLNK, 0o160000

Content: TypeAlias = bytes | str | tuple[int, bytes]
"""What is in a file, or its mode with that."""


class History:
    """A repository whose commits are made from paths and contents."""

    def __init__(self, folder: Path) -> None:
        """Begin one in an empty folder."""
        make: Any = Repo.init
        self.repo: Any = make(str(folder))
        self._time = 1_700_000_000

    def commit(
        self,
        files: Mapping[str, Content],
        parents: Sequence[bytes] | None = None,
        branch: str = "master",
    ) -> bytes:
        """A commit with these files and no others, on a branch; its name. A pair is a mode with
        the content, or with the name of what is there."""
        self._time += 60
        ref = f"refs/heads/{branch}".encode()
        known = parents
        if known is None:
            known = [self.repo.refs[ref]] if ref in self.repo.refs else []
        commit: Any = Commit()
        commit.tree = self.tree({path.encode(): one for path, one in files.items()})
        commit.parents = list(known)
        commit.author = commit.committer = b"a <a@example.com>"
        commit.author_time = commit.commit_time = self._time
        commit.author_timezone = commit.commit_timezone = 0
        commit.message = b"m"
        self.repo.object_store.add_object(commit)
        self.repo.refs[ref] = commit.id
        name: bytes = commit.id
        return name

    def tree(self, files: Mapping[bytes, Content]) -> bytes:
        """The tree for these files; its name."""
        tree: Any = Tree()
        folders: dict[bytes, dict[bytes, Content]] = {}
        for path, given in files.items():
            name, _, rest = path.partition(b"/")
            if rest:
                folders.setdefault(name, {})[rest] = given
                continue
            mode, content = given if isinstance(given, tuple) else (FILE, given)
            data = content.encode() if isinstance(content, str) else content
            tree.add(name, mode, data if mode == MODULE else self.blob(data))
        for name, inside in folders.items():
            tree.add(name, stat.S_IFDIR, self.tree(inside))
        self.repo.object_store.add_object(tree)
        made: bytes = tree.id
        return made

    def blob(self, data: bytes) -> bytes:
        """A file; its name."""
        blob: Any = Blob.from_string(data)
        self.repo.object_store.add_object(blob)
        made: bytes = blob.id
        return made


def opened(folder: Path) -> Repository:
    """The repository around a folder, for as long as the test runs."""
    _OPENED.append(Repository(folder))
    return _OPENED[-1]


def close_all() -> None:
    """Close what a test has opened."""
    while _OPENED:
        _OPENED.pop().close()
