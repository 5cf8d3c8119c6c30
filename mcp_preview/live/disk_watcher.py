"""Watches the folder of a site for changes on the disk."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import AsyncIterator, Iterable
from contextlib import aclosing
from pathlib import Path
from typing import Protocol

from watchfiles import Change, DefaultFilter, awatch

from docs_lsp.files.walk import is_leftover

logger = logging.getLogger(__name__)

WHOLE_FOLDER = "."
"""Stands among changed paths for all there is and was: the folder has gone, or is another one."""

_STEP = 20
_DEBOUNCE = 200
"""Milliseconds: how often changes are collected, and how long one set of changes may grow."""
_LOOK = 1_000
"""Milliseconds: how often the folder is looked at while nothing changes in it."""
_WAIT = 0.5
"""Seconds between two looks for a folder that is gone."""


class Follower(Protocol):
    """Something that follows the files of a folder."""

    @property
    def folder(self) -> Path:
        """The folder."""

    def touch(self, files: Iterable[str]) -> None:
        """Take note that files or folders have come, changed or gone."""


async def follow(live: Follower) -> None:
    """Report changes on the disk for as long as the task lives."""
    async for paths in changes(live.folder):
        live.touch(paths)


async def changes(folder: Path) -> AsyncIterator[set[str]]:
    """The site paths of what has changed in and below a folder, a set at a time.

    A watch ends with the folder that it was opened on: one that takes its place is watched anew.
    """
    missed: set[str] = set()
    while True:
        async for paths in _changes_until_gone(folder):
            if paths or missed:
                yield paths | missed
            missed = set()
        # What comes before the next watch is open is told by nobody.
        missed = {WHOLE_FOLDER}
        if _identity(folder) is None:
            logger.warning("The folder of the site is gone; it is followed again when it is back")
            yield missed
            while _identity(folder) is None:
                await asyncio.sleep(_WAIT)


async def _changes_until_gone(folder: Path) -> AsyncIterator[set[str]]:
    """What changes for as long as the folder is the same; a set may be empty.

    A system that cannot watch any more folders must not cost a change: then they are polled.
    """
    try:
        async for paths in _watch_folder(folder, polls=False):
            yield paths
    except OSError as error:
        logger.warning("Changes are looked for from now on, as they cannot be watched: %s", error)
        async for paths in _watch_folder(folder, polls=True):
            yield paths


async def _watch_folder(folder: Path, *, polls: bool) -> AsyncIterator[set[str]]:
    root, opened = os.path.realpath(folder), _identity(folder)
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
                # Of a folder above nothing is told, and a new folder may have the old one's number.
                if (Change.deleted, root) in events or _identity(folder) != opened:
                    return
                paths = {os.path.relpath(path, root).replace(os.sep, "/") for _, path in events}
                paths.discard(WHOLE_FOLDER)
                # Files that are there only while a command writes do not belong to the site.
                yield {path for path in paths if not (path.startswith("../") or is_leftover(path))}
    except OSError:
        if _identity(folder) is not None:
            raise


def _identity(folder: Path) -> tuple[int, int] | None:
    """What tells a folder from others of its name; None where there is none."""
    try:
        status = folder.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino
