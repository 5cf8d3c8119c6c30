"""Finds the commits that changed an original after the last change of its translation.

A translation has followed all ancestors of the commits that touched it. It has not followed changes
of the original elsewhere, on whatever branch they were. A file that moved without changes is not
touched by that, and changes under its former name count. A merge changes no original: its changes
were made before.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from docs_lsp.comparison.renamed_files import match_renamed_files
from docs_lsp.site.pages import PAGE_EXTENSIONS

if TYPE_CHECKING:
    from docs_lsp.revisions.history import FileChanges, History

_MOST_ALIKE = 2_000
"""The number of moved pages of a commit up to which their changes are compared."""


class FollowedPair(NamedTuple):
    """A translation and its original, by their paths in the repository."""

    translation: str
    original: str
    commit: int | None = None
    """The number of the commit that the translation says it has followed, or None."""


class MissedCommits(NamedTuple):
    """The number of commits by which a translation is behind its original."""

    commits: int
    """The number of commits that changed the original since; 0 also if all were reverted."""
    since: str
    """The short name of the newest commit that the translation has followed, or empty."""
    is_least: bool = False
    """Whether there may be more, because older changes are unknown."""
    was: str = ""
    """The path of the original at the followed commit; empty if it is the current path, or unknown.
    """


class WalkCancelled(Exception):
    """Raised if the result of a walk over commits is no longer wanted."""


def find_missed_commits(
    history: History, pairs: Sequence[FollowedPair], cancelled: Callable[[], bool] | None = None
) -> Mapping[str, MissedCommits]:
    """Return how far each translation is behind, by its path; unknown ones are left out.

    Raises `RevisionFault` and `WalkCancelled`.
    """
    touches = _CommitTouches(history, pairs, cancelled or (lambda: False))
    missed_by_path = ((pair.translation, touches.find_missed(pair)) for pair in pairs)
    return {path: missed for path, missed in missed_by_path if missed is not None}


class _CommitTouches:
    """The commits that touched each of some files."""

    def __init__(
        self, history: History, pairs: Sequence[FollowedPair], cancelled: Callable[[], bool]
    ) -> None:
        """Walk the commits from the newest. Raises `RevisionFault` and `WalkCancelled`."""
        self._history = history
        self._pairs = pairs
        self._originals = {pair.original for pair in pairs}
        files = {*self._originals, *(pair.translation for pair in pairs)}
        self._called = {file: {file} for file in files}
        """The files that each path was the name of, as far as the walk has come."""
        self._commits: dict[str, int] = defaultdict(int)
        self._newest: dict[str, int] = {}
        self._behind: dict[str, int] = defaultdict(int)
        self._unknown = 0
        for number in range(len(history)):
            if cancelled():
                raise WalkCancelled
            changes = history.find_changes(number)
            if changes is None:
                self._unknown |= 1 << number
            else:
                self._record_changes(number, changes)
                if self._is_walk_done(number):
                    break

    def find_missed(self, pair: FollowedPair) -> MissedCommits | None:
        """Return how far a translation is behind; None if it is unknown."""
        newest, followed = self._find_followed_commits(pair)
        missed = self._commits[pair.original] & ~followed
        is_least = bool(self._unknown & ~followed)
        if newest is None:
            return MissedCommits(missed.bit_count(), "", True) if missed else None
        if missed and self._is_restored(pair.original, newest):
            missed = 0
        was = self._find_former_path(pair.original, newest) if missed else ""
        return MissedCommits(
            missed.bit_count(), self._history.get_short_name(newest), is_least, was
        )

    def _find_followed_commits(self, pair: FollowedPair) -> tuple[int | None, int]:
        """Return the newest commit a translation has followed, or None, and a mask of all."""
        if pair.commit is not None:
            return pair.commit, self._history.get_ancestor_mask(pair.commit)
        return self._newest.get(pair.translation), self._behind[pair.translation]

    def _is_restored(self, original: str, number: int) -> bool:
        """Return whether a file has the same content again as at a commit."""
        now = self._history.find_content(0, original)
        names = self._list_paths_of(original)
        return now is not None and any(
            self._history.find_content(number, name) == now for name in names
        )

    def _find_former_path(self, original: str, number: int) -> str:
        """Return the path that a file had at a commit, if it was another one, or ""."""
        there = [
            path
            for path in self._list_paths_of(original)
            if self._history.find_content(number, path)
        ]
        return "" if original in there else next(iter(there), "")

    def _list_paths_of(self, file: str) -> Sequence[str]:
        """Return the names that a file has had, as far as the walk has come."""
        return [name for name, files in self._called.items() if file in files]

    def _record_changes(self, number: int, changes: FileChanges) -> None:
        """Record which files a commit touched, and the former paths of moved ones."""
        for path in self._called.keys() & changes.modified.keys():
            for file in self._called[path]:
                if not (changes.is_merge and file in self._originals):
                    self._record_touch(file, number)
        added = self._called.keys() & changes.added.keys()
        if not added:
            return
        moved = dict(self._match_moved_files(added, changes))
        for path in added:
            before = moved.get(path)
            is_same = before and changes.removed[before] == changes.added[path]
            for file in () if is_same else self._called[path]:
                self._record_touch(file, number)
            if before:
                self._called.setdefault(before, set()).update(self._called[path])

    def _record_touch(self, file: str, number: int) -> None:
        """Record that a commit touched a file, which then has followed its ancestors."""
        self._commits[file] |= 1 << number
        self._newest.setdefault(file, number)
        self._behind[file] |= self._history.get_ancestor_mask(number)

    def _match_moved_files(
        self, added: set[str], changes: FileChanges
    ) -> Iterator[tuple[str, str]]:
        """Yield added files with their former paths, among the removed files."""
        free: dict[bytes, list[str]] = defaultdict(list)
        for path, content in changes.removed.items():
            free[content].append(path)
        # A commit may copy a page for another language while the original moves.
        left = []
        for path in sorted(added, key=lambda one: (not self._called[one] & self._originals, one)):
            same = free[changes.added[path]]
            if same:
                best = max(same, key=lambda one: _measure_common_suffix(one, path))
                same.remove(best)
                yield path, best
            else:
                left.append(path)
        gone = [path for paths in free.values() for path in paths if _is_page(path)]
        if gone and left and max(len(gone), len(left)) <= _MOST_ALIKE:
            text = self._history.read_content
            renames = match_renamed_files(
                gone,
                left,
                lambda path: text(changes.removed[path]),
                lambda path: text(changes.added[path]),
            )
            yield from ((new, old) for old, new in renames.items())

    def _is_walk_done(self, number: int) -> bool:
        """Return whether every translation has followed all older commits, so that none matters."""
        known = {pair.translation for pair in self._pairs if pair.commit is not None}
        if not {pair.translation for pair in self._pairs} <= known | self._newest.keys():
            return False
        older = (1 << len(self._history)) - (2 << number)
        sets = {self._find_followed_commits(pair)[1] for pair in self._pairs}
        return not any(older & ~followed for followed in sets)


def _measure_common_suffix(one: str, other: str) -> int:
    """Return the number of characters with which both paths end."""
    pairs = zip(reversed(one), reversed(other), strict=False)
    return next((at for at, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def _is_page(path: str) -> bool:
    return path.lower().endswith(PAGE_EXTENSIONS)
