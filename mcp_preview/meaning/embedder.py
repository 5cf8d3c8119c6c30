"""The client of the process that runs a sentence model: one request at a time."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from queue import Empty
from threading import Lock
from typing import Any, NamedTuple

import orjson

from docs_lsp.core.line_process import LineProcess
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


class NearPages(NamedTuple):
    """The pages with a similar meaning to a text."""

    pages: tuple[tuple[int, int, float], ...]
    """The pages, the nearest first: its number, that of its nearest section from 0, its cosine."""
    cosines: dict[int, float]
    """The cosines of the nearest and the requested pages, by number."""


class Embedder:
    """A process that runs a model and stores the vectors of a site."""

    def __init__(self, model: Path, vectors: Path) -> None:
        """Start the process and wait until the model is loaded. Raises `EmbedderFault`."""
        self._process = LineProcess(
            embedding_process.__name__, str(model), str(vectors), environment=_FRUGAL
        )
        self._lock = Lock()
        try:
            self._await_response()
        except EmbedderFault:
            self.close()
            raise

    def add_sections(self, page: int, texts: Sequence[str]) -> None:
        """Add sections to a page. Raises `EmbedderFault`."""
        with self._lock:
            self._send_request(
                {"put": page, "texts": [_replace_surrogates(text) for text in texts]}
            )

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
                {"find": _replace_surrogates(text), "among": among, "most": most}
            )
        finally:
            self._lock.release()
        pages = tuple((page, section, cosine) for page, section, cosine in answer["found"])
        near = {page: cosine for page, _, cosine in pages}
        return NearPages(pages, {**near, **dict(zip(among, answer["among"], strict=True))})

    def close(self) -> None:
        """End the process."""
        self._process.close()

    def _send_request(self, request: dict[str, Any]) -> dict[str, Any]:
        """Send a request and return its response. Raises `EmbedderFault`."""
        try:
            self._process.send(request)
        except (OSError, ValueError):
            raise EmbedderFault("The process that runs the model has ended.") from None
        return self._await_response()

    def _await_response(self) -> dict[str, Any]:
        """Return the next response. Raises `EmbedderFault`, after ending a silent process."""
        try:
            line = self._process.answers.get(timeout=_PATIENCE)
        except Empty:
            self._process.process.kill()
            raise EmbedderFault(
                f"The model did not respond within {_PATIENCE:.0f} seconds."
            ) from None
        if not line:
            raise EmbedderFault("The process that runs the model has ended.")
        answer: dict[str, Any] = orjson.loads(line)
        if "fault" in answer:
            raise EmbedderFault(answer["fault"])
        return answer


def _replace_surrogates(text: str) -> str:
    """Return a text without lone surrogates, which JSON messages cannot contain."""
    return text.encode("utf-8", "replace").decode()
