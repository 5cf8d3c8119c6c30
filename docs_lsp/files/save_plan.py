"""Plans a save before anything is written."""

from __future__ import annotations

import os
import posixpath
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from docs_lsp.files.draft import Draft
from docs_lsp.files.files import DiskFiles, FileFault, escape_path
from docs_lsp.files.journal import FileStep, SavePlan, make_token
from docs_lsp.files.undoing import compute_fingerprint, hash_content, is_in_git_folder
from docs_lsp.files.walk import iter_upwards


class PreparedSave(NamedTuple):
    """A plan with the data needed to carry it out."""

    plan: SavePlan
    root: str
    """The real path of the site's folder."""
    contents: Mapping[str, bytes]
    """The new contents, by path in the plan."""
    names: Mapping[str, str]
    """The site paths for messages, by path in the plan."""

    def get_disk_path(self, path: str) -> Path:
        """Return the path of a file of the plan on the disk."""
        return Path(self.root, path)

    def get_old_disk_path(self, path: str) -> Path:
        """Return the path on the disk of a file's previous content, until everything is done."""
        return Path(self.root, self.plan.get_old_path(path))

    def list_touched_folders(self) -> list[Path]:
        """Return the folders in which names change, at their final places."""
        paths = [step.path for step in self.plan.files]
        paths += [path for move in self.plan.moves for path in move]
        count = len(self.plan.moves)
        return sorted({self.get_disk_path(self.plan.locate(path, count)).parent for path in paths})


def prepare_save(draft: Draft, disk: DiskFiles, moves: Iterable[tuple[str, str]]) -> PreparedSave:
    """Plan a save without writing anything. Raises `FileFault` if a change is not allowed."""
    root = os.path.realpath(disk.root)
    steps: dict[str, FileStep] = {}
    contents: dict[str, bytes] = {}
    names: dict[str, str] = {}
    for path, content in sorted(draft.changed.items() - draft.was.items()):
        place = disk.require_disk_path(path)  # Nothing is written or deleted outside of the site.
        if content is None:
            # For a link, the link itself is deleted, not its target.
            place = _resolve_folder(disk, path)
            if not os.path.lexists(place):
                continue
        step = _make_step(draft, path, place, _require_plan_path(place, root, path))
        if steps.setdefault(step.path, step) != step:
            raise FileFault(
                f"`{escape_path(path)}` and `{escape_path(names[step.path])}` are the same "
                "file, and their changes differ, so nothing was written."
            )
        names[step.path] = path
        if content is not None:
            contents[step.path] = content
    real_moves = []
    for move in moves:
        for path in move:
            disk.require_disk_path(path)  # Nothing is moved from or to outside of the site.
        old, new = (_require_plan_path(_resolve_folder(disk, path), root, path) for path in move)
        names.update({old: move[0], new: move[1]})
        real_moves.append((old, new))
    folders = list_missing_folders(root, contents)
    plan = SavePlan(make_token(), tuple(steps.values()), folders, tuple(real_moves))
    return PreparedSave(plan, root, contents, names)


def list_missing_folders(root: str, paths: Iterable[str]) -> tuple[str, ...]:
    """Return the folders that must be created for some files, the outermost first."""
    lacking = set[str]()
    for path in paths:
        for folder in iter_upwards(posixpath.dirname(path)):
            if folder in lacking or os.path.lexists(f"{root}/{folder}"):
                break
            lacking.add(folder)
    return tuple(sorted(lacking))


def build_save_fault(path: str, what: str, error: OSError) -> FileFault:
    """Return the fault for a file that cannot be `what`, such as "written"."""
    reason = (error.strerror or str(error)).rstrip(".")
    return FileFault(f"`{escape_path(posixpath.normpath(path))}` cannot be {what}: {reason}.")


def _make_step(draft: Draft, path: str, place: Path, real: str) -> FileStep:
    """Return the step that writes or deletes a file. Raises `FileFault` if that is impossible."""
    content = draft.changed[path]
    old = _require_fingerprint(place, path, "removed" if content is None else "written")
    if path in draft.was and not place.is_symlink():
        # So that a change made from now on is noticed before the file is replaced.
        was = draft.was[path]
        old = None if was is None else hash_content(was)
    return FileStep(real, old, None if content is None else hash_content(content))


def _resolve_folder(disk: DiskFiles, path: str) -> Path:
    """Return a file's disk path with only its folder resolved. Raises `FileFault`."""
    folder, _, name = posixpath.normpath(path).rpartition("/")
    return (disk.require_disk_path(folder) if folder else Path(os.path.realpath(disk.root))) / name


def _require_plan_path(place: Path, root: str, path: str) -> str:
    """Return a place relative to the site's folder. Raises `FileFault` in a folder of git."""
    real = os.path.relpath(place, root).replace(os.sep, "/")
    if is_in_git_folder(real):
        raise FileFault(f"`{escape_path(path)}` is in a folder of git, so it is not changed.")
    return real


def _require_fingerprint(place: Path, path: str, what: str) -> str | None:
    """Return the fingerprint of a file to change; None if there is none. Raises `FileFault`.

    That is for a folder, and for a file without write permission.
    """
    try:
        if place.is_dir() and not place.is_symlink():
            raise IsADirectoryError(21, "Is a directory")
        if place.is_file() and not place.is_symlink() and not os.access(place, os.W_OK):
            # Only the folder decides whether a file can be replaced, but read-only files are
            # respected.
            raise PermissionError(13, "The file is read-only")
        return compute_fingerprint(place)
    except OSError as error:
        raise build_save_fault(path, what, error) from error
