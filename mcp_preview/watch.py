"""Changes on the disk, as the operating system tells them."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from pathlib import Path

from watchfiles import DefaultFilter, awatch

_STEP = 50
_DEBOUNCE = 200
"""Milliseconds: how often there is a look, and how long one set of changes may grow."""


async def changes(folder: Path) -> AsyncIterator[set[str]]:
    """The site paths of what has changed in and below a folder, a set at a time."""
    root = os.path.realpath(folder)
    async for found in awatch(
        root,
        watch_filter=DefaultFilter(),
        step=_STEP,
        debounce=_DEBOUNCE,
        ignore_permission_denied=True,
        raise_interrupt=False,
    ):
        paths = {os.path.relpath(path, root).replace(os.sep, "/") for _, path in found}
        yield {path for path in paths if path != "." and not path.startswith("../")}
