"""Puts a draft onto the disk. Nothing outside of the site's folder is ever written.

Each file is replaced in one step, so that whoever reads it meanwhile, or after a power cut, finds
the old text or the new one and never half of it. Where one thing fails, all is put back as it was.
"""

from __future__ import annotations

import os
import posixpath
import stat
import tempfile
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from docs_lsp.files.draft import Draft
from docs_lsp.files.files import DiskFiles, FileFault, escape_path

_PREFIX = ".docs-lsp."


def save(draft: Draft, disk: DiskFiles, moves: Iterable[tuple[str, str]] = ()) -> None:
    """Write what has changed, take away what is gone, then move files and whole folders.

    `moves` are old and new site paths, made one after the other; what has changed in them goes by
    its old path. Raises `FileFault`, with all as it was: where a file has changed since the draft
    was begun, or where something cannot be written, taken away or moved.
    """
    for path, content in draft.was.items():
        _refuse_changed(disk, path, content)
    changed = sorted(draft.changed.items() - draft.was.items())
    new = [(path, content) for path, content in changed if content is not None]
    with _Steps() as steps:
        # What takes long and may fail for want of space comes before anything can be seen.
        written = [(path, _prepare_file(disk, path, content, steps)) for path, content in new]
        for path, name in written:
            _replace(name, disk.place(path), path, steps)
        for path, content in changed:
            if content is None:
                _remove(disk, path, steps)
        for before, after in moves:
            _move(disk, before, after, steps)


class _Steps:
    """What has been done so far, and how to undo it."""

    def __init__(self) -> None:
        self._undo: list[Callable[[], object]] = []
        self._finish: list[Callable[[], object]] = []

    def undo_by(self, act: Callable[[], object]) -> None:
        """Say how to undo what has just been done."""
        self._undo.append(act)

    def finish_by(self, act: Callable[[], object]) -> None:
        """Say what is left to do once all has gone well."""
        self._finish.append(act)

    def __enter__(self) -> _Steps:
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        for act in self._finish if kind is None else reversed(self._undo):
            with suppress(OSError):
                act()


def _refuse_changed(disk: DiskFiles, path: str, content: bytes | None) -> None:
    now = disk.read(path) if disk.exists(path) else None
    if now != content:
        raise FileFault(
            f"`{escape_path(path)}` has been changed meanwhile, so nothing was written."
        )


def _prepare_file(disk: DiskFiles, path: str, content: bytes, steps: _Steps) -> str:
    """The name of a file that holds the new content, beside the one that it is for."""
    real = disk.place(path)
    try:
        _make_folder(real.parent, steps)
        mode = stat.S_IMODE(real.stat().st_mode) if real.exists() else _usual_mode()
        return _write_temporary(real, content, mode, steps)
    except OSError as error:
        raise _build_fault(path, "written", error) from error


def _write_temporary(real: Path, content: bytes, mode: int, steps: _Steps) -> str:
    handle, name = tempfile.mkstemp(dir=real.parent, prefix=_PREFIX)
    steps.undo_by(lambda: Path(name).unlink(missing_ok=True))
    with os.fdopen(handle, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(handle)
    Path(name).chmod(mode)
    return name


def _replace(name: str, real: Path, path: str, steps: _Steps) -> None:
    try:
        before = real.read_bytes() if real.exists() else None
        Path(name).replace(real)
    except OSError as error:
        raise _build_fault(path, "written", error) from error
    steps.undo_by(real.unlink if before is None else lambda: _restore(real, before))


def _restore(real: Path, content: bytes) -> None:
    with _Steps() as steps:
        Path(_write_temporary(real, content, stat.S_IMODE(real.stat().st_mode), steps)).replace(
            real
        )


def _remove(disk: DiskFiles, path: str, steps: _Steps) -> None:
    disk.place(path)  # Nothing is taken away outside of the site.
    # Of a link it is the link that goes, and not the file that it leads to.
    real = disk.root / path
    try:
        if real.is_dir() and not real.is_symlink():
            raise IsADirectoryError(21, "Is a directory")
        if os.path.lexists(real):
            _put_aside(real, steps)
    except OSError as error:
        raise _build_fault(path, "removed", error) from error


def _put_aside(real: Path, steps: _Steps) -> None:
    """Give a file another name until all has gone well, and take it away then."""
    aside = Path(tempfile.mkdtemp(dir=real.parent, prefix=_PREFIX))
    steps.undo_by(aside.rmdir)
    real.rename(aside / real.name)
    steps.undo_by(lambda: (aside / real.name).rename(real))
    steps.finish_by((aside / real.name).unlink)
    steps.finish_by(aside.rmdir)


def _move(disk: DiskFiles, old: str, new: str, steps: _Steps) -> None:
    for path in (old, new):
        disk.place(path)  # Nothing comes from outside of the site or goes there.
    here, there = disk.root / old, disk.root / new
    try:
        if os.path.lexists(there) and not is_same_place(here, there):
            raise FileFault(f"`{escape_path(new)}` is there already, so nothing was moved.")
        _make_folder(there.parent, steps)
        here.rename(there)
    except OSError as error:
        raise _build_fault(old, "moved", error) from error
    steps.undo_by(lambda: there.rename(here))


def is_same_place(one: Path, other: Path) -> bool:
    """Whether two names are one to the disk, which may ignore upper and lower case."""
    return str(one).casefold() == str(other).casefold() and one.samefile(other)


def _make_folder(folder: Path, steps: _Steps) -> None:
    """Make a folder with those around it, where it is not there."""
    lacking = [path for path in (folder, *folder.parents) if not path.exists()]
    for path in reversed(lacking):
        path.mkdir(exist_ok=True)
        steps.undo_by(path.rmdir)


def _usual_mode() -> int:
    """The permissions that a new file gets here."""
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def _build_fault(path: str, what: str, error: OSError) -> FileFault:
    reason = (error.strerror or str(error)).rstrip(".")
    return FileFault(f"`{escape_path(posixpath.normpath(path))}` cannot be {what}: {reason}.")
