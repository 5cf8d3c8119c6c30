"""Tells whoever has started the preview that it listens, and when all pages are indexed."""

from __future__ import annotations

import asyncio
import math
import socket
from collections.abc import Callable
from contextlib import suppress

from mcp_preview.commands.console import ConsoleOutput
from mcp_preview.live.first_states import wait_for_pages
from mcp_preview.live.server_state import ServerState

_GRACE = 0.5
"""Seconds in which most sites are read, so that one message says everything."""
_STEP = 0.05


async def announce(
    console: ConsoleOutput,
    listens: asyncio.Event,
    current_state: Callable[[], ServerState],
    listening: socket.socket,
) -> None:
    """Say that the server listens, and how far it is until all pages are indexed.

    For a site that is read in a moment one message says everything.
    """
    await listens.wait()
    state = await wait_for_pages(current_state, _GRACE)
    while not _is_named(state):
        await asyncio.sleep(_STEP)
        state = current_state()
    if console.prints_once:
        state = await wait_for_pages(current_state, math.inf)
    # Whoever reads what is printed may have gone.
    with suppress(BrokenPipeError):
        console.print_ready(state, listening)
        if state.indexing is not None:
            while (state := current_state()).indexing is not None:
                console.draw_progress(state.indexing)
                await asyncio.sleep(_STEP)
            console.print_indexed(state, listening)
    console.end()


def _is_named(state: ServerState) -> bool:
    """Whether the site's name is known, after which the tools are named that the message tells."""
    return bool(state.name) or state.indexing is None or state.indexing.knows_site
