"""The client of the process that runs a sentence model: one request at a time."""

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

from docs_lsp.core.surrogates import make_encodable
from mcp_preview.meaning import embedding_process

_PATIENCE = 60.0
"""The seconds that a response may take; loading a model takes longest."""
_WAIT = 0.5
"""The seconds that a search waits for its turn."""


_FRUGAL = {
    # One thread is enough for what is multiplied, and more of them wait for each other.
    "OPENBLAS_NUM_THREADS": "1",
    # What a model frees while it is loaded goes back at once if the allocator is glibc's.
    "MALLOC_ARENA_MAX": "1",
    "MALLOC_TRIM_THRESHOLD_": "100000",
}


class EmbedderFault(Exception):
    """The error of a process that does not work; the message is a sentence for the user."""


class NearPage(NamedTuple):
    """A page with a similar meaning."""

    page: int
    section: int
    """The number of its nearest section, from 0."""
    cosine: float


class NearPages(NamedTuple):
    """The pages with a similar meaning to a text."""

    pages: tuple[NearPage, ...]
    """The pages, the nearest first."""
    cosines: dict[int, float]
    """The cosines of the nearest and the requested pages, by number."""


class Embedder:
    """A process that runs a model and stores the vectors of a site."""

    def __init__(self, model: Path, vectors: Path) -> None:
        """Start the process and wait until the model is loaded. Raises `EmbedderFault`."""
        self._process = subprocess.Popen(
            # Nothing is imported from the current folder, which may not be trusted.
            [sys.executable, "-P", "-m", embedding_process.__name__, str(model), str(vectors)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, **_FRUGAL},
            start_new_session=True,  # Ctrl+C stops the preview, which then ends this process.
        )
        self._lock = Lock()
        self._answers: SimpleQueue[bytes] = SimpleQueue()
        self._listener = Thread(target=self._forward_responses, name="meaning-answers", daemon=True)
        self._listener.start()
        try:
            self._await_response()
        except EmbedderFault:
            self.close()
            raise

    def add_sections(self, page: int, texts: Sequence[str]) -> None:
        """Add sections to a page. Raises `EmbedderFault`."""
        with self._lock:
            self._send_request({"put": page, "texts": [make_encodable(text) for text in texts]})

    def drop_page(self, page: int) -> None:
        """Remove a page. Raises `EmbedderFault`."""
        with self._lock:
            self._send_request({"drop": page})

    def find_near_pages(self, text: str, among: Sequence[int], most: int) -> NearPages | None:
        """Return the pages near to a text; None if the process is busy. Raises `EmbedderFault`."""
        if not self._lock.acquire(timeout=_WAIT):
            return None
        try:
            answer = self._send_request(
                {"find": make_encodable(text), "among": among, "most": most}
            )
        finally:
            self._lock.release()
        pages = tuple(NearPage(*one) for one in answer["found"])
        near = {page.page: page.cosine for page in pages}
        return NearPages(pages, {**near, **dict(zip(among, answer["among"], strict=True))})

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.wait()
        self._listener.join()
        assert self._process.stdin and self._process.stdout
        self._process.stdout.close()
        with suppress(OSError):  # Unsent data cannot be sent any more.
            self._process.stdin.close()

    def _send_request(self, request: dict[str, Any]) -> dict[str, Any]:
        """Send a request and return its response. Raises `EmbedderFault`."""
        assert self._process.stdin
        try:
            self._process.stdin.write(orjson.dumps(request) + b"\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise EmbedderFault("The process that runs the model has ended.") from None
        return self._await_response()

    def _await_response(self) -> dict[str, Any]:
        """Return the next response. Raises `EmbedderFault`."""
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

    def _forward_responses(self) -> None:
        """Forward responses to the queue; an empty one marks the end."""
        assert self._process.stdout
        for line in self._process.stdout:
            self._answers.put(line)
        self._answers.put(b"")
