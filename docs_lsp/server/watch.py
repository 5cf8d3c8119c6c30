"""Notices files that change outside the editor: by its watchers, or by looking every few seconds.

Watchers may say no more of a folder that was deleted or renamed than its name, so even behind
them a look is taken now and then.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from lsprotocol import types

from docs_lsp.files import Files
from docs_lsp.server.buffers import path_of
from docs_lsp.server.session import Session
from docs_lsp.settings import SETTINGS_FILE
from docs_lsp.site.facts import SiteFacts
from docs_lsp.site.ignore import IGNORE_FILES

SUFFIXES = (".md", ".mdx", ".json", ".yaml", ".yml")
NAMES = (SETTINGS_FILE, *IGNORE_FILES)

POLL = 3.0
"""Seconds between two looks for a client that cannot watch."""
POLL_BEHIND_WATCHERS = 30.0
_REST = 20
"""A look at a large site may take long: at least this many times as long is paused after it."""

Picture = dict[str, tuple[int, int]]


def watchers() -> types.DidChangeWatchedFilesRegistrationOptions:
    """What an editor that can watch files is asked to watch."""
    suffixes = ",".join(suffix.removeprefix(".") for suffix in SUFFIXES)
    globs = (f"**/*.{{{suffixes}}}", f"**/{{{','.join(NAMES)}}}")
    return types.DidChangeWatchedFilesRegistrationOptions(
        watchers=[types.FileSystemWatcher(glob_pattern=glob) for glob in globs]
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
        sites = {root: live for root, live in session.sites.items() if live.on_disk}
        bases = {root: live.base for root, live in sites.items()}
        started = time.monotonic()
        since = time.time_ns() - int(2 * interval * 1e9)
        pictures = await asyncio.to_thread(_look, bases)
        for root, new in pictures.items():
            changed: Iterable[str]
            if root in known:
                changed = _differing(known[root], new)
            else:
                changed = _since_it_was_read(sites[root].known.facts, new, since)
            session.files_changed([root / file for file in changed])
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
    return name.endswith(SUFFIXES) or name in NAMES


def _differing(old: Picture, new: Picture) -> Iterator[str]:
    """The files that two looks differ in."""
    return (file for file in old.keys() | new.keys() if old.get(file) != new.get(file))


def _since_it_was_read(facts: SiteFacts | None, new: Picture, since: int) -> Iterator[str]:
    """The files that may have changed between the reading of a site and the first look at it."""
    yield from (file for file, (_, mtime) in new.items() if mtime > since)
    if facts is not None:
        yield from (file for file in facts.files if matters(file) and file not in new)
