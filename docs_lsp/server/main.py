"""Starts the server, connects it, and runs it until the client leaves."""

from __future__ import annotations

import asyncio
import ipaddress
import json
import os
import sys
from collections.abc import Awaitable, Callable
from typing import BinaryIO

from docs_lsp.core import freed_memory, way_out
from docs_lsp.server import debounce, garbage_collection, threads
from docs_lsp.server.handlers import Handlers
from docs_lsp.server.log import Log, start_logging
from docs_lsp.server.methods import REQUESTS, commands, notifications, plain_messages
from docs_lsp.server.protocol import Server
from docs_lsp.server.transport import Listener, arrivals, open_writer, start_reading


def start_io(log: Log) -> int:
    """Serve the client on standard input and output until it leaves; return the exit code."""
    start_logging(log)
    source, sink = claim_stdio()

    async def connect(server: Server) -> None:
        server.connect(open_writer(sink, server.protocol.handle_disconnect))
        start_reading(source, server.protocol.receive, server.protocol.handle_disconnect)
        server.more_arrived = arrivals(source)

    return _run(connect)


def start_tcp(host: str, port: int, log: Log) -> int:
    """Serve the first client that connects until it leaves; return the exit code.

    A client can read the user's files, so only this machine may connect: any other host raises
    ValueError. The bound address is printed to standard output, since port 0 means any free port.
    """
    address = "127.0.0.1" if host == "localhost" else host
    if not is_loopback(address):
        raise ValueError(f"`{host}` is not this machine; use 127.0.0.1, which no other can reach.")
    start_logging(log)

    async def connect(server: Server) -> None:
        listener = Listener(
            server.protocol.receive, server.protocol.handle_disconnect, server.connect
        )
        bound, port_found = await listener.listen(address, port)
        print(json.dumps({"host": bound, "port": port_found}), flush=True)

    return _run(connect)


def new_server() -> tuple[Server, Handlers]:
    """Return a server that is not connected yet and its handlers, inside a running event loop."""
    server = Server()
    handlers = Handlers(server, REQUESTS)
    server.plain.update(plain_messages(handlers))
    for method, handler in notifications(handlers).items():
        server.offer(method, handler)
    for name, handler in commands(handlers).items():
        server.offer_command(name, handler)
    return server, handlers


def _run(connect: Callable[[Server], Awaitable[None]]) -> int:
    """Serve the client that `connect` connects the server to; return the exit code."""
    freed_memory.share_heap()
    garbage_collection.spare()
    garbage_collection.only_on_demand()
    threads.favour_event_loop()
    return asyncio.run(_serve(connect))


async def _serve(connect: Callable[[Server], Awaitable[None]]) -> int:
    loop = asyncio.get_running_loop()
    threads.set_pool(loop)
    server, handlers = new_server()
    finished: asyncio.Future[int] = loop.create_future()
    server.finish = lambda code: None if finished.done() else finished.set_result(code)
    await connect(server)
    code = await finished
    way_out.end_within(debounce.EXIT_GRACE, code)
    handlers.stop()
    server.disconnect()
    return code


def claim_stdio() -> tuple[BinaryIO, BinaryIO]:
    """Take standard input and output for messages alone, and return them.

    Anything else that reads finds an empty file, and anything else that prints, including C
    libraries, prints to standard error: one stray line would break the protocol.
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
