"""The MCP endpoint (Streamable HTTP): check and count messages, and pass them to the SDK.

The size and number of messages are limited (docs_lsp/SERVICE.md, limits). They are validated before
the SDK reads them: its errors would name its own classes, or a call with an invalid id would be
treated as a notification, and the client would wait for ever.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from pydantic_core import from_json
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from mcp_preview.http import limits
from mcp_preview.http.admission import Admission, Caller
from mcp_preview.http.header_checks import MAX_BODY
from mcp_preview.http.streamable_http import MESSAGE
from mcp_preview.oauth.answers import NO_STORE, OAuthFault

_TOO_MANY, _NOT_ADMITTED, _SWITCHED_OFF = -32029, -32001, -32003
"""The error codes for a client over its limit, for one without a token, and for a disabled server.
They are in the range for server errors, and clients display their messages.
"""
_NO_JSON: Final = object()
INVALID_REQUEST: Final = -32600
"""The JSON-RPC code for JSON that is not a message."""


class MessageCheck:
    """Middleware that checks and counts messages to an MCP endpoint; answers 429 over a limit."""

    def __init__(self, app: ASGIApp, counters: limits.Limits, admission: Admission) -> None:
        """Wrap an application, count with `counters`, and admit the callers of `admission`."""
        self._app = app
        self._counters = counters
        self._admission = admission

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Read the message, count it, and pass it on unchanged, or respond with an error."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        body, refusal = b"", self._admission.respond_if_missing()
        if refusal is None and scope["method"] != "POST":
            # A GET would keep a stream open for ever, although nothing is sent through it.
            refusal = PlainTextResponse("Send messages with POST.", 405, {"Allow": "POST"})
        if refusal is None:
            body, refusal = await _read_body(receive)
        message = _parse_json(body)
        caller = refusal or await self._admit_or_respond(Request(scope), message)
        if isinstance(caller, Response):
            await caller(scope, receive, send)
            return
        scope = {**caller.add_to_scope(scope), MESSAGE: message}
        await self._app(scope, _replay_body(body, receive), send)

    async def _admit_or_respond(self, request: Request, message: object) -> Caller | Response:
        """Count a message and return its caller, or the response if it is not admitted."""
        # Counted before the token is checked, so that guessing tokens is limited as well.
        reached = await self._counters.count_requests([limits.build_address_request(request.scope)])
        if reached is not None:
            return _respond_too_many(reached, message)
        switched_off = self._admission.explain_disabled()
        if switched_off:
            return _respond_json(_build_error_response(message, _SWITCHED_OFF, switched_off), 403)
        try:
            caller = await self._admission.require_caller(request)
        except OAuthFault as refusal:
            body = _build_error_response(message, _NOT_ADMITTED, refusal.description)
            return _respond_json(body, refusal.status, {**NO_STORE, **refusal.headers})
        called = get_tool_limit(_get_called_tool(message), is_authenticated=caller.is_authenticated)
        if called is not None:
            reached = await self._counters.count_requests([limits.build_site_request(called)])
        if reached is not None:
            return _respond_too_many(reached, message)
        # The SDK responds to invalid JSON, as the protocol requires.
        fault = None if message is _NO_JSON else _describe_message_fault(message)
        if fault is None:
            return caller
        text = f"Invalid request: {fault}"
        return _respond_json(_build_error_response(message, INVALID_REQUEST, text), 400)


_KINDS = {
    # Without and with a log-in.
    "search_": (limits.LimitKind.SEARCHES, limits.LimitKind.AUTHED_SEARCHES),
    "query_docs_filesystem_": (limits.LimitKind.QUERIES, limits.LimitKind.AUTHED_QUERIES),
}


def get_tool_limit(tool: str | None, *, is_authenticated: bool) -> limits.LimitKind | None:
    """Return the limit that a tool counts for; None for an unknown name."""
    named = (kinds for prefix, kinds in _KINDS.items() if tool and tool.startswith(prefix))
    kinds = next(named, None)
    return None if kinds is None else kinds[is_authenticated]


def _get_called_tool(message: object) -> str | None:
    """Return the name of the tool that a message calls, or None."""
    if not isinstance(message, dict) or message.get("method") != "tools/call":
        return None
    params = message.get("params")
    name = params.get("name") if isinstance(params, dict) else None
    return name if isinstance(name, str) else None


def _respond_too_many(refusal: limits.LimitReached, message: object) -> Response:
    """Return the response that a limit is reached."""
    data = {"limit": refusal.limit, "retryAfter": refusal.retry_after}
    body = _build_error_response(message, _TOO_MANY, refusal.message, data=data)
    return _respond_json(body, 429, {"Retry-After": str(refusal.retry_after)})


def _respond_json(body: object, status: int, headers: Mapping[str, str] | None = None) -> Response:
    """Return a JSON response."""
    # Python's own encoder: the id of a message may be a number of any size.
    return Response(json.dumps(body), status, headers, media_type="application/json")


def _parse_json(body: bytes) -> object:
    """Return the JSON value of a body, or `_NO_JSON`."""
    try:
        # With the parser of the SDK: another one might not count messages that it accepts.
        return from_json(body)
    except ValueError:
        return _NO_JSON


async def _read_body(receive: Receive) -> tuple[bytes, Response | None]:
    """Return the whole body and None, or no body and a response if it is too long."""
    data = bytearray()
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return bytes(data), None
        data += message.get("body", b"")
        if len(data) > MAX_BODY:
            return b"", PlainTextResponse("A message may have at most 1 MB.", 413)
        if not message.get("more_body", False):
            return bytes(data), None


def _replay_body(body: bytes, receive: Receive) -> Receive:
    """Return a receive function that returns the body again, and then continues."""
    replayed = False

    async def receive_again() -> Message:
        nonlocal replayed
        if replayed:
            return await receive()
        replayed = True
        return {"type": "http.request", "body": body, "more_body": False}

    return receive_again


def _describe_message_fault(message: object) -> str | None:
    """Return the fault in the structure of a message; None if it is valid."""
    if isinstance(message, list):
        return "Send one message at a time, not several in an array."
    if not isinstance(message, dict):
        return "A message must be an object."
    if message.get("jsonrpc") != "2.0":
        return 'A message must have `"jsonrpc": "2.0"`.'
    if "method" in message:
        return _describe_call_fault(message)
    if "result" in message or "error" in message:
        return None  # A response to no request, which the protocol ignores.
    return "A message must have a `method`."


def _get_message_id(message: object) -> str | int | None:
    """Return the `id` of a message; None if it has none or an invalid one."""
    identity = message.get("id") if isinstance(message, dict) else None
    is_right = isinstance(identity, str | int) and not isinstance(identity, bool)
    return identity if is_right else None


def _build_error_response(message: object, code: int, text: str, **more: Any) -> dict[str, Any]:
    """Return the error response to a message."""
    return {
        "jsonrpc": "2.0",
        "id": _get_message_id(message),
        "error": {"code": code, "message": text, **more},
    }


def _describe_call_fault(message: dict[str, Any]) -> str | None:
    """Return the fault in a request or notification; None if it is valid."""
    if not isinstance(message["method"], str):
        return "The `method` of a message must be a string."
    if not isinstance(message.get("params"), dict | None):
        return "The `params` of a message must be an object."
    if "id" in message and _get_message_id(message) is None:
        return "The `id` of a message must be a string or an integer."
    return None
