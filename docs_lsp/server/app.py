"""Starts the server, and says which method is handled by what."""

from __future__ import annotations

import asyncio
import gc
import ipaddress
import json
import os
import sys
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import BinaryIO

from lsprotocol import types

from docs_lsp.server import lifetime
from docs_lsp.server.handlers import Handlers
from docs_lsp.server.log import start_logging
from docs_lsp.server.protocol import PlainHandler, Server
from docs_lsp.server.transport import Connection, open_writer, start_reading

WORKERS = 2
"""More threads would not be faster: they share one interpreter with typing."""


def plain_handlers(handlers: Handlers) -> Mapping[str, PlainHandler]:
    """What happens on every keystroke: handled without making objects of the message."""
    return {
        types.TEXT_DOCUMENT_DID_OPEN: handlers.opened,
        types.TEXT_DOCUMENT_DID_CHANGE: handlers.changed,
        types.TEXT_DOCUMENT_DID_CLOSE: handlers.closed,
        types.TEXT_DOCUMENT_DIAGNOSTIC: handlers.pull,
    }


def feature_handlers(handlers: Handlers) -> Mapping[str, Callable[..., object]]:
    """Everything else that is not pygls's own business.

    `workspace/diagnostic` is added when the client turns out to ask for diagnostics.
    """
    return {
        types.INITIALIZE: handlers.initialize,
        types.INITIALIZED: handlers.initialized,
        types.SHUTDOWN: handlers.shutdown,
        types.WORKSPACE_DID_CHANGE_CONFIGURATION: handlers.configuration_changed,
        types.WORKSPACE_DID_CHANGE_WATCHED_FILES: handlers.watched_files_changed,
        types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS: handlers.folders_changed,
    }


def start_io() -> int:
    """Serve the client on standard input and output until it leaves; the exit code."""
    start_logging()
    source, sink = _claim_stdio()

    def open_io(server: Server) -> None:
        server.connect(open_writer(sink, server.protocol.ended))
        start_reading(source, server.protocol.receive, server.protocol.ended)

    return _run(open_io)


def start_tcp(host: str, port: int) -> int:
    """Serve the first client that connects, until it leaves; the exit code.

    Whoever can connect can read the writer's files, so only this machine may. Says on standard
    output where it listens, since port 0 means any free one.
    """
    address = "127.0.0.1" if host == "localhost" else host
    if not _is_loopback(address):
        raise ValueError(f"`{host}` is not this machine; use 127.0.0.1, which no other can reach.")
    start_logging()

    async def open_tcp(server: Server) -> None:
        def accept() -> Connection:
            return Connection(server.protocol.receive, server.protocol.ended, accepted)

        def accepted(transport: asyncio.WriteTransport) -> None:
            listener.close()
            server.connect(transport)

        listener = await asyncio.get_running_loop().create_server(accept, address, port)
        bound = listener.sockets[0].getsockname()
        print(json.dumps({"host": bound[0], "port": bound[1]}), flush=True)

    return _run(open_tcp)


def _run(open_connection: Callable[[Server], Awaitable[None] | None]) -> int:
    gc.freeze()  # What has been imported stays; looking it through would cost typing 10 ms.
    with lifetime.short_goodbye() as goodbye:
        return asyncio.run(_serve(open_connection, goodbye))


async def _serve(
    open_connection: Callable[[Server], Awaitable[None] | None], goodbye: Callable[[int], None]
) -> int:
    loop = asyncio.get_running_loop()
    loop.set_default_executor(ThreadPoolExecutor(WORKERS, "docs-lsp"))
    server, handlers = _new_server()
    finished: asyncio.Future[int] = loop.create_future()
    server.finish = lambda code: None if finished.done() else finished.set_result(code)
    opening = open_connection(server)
    if opening is not None:
        await opening
    code = await finished
    goodbye(code)
    handlers.stop()
    server.disconnect()
    return code


def _new_server() -> tuple[Server, Handlers]:
    server = Server()
    handlers = Handlers(server)
    server.plain = plain_handlers(handlers)
    for method, handler in feature_handlers(handlers).items():
        server.offer(method, handler)
    return server, handlers


def _claim_stdio() -> tuple[BinaryIO, BinaryIO]:
    """Take standard input and output for messages alone.

    Whatever else reads finds nothing, and whatever else prints, a library in C included, prints
    to standard error: one stray line would break the protocol.
    """
    source = os.fdopen(os.dup(0), "rb", buffering=0)
    sink = os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return source, sink


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
