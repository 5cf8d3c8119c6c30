"""Undoes the steps of a save, or removes its temporary files, from its journal and the disk.

It serves a save that fails and the command after a crash, so it remembers nothing: the disk itself
shows how far the save has come.

* A temporary file with the new content exists: its file has not been replaced yet.
* It does not exist, and the one with the previous content does: its file has been replaced or
  deleted.

Each step can be repeated, so after a crash in here the next command continues.
"""

from __future__ import annotations

import hashlib
import os
import stat
import unicodedata
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from docs_lsp.files.files import FileFault, escape_path
from docs_lsp.files.journal import FileStep, ForeignJournal, Journal
from docs_lsp.files.walk import JOURNAL_FILE, is_below


def require_confined_path(root: str, path: str) -> Path:
    """Return the disk path of a planned file. Raises `ForeignJournal` outside of the site.

    The same is raised for a path behind a link or in a folder of git, since no save plans such a
    path. `root` is the real path of the site's folder.
    """
    names = path.split("/")
    place = os.path.normpath(f"{root}/{path}")
    folder = str(Path(place).parent)
    is_confined = (
        "\0" not in path
        and {"", ".", ".."}.isdisjoint(names)
        and os.path.relpath(place, root).replace(os.sep, "/") == path
        and is_below(folder, root)
        and os.path.normcase(os.path.realpath(folder)) == os.path.normcase(folder)
        and not is_in_git_folder(path)
    )
    if not is_confined:
        raise ForeignJournal
    return Path(place)


def is_in_git_folder(path: str) -> bool:
    """Return whether a path leads into a folder of git, which runs some of its files."""
    return any(name.casefold() == ".git" for name in path.split("/"))


def compute_fingerprint(place: Path) -> str | None:
    """Return a hash of a file's content or of a link's target; None if there is nothing.

    Raises `OSError`.
    """
    try:
        mode = place.lstat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        return None
    if stat.S_ISLNK(mode):
        return f"link:{hash_content(os.fsencode(place.readlink()))}"
    return hash_content(place.read_bytes()) if stat.S_ISREG(mode) else "other"


def hash_content(content: bytes) -> str:
    """Return the hash by which two contents are compared."""
    return hashlib.sha256(content).hexdigest()


class SaveUndo:
    """Undoes the steps of a plan."""

    def __init__(self, root: str, journal: Journal) -> None:
        """Check all paths of the journal below `root`, a real path. Raises `ForeignJournal`."""
        self._root = root
        self._journal = journal
        self._plan = journal.plan
        for path in self._list_paths():
            require_confined_path(root, path)

    def _list_paths(self) -> Iterator[str]:
        yield from (step.path for step in self._plan.files)
        yield from self._plan.folders
        for move in self._plan.moves:
            yield from move
        for folders in self._journal.made_folders.values():
            yield from folders

    def require_unchanged(self) -> None:
        """Raise `FileFault` if a file that would be restored has changed since."""
        made = self._count_made_moves()
        for step in self._plan.files:
            if not self._is_undoable(step, made):
                path = escape_path(self._plan.locate(step.path, made))
                raise FileFault(
                    f"A docs-lsp command was interrupted here, and `{path}` has changed "
                    f"since, so its changes cannot be undone. Delete `{JOURNAL_FILE}` to keep all "
                    "files as they are."
                )

    def undo_steps(self) -> int:
        """Restore files and folders; return their number. Raises `OSError` or `FileFault`.

        `FileFault` is raised if something is in the way.
        """
        count = 0
        for index in range(self._journal.moves_begun - 1, -1, -1):
            count += self._undo_move(index)
        error = None
        for step in reversed(self._plan.files):
            try:
                count += self._restore_file(step)
            except OSError as file_error:
                # A file that is open elsewhere must not prevent restoring the others.
                error = file_error
        self._remove_folders(self._plan.folders)
        if error is not None:
            raise error
        return count

    def remove_temporary_files(self) -> None:
        """Remove the temporary files, once everything has been done. Raises `OSError`."""
        for step in self._plan.files:
            for place in self._get_step_paths(step, len(self._plan.moves))[1:]:
                _unlink(place)

    # Files

    def _is_undoable(self, step: FileStep, made: int) -> bool:
        """Return whether undoing a step loses nothing but what the step itself has written."""
        here, new, old = self._get_step_paths(step, made)
        now, previous = compute_fingerprint(here), compute_fingerprint(old)
        if os.path.lexists(new) or (step.old is not None and previous is None):
            return True
        if step.old is None:
            return now in (None, step.new)
        return (now == step.old) or (now == step.new and previous == step.old)

    def _restore_file(self, step: FileStep) -> bool:
        """Restore one file, remove its temporary ones, and return whether it had been changed."""
        here, new, old = self._get_step_paths(step, 0)
        is_waiting = os.path.lexists(new)
        is_changed = False
        if os.path.lexists(old):
            is_changed = not is_waiting and compute_fingerprint(here) != step.old
            if is_changed:
                old.replace(here)
            _unlink(old)
        elif step.old is None and not is_waiting and compute_fingerprint(here) == step.new:
            _unlink(here)
            is_changed = True
        _unlink(new)
        return is_changed

    # Moves

    def _count_made_moves(self) -> int:
        """Return how many moves have been made: all that were begun, or all but the last."""
        begun = self._journal.moves_begun
        return begun - 1 if begun and not self._is_made(begun - 1) else begun

    def _is_made(self, index: int) -> bool:
        """Return whether the last move that was started has been made."""
        old, new = map(self._get_disk_path, self._plan.moves[index])
        return has_name(new) and not has_name(old)

    def _undo_move(self, index: int) -> bool:
        """Undo the last move that is not undone, record that, and return whether it was made.

        Folders made for it are removed. Raises `FileFault` if something is in the way.
        """
        old, new = map(self._get_disk_path, self._plan.moves[index])
        is_made = self._is_made(index)
        if is_made:
            new.rename(old)
        elif index < self._journal.moves_begun - 1:
            raise FileFault(f"`{escape_path(self._plan.moves[index][0])}` is in the way.")
        self._remove_folders(self._journal.made_folders.get(index, ()))
        self._journal.record_undone_move(index)
        return is_made

    def _remove_folders(self, folders: tuple[str, ...]) -> None:
        """Remove those of some folders that are empty, the innermost first."""
        for folder in reversed(folders):
            # A folder that is not empty contains files of others.
            with suppress(OSError):
                self._get_disk_path(folder).rmdir()

    def _get_step_paths(self, step: FileStep, made: int) -> tuple[Path, Path, Path]:
        """Return the paths of a file, of its new and of its previous content after some moves."""
        plan = self._plan
        paths = (step.path, plan.get_new_path(step.path), plan.get_old_path(step.path))
        here, new, old = (self._get_disk_path(plan.locate(path, made)) for path in paths)
        return here, new, old

    def _get_disk_path(self, path: str) -> Path:
        """Return the disk path of a planned file. Raises `ForeignJournal` outside of the site."""
        return require_confined_path(self._root, path)


def _unlink(place: Path) -> None:
    """Delete a file if it exists."""
    with suppress(FileNotFoundError, NotADirectoryError):
        place.unlink()


def has_name(place: Path) -> bool:
    """Return whether a folder has an entry of exactly this name, also on disks that ignore case."""
    # Some disks store names with decomposed characters.
    name = unicodedata.normalize("NFC", place.name)
    try:
        return any(
            unicodedata.normalize("NFC", entry.name) == name for entry in place.parent.iterdir()
        )
    except OSError:
        return False
