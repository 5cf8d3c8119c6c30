"""The commits that a revision descends from, newest first, with the files each changed.

A history may be long, and it is not trusted: the number of commits, and of entries in their
folders, is limited. If it is incomplete, in a shallow clone, a clone without some objects, or
because of the limits, `end` says so.

Sets of commits are bit masks, so that comparing ancestors takes one operation on two numbers.
"""

from __future__ import annotations

import stat
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from heapq import heappop, heappush
from typing import Any, NamedTuple

from dulwich.diff_tree import TreeEntry, tree_changes
from dulwich.objects import Tree

from docs_lsp.revisions.bounded_objects import DAMAGE, BoundedObjects, ObjectTooLarge
from docs_lsp.revisions.commits import LocalCommits
from docs_lsp.revisions.fault import RevisionFault

MOST_COMMITS = 10_000
MOST_ENTRIES = 2_000_000
"""The number of changed files and folders that are examined in all commits together."""
_MOST_CACHED = 100_000
"""The number of changed files cached for the next walk; each takes some 200 bytes."""

_SHALLOW = "The clone is shallow, so older changes are unknown. Run `git fetch --unshallow`."
_UNREADABLE = "The history of the repository cannot be read."


class FileChanges(NamedTuple):
    """The files that one commit changed: names of contents, by path from the repository root."""

    added: Mapping[str, bytes]
    removed: Mapping[str, bytes]
    modified: Mapping[str, bytes]
    """Files with other content.

    Of a merge, the files that differ from every parent, and nothing else is known.
    """
    is_merge: bool = False


class History:
    """The commits that a commit descends from.

    Commits have numbers: 0 is the newest, and each has a smaller number than its ancestors.
    """

    def __init__(
        self,
        commits: LocalCommits,
        objects: BoundedObjects,
        head: bytes,
        previous_changes: Mapping[bytes, FileChanges] | None = None,
    ) -> None:
        """Read this commit and its ancestors. Raises `RevisionFault`.

        `previous_changes` are the known changes of some commits.
        """
        self._objects = objects
        self._entries_left = MOST_ENTRIES
        self._previous_changes = previous_changes or {}
        self._cached_changes: dict[bytes, FileChanges] = {}
        self._room = _MOST_CACHED
        self._newest: dict[bytes, object] = {}
        """The folders of the newest commit that have been read, by name."""
        known, self._end = _collect_commits(commits, head)
        self._commits = _sort_commits(known, head)
        self._numbers = {one.id: number for number, one in enumerate(self._commits)}
        self._ends = frozenset(commits.get_shallow())
        self._ancestor_masks = self._build_ancestor_masks()

    def __len__(self) -> int:
        """Return the number of known commits."""
        return len(self._commits)

    @property
    def why_incomplete(self) -> str:
        """The reason why older commits are unknown, as a sentence; empty if all are known."""
        return self._end

    def get_ancestor_mask(self, number: int) -> int:
        """Return the bit mask of a commit's ancestors and itself."""
        return self._ancestor_masks[number]

    def get_short_name(self, number: int) -> str:
        """Return the abbreviated name of a commit for people."""
        name: str = self._commits[number].id.decode()
        return name[:10]

    def find_number(self, name: str) -> int | None:
        """Return the number of the only known commit whose name begins so, or None."""
        start = name.lower().encode("ascii", "replace")
        numbers = [number for one, number in self._numbers.items() if one.startswith(start)]
        return numbers[0] if len(numbers) == 1 else None

    def find_changes(self, number: int) -> FileChanges | None:
        """Return the files that a commit changed; None without its parents, or beyond a limit.

        Raises `RevisionFault`.
        """
        commit = self._commits[number]
        if commit.id in self._ends or any(parent not in self._numbers for parent in commit.parents):
            return None
        changes = self._previous_changes.get(commit.id) or self._compute_changes(commit)
        if changes is not None:
            self._cache_changes(commit.id, changes)
        return changes

    @property
    def cached_changes(self) -> Mapping[bytes, FileChanges]:
        """The changes of the commits that were examined, by their names, for the next walk."""
        return self._cached_changes

    def _cache_changes(self, commit: bytes, changes: FileChanges) -> None:
        """Cache the changes of a commit, as long as there is room for its files."""
        self._room -= len(changes.added) + len(changes.removed) + len(changes.modified)
        if self._room >= 0:
            self._cached_changes[commit] = changes

    def _compute_changes(self, commit: Any) -> FileChanges | None:
        """Return the changes of a commit, or None, and set `_end`, if too many have been read."""
        parents = [self._commits[self._numbers[parent]].tree for parent in commit.parents]
        changes = [self._compare_trees(tree, commit.tree) for tree in parents or [None]]
        if self._entries_left < 0:
            self._end = f"Only the newest {MOST_ENTRIES:,} file changes of the history are read."
            return None
        return changes[0] if len(changes) == 1 else _intersect_changes(changes)

    def find_content(self, number: int, path: str) -> bytes | None:
        """Return git's name (hash) of a file's content, or None. Raises `RevisionFault`."""
        name: bytes = self._commits[number].tree
        for part in path.encode().split(b"/"):
            tree = self._read_object(name) if number else self._read_newest_folder(name)
            if not isinstance(tree, Tree) or part not in tree:
                return None
            name = tree[part][1]
        return name

    def read_content(self, name: bytes) -> bytes:
        """Return the bytes of the content of this name (hash); empty if too large or not here."""
        try:
            data: bytes = self._objects.get_raw(name)[1]
        except (KeyError, ObjectTooLarge, *DAMAGE):
            return b""
        return data

    def _build_ancestor_masks(self) -> Sequence[int]:
        """Return for each commit a bit mask of its own number and all ancestors' numbers."""
        behind = [0] * len(self._commits)
        for number in reversed(range(len(self._commits))):
            behind[number] = 1 << number
            for parent in self._commits[number].parents:
                behind[number] |= behind[self._numbers[parent]] if parent in self._numbers else 0
        return behind

    def _compare_trees(self, before: bytes | None, after: bytes) -> FileChanges:
        """Return the files that two trees of git differ in."""
        added: dict[str, bytes] = {}
        removed: dict[str, bytes] = {}
        modified: dict[str, bytes] = {}
        for old, new in self._find_changed_entries(before, after):
            if new is None:
                removed.update(_iter_file(old))
            elif old is None:
                added.update(_iter_file(new))
            elif old.sha != new.sha:
                modified.update(_iter_file(new))
        return FileChanges(added, removed, modified)

    def _find_changed_entries(
        self, before: bytes | None, after: bytes
    ) -> Iterator[tuple[TreeEntry | None, TreeEntry | None]]:
        """Yield entries before and after, until too many were read. Raises `RevisionFault`."""
        store: Any = self._objects
        try:
            # A folder can contain itself many times without a single file, so folders count as
            # well.
            for change in tree_changes(store, before, after, include_trees=True):
                self._entries_left -= 1
                if self._entries_left < 0:
                    return
                yield change.old, change.new
        except KeyError as error:
            raise self._objects.build_missing_fault(error) from None
        except (ObjectTooLarge, *DAMAGE):
            raise RevisionFault(_UNREADABLE) from None

    def _read_newest_folder(self, name: bytes) -> object:
        """Return an object of the newest commit by its name; cached. Raises `RevisionFault`."""
        if name not in self._newest:
            self._newest[name] = self._read_object(name)
        return self._newest[name]

    def _read_object(self, name: bytes) -> object:
        """Return an object by its name. Raises `RevisionFault`."""
        try:
            return self._objects[name]
        except KeyError as error:
            raise self._objects.build_missing_fault(error) from None
        except (ObjectTooLarge, *DAMAGE):
            raise RevisionFault(_UNREADABLE) from None


def _collect_commits(commits: LocalCommits, head: bytes) -> tuple[Mapping[bytes, Any], str]:
    """Return a commit and its newest ancestors by name, and why there are no more, or "".

    Raises `RevisionFault`.
    """
    ends = commits.get_shallow()
    try:
        known = {head: commits.get_commit(head)}
        waiting = [_get_time_key(known[head])]
        while waiting:
            _, name = heappop(waiting)
            for parent in () if name in ends else known[name].parents:
                if parent in known:
                    continue
                if len(known) == MOST_COMMITS:
                    return known, f"Only the newest {MOST_COMMITS:,} commits are read."
                known[parent] = commits.get_commit(parent)
                heappush(waiting, _get_time_key(known[parent]))
    except KeyError as error:
        objects: BoundedObjects = commits.object_store
        raise objects.build_missing_fault(error) from None
    except (ObjectTooLarge, *DAMAGE):
        raise RevisionFault(_UNREADABLE) from None
    return known, _SHALLOW if ends & known.keys() else ""


def _sort_commits(known: Mapping[bytes, Any], head: bytes) -> Sequence[Any]:
    """Sort commits before their ancestors, newer ones first."""
    children = Counter(parent for one in known.values() for parent in set(one.parents))
    waiting = [_get_time_key(known[head])]
    ordered = []
    while waiting:
        _, name = heappop(waiting)
        ordered.append(known[name])
        for parent in set(known[name].parents) & known.keys():
            children[parent] -= 1
            if not children[parent]:
                heappush(waiting, _get_time_key(known[parent]))
    return ordered


def _get_time_key(commit: Any) -> tuple[int, bytes]:
    """Return a sort key of a commit: newer ones first, then by name."""
    return -commit.commit_time, commit.id


def _intersect_changes(changes: Sequence[FileChanges]) -> FileChanges:
    """Return the files that differ from every parent of a merge, as its changes."""
    first, *others = ({**change.added, **change.modified} for change in changes)
    common = {path: one for path, one in first.items() if all(path in each for each in others)}
    return FileChanges({}, {}, common, is_merge=True)


def _iter_file(entry: TreeEntry | None) -> Iterator[tuple[str, bytes]]:
    """Yield a file with the name of its content; nothing for a folder."""
    if entry is None or entry.mode is None or stat.S_ISDIR(entry.mode) or entry.sha is None:
        return
    yield (entry.path or b"").decode("utf-8", "surrogateescape"), entry.sha
