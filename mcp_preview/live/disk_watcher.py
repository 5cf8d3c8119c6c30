"""Watches the folder of a site for changes on the disk."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing
from pathlib import Path

from watchfiles import Change, DefaultFilter, awatch

from docs_lsp.files.walk import is_temporary

logger = logging.getLogger(__name__)

WHOLE_FOLDER = "."
"""The changed path for all current and former files, if the folder was removed or replaced."""

_STEP = 20
_DEBOUNCE = 200
"""How often changes are collected, and how long one set of changes may grow, in milliseconds."""
_LOOK = 1_000
"""How often the folder is checked while nothing changes in it, in milliseconds."""
_WAIT = 0.5
"""The time in seconds between two checks for a removed folder."""


async def report_disk_changes(folder: Path, mark_touched: Callable[[set[str]], None]) -> None:
    """Pass the site paths of changes in a folder to a function, until the task is cancelled."""
    async for paths in watch_changes(folder):
        mark_touched(paths)


async def watch_changes(folder: Path) -> AsyncIterator[set[str]]:
    """Yield the site paths of changes in and below a folder, a set at a time, without end.

    `WHOLE_FOLDER` means all of them if the folder was removed or replaced.
    A watch ends with the folder that it was opened for: a folder that replaces it gets a new watch.
    """
    missed: set[str] = set()
    while True:
        async for paths in _watch_until_gone(folder):
            if paths or missed:
                yield paths | missed
            missed = set()
        # Changes before the next watch is open are not reported.
        missed = {WHOLE_FOLDER}
        if _get_identity(folder) is None:
            logger.warning(
                "The folder of the site no longer exists; the preview continues when it is back"
            )
            yield missed
            while _get_identity(folder) is None:
                await asyncio.sleep(_WAIT)


async def _watch_until_gone(folder: Path) -> AsyncIterator[set[str]]:
    """Yield changes as long as the folder is the same; a set may be empty.

    If the system cannot watch more folders, they are polled.
    """
    try:
        async for paths in _watch_folder(folder, polls=False):
            yield paths
    except OSError as error:
        logger.warning(
            "Changes cannot be watched, so the folder is checked for them from now on: %s", error
        )
        async for paths in _watch_folder(folder, polls=True):
            yield paths


async def _watch_folder(folder: Path, *, polls: bool) -> AsyncIterator[set[str]]:
    """Yield sets of changed paths, maybe empty, until the folder is gone. Raises `OSError`.

    It also ends when another folder replaces it. The error is that the system cannot watch it.
    """
    root, opened = os.path.realpath(folder), _get_identity(folder)
    watch = awatch(
        root,
        watch_filter=DefaultFilter(),
        step=_STEP,
        debounce=_DEBOUNCE,
        rust_timeout=_LOOK,
        yield_on_timeout=True,
        ignore_permission_denied=True,
        force_polling=polls or None,
    )
    try:
        async with aclosing(watch):
            async for events in watch:
                # Changes of parent folders are not reported, and a new folder may have the old
                # inode.
                if (Change.deleted, root) in events or _get_identity(folder) != opened:
                    return
                paths = {os.path.relpath(path, root).replace(os.sep, "/") for _, path in events}
                paths.discard(WHOLE_FOLDER)
                # Temporary files of a command do not belong to the site.
                yield {path for path in paths if not (path.startswith("../") or is_temporary(path))}
    except OSError:
        if _get_identity(folder) is not None:
            raise


def _get_identity(folder: Path) -> tuple[int, int] | None:
    """Return the device and inode of a folder; None if there is none."""
    try:
        status = folder.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino
