"""What a request has to pass before anything else looks at it.

A web page that somebody opens must not be able to ask the preview (DNS rebinding), no client may
send more than a server can hold, and none may ask more often than the specification says.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import orjson
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from mcp_preview import limits

MAX_BODY = 1024 * 1024
"""Bytes of a request. A message to two tools is far shorter."""
_TOO_MANY = -32029
"""The code of the error that a client over its limit gets: of the range kept for servers."""
_SITE = "site"


class Doorkeeper:
    """Refuses what comes for another host, or from a page of another."""

    def __init__(self, app: ASGIApp, host: str) -> None:
        """Guard an application that listens on `host`."""
        self._app = app
        self._bound = host

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer 403."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        refusal = self._refusal(headers)
        if refusal is not None:
            await refusal(scope, receive, send)
            return
        await self._app(_trimmed(scope), receive, send)

    def _refusal(self, headers: Headers) -> Response | None:
        hosts = headers.getlist("host")
        if len(hosts) != 1 or not self._is_ours(hosts[0]):
            return PlainTextResponse("This server does not answer for that host.", 403)
        if any(not self._is_own_page(origin) for origin in headers.getlist("origin")):
            return PlainTextResponse("This server does not answer pages of other sites.", 403)
        return None

    def _is_own_page(self, origin: str) -> bool:
        try:
            parts = urlsplit(origin)
        except ValueError:
            return False
        return parts.scheme in ("http", "https") and self._is_ours(parts.netloc)

    def _is_ours(self, host: str) -> bool:
        name = _name_of(host)
        if name is None:
            return False
        if name in ("localhost", self._bound.lower()):
            return True
        try:
            address = ipaddress.ip_address(name)
        except ValueError:
            return False
        # A page that lies about its name cannot lie about a number: an address is no rebinding.
        return address.is_loopback or self._bound in ("0.0.0.0", "::")


class LimitGate:
    """Counts what comes to the MCP endpoint, and answers 429 to what is too much."""

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
        refusal = await self._counters.count([*self._hits(scope, message)])
        if refusal is not None:
            await _too_many(refusal, message)(scope, receive, send)
            return
        await self._app(scope, _replay(body, receive), send)

    def _hits(self, scope: Scope, message: object) -> Iterator[limits.Hit]:
        client = scope.get("client")
        yield limits.Hit(limits.Scope.REQUESTS, client[0] if client else "")
        for each in message if isinstance(message, list) else [message]:
            called = scope_of(_tool(each))
            if called is not None:
                yield limits.Hit(called, _SITE)


def scope_of(tool: str | None) -> limits.Scope | None:
    """The limit that a tool counts for; None for a name that has none."""
    if tool is None:
        return None
    if tool.startswith("search_"):
        return limits.Scope.SEARCHES
    return limits.Scope.QUERIES if tool.startswith("query_docs_filesystem_") else None


def site_hit(scope: limits.Scope) -> limits.Hit:
    """What the site as a whole is counted under."""
    return limits.Hit(scope, _SITE)


def _tool(message: object) -> str | None:
    if not isinstance(message, dict) or message.get("method") != "tools/call":
        return None
    params = message.get("params")
    name = params.get("name") if isinstance(params, dict) else None
    return name if isinstance(name, str) else None


def _too_many(refusal: limits.Refusal, message: object) -> Response:
    identity = message.get("id") if isinstance(message, dict) else None
    body: dict[str, Any] = {
        "jsonrpc": "2.0",
        "id": identity if isinstance(identity, str | int) else None,
        "error": {
            "code": _TOO_MANY,
            "message": refusal.message,
            "data": {"limit": refusal.limit, "retryAfter": refusal.retry_after},
        },
    }
    return Response(
        orjson.dumps(body),
        429,
        {"Retry-After": str(refusal.retry_after)},
        media_type="application/json",
    )


def _parsed(body: bytes) -> object:
    try:
        return orjson.loads(body)
    except ValueError:
        return None  # The SDK answers it as the protocol says.


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
    told = False

    async def again() -> Message:
        nonlocal told
        if told:
            return await receive()
        told = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again


def _trimmed(scope: Scope) -> Scope:
    # Space around a header's value is no part of it (RFC 9110, 5.5); some HTTP parsers leave it.
    headers = [(name, value.strip(b" \t")) for name, value in scope["headers"]]
    return {**scope, "headers": headers}


def _name_of(host: str) -> str | None:
    """The name or address in a Host header, in small letters, without its port."""
    try:
        parts = urlsplit(f"//{host}")
        port_is_right = parts.port is None or parts.port > 0
    except ValueError:
        return None
    plain = parts.path or parts.query or parts.fragment or parts.username is not None
    return parts.hostname if port_is_right and not plain else None
