"""The preview's side of the process that runs a sentence model: one request at a time."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Any, NamedTuple

import orjson

from mcp_preview.meaning import embedding_process

_PATIENCE = 60.0
"""Seconds that an answer may take; loading a model takes the longest."""
_WAIT = 0.5
"""Seconds that a search waits for its turn."""


_FRUGAL = {
    # One thread is enough for what is multiplied, and more of them wait for each other.
    "OPENBLAS_NUM_THREADS": "1",
    # What a model frees while it is loaded goes back at once, where the allocator is glibc's.
    "MALLOC_ARENA_MAX": "1",
    "MALLOC_TRIM_THRESHOLD_": "100000",
}


class EmbedderFault(Exception):
    """The process does not work (any more); the message is one sentence for a person."""


class NearPage(NamedTuple):
    """A page whose meaning is near to a text's."""

    page: int
    section: int
    """Which of its sections is the nearest, from 0."""
    cosine: float


class Near(NamedTuple):
    """What is near to a text."""

    pages: tuple[NearPage, ...]
    """The nearest first."""
    cosines: dict[int, float]
    """How near the pages are that were asked for, and the nearest, by number."""


class Embedder:
    """A process that runs a model and holds the vectors of a site."""

    def __init__(self, model: Path, vectors: Path) -> None:
        """Start it and wait until the model is loaded. Raises `EmbedderFault`."""
        self._process = subprocess.Popen(
            # Nothing is imported from the current folder, which may be anybody's.
            [sys.executable, "-P", "-m", embedding_process.__name__, str(model), str(vectors)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, **_FRUGAL},
            start_new_session=True,  # Ctrl+C is for the preview, which ends it.
        )
        self._lock = Lock()
        self._answers: SimpleQueue[bytes] = SimpleQueue()
        self._listener = Thread(target=self._listen, name="meaning-answers", daemon=True)
        self._listener.start()
        try:
            self._answer()
        except EmbedderFault:
            self.close()
            raise

    def put(self, page: int, texts: Sequence[str]) -> None:
        """These sections of a page follow those that it has. Raises `EmbedderFault`."""
        with self._lock:
            self._ask({"put": page, "texts": [_sound(text) for text in texts]})

    def drop(self, page: int) -> None:
        """A page is gone. Raises `EmbedderFault`."""
        with self._lock:
            self._ask({"drop": page})

    def find(self, text: str, among: Sequence[int], most: int) -> Near | None:
        """What is near to a text; None where the process has something else to do for too long.

        Raises `EmbedderFault`.
        """
        if not self._lock.acquire(timeout=_WAIT):
            return None
        try:
            answer = self._ask({"find": _sound(text), "among": among, "most": most})
        finally:
            self._lock.release()
        pages = tuple(NearPage(*one) for one in answer["found"])
        near = {page.page: page.cosine for page in pages}
        return Near(pages, {**near, **dict(zip(among, answer["among"], strict=True))})

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.wait()
        self._listener.join()
        assert self._process.stdin and self._process.stdout
        self._process.stdout.close()
        with suppress(OSError):  # What was not sent yet cannot be any more.
            self._process.stdin.close()

    def _ask(self, request: dict[str, Any]) -> dict[str, Any]:
        assert self._process.stdin
        try:
            self._process.stdin.write(orjson.dumps(request) + b"\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise EmbedderFault("The process that runs the model has ended.") from None
        return self._answer()

    def _answer(self) -> dict[str, Any]:
        try:
            line = self._answers.get(timeout=_PATIENCE)
        except Empty:
            self._process.kill()
            raise EmbedderFault(f"The model gave no answer for {_PATIENCE:.0f} seconds.") from None
        if not line:
            raise EmbedderFault("The process that runs the model has ended.")
        answer: dict[str, Any] = orjson.loads(line)
        if "fault" in answer:
            raise EmbedderFault(answer["fault"])
        return answer

    def _listen(self) -> None:
        """Pass on the answers; an empty one stands for the end."""
        assert self._process.stdout
        for line in self._process.stdout:
            self._answers.put(line)
        self._answers.put(b"")


def _sound(text: str) -> str:
    """A text without halves of characters, which no message can hold."""
    return text.encode("utf-8", "replace").decode()
