"""Reading the pages of a large site in several processes, for a program that looks at it once.

Each process reads a share of the pages and sends what is kept of them. On Linux the processes are
forks, which begin at once; elsewhere they import what they need, so that fewer sites are worth it.
A process that fails costs nothing but time: its pages are read here.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

from docs_lsp.files import DiskFiles, FileInfo, Files
from docs_lsp.site.mdx.content import PageContent
from docs_lsp.site.mdx.contents import Reader, read_file

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import BaseContext
    from multiprocessing.process import BaseProcess

MOST_PROCESSES = 8
_FORKED_SIZE = 2 << 20
_SPAWNED_SIZE = 16 << 20
"""From how many bytes of pages on a further process saves more time than its start takes."""
_COST_OF_FILE = 1000
"""What it costs to open a file, in bytes that are read in the same time."""


class _Results(Protocol):
    """The end of a pipe that is read, which has another class on Windows."""

    def recv(self) -> list[PageContent]: ...

    def close(self) -> None: ...


class _Worker(NamedTuple):
    process: BaseProcess
    results: _Results
    share: Sequence[FileInfo]


class PageProcesses:
    """Processes that read pages while this one reads others."""

    def __init__(self, files: DiskFiles, reader: Reader, known: int) -> None:
        """Take files that do not change meanwhile; `reader` can be sent to another process, and
        knows so many pages that they cost next to nothing."""
        self._files = files
        self._reader = reader
        self._known = known
        self._workers: list[_Worker] = []

    def take(self, infos: Sequence[FileInfo]) -> Sequence[FileInfo]:
        """Begin to read most of some pages elsewhere; those that are left to be read here."""
        context, least = _context()
        size = sum(info.size + _COST_OF_FILE for info in infos)
        size = size * max(0, len(infos) - self._known) // max(1, len(infos))
        count = min(size // least + 1, _processors(), MOST_PROCESSES)
        if count < 2:
            return infos
        for number in range(1, count):
            share = infos[number::count]
            worker = _started(context, self._files, self._reader, share)
            if worker is None:
                return [*infos[::count], *_left(infos, number, count)]
            self._workers.append(worker)
        return infos[::count]

    def rest(self) -> dict[str, PageContent]:
        """The pages that were read elsewhere, once all have been read."""
        found: dict[str, PageContent] = {}
        for worker in self._workers:
            pages = _received(worker)
            if pages is None:
                pages = [read_file(info, self._files, self._reader) for info in worker.share]
            for info, page in zip(worker.share, pages, strict=True):
                page.keep_place(self._files, info.path)
                found[info.path] = page
        self._workers.clear()
        return found


def processes_for(files: Files, reader: Reader, known: int = 0) -> PageProcesses | None:
    """Processes that read pages of some files; None where these are not simply on the disk."""
    return PageProcesses(files, reader, known) if isinstance(files, DiskFiles) else None


def _left(infos: Sequence[FileInfo], first: int, count: int) -> Iterable[FileInfo]:
    """The shares from one on."""
    return (info for index, info in enumerate(infos) if index % count >= first)


def _context() -> tuple[BaseContext, int]:
    """How processes begin, and what is worth one."""
    from multiprocessing import get_context  # Most sites are too small for it.

    # A fork of a process with threads may wait for ever.
    if sys.platform == "linux" and threading.active_count() == 1:
        return get_context("fork"), _FORKED_SIZE
    return get_context("spawn"), _SPAWNED_SIZE


def _processors() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _started(
    context: BaseContext, files: DiskFiles, reader: Reader, share: Sequence[FileInfo]
) -> _Worker | None:
    try:
        results, sending = context.Pipe(duplex=False)
        process = context.Process(  # type: ignore[attr-defined]  # each kind of context has one
            target=_read_share, args=(sending, str(files.root), reader, share), daemon=True
        )
        process.start()
    except OSError:
        return None
    sending.close()
    return _Worker(process, results, share)


def _read_share(sending: Connection, root: str, reader: Reader, share: Sequence[FileInfo]) -> None:
    """What another process does. Whoever interrupts the program speaks to the first one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.disable()
    files = DiskFiles(Path(root), at_once=True)
    pages = [read_file(info, files, reader) for info in share]
    for page in pages:
        page.forget_place()
    with suppress(OSError), sending:
        sending.send(pages)


def _received(worker: _Worker) -> list[PageContent] | None:
    """What a process has read; None where it could not."""
    pages: list[PageContent] | None
    try:
        pages = worker.results.recv()
    except (EOFError, OSError):
        pages = None
    worker.results.close()
    worker.process.join()
    return pages
