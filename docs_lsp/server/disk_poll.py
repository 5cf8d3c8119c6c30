"""Polls the disk for files that have changed although no change was announced.

Watchers of an editor (`watched_files`) may report only the name of a folder that was deleted or
renamed, and leave folders out, so the disk is polled occasionally even if there are watchers. The
intervals are in `waiting_times`.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from docs_lsp.files.files import FileInfo, Files
from docs_lsp.server import waiting_times
from docs_lsp.server.disk_state import affects_findings
from docs_lsp.server.session import Session
from docs_lsp.site.site_files import LARGEST_ASSET
from docs_lsp.site.specifications.facts import SiteFacts

_REST = 20
"""A poll of a large site may take long; the pause after it is this many times as long."""

Picture = dict[str, int]
"""A number for the state of each file.

A poll updates it in place: a large site has tens of thousands of files, and their names are shared
with its facts.
"""
_AS_READ = -1
"""The state of a file that has not been polled since the site was read."""


class DiskPoll:
    """Reports changes on the disk to a session. Event loop only."""

    def __init__(self, session: Session) -> None:
        """Poll nothing yet."""
        self._session = session
        self._known: dict[Path, Picture] = {}
        self._lock = asyncio.Lock()

    async def poll_for_ever(self) -> None:
        """Poll at intervals, which are longer for a large site, or if there are watchers."""
        pause = interval = self._choose_interval()
        while True:
            await asyncio.sleep(pause)
            started = time.monotonic()
            await self.poll_once()
            pause = max(interval, _REST * (time.monotonic() - started))

    async def poll_once(self) -> None:
        """Report all changes that there are now, of sites that have been scanned."""
        async with self._lock:
            looks = {
                root: _SitePoll(site.files.base, site.disk.facts, self._known.get(root))
                for root, site in self._session.sites.items()
                if site.on_disk and site.disk.facts is not None
            }
            since = time.time_ns() - int(2 * self._choose_interval() * 1e9)
            changed, self._known = await asyncio.to_thread(_scan_for_changes, looks, since)
            self._session.handle_file_changes(changed)

    def _choose_interval(self) -> float:
        if self._session.client.registers_watchers:
            return waiting_times.FILE_POLL_BEHIND_WATCHERS
        return waiting_times.FILE_POLL


class _SitePoll(NamedTuple):
    """A poll of a site, and what it is compared with."""

    base: Files
    facts: SiteFacts
    known: Picture | None
    """The previous poll; None before the first, which is compared with what was read."""


def _scan_for_changes(
    looks: Mapping[Path, _SitePoll], since: int
) -> tuple[list[Path], dict[Path, Picture]]:
    """Return the files that have changed, and the state of all files, by the root of their site."""
    changed: list[Path] = []
    pictures = {}
    for root, (base, facts, known) in looks.items():
        if known is None:
            known = dict.fromkeys(facts.files, _AS_READ)
            files = _iter_changes_since_read(base, known, since)
        else:
            files = _iter_changed_files(base, known)
        changed += [root / file for file in files]
        pictures[root] = known
    return changed, pictures


def _iter_changed_files(base: Files, picture: Picture) -> Iterator[str]:
    """Yield the files that have changed since the last poll, and update their state."""
    there = 0
    for info in base.walk():
        there += 1
        state = _compute_file_state(info)
        if picture.get(info.path) != state:
            picture[info.path] = state
            yield info.path
    if there < len(picture):  # Usually none is gone, and a set takes 2 MB.
        yield from _drop_states(picture.keys() - {info.path for info in base.walk()}, picture)


def _iter_changes_since_read(base: Files, picture: Picture, since: int) -> Iterator[str]:
    """Yield the files that may have changed between reading a site and its first poll."""
    gone = set(picture)
    for info in base.walk():
        gone.discard(info.path)
        picture[info.path] = _compute_file_state(info)
        if info.mtime_ns > since and affects_findings(info.path):
            yield info.path
    yield from _drop_states(gone, picture)


def _drop_states(files: Iterable[str], picture: Picture) -> Iterator[str]:
    """Remove the state of each file from a picture, and yield the file."""
    for file in files:
        del picture[file]
        yield file


def _compute_file_state(info: FileInfo) -> int:
    """Return the state of a file: size and time, or only whether the service skips it."""
    if affects_findings(info.path):
        return hash((info.size, info.mtime_ns))
    return int(info.size > LARGEST_ASSET)
