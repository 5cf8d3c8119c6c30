"""Finds commits by the names that people use, and the merge base of two."""

from __future__ import annotations

from io import BytesIO
from typing import Any

from dulwich.graph import find_merge_base
from dulwich.objects import Commit
from dulwich.objectspec import AmbiguousShortId, parse_commit
from dulwich.refs import DiskRefsContainer, SymrefLoop
from dulwich.repo import BaseRepo

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.files.files import escape_path
from docs_lsp.revisions.bounded_objects import DAMAGE, BoundedObjects, ObjectTooLarge
from docs_lsp.revisions.fault import NoCommitYet, RevisionFault
from docs_lsp.revisions.git_folder import HEAD, GitFolder

_NAME = compile_lazily(r"([^\s:?*\[\\~^-][^\s:?*\[\\~^]{0,250})((?:[~^][0-9]{0,6}){0,50})")
_STEP = compile_lazily(r"([~^])([0-9]*)")
_BEYOND = ("@{", "..")
_LARGEST_LIST = 1_000_000


class LocalCommits(BaseRepo):
    """The commits of a repository that are available locally."""

    def __init__(self, folder: GitFolder, objects: BoundedObjects) -> None:
        """Read names from this repository and commits from these objects."""
        super().__init__(objects, DiskRefsContainer(str(folder.common), str(folder.own)))
        self._folder = folder

    def get_named_file(self, path: str, basedir: str | None = None) -> BytesIO | None:
        """Return the content of git's `shallow` file; None if it is missing, or for other files."""
        file = self._folder.common / "shallow"
        if path != "shallow" or not file.is_file():
            return None
        with file.open("rb") as opened:
            return BytesIO(opened.read(_LARGEST_LIST))

    @property
    def is_shallow(self) -> bool:
        """Whether older commits were left out when the repository was cloned."""
        return bool(self.get_shallow())

    def require_commit(self, name: str) -> Any:
        """Return the commit of a branch, a tag, a commit name or its beginning.

        The name may end with `~2` or `^`. Raises `RevisionFault`.
        """
        match = _NAME.fullmatch(name)
        if match is None or any(sign in name for sign in _BEYOND):
            raise RevisionFault(f"`{escape_path(name)}` is not the name of a revision.")
        commit = self._require_base(HEAD if match[1] == "@" else match[1])
        for sign, digits in _STEP.findall(match[2]):
            number = int(digits) if digits else 1
            if sign == "~":
                for _ in range(number):
                    commit = self._require_parent(commit, 1, name)
            elif number:
                commit = self._require_parent(commit, number, name)
        return commit

    def _require_base(self, name: str) -> Any:
        """Return the commit of a name without `~` or `^`. Raises `RevisionFault`."""
        try:
            return parse_commit(self, name.encode())
        except AmbiguousShortId:
            raise RevisionFault(f"`{name}` matches several commits.") from None
        except KeyError as error:
            if name == HEAD and self.refs.follow(HEAD.encode())[1] is None:
                raise NoCommitYet from None
            if any(ref.endswith(f"/{name}".encode()) for ref in self.refs.allkeys()):
                raise self._explain_missing_commit(error) from None
            raise RevisionFault(
                f"The revision `{escape_path(name)}` does not exist.{self._render_fetch_hint()}"
            ) from None
        except (SymrefLoop, ObjectTooLarge, *DAMAGE):
            raise RevisionFault(f"`{escape_path(name)}` is not a commit.") from None

    def _require_parent(self, commit: Any, number: int, name: str) -> Any:
        """Return a parent of a commit by its number, from 1. Raises `RevisionFault`."""
        parents = self.get_parents(commit.id, commit)
        if number > len(parents):
            why = self._render_fetch_hint() if commit.parents else ""
            raise RevisionFault(f"The revision `{escape_path(name)}` does not exist.{why}")
        try:
            return self.get_commit(parents[number - 1])
        except KeyError as error:
            raise self._explain_missing_commit(error) from None
        except (ObjectTooLarge, *DAMAGE):
            raise RevisionFault("The history of the repository cannot be read.") from None

    def require_merge_base(self, one: bytes, other: bytes) -> Any:
        """Return the newest common ancestor of two commits. Raises `RevisionFault`."""
        try:
            bases = find_merge_base(self, [one, other])
            if bases:
                return max(map(self.get_commit, bases), key=lambda commit: commit.commit_time)
        except KeyError as error:
            raise self._explain_missing_commit(error) from None
        except (ObjectTooLarge, *DAMAGE):
            raise RevisionFault("The history of the repository cannot be read.") from None
        raise RevisionFault(
            f"The two revisions have no common ancestor.{self._render_fetch_hint()}"
        )

    def get_commit(self, name: bytes) -> Any:
        """Return a commit by its full name. Raises `KeyError`."""
        commit = self.object_store[name]
        if not isinstance(commit, Commit):
            raise KeyError(name)
        return commit

    def _explain_missing_commit(self, error: KeyError) -> RevisionFault:
        if self.is_shallow:
            return RevisionFault(
                f"That commit is not in this shallow clone.{self._render_fetch_hint()}"
            )
        objects: BoundedObjects = self.object_store
        return objects.build_missing_fault(error)

    def _render_fetch_hint(self) -> str:
        """Return a sentence on how to fetch older commits; empty if the clone has them all."""
        if not self.is_shallow:
            return ""
        return " Fetch more of its history first: `git fetch --unshallow`."
