"""Repairs a site that a command has left in the middle of writing, as after a power cut.

Incomplete changes are undone; if only temporary files remain, they are removed.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from docs_lsp.core.phrases import format_count
from docs_lsp.files.files import FileFault, escape_path
from docs_lsp.files.journal import ForeignJournal, Journal, reopen_journal
from docs_lsp.files.site_lock import SiteLock, acquire_lock
from docs_lsp.files.undoing import SaveUndo
from docs_lsp.files.walk import JOURNAL_FILE, LEFTOVER_PREFIX, SKIPPED_FOLDERS, has_interrupted_save


def recover_site_files(root: Path) -> str | None:
    """Undo or finish an interrupted command; return a sentence, or None. Raises `FileFault`.

    None if there was no such command. `FileFault` is raised if it cannot be undone: another command
    is still running, a file has changed since, or the journal is not valid.
    """
    if not has_interrupted_save(root):
        return None
    try:
        lock = acquire_lock(root, creates=False)
        if lock is None:
            if os.path.lexists(root / JOURNAL_FILE):
                raise ForeignJournal
            return None
        return recover_locked_site(root, lock)
    except OSError as error:
        raise build_recovery_fault(error) from error


def recover_locked_site(root: Path, lock: SiteLock) -> str | None:
    """Recover a locked site, release its lock in any case, and return a sentence or None."""
    is_finished = False
    try:
        sentence = _recover_journal(root, lock) if os.path.lexists(root / JOURNAL_FILE) else None
        is_finished = True
    finally:
        lock.release(removes_file=is_finished)
    return sentence


def _recover_journal(root: Path, lock: SiteLock) -> str:
    """Undo or finish the save in a locked site's journal; returns a sentence about it."""
    if not lock.is_exclusive:
        # It may still be in use.
        raise FileFault(
            f"A docs-lsp command was interrupted here. This file system has no locks, so its "
            f"changes are not undone. Delete `{JOURNAL_FILE}` to keep all files as they are."
        )
    journal = reopen_journal(root, lock)
    if journal is None:
        (root / JOURNAL_FILE).unlink()
        return _describe_undone(0)
    try:
        sentence = undo_or_finish(os.path.realpath(root), journal)
    except BaseException:
        journal.close()
        raise
    journal.remove_file()
    return sentence


def undo_or_finish(root: str, journal: Journal) -> str:
    """Undo or finish what a journal records; return a sentence. Raises `FileFault` or `OSError`."""
    undoing = SaveUndo(root, journal)
    if journal.is_done:
        undoing.remove_temporary_files()
        return (
            "A docs-lsp command was interrupted here after its last change. Its temporary files "
            "have been removed."
        )
    undoing.require_unchanged()
    return _describe_undone(undoing.undo_steps())


def _describe_undone(undone: int) -> str:
    if not undone:
        return "A docs-lsp command was interrupted here before it changed anything."
    files = "1 file is" if undone == 1 else f"{undone} files and folders are"
    return f"A docs-lsp command was interrupted here. Its changes were undone: {files} as before."


def build_recovery_fault(error: OSError) -> FileFault:
    """Return the fault for an error of the system during recovery."""
    name = f"`{Path(error.filename).name}`: " if error.filename else ""
    reason = (error.strerror or str(error)).rstrip(".")
    return FileFault(
        "A docs-lsp command was interrupted here, and its changes cannot be undone now "
        f"({name}{reason}). The next command tries again."
    )


def describe_leftovers(root: Path, name: str) -> str | None:
    """Return a sentence about the files an interrupted command left in a site, or None.

    Changes nothing; `name` is the site in the message.
    """
    where = escape_path(name)
    if os.path.lexists(root / JOURNAL_FILE):
        return (
            f"`{where}`: a docs-lsp command was interrupted while it wrote, or is writing now. "
            "`docs-lsp check` undoes its changes, or explains why it cannot."
        )
    leftovers = sorted(_find_leftovers(root))
    if not leftovers:
        return None
    files, verb = format_count(len(leftovers), "file"), "are" if leftovers[1:] else "is"
    return (
        f"`{where}`: {files} of an interrupted docs-lsp command {verb} left, such as "
        f"`{escape_path(leftovers[0])}`. Delete the files that begin with `{LEFTOVER_PREFIX}`."
    )


def _find_leftovers(root: Path) -> Iterator[str]:
    """Yield the temporary files that commands have left below a folder, by relative path."""
    for folder, folders, files in os.walk(root):
        folders[:] = [name for name in folders if name not in SKIPPED_FOLDERS]
        for file in files:
            if file.startswith(LEFTOVER_PREFIX):
                yield Path(folder, file).relative_to(root).as_posix()
