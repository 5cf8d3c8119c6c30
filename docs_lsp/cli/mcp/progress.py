"""Tells the client that a call takes long, such as the first search, which waits for the index."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio
from mcp.server.session import ServerSession

PAUSE = 1.0
"""Seconds before the first report, and between two."""
_MESSAGES = {"search": "Indexing the pages of the site; the first search waits for it."}
_OTHER = "Reading the site."


@asynccontextmanager
async def report_progress(session: ServerSession, tool: str) -> AsyncIterator[None]:
    """Report every second that a tool is at work, if the client has asked for progress."""
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(_report, session, _MESSAGES.get(tool, _OTHER))
        yield
        tasks.cancel_scope.cancel()


async def _report(session: ServerSession, message: str) -> None:
    seconds = 0.0
    while True:
        await anyio.sleep(PAUSE)
        seconds += PAUSE
        await session.report_progress(seconds, None, message)
