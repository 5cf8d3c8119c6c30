"""Announce that the preview listens, and when all pages are indexed."""

from __future__ import annotations

import asyncio
import math
import socket
from collections.abc import Callable
from contextlib import suppress

from mcp_preview.commands.console import ConsoleOutput
from mcp_preview.live.first_states import wait_for_pages, wait_for_site
from mcp_preview.live.server_state import ServerState

_GRACE = 0.5
"""The seconds in which most sites are read, so that one message is enough."""
_STEP = 0.05


async def announce_progress(
    console: ConsoleOutput,
    listens: asyncio.Event,
    current_state: Callable[[], ServerState],
    listening: socket.socket,
) -> None:
    """Announce that the server listens, and the progress until all pages are indexed.

    For a site that is read quickly there is only one message.
    """
    await listens.wait()
    await wait_for_pages(current_state, _GRACE)
    # Until docs.json has been read, neither the tools nor who may see the site are known.
    state = await wait_for_site(current_state, math.inf)
    if console.prints_once:
        state = await wait_for_pages(current_state, math.inf)
    # The reader of the output may have gone.
    with suppress(BrokenPipeError):
        console.print_ready(state, listening)
        if state.indexing is not None:
            while (state := current_state()).indexing is not None:
                console.draw_progress(state.indexing)
                await asyncio.sleep(_STEP)
            console.print_indexed(state, listening)
    console.stop_output()
