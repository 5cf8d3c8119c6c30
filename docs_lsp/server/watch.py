"""Notices files that change outside the editor: by its watchers, or by looking every few seconds.

Watchers may say no more of a folder that was deleted or renamed than its name, so even behind
them a look is taken now and then.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

from lsprotocol import types

from docs_lsp.files import Files
from docs_lsp.server.buffers import path_of
from docs_lsp.server.discover import SITE_FILE
from docs_lsp.server.session import Session
from docs_lsp.settings import SETTINGS_FILE
from docs_lsp.site.ignore import IGNORE_FILES

SUFFIXES = (".md", ".mdx", ".json", ".yaml", ".yml")

POLL = 3.0
"""Seconds between two looks for a client that cannot watch."""
POLL_BEHIND_WATCHERS = 30.0
_REST = 20
"""A look at a large site may take long: at least this many times as long is paused after it."""

Picture = dict[str, tuple[int, int]]


def watchers() -> types.DidChangeWatchedFilesRegistrationOptions:
    """What an editor that can watch files is asked to watch."""
    names = (SITE_FILE, SETTINGS_FILE, *IGNORE_FILES, *(f"*{suffix}" for suffix in SUFFIXES))
    return types.DidChangeWatchedFilesRegistrationOptions(
        watchers=[types.FileSystemWatcher(glob_pattern=f"**/{name}") for name in names]
    )


def changed_paths(params: types.DidChangeWatchedFilesParams) -> Iterator[Path]:
    """The files of a `workspace/didChangeWatchedFiles`."""
    for change in params.changes:
        path = path_of(change.uri)
        if path is not None:
            yield path


async def poll(session: Session) -> None:
    """Look at all sites again and again, and tell the session what has changed."""
    behind_watchers = session.client.registers_watchers
    interval = POLL_BEHIND_WATCHERS if behind_watchers else POLL
    known: dict[Path, Picture] = {}
    pause = interval
    while True:
        await asyncio.sleep(pause)
        bases = {root: live.base for root, live in session.sites.items() if live.on_disk}
        started = time.monotonic()
        since = time.time_ns() - int(2 * interval * 1e9)
        pictures = await asyncio.to_thread(_look, bases)
        changed = list(_changes(known, pictures, since))
        if changed:
            session.files_changed(changed)
        known = pictures
        pause = max(interval, _REST * (time.monotonic() - started))


def _look(bases: Mapping[Path, Files]) -> dict[Path, Picture]:
    return {
        root: {info.path: (info.size, info.mtime_ns) for info in base.walk() if matters(info.path)}
        for root, base in bases.items()
    }


def matters(file: str) -> bool:
    """Whether a change of a file can change what is found."""
    name = file.rpartition("/")[2]
    return name.endswith(SUFFIXES) or name == SETTINGS_FILE or name in IGNORE_FILES


def _changes(
    before: Mapping[Path, Picture], after: Mapping[Path, Picture], since: int
) -> Iterator[Path]:
    """The files that two looks differ in.

    Of a site that is looked at for the first time: those so young that they may have changed
    after it was read.
    """
    for root, new in after.items():
        old = before.get(root)
        if old is None:
            young = [file for file, (_, mtime) in new.items() if mtime > since]
            yield from (root / file for file in young)
            continue
        for file in old.keys() | new.keys():
            if old.get(file) != new.get(file):
                yield root / file
