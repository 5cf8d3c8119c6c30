"""The MCP endpoint, Streamable HTTP: checks each message, counts it, and hands it to the SDK.

No client may send more than a server can hold, nor ask more often than the service allows
(docs_lsp/SERVICE.md, limits).
"""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Iterator, Mapping
from typing import Any, Final

import orjson
from mcp.server.lowlevel import Server
from mcp.server.streamable_http import check_accept_headers
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from mcp_preview.http import limits
from mcp_preview.mcp import json_rpc

MAX_BODY = 1024 * 1024
"""Bytes of a request. A message to two tools is far shorter."""
_TOO_MANY = -32029
"""The code of the error that a client over its limit gets: of the range kept for servers."""
_NO_JSON: Final = object()


class MessageCheck:
    """Counts and checks messages to the MCP endpoint; answers 429 to those over a limit."""

    def __init__(self, app: ASGIApp, counters: limits.Limits) -> None:
        """Count with `counters`."""
        self._app = app
        self._counters = counters

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Read the message, count it, and pass it on as it came."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        if scope["method"] != "POST":
            # A GET would hold a stream open for ever, which nothing is ever sent through.
            response = PlainTextResponse("Send messages with POST.", 405, {"Allow": "POST"})
            await response(scope, receive, send)
            return
        body = await _body(receive)
        if body is None:
            response = PlainTextResponse("A message may have at most 1 MB.", 413)
            await response(scope, receive, send)
            return
        message = _parsed(body)
        refusal = await self._counters.count([*self._counted(scope, message)])
        if refusal is not None:
            await _too_many(refusal, message)(scope, receive, send)
            return
        # What is no JSON the SDK answers, as the protocol says.
        fault = None if message is _NO_JSON else json_rpc.fault_in(message)
        if fault is not None:
            text = f"Invalid request: {fault}"
            refused = json_rpc.error_response(message, json_rpc.INVALID_REQUEST, text)
            await _as_json(refused, 400)(scope, receive, send)
            return
        await self._app(scope, _replay(body, receive), send)

    def _counted(self, scope: Scope, message: object) -> Iterator[limits.CountedRequest]:
        client = scope.get("client")
        yield limits.CountedRequest(limits.LimitKind.REQUESTS, client[0] if client else "")
        called = limit_kind_of(_tool(message))
        if called is not None:
            yield limits.site_request(called)


def limit_kind_of(tool: str | None) -> limits.LimitKind | None:
    """The limit that a tool counts for; None for a name that has none."""
    if tool is None:
        return None
    if tool.startswith("search_"):
        return limits.LimitKind.SEARCHES
    return limits.LimitKind.QUERIES if tool.startswith("query_docs_filesystem_") else None


def _tool(message: object) -> str | None:
    if not isinstance(message, dict) or message.get("method") != "tools/call":
        return None
    params = message.get("params")
    name = params.get("name") if isinstance(params, dict) else None
    return name if isinstance(name, str) else None


def _too_many(refusal: limits.LimitReached, message: object) -> Response:
    data = {"limit": refusal.limit, "retryAfter": refusal.retry_after}
    body = json_rpc.error_response(message, _TOO_MANY, refusal.message, data=data)
    return _as_json(body, 429, {"Retry-After": str(refusal.retry_after)})


def _as_json(body: object, status: int, headers: Mapping[str, str] | None = None) -> Response:
    return Response(orjson.dumps(body), status, headers, media_type="application/json")


def _parsed(body: bytes) -> object:
    try:
        return orjson.loads(body)
    except ValueError:
        return _NO_JSON


async def _body(receive: Receive) -> bytes | None:
    """The whole body; None for one that is too long."""
    data = bytearray()
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return bytes(data)
        data += message.get("body", b"")
        if len(data) > MAX_BODY:
            return None
        if not message.get("more_body", False):
            return bytes(data)


def _replay(body: bytes, receive: Receive) -> Receive:
    replayed = False

    async def again() -> Message:
        nonlocal replayed
        if replayed:
            return await receive()
        replayed = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again


_BOTH = b"application/json, text/event-stream"


class StreamableHTTP:
    """The SDK's transport as an ASGI application, without sessions.

    Answers are JSON, and a stream of events only for a client that takes nothing else: JSON is more
    than twice as fast.
    """

    def __init__(self, server: Server[Any]) -> None:
        """Answer with a server."""
        self._json = StreamableHTTPSessionManager(server, json_response=True, stateless=True)
        self._events = StreamableHTTPSessionManager(server, json_response=False, stateless=True)

    @contextlib.asynccontextmanager
    async def run(self) -> AsyncIterator[None]:
        """Be ready for requests, as long as the block lasts."""
        async with self._json.run(), self._events.run():
            yield

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        takes_json, takes_events = check_accept_headers(Request(scope))
        if takes_events and not takes_json:
            # The SDK insists on both, as the protocol does, before it gives either.
            headers = [pair for pair in scope["headers"] if pair[0] != b"accept"]
            scope = {**scope, "headers": [*headers, (b"accept", _BOTH)]}
            await self._events.handle_request(scope, receive, send)
        else:
            await self._json.handle_request(scope, receive, send)
