"""Notices files that change outside the editor: by its watchers, or by polling the disk.

Of most files only the existence matters, as of pictures; of some, the content; and whether those
that are too large still are. Watchers may report only the name of a folder that was deleted or
renamed, and leave folders out, so the disk is polled occasionally even if there are watchers.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from lsprotocol import types

from docs_lsp.core.lazy_pattern import compile_lazily
from docs_lsp.features.to_lsp import Json
from docs_lsp.files.files import FileInfo, Files
from docs_lsp.files.walk import SKIPPED_FOLDERS
from docs_lsp.server import debounce
from docs_lsp.server.buffers import path_from_uri
from docs_lsp.server.disk_state import DiskState, affects_findings
from docs_lsp.server.errors import BadParams
from docs_lsp.server.open_site import OpenSite
from docs_lsp.server.session import Session
from docs_lsp.site.specifications.spec_files import LARGEST_ASSET

_CHANGED = types.FileChangeType.Changed.value

_REST = 20
"""A poll of a large site may take long; the pause after it is this many times as long."""

_SKIPPED = compile_lazily(f"/(?:{'|'.join(map(re.escape, sorted(SKIPPED_FOLDERS)))})/")
Picture = dict[str, int]
"""A number for the state of each file.

A poll updates it in place: a large site has tens of thousands of files, and their names are shared
with its facts.
"""
_AS_READ = -1
"""The state of a file that has not been polled since the site was read."""


def build_watcher_options() -> types.DidChangeWatchedFilesRegistrationOptions:
    """Return the watchers to register with an editor that can watch files."""
    return types.DidChangeWatchedFilesRegistrationOptions([types.FileSystemWatcher("**/*")])


def find_changed_paths(params: Json, sites: Mapping[Path, OpenSite]) -> Iterator[Path]:
    """Yield the files of a `workspace/didChangeWatchedFiles` whose change matters.

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
    """Skip no file here: the session knows which site it belongs to."""


async def poll_disk(session: Session) -> None:
    """Poll the disk for all sites for ever, and report changes to the session."""
    behind_watchers = session.client.registers_watchers
    interval = debounce.FILE_POLL_BEHIND_WATCHERS if behind_watchers else debounce.FILE_POLL
    known: dict[Path, Picture] = {}
    pause = interval
    while True:
        await asyncio.sleep(pause)
        sites = {root: open_site for root, open_site in session.sites.items() if open_site.on_disk}
        looks = {
            root: _SitePoll(site.files.base, site.disk, known.get(root))
            for root, site in sites.items()
        }
        started = time.monotonic()
        since = time.time_ns() - int(2 * interval * 1e9)
        changed, known = await asyncio.to_thread(_scan_for_changes, looks, since)
        session.handle_file_changes(changed)
        pause = max(interval, _REST * (time.monotonic() - started))


class _SitePoll(NamedTuple):
    """A poll of a site, and what it is compared with."""

    base: Files
    disk: DiskState
    known: Picture | None
    """The previous poll; None before the first, which is compared with what was read."""


def _scan_for_changes(
    looks: Mapping[Path, _SitePoll], since: int
) -> tuple[list[Path], dict[Path, Picture]]:
    """Return the files that have changed, and the state of all files, by the root of their site."""
    changed: list[Path] = []
    pictures = {}
    for root, (base, disk, known) in looks.items():
        if known is None:
            known = dict.fromkeys(disk.facts.files if disk.facts else (), _AS_READ)
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
