"""Serves a site over HTTP until it is told to stop, or the editor that wanted it is gone."""

from __future__ import annotations

import asyncio
import gc
import os
import socket
import sys
from argparse import Namespace
from collections.abc import Callable, Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any

import orjson
import uvicorn
from anyio import to_thread
from limits.errors import ConfigurationError

from docs_lsp.settings import PreviewSettings, Settings
from mcp_preview import editor, watch
from mcp_preview.app import Preview, application
from mcp_preview.limits import Limits, Scope
from mcp_preview.live import Live
from mcp_preview.record import Record
from mcp_preview.served import Served
from mcp_preview.usage import UsageFault

LOOPBACK = ("127.0.0.1", "localhost", "::1")


def run(arguments: Namespace, folder: Path, settings: Settings) -> int:
    """Serve; returns the exit code when it is over. Raises `UsageFault`."""
    port = settings.preview.port or 0 if arguments.port is None else arguments.port
    listening = listen(arguments.host, port)
    counters = _limits(settings.preview, arguments.limits_storage)
    asyncio.run(_serve(arguments, folder, settings, listening, counters))
    return 0


async def _serve(
    arguments: Namespace,
    folder: Path,
    settings: Settings,
    listening: socket.socket,
    counters: Limits,
) -> None:
    told = _Told(arguments, folder)
    live = await to_thread.run_sync(lambda: Live(folder, settings, told.progress))
    app = application(Preview(lambda: live.served, counters, Record(), arguments.host))
    config = uvicorn.Config(
        app,
        http="h11",
        log_config=None,
        access_log=False,
        timeout_graceful_shutdown=1,
        server_header=False,
    )
    server = _Server(config, lambda: told.ready(live.served, listening))
    helpers: list[Coroutine[Any, Any, None]] = [live.follow(), _follow_disk(live)]
    if arguments.with_editor:
        helpers.append(_follow_editor(live, server))
    tasks = [asyncio.create_task(helper) for helper in helpers]
    try:
        await server.serve([listening])
    finally:
        for task in tasks:
            task.cancel()
        with suppress(asyncio.CancelledError):
            await asyncio.gather(*tasks, return_exceptions=True)


class _Server(uvicorn.Server):
    """Says when it has begun to answer."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        gc.freeze()  # Most of what there is now stays.
        gc.enable()
        self._ready()


async def _follow_disk(live: Live) -> None:
    async for paths in watch.changes(live.folder):
        live.touch(paths)


async def _follow_editor(live: Live, server: uvicorn.Server) -> None:
    await editor.follow(live)
    server.should_exit = True


def listen(host: str, port: int) -> socket.socket:
    """A socket that takes connections; port 0 is any that is free. Raises `UsageFault`."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listening = socket.create_server((host, port), family=family)
        # Each connection takes it over. Without it an answer waits 40 ms for the client to
        # acknowledge its head, because asyncio does not know that this is a socket of TCP.
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return listening
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise UsageFault(
            f"cannot listen on {host}:{port}: {reason}. Choose another port."
        ) from None


def _limits(settings: PreviewSettings, storage: str) -> Limits:
    wanted = {
        Scope.REQUESTS: settings.requests,
        Scope.SEARCHES: settings.searches,
        Scope.QUERIES: settings.commands,
    }
    try:
        return Limits({scope: limit for scope, limit in wanted.items() if limit}, storage)
    except ConfigurationError as error:
        raise UsageFault(f"`{storage}` is no storage for the limits: {error}.") from None


class _Told:
    """What the person, or the program, that has started the preview gets to read."""

    def __init__(self, arguments: Namespace, folder: Path) -> None:
        self._arguments = arguments
        self._folder = folder
        self._draws = sys.stderr.isatty() and not arguments.ready_json

    def progress(self, done: int, total: int) -> None:
        if self._draws and total:
            filled = round(30 * done / total)
            bar = f"{'█' * filled}{'░' * (30 - filled)}"
            print(f"\r{bar} {done:,} of {total:,} pages", end="", file=sys.stderr, flush=True)

    def ready(self, served: Served, listening: socket.socket) -> None:
        url = _url(self._arguments.host, listening.getsockname()[1])
        if self._draws:
            print("\r\033[K", end="", file=sys.stderr)
        if self._arguments.ready_json:
            print(orjson.dumps(_ready(served, url, self._folder)).decode(), flush=True)
            _silence()
        else:
            print(_welcome(served, url, self._arguments.host), flush=True)
        if self._arguments.open:
            import webbrowser

            webbrowser.open(url)


def _ready(served: Served, url: str, folder: Path) -> dict[str, object]:
    return {
        "url": url,
        "mcp": f"{url}/mcp",
        "pid": os.getpid(),
        "site": str(folder),
        "tools": list(served.tool_names),
        "pages": {
            "indexed": len(served.pages.indexed),
            "left_out": len(served.pages.left_out),
        },
    }


def _silence() -> None:
    """Nothing more goes to standard output: whoever has read the line may have closed it."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, sys.stdout.fileno())
    os.close(null)


def _welcome(served: Served, url: str, host: str) -> str:
    names = served.tool_names
    lines = [
        f"{served.name or 'This site'}, as an AI client finds it",
        "",
        f"  MCP server  {url}/mcp",
        f"  Page        {url}/",
        f"  Tools       {names.search}",
        f"              {names.filesystem}",
        f"  Pages       {len(served.pages.indexed):,} indexed, "
        f"{len(served.pages.left_out):,} left out (the page says why)",
        "",
        "It follows your edits. Press Ctrl+C to stop it.",
    ]
    if served.trouble:
        lines.insert(1, f"\n  {served.trouble}")
    if host not in LOOPBACK:
        lines.insert(-1, f"It listens on {host}: others in your network can read this site.")
    return "\n".join(lines)


def _url(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
