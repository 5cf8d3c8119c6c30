"""Starts and uses the processes that convert texts of pages while other pages are indexed.

They are started when a site turns out to be large. The caller converts texts that they cannot
convert: a page that crashes its process only costs time. The same applies to texts for which they
have no time, since the caller can convert them meanwhile.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TypeAlias

import orjson

from docs_lsp.core.forks import count_processors
from docs_lsp.core.line_process import LineProcess
from mcp_preview.content.mdx_texts import MarkdownText
from mcp_preview.index.text_words import TextWords
from mcp_preview.live import text_worker
from mcp_preview.live.text_worker import ConvertedPage, decode_page

logger = logging.getLogger(__name__)

_MOST_PROCESSES = 3
_FEW = 400
"""The number of pages converted in the time that a process takes to start."""
_BATCH = 16
"""The number of pages sent at once."""
_MOST_WAITING = 3
"""The number of unfinished batches up to which a process is sent another one."""

_Wanted: TypeAlias = tuple[str, str | None]
"""The site path of a page's file, and its language."""


def choose_process_count() -> int:
    """Return the number of useful processes on this machine, besides the indexing one."""
    return min(count_processors() - 1, _MOST_PROCESSES)


class TextWorkers:
    """Converts texts in advance, in the order in which they will be requested."""

    def __init__(self, folder: Path, variables: Mapping[str, str], most: int) -> None:
        """Use up to `most` processes for the pages of a site, except for the first few."""
        self._folder = folder
        self._variables = variables
        self._most = most
        self._few = _FEW
        self._processes: list[_TextWorker] | None = None
        self._batch: list[_Wanted] = []
        self._maker_of: dict[str, _TextWorker] = {}
        self._made: dict[str, ConvertedPage] = {}
        self._words: tuple[str, TextWords | None] = ("", None)

    def start(self, file: str, language: str | None) -> None:
        """Queue a page's text for conversion in advance; the first few pages are ignored."""
        if self._few > 0:
            self._few -= 1
            return
        self._batch.append((file, language))
        if len(self._batch) >= _BATCH:
            self._send_batch()

    def wait_for_text(self, file: str) -> MarkdownText | None:
        """Wait for the text of a page and return it, once; None if it has not been converted."""
        if self._batch and self._batch[0][0] == file:
            self._send_batch()  # The last batch is not full.
        maker = self._maker_of.pop(file, None)
        while maker is not None and file not in self._made:
            answer = maker.wait_for_answer()
            if answer is None:
                return None
            self._made |= answer
        made = self._made.pop(file, None)
        self._words = (file, made.words if made else None)
        return made.text if made else None

    def get_last_words(self, file: str) -> TextWords | None:
        """Return the words of a text, if it is the one that was requested last, or None."""
        return self._words[1] if self._words[0] == file else None

    def close(self) -> None:
        """End the processes. Safe in any thread, and repeatedly."""
        for process in self._processes or ():
            process.close()

    def _send_batch(self) -> None:
        """Send the batch to the least busy process, started if needed; drop it if all are busy."""
        if self._processes is None:
            self._processes = [*_start_processes(self._folder, self._variables, self._most)]
        batch, self._batch = self._batch, []
        makers = [
            process
            for process in self._processes
            if process.is_alive and process.pending_count < _MOST_WAITING
        ]
        if makers:
            maker = min(makers, key=lambda maker: maker.pending_count)
            maker.send_batch(batch)
            self._maker_of |= dict.fromkeys((file for file, _ in batch), maker)


class _TextWorker:
    """One process, which answers its requests in order."""

    def __init__(self, folder: Path, variables: Mapping[str, str]) -> None:
        """Start the process. Raises `OSError`."""
        self._process = LineProcess(text_worker.__name__, str(folder))
        self.is_alive = True
        self._sent: deque[Sequence[_Wanted]] = deque()
        self._write(dict(variables))

    @property
    def pending_count(self) -> int:
        """The number of unfinished batches."""
        return len(self._sent) - self._process.answers.qsize()

    def send_batch(self, batch: Sequence[_Wanted]) -> None:
        """Request some pages."""
        self._sent.append(batch)
        self._write(batch)

    def wait_for_answer(self) -> dict[str, ConvertedPage] | None:
        """Wait for the next converted pages, by file; None if the process has ended or is wrong."""
        if not self.is_alive:
            return None
        line, batch = self._process.answers.get(), self._sent.popleft()
        try:
            made = map(decode_page, orjson.loads(line))
            return {file: page for (file, _), page in zip(batch, made, strict=True)}
        except ValueError:
            logger.info("A process that converts pages ended early")
            self.is_alive = False
            return None

    def close(self) -> None:
        """End the process."""
        self._process.close()

    def _write(self, message: object) -> None:
        """Send a message to the process, ignoring an error if it has ended."""
        # Its end is noticed when an answer is requested.
        with suppress(OSError, ValueError):
            self._process.send(message)


def _start_processes(
    folder: Path, variables: Mapping[str, str], most: int
) -> Iterator[_TextWorker]:
    """Start and yield processes, fewer if the system refuses one."""
    for _ in range(most):
        try:
            yield _TextWorker(folder, variables)
        except OSError as error:
            logger.info("No further process can be started to convert pages: %s", error)
            return
