"""Puts a draft onto the disk. Nothing outside of the site's folder is ever written.

Each file is replaced in one step, so that whoever reads it meanwhile, or after a power cut, finds
the old text or the new one and never half of it.
"""

from __future__ import annotations

import os
import posixpath
import stat
import tempfile
from contextlib import suppress
from pathlib import Path

from docs_lsp.draft import Draft
from docs_lsp.files import DiskFiles, FileFault, shown


def save(draft: Draft, disk: DiskFiles) -> None:
    """Write what has changed, then take away what is gone.

    Raises `FileFault`: before anything is written if a file has changed since the draft was begun,
    else at the first file that cannot be written, with those before it written.
    """
    for path, content in draft.was.items():
        _refuse_changed(disk, path, content)
    changed = sorted(draft.changed.items() - draft.was.items())
    for path, content in changed:
        if content is not None:
            _write(disk.place(path), path, content)
    for path, content in changed:
        if content is None:
            _remove(disk, path)


def _refuse_changed(disk: DiskFiles, path: str, content: bytes | None) -> None:
    now = disk.read(path) if disk.exists(path) else None
    if now != content:
        raise FileFault(f"`{shown(path)}` has been changed meanwhile, so nothing was written.")


def _write(real: Path, path: str, content: bytes) -> None:
    try:
        real.parent.mkdir(parents=True, exist_ok=True)
        mode = stat.S_IMODE(real.stat().st_mode) if real.exists() else None
        handle, name = tempfile.mkstemp(dir=real.parent, prefix=".docs-lsp.")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(handle)
            Path(name).chmod(_usual_mode() if mode is None else mode)
            Path(name).replace(real)
        except BaseException:
            with suppress(OSError):
                Path(name).unlink()
            raise
    except OSError as error:
        raise _fault(path, "written", error) from error


def _remove(disk: DiskFiles, path: str) -> None:
    disk.place(path)  # Nothing is taken away outside of the site.
    try:
        # Of a link it is the link that goes, and not the file that it leads to.
        (disk.root / path).unlink(missing_ok=True)
    except OSError as error:
        raise _fault(path, "removed", error) from error


def _usual_mode() -> int:
    """The permissions that a new file gets here."""
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def _fault(path: str, what: str, error: OSError) -> FileFault:
    reason = (error.strerror or str(error)).rstrip(".")
    return FileFault(f"`{shown(posixpath.normpath(path))}` cannot be {what}: {reason}.")
