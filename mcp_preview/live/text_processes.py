"""The preview's side of the processes that make the texts of pages while it indexes others.

They begin when a site turns out to be large. What they cannot make is made by whoever asks for it:
a page that ends its process costs time and nothing else. So is what they have no time for, since
whoever would wait for it can make it meanwhile.
"""

from __future__ import annotations

import logging
import os
import subprocess
import sys
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import TypeAlias

import orjson

from mcp_preview.content.mdx_texts import MadeText
from mcp_preview.index.text_words import TextWords
from mcp_preview.live import text_process
from mcp_preview.live.text_process import MadePage, decode_page

logger = logging.getLogger(__name__)

_MOST_PROCESSES = 3
_FEW = 400
"""So many pages are made in the time that a process takes to begin."""
_BATCH = 16
"""Pages that are sent at once."""
_MOST_WAITING = 3
"""Batches that a process may have still to make when it is sent another one."""

_Wanted: TypeAlias = tuple[str, str | None]
"""The site path of a page's file, and its language."""


def processes_for_texts() -> int:
    """How many processes are worth while on this machine, beside the one that indexes."""
    if hasattr(os, "sched_getaffinity"):
        processors = len(os.sched_getaffinity(0))
    else:
        processors = os.cpu_count() or 1
    return min(processors - 1, _MOST_PROCESSES)


class TextProcesses:
    """Makes texts ahead, in the order in which they are asked for."""

    def __init__(self, folder: Path, variables: Mapping[str, str], most: int) -> None:
        """Make the pages of a site in a folder with `most` processes, but for the first few."""
        self._folder = folder
        self._variables = variables
        self._most = most
        self._few = _FEW
        self._processes: list[_TextProcess] | None = None
        self._batch: list[_Wanted] = []
        self._maker_of: dict[str, _TextProcess] = {}
        self._made: dict[str, MadePage] = {}
        self._words: tuple[str, TextWords | None] = ("", None)

    def begin(self, file: str, language: str | None) -> None:
        """Begin to make the text of a page in a language; it will be asked for."""
        if self._few > 0:
            self._few -= 1
            return
        self._batch.append((file, language))
        if len(self._batch) >= _BATCH:
            self._send()

    def text(self, file: str) -> MadeText | None:
        """The text of a page; None where it has still to be made."""
        if self._batch and self._batch[0][0] == file:
            self._send()  # The last batch is not full.
        maker = self._maker_of.pop(file, None)
        while maker is not None and file not in self._made:
            answer = maker.answer()
            if answer is None:
                return None
            self._made |= answer
        made = self._made.pop(file, None)
        self._words = (file, made.words if made else None)
        return made.text if made else None

    def words(self, file: str) -> TextWords | None:
        """The words of a text, if it is the one that was asked for last."""
        return self._words[1] if self._words[0] == file else None

    def close(self) -> None:
        """End the processes. Any thread may do it, and again."""
        for process in self._processes or ():
            process.close()

    def _send(self) -> None:
        if self._processes is None:
            self._processes = [*_start_processes(self._folder, self._variables, self._most)]
        batch, self._batch = self._batch, []
        makers = [
            process
            for process in self._processes
            if process.is_alive and process.waiting < _MOST_WAITING
        ]
        if makers:
            maker = min(makers, key=lambda text_process: text_process.waiting)
            maker.send(batch)
            self._maker_of |= dict.fromkeys((file for file, _ in batch), maker)


class _TextProcess:
    """One process. It answers what it is sent in order."""

    def __init__(self, folder: Path, variables: Mapping[str, str]) -> None:
        """Start it. Raises OSError."""
        self._process = subprocess.Popen(
            # Nothing is imported from the current folder, which may be anybody's.
            [sys.executable, "-P", "-m", text_process.__name__, str(folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl+C is for the preview, which ends it.
        )
        self.is_alive = True
        self._sent: deque[Sequence[_Wanted]] = deque()
        self._answers: SimpleQueue[bytes] = SimpleQueue()
        self._listener = Thread(target=self._listen, name="made-texts", daemon=True)
        self._listener.start()
        self._write(dict(variables))

    @property
    def waiting(self) -> int:
        """How many batches it has still to make."""
        return len(self._sent) - self._answers.qsize()

    def send(self, batch: Sequence[_Wanted]) -> None:
        """Have it make some pages."""
        self._sent.append(batch)
        self._write(batch)

    def answer(self) -> dict[str, MadePage] | None:
        """What it has made next, by file; None where it has ended, or says what nobody asked."""
        if not self.is_alive:
            return None
        line, batch = self._answers.get(), self._sent.popleft()
        try:
            made = map(decode_page, orjson.loads(line))
            return {file: page for (file, _), page in zip(batch, made, strict=True)}
        except ValueError:
            logger.info("A process that makes texts has ended early")
            self.is_alive = False
            return None

    def close(self) -> None:
        """End it."""
        self._process.kill()
        self._process.wait()
        self._listener.join()
        assert self._process.stdin and self._process.stdout
        self._process.stdout.close()
        with suppress(OSError):  # What was not sent yet cannot be any more.
            self._process.stdin.close()

    def _write(self, message: object) -> None:
        assert self._process.stdin
        # Its end is noticed when it is asked for an answer.
        with suppress(OSError, ValueError):
            self._process.stdin.write(orjson.dumps(message) + b"\n")
            self._process.stdin.flush()

    def _listen(self) -> None:
        """Take over the answers; an empty one stands for the end."""
        assert self._process.stdout
        for line in self._process.stdout:
            self._answers.put(line)
        self._answers.put(b"")


def _start_processes(
    folder: Path, variables: Mapping[str, str], most: int
) -> Iterator[_TextProcess]:
    for _ in range(most):
        try:
            yield _TextProcess(folder, variables)
        except OSError as error:
            logger.info("No further process can make texts: %s", error)
            return
