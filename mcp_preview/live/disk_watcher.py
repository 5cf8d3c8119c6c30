"""Watches the folder of a site for changes on the disk."""

from __future__ import annotations

import logging
import os
from collections.abc import AsyncIterator, Iterable
from pathlib import Path
from typing import Protocol

from watchfiles import DefaultFilter, awatch

logger = logging.getLogger(__name__)

_STEP = 20
_DEBOUNCE = 200
"""Milliseconds: how often changes are collected, and how long one set of changes may grow."""


class Follower(Protocol):
    """Something that follows the files of a folder."""

    @property
    def folder(self) -> Path:
        """The folder."""

    def touch(self, files: Iterable[str]) -> None:
        """Take note that files or folders have come, changed or gone."""


async def follow(live: Follower) -> None:
    """Report changes on the disk for as long as the task lives.

    A system that cannot watch any more folders must not cost a change: then they are polled.
    """
    try:
        async for paths in changes(live.folder):
            live.touch(paths)
    except OSError as error:
        logger.warning("Changes are looked for from now on, as they cannot be watched: %s", error)
        async for paths in changes(live.folder, polls=True):
            live.touch(paths)


async def changes(folder: Path, *, polls: bool = False) -> AsyncIterator[set[str]]:
    """The site paths of what has changed in and below a folder, a set at a time."""
    root = os.path.realpath(folder)
    async for found in awatch(
        root,
        watch_filter=DefaultFilter(),
        step=_STEP,
        debounce=_DEBOUNCE,
        ignore_permission_denied=True,
        force_polling=polls or None,
    ):
        paths = {os.path.relpath(path, root).replace(os.sep, "/") for _, path in found}
        yield {path for path in paths if path != "." and not path.startswith("../")}
