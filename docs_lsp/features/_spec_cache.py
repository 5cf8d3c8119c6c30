"""Cache of specifications that the site itself has not read, for completion.

The site reads a specification a moment after docs.json names it, and others not at all. Reading a
large one takes seconds, too long for someone who types: so an answer waits for a moment, and leaves
out what has not been read by then. The next answer includes it.
"""

from __future__ import annotations

import logging
import time
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotYet
from typing import TYPE_CHECKING

from docs_lsp.files.files import FileFault, Files

if TYPE_CHECKING:
    from docs_lsp.site.specifications.facts import SiteFacts
    from docs_lsp.site.specifications.openapi import Spec

logger = logging.getLogger(__name__)

PATIENCE = 0.15
"""The maximum time in seconds that an answer waits for all the specifications it needs."""

_reader = ThreadPoolExecutor(1, "docs-lsp-specs")


class SpecCache:
    """Specifications read on demand, cached as long as the files of the site do not change."""

    def __init__(self, _facts: SiteFacts) -> None:
        """Start empty; constructed by `SiteFacts.cached`."""
        self._futures: dict[str, Future[Spec | None]] = {}

    def load_until(self, file: str, files: Files, until: float) -> Spec | None:
        """Return a specification, reading it in a thread, or None if it is not ready by `until`.

        `until` is a `time.monotonic` value.
        """
        future = self._futures.get(file)
        if future is None:
            future = self._futures[file] = _reader.submit(_load_spec_or_none, file, files)
        try:
            return future.result(max(0.0, until - time.monotonic()))
        except NotYet:
            return None


class SpecReader:
    """Reads the specifications that one answer needs, within a shared time limit."""

    def __init__(self, facts: SiteFacts, files: Files) -> None:
        """Start the time limit."""
        self._facts = facts
        self._files = files
        self._until = time.monotonic() + PATIENCE

    def find_usable_spec(self, file: str) -> Spec | None:
        """Return a specification that can be understood, or None if there is none, or none yet."""
        spec = self._facts.specs.get(file)
        if spec is None:
            cache = self._facts.cached(SpecCache)
            spec = cache.load_until(file, self._files, self._until)
        return spec if spec is not None and spec.usable else None


def _load_spec_or_none(file: str, files: Files) -> Spec | None:
    """Return a specification, or None if it cannot be read; logs an unexpected failure."""
    from docs_lsp.site.specifications.openapi import parse_spec  # Few sites have any.

    try:
        return parse_spec(files.read(file), file)
    except FileFault:
        return None
    except Exception:
        logger.exception("`%s` cannot be read.", file)
        return None
