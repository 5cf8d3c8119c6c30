"""Saves a draft to the disk. Nothing outside of the site's folder is ever written.

Each file is replaced in one step, so that a concurrent reader, or one after a power cut, finds the
old text or the new one and never half of it. All changes are made, or none: if one fails or a
signal arrives, the others are undone, and after a crash the next command does so (`journal`,
`undoing`, `recovery`).
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from docs_lsp.files.delayed_signals import DelayedSignals
from docs_lsp.files.draft import Draft
from docs_lsp.files.files import DiskFiles, FileFault, escape_path
from docs_lsp.files.journal import FileStep, Journal, SavePlan, sync_folder, write_journal
from docs_lsp.files.recovery import build_recovery_fault, recover_site_files, undo_or_finish
from docs_lsp.files.save_plan import (
    PreparedSave,
    build_save_fault,
    list_missing_folders,
    prepare_save,
)
from docs_lsp.files.site_lock import SiteLock, acquire_lock
from docs_lsp.files.undoing import compute_fingerprint
from docs_lsp.files.walk import JOURNAL_FILE


def save_draft(draft: Draft, disk: DiskFiles, moves: Iterable[tuple[str, str]] = ()) -> None:
    """Write all changes, then move files and folders. Raises `FileFault`, with nothing changed.

    `moves` are old and new site paths, made one after the other; changes in them use the old path.
    `FileFault` is raised if a file has changed since the draft was begun or a step fails, and
    `Interrupted` if a signal ends the command meanwhile.
    """
    recover_site_files(disk.root)
    for path, content in draft.was.items():
        _require_unchanged(disk, path, content)
    work = prepare_save(draft, disk, moves)
    if not work.plan.files and not work.plan.moves:
        return
    with DelayedSignals() as signals:
        # `docs-lsp mcp` creates a site in a folder that may not exist.
        made = [folder for folder in (disk.root, *disk.root.parents) if not folder.exists()]
        try:
            _create_root(disk.root)
            _execute_save(work, disk.root, signals)
        except BaseException:
            for folder in made:
                with suppress(OSError):
                    folder.rmdir()
            raise


def _create_root(root: Path) -> None:
    try:
        root.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise build_save_fault(root.name, "written", error) from error


def _execute_save(work: PreparedSave, root: Path, signals: DelayedSignals) -> None:
    """Carry out a plan; if it fails, undo everything and raise the error."""
    lock, journal = _begin_save(work.plan, root)
    is_finished = False
    try:
        try:
            _execute_steps(work, journal, signals)
        except BaseException as error:
            _undo_save(work, journal, error)
            is_finished = True
            raise
        # Files that cannot be removed now are removed by the next command.
        with suppress(OSError):
            undo_or_finish(work.root, journal)
            is_finished = True
    finally:
        _end_save(lock, journal, is_finished=is_finished)


def _begin_save(plan: SavePlan, root: Path) -> tuple[SiteLock, Journal]:
    """Take the lock and write the journal. Raises `FileFault`."""
    try:
        lock = acquire_lock(root, creates=True)
        assert lock is not None
        try:
            return lock, write_journal(root, plan, lock)
        except BaseException as error:
            # The journal was left by a command that was just interrupted.
            lock.release(removes_file=not isinstance(error, FileExistsError))
            raise
    except OSError as error:
        raise build_save_fault(JOURNAL_FILE, "written", error) from error


def _end_save(lock: SiteLock, journal: Journal, *, is_finished: bool) -> None:
    """Remove the journal and the lock file, or leave both for the next command."""
    try:
        (journal.remove_file if is_finished else journal.close)()
    except OSError:
        is_finished = False
    finally:
        lock.release(removes_file=is_finished)


def _undo_save(work: PreparedSave, journal: Journal, error: BaseException) -> None:
    """Undo all changes. Raises `FileFault` if that fails, with the first error in its text."""
    try:
        undo_or_finish(work.root, journal)
    except (OSError, FileFault) as fault:
        trouble = build_recovery_fault(fault) if isinstance(fault, OSError) else fault
        first = f"{error} " if isinstance(error, FileFault) else ""
        raise FileFault(f"{first}{trouble}") from error


def _require_unchanged(disk: DiskFiles, path: str, content: bytes | None) -> None:
    """Raise `FileFault` unless a file has this content, or is missing for None."""
    now = disk.read(path) if disk.exists(path) else None
    if now != content:
        raise _build_changed_fault(path)


def _build_changed_fault(path: str) -> FileFault:
    return FileFault(f"`{escape_path(path)}` has changed meanwhile, so nothing was written.")


# Steps that `undoing` can undo


def _execute_steps(work: PreparedSave, journal: Journal, signals: DelayedSignals) -> None:
    """Make all changes, and record the end. Raises `FileFault`, or `Interrupted` for a signal."""
    plan = work.plan
    # Slow steps that may run out of space come before any visible change.
    for folder in plan.folders:
        _create_folder(work, folder)
        signals.raise_if_interrupted()
    for path, content in work.contents.items():
        _write_new_content(work, path, content)
        signals.raise_if_interrupted()
    for step in plan.files:
        if step.new is not None:
            _replace_file(work, step)
            signals.raise_if_interrupted()
    for step in plan.files:
        if step.new is None:
            _remove_file(work, step)
            signals.raise_if_interrupted()
    for index in range(len(plan.moves)):
        _move_file(work, index, journal)
        signals.raise_if_interrupted()
    for touched in work.list_touched_folders():
        with suppress(OSError):
            sync_folder(touched)
    journal.record_done()


def _create_folder(work: PreparedSave, folder: str) -> None:
    """Create a planned folder. Raises `FileFault` that names a file in it."""
    try:
        work.get_disk_path(folder).mkdir(exist_ok=True)
    except OSError as error:
        # The user knows the file, not the folder.
        inside = next(path for path in work.contents if path.startswith(f"{folder}/"))
        raise build_save_fault(work.names[inside], "written", error) from error


def _write_new_content(work: PreparedSave, path: str, content: bytes) -> None:
    """Write the new content of a file beside it, with its permissions. Raises `FileFault`."""
    place, new = work.get_disk_path(path), work.get_disk_path(work.plan.get_new_path(path))
    flags = os.O_CREAT | os.O_EXCL | os.O_WRONLY | getattr(os, "O_BINARY", 0)
    try:
        mode = stat.S_IMODE(place.stat().st_mode) if place.exists() else _get_default_mode()
        with os.fdopen(os.open(new, flags, 0o600), "wb") as file:
            _write_synced(file, content)
        new.chmod(mode)
    except OSError as error:
        raise build_save_fault(work.names[path], "written", error) from error


def _replace_file(work: PreparedSave, step: FileStep) -> None:
    """Replace a file, keeping the old one beside it. Raises `FileFault` if it has changed."""
    place, old = work.get_disk_path(step.path), work.get_old_disk_path(step.path)
    try:
        if step.old is not None:
            _link_previous(place, old)
            # Under a second name the content can be compared before other programs can replace it.
            if compute_fingerprint(old) != step.old:
                raise _build_changed_fault(work.names[step.path])
        elif os.path.lexists(place):
            raise _build_changed_fault(work.names[step.path])
        work.get_disk_path(work.plan.get_new_path(step.path)).replace(place)
    except OSError as error:
        raise build_save_fault(work.names[step.path], "written", error) from error


def _link_previous(place: Path, old: Path) -> None:
    """Give the previous content a second name, or copy it if the file system has no links."""
    try:
        old.hardlink_to(place)
    except OSError:
        content = place.read_bytes()
        with old.open("wb") as file:
            _write_synced(file, content)
        old.chmod(stat.S_IMODE(place.stat().st_mode))


def _write_synced(file: BinaryIO, content: bytes) -> None:
    """Write content to an open file, and flush it to the disk."""
    file.write(content)
    file.flush()
    os.fsync(file.fileno())


def _remove_file(work: PreparedSave, step: FileStep) -> None:
    """Move a removed file to a name beside it. Raises `FileFault` if it has changed."""
    try:
        if compute_fingerprint(work.get_disk_path(step.path)) != step.old:
            raise _build_changed_fault(work.names[step.path])
        work.get_disk_path(step.path).rename(work.get_old_disk_path(step.path))
    except OSError as error:
        raise build_save_fault(work.names[step.path], "removed", error) from error


def _move_file(work: PreparedSave, index: int, journal: Journal) -> None:
    """Record one planned move and make it, with its folders. Raises `FileFault` if it fails."""
    old, new = work.plan.moves[index]
    here, there = work.get_disk_path(old), work.get_disk_path(new)
    try:
        if os.path.lexists(there) and not is_same_file(here, there):
            raise FileFault(
                f"`{escape_path(work.names[new])}` exists already, so nothing was moved."
            )
        folders = list_missing_folders(work.root, [new])
        journal.record_move(index, folders)
        for folder in folders:
            work.get_disk_path(folder).mkdir(exist_ok=True)
        here.rename(there)
    except OSError as error:
        raise build_save_fault(work.names[old], "moved", error) from error


def is_same_file(one: Path, other: Path) -> bool:
    """Return whether two paths that differ in case at most are one file on the disk."""
    return str(one).casefold() == str(other).casefold() and one.samefile(other)


def _get_default_mode() -> int:
    """Return the permissions that a new file gets here."""
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
