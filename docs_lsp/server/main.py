"""Starts the server, and says which method is handled by what."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import partial

from lsprotocol import types

from docs_lsp.features._commands import (
    EXPLAIN,
    PREVIEW_OPEN,
    PREVIEW_RESTART,
    PREVIEW_START,
    PREVIEW_STATUS,
    PREVIEW_STOP,
)
from docs_lsp.server.handlers import Handlers
from docs_lsp.server.log import Log, start_logging
from docs_lsp.server.protocol import PlainHandler, Server
from docs_lsp.server.run import claim_stdio, is_loopback, run
from docs_lsp.server.tcp import Listener
from docs_lsp.server.tracing import SET_TRACE
from docs_lsp.server.transport import more_arrived, open_writer, start_reading


def plain_handlers(handlers: Handlers) -> Mapping[str, PlainHandler]:
    """What is handled without making objects of the message: above all, every keystroke."""
    return {
        types.TEXT_DOCUMENT_DID_OPEN: handlers.opened,
        types.TEXT_DOCUMENT_DID_CHANGE: handlers.changed,
        types.TEXT_DOCUMENT_DID_CLOSE: handlers.closed,
        types.TEXT_DOCUMENT_DIAGNOSTIC: handlers.pull,
        types.WORKSPACE_DID_CHANGE_WATCHED_FILES: handlers.watched_files_changed,
        SET_TRACE: handlers.set_trace,
    }


def feature_handlers(handlers: Handlers) -> Mapping[str, Callable[..., object]]:
    """Everything else that is not pygls's own business.

    What depends on the client is added when it has introduced itself.
    """
    return {
        types.INITIALIZE: handlers.initialize,
        types.INITIALIZED: handlers.initialized,
        types.SHUTDOWN: handlers.shutdown,
        types.WORKSPACE_DID_CHANGE_CONFIGURATION: handlers.configuration_changed,
        types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS: handlers.folders_changed,
    }


def command_handlers(handlers: Handlers) -> Mapping[str, Callable[..., object]]:
    """What the client can have done by `workspace/executeCommand`."""
    previews = handlers.previews
    return {
        EXPLAIN: handlers.explain_rule,
        PREVIEW_START: previews.start,
        PREVIEW_STOP: previews.stop,
        PREVIEW_RESTART: previews.restart,
        PREVIEW_OPEN: previews.open,
        PREVIEW_STATUS: previews.status,
    }


def start_io(log: Log) -> int:
    """Serve the client on standard input and output until it leaves; the exit code."""
    start_logging(log)
    source, sink = claim_stdio()

    async def connect(server: Server) -> None:
        server.connect(open_writer(sink, server.protocol.ended))
        start_reading(source, server.protocol.receive, server.protocol.ended)
        server.more_arrived = partial(more_arrived, source)

    return run(new_server, connect)


def start_tcp(host: str, port: int, log: Log) -> int:
    """Serve the first client that connects, until it leaves; the exit code.

    Whoever can connect can read the writer's files, so only this machine may. Says on standard
    output where it listens, since port 0 means any free one.
    """
    address = "127.0.0.1" if host == "localhost" else host
    if not is_loopback(address):
        raise ValueError(f"`{host}` is not this machine; use 127.0.0.1, which no other can reach.")
    start_logging(log)

    async def connect(server: Server) -> None:
        listener = Listener(server.protocol.receive, server.protocol.ended, server.connect)
        bound, port_found = await listener.listen(address, port)
        print(json.dumps({"host": bound, "port": port_found}), flush=True)

    return run(new_server, connect)


def new_server() -> tuple[Server, Handlers]:
    """A server that is not connected yet, and what handles its messages."""
    server = Server()
    handlers = Handlers(server)
    server.plain.update(plain_handlers(handlers))
    for method, handler in feature_handlers(handlers).items():
        server.offer(method, handler)
    for name, handler in command_handlers(handlers).items():
        server.offer_command(name, handler)
    return server, handlers
