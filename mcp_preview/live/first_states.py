"""The states served before a site has been read: its name, and the progress of its index."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from time import monotonic

import orjson

from docs_lsp.files.files import FileFault, Files
from mcp_preview.content.navigation_facts import make_encodable
from mcp_preview.content.pages import SitePages
from mcp_preview.filesystem.docs_filesystem import ShellOutput
from mcp_preview.index.page_meaning import MeaningState
from mcp_preview.index.search_hit import SearchHit
from mcp_preview.index.search_index import SearchIndex
from mcp_preview.live.saved_index import SavedIndex
from mcp_preview.live.server_state import IndexingProgress, ServerState
from mcp_preview.live.viewer_states import ViewerSearch

LONGEST_WAIT = 10.0
"""The longest time in seconds that a request waits."""
_STEP = 0.02


def build_unread_state(files: Files, folder: str) -> ServerState:
    """Return the state of an unread site, with its name if docs.json is plain JSON."""
    return ServerState(
        name=_read_plain_name(files),
        description="",
        versions=(),
        languages=(),
        pages=SitePages(),
        search=_NoIndex(),
        filesystem=_NoFiles(),
        folder=folder,
        indexing=IndexingProgress(),
    )


def build_saved_state(saved: SavedIndex, index: SearchIndex, unread: ServerState) -> ServerState:
    """Return the state of a public site that has not changed since an earlier start.

    Searches can be answered from the saved index before the site has been read.
    """
    pages = {page.path: page for page in saved.content.pages.values()}
    return replace(
        unread,
        name=saved.name,
        description=saved.description,
        versions=saved.versions,
        languages=saved.languages,
        pages=SitePages(pages),
        search=ViewerSearch(index, None),
        indexing=IndexingProgress(len(pages), len(pages)),
        has_saved_index=True,
    )


def can_search(state: ServerState) -> bool:
    """Return whether searches can be answered, if only from a saved index."""
    # Added pages are not found before the index is committed.
    return state.indexing is None or state.has_saved_index


async def wait_for_index(
    current_state: Callable[[], ServerState], seconds: float | None = None
) -> ServerState:
    """Wait until searches can be answered, or for a time, and return the state.

    The time is `LONGEST_WAIT` or the given seconds.
    """
    return await _wait_until(current_state, can_search, seconds)


def render_progress(indexing: IndexingProgress | None) -> str:
    """Return the progress of the index, as sentences for a client that has to ask again."""
    if indexing is None or not indexing.knows_site:
        return "The preview is still reading docs.json. Try again in a few seconds."
    return (
        f"The preview is still reading the site: {indexing.done:,} of {indexing.total:,} pages "
        "are indexed. Try again in a few seconds."
    )


async def wait_for_site(
    current_state: Callable[[], ServerState], seconds: float | None = None
) -> ServerState:
    """Wait until docs.json has been read, or for a time, and return the state.

    The time is `LONGEST_WAIT` or the given seconds.
    """
    return await _wait_until(
        current_state, lambda state: state.indexing is None or state.indexing.knows_site, seconds
    )


async def wait_for_pages(
    current_state: Callable[[], ServerState], seconds: float | None = None
) -> ServerState:
    """Wait until the first index is complete, or for a time, and return the state.

    The time is `LONGEST_WAIT` or the given seconds.
    """
    return await _wait_until(current_state, lambda state: state.indexing is None, seconds)


async def _wait_until(
    current_state: Callable[[], ServerState],
    is_enough: Callable[[ServerState], bool],
    seconds: float | None,
) -> ServerState:
    """Wait until the state is enough, or for a time, and return the last state."""
    ends = monotonic() + (LONGEST_WAIT if seconds is None else seconds)
    # Another thread swaps the states in; once the index is complete, no request waits.
    while not is_enough(state := current_state()) and monotonic() < ends:
        await asyncio.sleep(_STEP)
    return state


def _read_plain_name(files: Files) -> str:
    """Return the name in docs.json; empty if it is not plain JSON."""
    try:
        docs = orjson.loads(files.read("docs.json"))
    except (FileFault, ValueError):
        return ""
    name = docs.get("name") if isinstance(docs, dict) else None
    return make_encodable(name) if isinstance(name, str) else ""


class _NoIndex:
    meaning = MeaningState.OFF

    def is_quick(self, query: str) -> bool:
        """Return True, since there is nothing to search."""
        return True

    def search(
        self,
        query: str,
        *,
        language: str | None = None,
        version: str | None = None,
        explain: bool = False,
    ) -> Sequence[SearchHit]:
        """Return nothing, since there is no index yet."""
        return ()


class _NoFiles:
    async def run(self, command: str) -> ShellOutput:
        """Return empty output and exit code 1, since there are no files yet."""
        return ShellOutput("", 1)
