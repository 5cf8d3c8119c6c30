"""Files that change outside the editor: those that it reports, and those that are found by polling.

Watchers of an editor may report only the name of a folder that was deleted or renamed, and leave
folders out, so the disk is polled occasionally even if there are watchers. The intervals are in
`waiting_times`. Of most files only the existence matters, as of pictures; of some, the content; and
whether those that are too large still are.

Sites in which a docs-lsp command was interrupted while it wrote are reported. Until its changes are
undone, no edit of the site is offered, because it would be applied to half of a change. A command
that is still writing is not reported, but no edits are offered then either.
"""

from __future__ import annotations

import asyncio
import os
import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TypeAlias
from urllib.parse import quote

from lsprotocol import types

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.features.to_lsp import Json
from docs_lsp.files.files import FileInfo, Files, escape_path
from docs_lsp.files.walk import JOURNAL_FILE, SKIPPED_FOLDERS
from docs_lsp.server import waiting_times
from docs_lsp.server.buffers import path_from_uri
from docs_lsp.server.disk_state import affects_findings
from docs_lsp.server.errors import BadParams
from docs_lsp.server.open_site import OpenSite
from docs_lsp.server.session import Session
from docs_lsp.site.site_files import LARGEST_ASSET
from docs_lsp.site.specifications.facts import SiteFacts

_REST = 20
"""A poll of a large site may take long; the pause after it is this many times as long."""

_FileStates: TypeAlias = dict[str, int]
"""A number for the state of each file.

A poll updates it in place: a large site has tens of thousands of files, and their names are shared
with its facts.
"""
_AS_READ = -1
"""The state of a file that has not been polled since the site was read."""
_CHANGED = types.FileChangeType.Changed.value
_SKIPPED = compile_lazily(f"/(?:{'|'.join(map(re.escape, sorted(SKIPPED_FOLDERS)))})/")


class DiskPoll:
    """Reports changes on the disk to a session. Event loop only."""

    def __init__(self, session: Session) -> None:
        """Poll nothing yet."""
        self._session = session
        self._known: dict[Path, _FileStates] = {}
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
            polled = {
                root: (site.files.base, site.disk.facts, self._known.get(root))
                for root, site in self._session.sites.items()
                if site.on_disk and site.disk.facts is not None
            }
            since = time.time_ns() - int(2 * self._choose_interval() * 1e9)
            changed, self._known = await asyncio.to_thread(_scan_for_changes, polled, since)
            self._session.handle_file_changes(changed)

    def _choose_interval(self) -> float:
        if self._session.client.registers_watchers:
            return waiting_times.FILE_POLL_BEHIND_WATCHERS
        return waiting_times.FILE_POLL


def _scan_for_changes(
    sites: Mapping[Path, tuple[Files, SiteFacts, _FileStates | None]], since: int
) -> tuple[list[Path], dict[Path, _FileStates]]:
    """Return the changed files, and the states of all, updated in place, by the root of their site.

    A site is given by its files, its facts, and the states at the previous poll. Without these it
    is compared with what was read: files that were modified after the time `since`, in nanoseconds,
    have changed.
    """
    changed: list[Path] = []
    states = {}
    for root, (base, facts, known) in sites.items():
        if known is None:
            known = dict.fromkeys(facts.files, _AS_READ)
            files = _iter_changes_since_read(base, known, since)
        else:
            files = _iter_changed_files(base, known)
        changed += [root / file for file in files]
        states[root] = known
    return changed, states


def _iter_changed_files(base: Files, states: _FileStates) -> Iterator[str]:
    """Yield files created, deleted or relevantly changed since the last poll; update `states`."""
    there = 0
    for info in base.walk():
        there += 1
        state = _compute_file_state(info)
        if states.get(info.path) != state:
            states[info.path] = state
            yield info.path
    if there < len(states):  # Usually none is gone, and a set takes 2 MB.
        yield from _drop_states(states.keys() - {info.path for info in base.walk()}, states)


def _iter_changes_since_read(base: Files, states: _FileStates, since: int) -> Iterator[str]:
    """Yield the files changed or deleted between a read and the first poll, and update `states`."""
    missing = set(states)
    for info in base.walk():
        missing.discard(info.path)
        states[info.path] = _compute_file_state(info)
        if info.mtime_ns > since and affects_findings(info.path):
            yield info.path
    yield from _drop_states(missing, states)


def _drop_states(files: Iterable[str], states: _FileStates) -> Iterator[str]:
    """Remove the state of each file, and yield the file."""
    for file in files:
        del states[file]
        yield file


def _compute_file_state(info: FileInfo) -> int:
    """Return the state of a file: size and time, or only whether the service skips it."""
    if affects_findings(info.path):
        return hash((info.size, info.mtime_ns))
    return int(info.size > LARGEST_ASSET)


def build_watcher_options() -> types.DidChangeWatchedFilesRegistrationOptions:
    """Return the watchers to register with an editor that can watch files."""
    return types.DidChangeWatchedFilesRegistrationOptions([types.FileSystemWatcher("**/*")])


def find_changed_paths(params: Json, sites: Mapping[Path, OpenSite]) -> Iterator[Path]:
    """Yield the reported files whose change may alter findings; raise `BadParams` if invalid.

    There may be tens of thousands at a time, as when packages are installed. Raises `BadParams` if
    the parameters are invalid.
    """
    large = {name for open_site in sites.values() for name in _iter_large_file_names(open_site)}
    is_skipped = _SKIPPED.search if not any(map(_is_in_skipped_folder, sites)) else _never_skipped
    changes = params.get("changes")
    if not isinstance(changes, list):
        raise BadParams("`changes` must be an array")
    for change in changes:
        match change:
            case {"uri": str(uri), "type": kind} if (
                kind != _CHANGED or affects_findings(uri) or uri.rpartition("/")[2] in large
            ):
                path = None if is_skipped(uri) else path_from_uri(uri)
                if path is not None:
                    yield path


def _iter_large_file_names(open_site: OpenSite) -> Iterator[str]:
    """Yield the names, as in URIs, of the files too large for the service: they may shrink."""
    facts = open_site.disk.facts
    return (quote(file.rpartition("/")[2]) for file in (facts.large_files if facts else ()))


def _is_in_skipped_folder(folder: Path) -> bool:
    return not SKIPPED_FOLDERS.isdisjoint(folder.parts)


def _never_skipped(_uri: str) -> None:
    """Return None for every URI, as a pattern that never matches: the session decides instead."""


async def poll_interrupted_saves(session: Session, warn: Callable[[str], None]) -> None:
    """Check the open sites at intervals without end, and report each half-written one once."""
    known: frozenset[Path] = frozenset()
    reported: set[Path] = set()
    while True:
        known = await check_interrupted_saves(session, warn, known, reported)
        await asyncio.sleep(waiting_times.JOURNAL_POLL)


async def check_interrupted_saves(
    session: Session, warn: Callable[[str], None], known: frozenset[Path], reported: set[Path]
) -> frozenset[Path]:
    """Mark half-written sites, warn of those also in `known`, and return the roots of all.

    A site that was among them at the previous check (`known`) is reported with `warn`, unless it is
    in `reported`, which is updated.
    """
    roots = [root for root, open_site in session.sites.items() if open_site.on_disk]
    interrupted = await asyncio.to_thread(_find_interrupted, roots) if roots else frozenset()
    for root in roots:
        if (open_site := session.sites.get(root)) is not None:
            open_site.is_interrupted = root in interrupted
    for root in sorted((interrupted & known) - reported):
        warn(_describe_interruption(root))
    reported.intersection_update(interrupted)
    reported.update(interrupted & known)
    return interrupted


def _find_interrupted(roots: Iterable[Path]) -> frozenset[Path]:
    """Return the roots that contain the journal file of a save."""
    return frozenset(root for root in roots if os.path.lexists(root / JOURNAL_FILE))


def _describe_interruption(root: Path) -> str:
    where = escape_path(str(root))
    return (
        f"A docs-lsp command was interrupted while it wrote in `{where}`. Run "
        f'`docs-lsp check "{where}"`, which undoes its changes or says why not. Until then, no '
        "edits are offered here."
    )
