"""Read the pages of a large site in several processes.

Each process reads a share of the pages and sends their content. On Linux the processes are forks,
which begin at once, and each takes the next chunk of the site when it has finished one. Elsewhere
they must import modules first, so they are used for larger sites only, and get their shares at the
start. A process that fails costs nothing but time: its pages are read by this process.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import TypeAlias

from docs_lsp.core.forks import (
    MOST_PROCESSES,
    MOST_TICKETS,
    Helper,
    Tickets,
    can_fork,
    count_processors,
    start_fork,
    start_process,
)
from docs_lsp.files.files import DiskFiles, FileInfo, Files
from docs_lsp.site.mdx.content import PageContent
from docs_lsp.site.mdx.contents import (
    PageQuery,
    Reader,
    ReadingOptions,
    prime_queries,
    read_file,
    read_files,
)

_FORKED_SIZE = 2 << 20
_SPAWNED_SIZE = 16 << 20
"""Bytes of pages for which another process saves more time than its start takes."""
_COST_OF_FILE = 1000
"""The cost of opening a file, as the number of bytes read in the same time."""

_Pages: TypeAlias = Sequence[tuple[str, PageContent]]


class PageProcesses:
    """Processes that read pages while this process reads others."""

    def __init__(self, files: DiskFiles, options: ReadingOptions) -> None:
        """Store files that do not change in the meantime; start nothing yet.

        The reader and the questions must be picklable. Cached pages cost next to nothing.
        """
        self._files = files
        self._reader = options.reader
        self._cached_count = options.cached_count
        self._questions = options.questions
        self._helpers: list[Helper[_Pages]] = []
        self._left: dict[str, FileInfo] = {}
        """The pages that this process has not read."""
        self._tickets: Tickets | None = None

    def start_reading(self, infos: Sequence[FileInfo]) -> Iterable[FileInfo]:
        """Start reading pages in other processes; return those that the caller has to read.

        They must be read one after the other: on Linux, each is taken when it is requested.
        """
        count = self._choose_process_count(infos)
        if count < 2:
            return infos
        self._left = {info.path: info for info in infos}
        return self._fork_readers(infos, count) if can_fork() else self._spawn_readers(infos, count)

    def collect_pages(self) -> dict[str, PageContent]:
        """Wait for the other processes and return their pages; read those here that are missing."""
        pages: dict[str, PageContent] = {}
        for helper in self._helpers:
            pages.update(helper.wait_for_result() or ())
        for file, info in self._left.items():
            if file not in pages:
                pages[file] = read_file(info, self._files, self._reader)
            pages[file].set_source(self._files, file)
        self._clear()
        return pages

    def stop(self) -> None:
        """Stop all processes: the pages are no longer wanted."""
        for helper in self._helpers:
            helper.stop()
        self._clear()

    def _clear(self) -> None:
        """Forget all processes and remaining pages, and close the tickets."""
        self._helpers.clear()
        self._left.clear()
        if self._tickets is not None:
            self._tickets.close()
            self._tickets = None

    def _choose_process_count(self, infos: Sequence[FileInfo]) -> int:
        """Return the number of processes, this one included, that are worth using."""
        least = _FORKED_SIZE if can_fork() else _SPAWNED_SIZE
        size = sum(info.size + _COST_OF_FILE for info in infos)
        size = size * max(0, len(infos) - self._cached_count) // max(1, len(infos))
        return min(size // least + 1, count_processors(), MOST_PROCESSES)

    def _fork_readers(self, infos: Sequence[FileInfo], count: int) -> Iterator[FileInfo]:
        """Start forks; yield the pages that this process gets to read meanwhile."""
        chunks = _split_into_chunks(infos)
        tickets = self._tickets = Tickets(len(chunks))
        taken = (info for number in tickets for info in chunks[number])
        work = partial(_read_share, self._files, self._reader, self._questions, taken)
        self._helpers = [helper for _ in range(count - 1) if (helper := start_fork(work))]
        return self._take_pages(tickets, chunks)

    def _take_pages(
        self, tickets: Tickets, chunks: Sequence[Sequence[FileInfo]]
    ) -> Iterator[FileInfo]:
        """Yield the pages of each chunk that this process takes, and remove each from `_left`."""
        for number in tickets:
            for info in chunks[number]:
                del self._left[info.path]
                yield info

    def _spawn_readers(self, infos: Sequence[FileInfo], count: int) -> Sequence[FileInfo]:
        """Start processes with fixed shares; return the share of this process."""
        from multiprocessing import get_context  # Most sites are too small for it.

        for number in range(1, count):
            share = infos[number::count]
            work = partial(_read_share, self._files, self._reader, self._questions, share)
            helper = start_process(get_context("spawn"), work)
            if helper is not None:
                self._helpers.append(helper)
        for info in infos[::count]:
            del self._left[info.path]
        return infos[::count]


def make_page_processes(files: Files, options: ReadingOptions) -> PageProcesses | None:
    """Return processes that read pages; None if the files are not simply on disk."""
    return PageProcesses(files, options) if isinstance(files, DiskFiles) else None


def _read_share(
    files: DiskFiles, reader: Reader, questions: Sequence[PageQuery], infos: Iterable[FileInfo]
) -> _Pages:
    """Read pages in a worker process, answer queries about them, and return them without source."""
    pages = list(read_files(infos, files, reader))
    prime_queries((page for _, page in pages), questions)
    for _, page in pages:
        page.forget_source()
    return pages


def _split_into_chunks(infos: Sequence[FileInfo]) -> Sequence[Sequence[FileInfo]]:
    """Split the pages into chunks, at most as many as there are tickets."""
    size = max(1, -(-len(infos) // MOST_TICKETS))
    return [infos[start : start + size] for start in range(0, len(infos), size)]
