"""Cache of specifications that the site itself has not read, for completion.

The site reads a specification a moment after docs.json names it, and others not at all. Reading a
large one takes seconds, too long for someone who types: so an answer waits for a moment, and leaves
out what has not been read by then. The next answer includes it.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotYet
from typing import TYPE_CHECKING

from docs_lsp.files.files import FileFault, Files
from docs_lsp.site.specifications.specs_named_by_pages import iter_page_operations

if TYPE_CHECKING:
    from docs_lsp.site.specifications.facts import SiteFacts
    from docs_lsp.site.specifications.openapi import Operation, Spec

logger = logging.getLogger(__name__)

PATIENCE = 0.15
"""The maximum time in seconds that an answer waits for all the specifications it needs."""

_reader = ThreadPoolExecutor(1, "docs-lsp-specs")


class SpecReader:
    """Reads the specifications that one answer needs, within a shared time limit."""

    def __init__(self, facts: SiteFacts, files: Files) -> None:
        """Start the time limit."""
        self._facts = facts
        self._files = files
        self._until = time.monotonic() + PATIENCE

    def iter_operations(self, file: str) -> Iterator[Operation]:
        """Yield the operations of a specification that a page can show; none if it is read late."""
        spec = self._facts.specs.get(file)
        if spec is None:
            spec = self._load_in_time(file)
        if spec is not None and spec.usable:
            yield from iter_page_operations(spec)

    def _load_in_time(self, file: str) -> Spec | None:
        """Return a specification, read in a thread, or None if it is not ready in time."""
        futures = self._facts.cached(_create_future_cache)
        if file not in futures:
            futures[file] = _reader.submit(_load_spec_or_none, file, self._files)
        try:
            return futures[file].result(max(0.0, self._until - time.monotonic()))
        except NotYet:
            return None


def _create_future_cache(_facts: SiteFacts) -> dict[str, Future[Spec | None]]:
    """Return an empty cache of specifications, valid as long as the site's files do not change."""
    return {}


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
