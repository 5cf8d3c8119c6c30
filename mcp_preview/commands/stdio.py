"""`mcp-preview stdio`: the tools over standard input and output, for clients that start servers."""

from __future__ import annotations

import asyncio
from pathlib import Path

from anyio import to_thread
from mcp.server.stdio import stdio_server

from docs_lsp.settings import Settings
from mcp_preview.live import disk_watcher
from mcp_preview.live.live_site import LiveSite
from mcp_preview.mcp.call_log import CallLog
from mcp_preview.mcp.protocol import make_server
from mcp_preview.mcp.tool_calls import ToolCalls


def run(folder: Path, settings: Settings) -> int:
    """Serve until the client has gone."""
    try:
        asyncio.run(_serve(folder, settings))
    except* BrokenPipeError:
        pass  # It has gone before its answer came.
    return 0


async def _serve(folder: Path, settings: Settings) -> None:
    live = await to_thread.run_sync(lambda: LiveSite(folder, settings))
    # There is no address: links are those inside the site.
    server = make_server(lambda: live.state, ToolCalls(lambda: live.state, CallLog()), base="")
    tasks = [asyncio.create_task(live.follow()), asyncio.create_task(disk_watcher.follow(live))]
    try:
        async with stdio_server() as (read, write):
            await server.run(read, write, server.create_initialization_options())
    finally:
        for task in tasks:
            task.cancel()
