"""One run of the server: the event loop around a connection, from its begin to the exit code."""

from __future__ import annotations

import asyncio
import ipaddress
import os
import sys
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import BinaryIO

from docs_lsp.server import garbage_collection, lifetime
from docs_lsp.server.handlers import Handlers
from docs_lsp.server.protocol import Server

WORKERS = 2
"""More threads would not be faster: they share one interpreter with typing."""
SWITCH = 0.001
"""Seconds until a busy thread lets typing have its turn."""


def run(
    new_server: Callable[[], tuple[Server, Handlers]], connect: Callable[[Server], Awaitable[None]]
) -> int:
    """Serve whoever `connect` connects the server to; the exit code."""
    garbage_collection.spare()
    sys.setswitchinterval(SWITCH)
    with lifetime.short_goodbye() as goodbye:
        return asyncio.run(_serve(new_server, connect, goodbye))


async def _serve(
    new_server: Callable[[], tuple[Server, Handlers]],
    connect: Callable[[Server], Awaitable[None]],
    goodbye: Callable[[int], None],
) -> int:
    loop = asyncio.get_running_loop()
    loop.set_default_executor(ThreadPoolExecutor(WORKERS, "docs-lsp"))
    server, handlers = new_server()
    finished: asyncio.Future[int] = loop.create_future()
    server.finish = lambda code: None if finished.done() else finished.set_result(code)
    await connect(server)
    code = await finished
    goodbye(code)
    handlers.stop()
    server.disconnect()
    return code


def claim_stdio() -> tuple[BinaryIO, BinaryIO]:
    """Take standard input and output for messages alone.

    Whatever else reads finds nothing, and whatever else prints, a library in C included, prints
    to standard error: one stray line would break the protocol.
    """
    source = os.fdopen(os.dup(0), "rb", buffering=0)
    sink = os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    try:
        os.dup2(2, 1)
    except OSError:  # There is no standard error either.
        os.dup2(nothing, 1)
    os.close(nothing)
    sys.stdout = sys.stderr
    return source, sink


def is_loopback(host: str) -> bool:
    """Whether an address can be reached from this machine only."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
