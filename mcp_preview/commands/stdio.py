"""`mcp-preview stdio`: the tools over standard input and output, for clients that start servers."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import sys
from pathlib import Path

from anyio import to_thread
from mcp.server.stdio import stdio_server

from docs_lsp.core import forced_exit
from docs_lsp.settings.settings import Settings
from docs_lsp.site.site_files import ScanCancelled
from docs_lsp.site.visibility import Viewer
from mcp_preview.live import disk_watcher
from mcp_preview.live.live_site import LiveSite
from mcp_preview.mcp.call_log import CallLog
from mcp_preview.mcp.protocol import create_server
from mcp_preview.mcp.tool_calls import ToolCalls
from mcp_preview.settings.viewers import parse_viewer

logger = logging.getLogger(__name__)

_EXIT_GRACE = 3.0
"""The seconds that running work may take to notice that the client has ended."""


def run_stdio(folder: Path, settings: Settings, viewer_name: str) -> int:
    """Serve as a viewer until the client has ended. Raises `UsageFault` for an unknown viewer."""
    viewer = parse_viewer(viewer_name, settings.preview.users)
    try:
        asyncio.run(_serve_stdio(folder, settings, viewer))
    except* BrokenPipeError:
        pass  # The client has ended before its response was sent.
    return 0


async def _serve_stdio(folder: Path, settings: Settings, viewer: Viewer) -> None:
    """Serve the tools, and follow edits, until the client has ended."""
    live = LiveSite(folder, settings, saves_index=True)
    calls = ToolCalls(lambda: live.state, CallLog())
    # Without an address, links are relative to the site.
    server = create_server(lambda: live.state, calls, base="", viewer_of=lambda _: viewer)
    tasks = [
        asyncio.create_task(_follow_site(live)),
        asyncio.create_task(disk_watcher.report_disk_changes(live.folder, live.mark_touched)),
    ]
    try:
        async with stdio_server() as (read, write):
            await server.run(read, write, server.create_initialization_options())
    finally:
        forced_exit.exit_within(_EXIT_GRACE, 0)
        live.stop()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _follow_site(live: LiveSite) -> None:
    """Read the site, which is served meanwhile, and follow its edits; exit if it is unreadable."""
    try:
        await to_thread.run_sync(live.load)
    except ScanCancelled:
        return
    except Exception:
        logger.exception("The site cannot be read")
        live.stop()
        os._exit(1)  # Only this ends a program that waits for its input in a thread.
    gc.freeze()  # Most objects that exist now are permanent.
    gc.enable()
    if live.state.access.notice:
        print(f"mcp-preview: {live.state.access.notice}", file=sys.stderr)
    await live.apply_changes()
