"""The plan of a save, worked out before anything is written."""

from __future__ import annotations

import os
import posixpath
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from docs_lsp.files.draft import Draft
from docs_lsp.files.files import DiskFiles, FileFault, escape_path
from docs_lsp.files.journal import FileStep, Plan, make_token
from docs_lsp.files.undoing import fingerprint, hash_content, is_of_git


class PreparedSave(NamedTuple):
    """A plan with what is needed to carry it out."""

    plan: Plan
    root: str
    """The site's folder, without links on the way."""
    contents: Mapping[str, bytes]
    """The new contents, by the paths of the plan."""
    names: Mapping[str, str]
    """The names that the writer knows files by, by the paths of the plan."""

    def place(self, path: str) -> Path:
        """Where a file of the plan is on the disk."""
        return Path(self.root, path)

    def list_touched_folders(self) -> list[Path]:
        """The folders in which names change, where they are in the end."""
        paths = [step.path for step in self.plan.files]
        paths += [path for move in self.plan.moves for path in move]
        count = len(self.plan.moves)
        return sorted({self.place(self.plan.locate(path, count)).parent for path in paths})


def make_work(draft: Draft, disk: DiskFiles, moves: Iterable[tuple[str, str]]) -> PreparedSave:
    """Find where everything is on the disk. Raises `FileFault` for what may not be touched."""
    root = os.path.realpath(disk.root)
    steps: dict[str, FileStep] = {}
    contents: dict[str, bytes] = {}
    names: dict[str, str] = {}
    for path, content in sorted(draft.changed.items() - draft.was.items()):
        place = disk.place(path)  # Nothing is written or taken away outside of the site.
        if content is None:
            # Of a link it is the link that goes, and not the file that it leads to.
            place = _resolve_folder(disk, path)
            if not os.path.lexists(place):
                continue
        step = _make_step(draft, path, place, _plan_path(place, root, path))
        if steps.setdefault(step.path, step) != step:
            raise FileFault(
                f"`{escape_path(path)}` and `{escape_path(names[step.path])}` are one file, and "
                "their changes differ, so nothing was written."
            )
        names[step.path] = path
        if content is not None:
            contents[step.path] = content
    real_moves = []
    for move in moves:
        for path in move:
            disk.place(path)  # Nothing comes from outside of the site or goes there.
        old, new = (_plan_path(_resolve_folder(disk, path), root, path) for path in move)
        names.update({old: move[0], new: move[1]})
        real_moves.append((old, new))
    folders = list_lacking_folders(root, contents)
    plan = Plan(make_token(), tuple(steps.values()), folders, tuple(real_moves))
    return PreparedSave(plan, root, contents, names)


def list_lacking_folders(root: str, paths: Iterable[str]) -> tuple[str, ...]:
    """The folders that have to be made for some files, the outermost first."""
    lacking = set[str]()
    for path in paths:
        folder = posixpath.dirname(path)
        while folder and folder not in lacking and not os.path.lexists(f"{root}/{folder}"):
            lacking.add(folder)
            folder = posixpath.dirname(folder)
    return tuple(sorted(lacking))


def build_fault(path: str, what: str, error: OSError) -> FileFault:
    """The fault for a file that cannot be `what`."""
    reason = (error.strerror or str(error)).rstrip(".")
    return FileFault(f"`{escape_path(posixpath.normpath(path))}` cannot be {what}: {reason}.")


def _make_step(draft: Draft, path: str, place: Path, real: str) -> FileStep:
    content = draft.changed[path]
    old = _take_fingerprint(place, path, "removed" if content is None else "written")
    if path in draft.was and not place.is_symlink():
        # So that a change which comes from now on is seen before the file is replaced.
        was = draft.was[path]
        old = None if was is None else hash_content(was)
    return FileStep(real, old, None if content is None else hash_content(content))


def _resolve_folder(disk: DiskFiles, path: str) -> Path:
    """Where a file is, which itself may be a link."""
    folder, _, name = posixpath.normpath(path).rpartition("/")
    return (disk.place(folder) if folder else Path(os.path.realpath(disk.root))) / name


def _plan_path(place: Path, root: str, path: str) -> str:
    real = os.path.relpath(place, root).replace(os.sep, "/")
    if is_of_git(real):
        raise FileFault(f"`{escape_path(path)}` leads into a folder of git, so it is not touched.")
    return real


def _take_fingerprint(place: Path, path: str, what: str) -> str | None:
    """The fingerprint of a file that is to change. Raises `FileFault` for a folder, and for a file
    that the user may not write to."""
    try:
        if place.is_dir() and not place.is_symlink():
            raise IsADirectoryError(21, "Is a directory")
        if place.is_file() and not place.is_symlink() and not os.access(place, os.W_OK):
            # The folder alone decides whether a file can be replaced, but it is not to be.
            raise PermissionError(13, "The file is read-only")
        return fingerprint(place)
    except OSError as error:
        raise build_fault(path, what, error) from error
