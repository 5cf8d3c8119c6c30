"""Starts the server, connects it, and runs it until the client leaves."""

from __future__ import annotations

import asyncio
import ipaddress
import json
import os
import sys
from collections.abc import Awaitable, Callable
from typing import BinaryIO

from docs_lsp.core import forced_exit, freed_memory
from docs_lsp.server import garbage_collection, threads, waiting_times
from docs_lsp.server.handlers import Handlers
from docs_lsp.server.log import LogOptions, start_logging
from docs_lsp.server.offered_methods import (
    list_command_handlers,
    list_notification_handlers,
    list_plain_handlers,
    offer_methods,
)
from docs_lsp.server.protocol import Server
from docs_lsp.server.transport import (
    SingleClientListener,
    build_arrival_check,
    open_writer,
    start_reading,
)


def serve_stdio(log: LogOptions) -> int:
    """Serve the client on standard input and output until it leaves; return the exit code."""
    start_logging(log)
    source, sink = claim_stdio()

    async def connect(server: Server) -> None:
        server.connect(open_writer(sink, server.protocol.handle_disconnect))
        start_reading(source, server.protocol.receive_bytes, server.protocol.handle_disconnect)
        server.more_arrived = build_arrival_check(source)

    return _run_event_loop(connect)


def serve_tcp(host: str, port: int, log: LogOptions) -> int:
    """Serve the first client on a loopback address, which is printed; return the exit code.

    A client can read the user's files, so only this machine may connect: any other host raises
    ValueError. The bound address is printed to standard output, since port 0 means any free port.
    """
    address = "127.0.0.1" if host == "localhost" else host
    if not is_loopback_address(address):
        raise ValueError(f"`{host}` is not this machine; use 127.0.0.1, which no other can reach.")
    start_logging(log)

    async def connect(server: Server) -> None:
        listener = SingleClientListener(
            server.protocol.receive_bytes, server.protocol.handle_disconnect, server.connect
        )
        bound, port_found = await listener.listen(address, port)
        print(json.dumps({"host": bound, "port": port_found}), flush=True)

    return _run_event_loop(connect)


def create_server() -> tuple[Server, Handlers]:
    """Return a server that is not connected yet and its handlers, inside a running event loop."""
    server = Server()
    handlers = Handlers(server, offer_methods)
    server.plain.update(list_plain_handlers(handlers))
    for method, handler in list_notification_handlers(handlers).items():
        server.offer_method(method, handler)
    for name, handler in list_command_handlers(handlers).items():
        server.offer_command(name, handler)
    return server, handlers


def _run_event_loop(connect: Callable[[Server], Awaitable[None]]) -> int:
    """Serve the client that `connect` connects the server to; return the exit code."""
    freed_memory.share_heap()
    garbage_collection.exclude_present_objects()
    garbage_collection.disable_full_collections()
    threads.favour_event_loop()
    return asyncio.run(_serve(connect))


async def _serve(connect: Callable[[Server], Awaitable[None]]) -> int:
    """Serve a client until it leaves, and return the exit code, which a slow end cannot prevent."""
    loop = asyncio.get_running_loop()
    threads.install_thread_pool(loop)
    server, handlers = create_server()
    finished: asyncio.Future[int] = loop.create_future()
    server.finish = lambda code: None if finished.done() else finished.set_result(code)
    await connect(server)
    code = await finished
    forced_exit.exit_within(waiting_times.EXIT_GRACE, code)
    handlers.stop_work()
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


def is_loopback_address(host: str) -> bool:
    """Return whether an IP address can be reached from this machine only; False for a host name."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
