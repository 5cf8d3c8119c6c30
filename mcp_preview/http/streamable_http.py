"""The transport of MCP over HTTP without sessions (Streamable HTTP).

A request is answered directly if its response is JSON. The transport of the SDK, which starts
tasks and opens streams for each message, would take almost as long as the rest of a short call. It
handles everything else.
"""

from __future__ import annotations

import contextlib
import logging
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import mcp_types as types
from anyio import Event
from mcp.server.connection import Connection
from mcp.server.lowlevel import Server
from mcp.server.runner import serve_one
from mcp.server.streamable_http import check_accept_headers
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.shared.dispatcher import CallOptions
from mcp.shared.exceptions import NoBackChannelError
from mcp.shared.jsonrpc_dispatcher import handler_exception_to_error_data
from mcp.shared.message import ServerMessageMetadata
from mcp.shared.transport_context import TransportContext
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS
from pydantic import ValidationError
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

logger = logging.getLogger(__name__)

MESSAGE = "mcp_preview.message"
"""The key of the parsed message in the scope of a request."""
_BOTH = b"application/json, text/event-stream"
_JSON = "application/json"
_ONE_RESPONSE = TransportContext(kind="streamable-http", can_send_request=False)


class StreamableHTTP:
    """The transport as an ASGI application.

    Responses are JSON, and a stream of events only for clients that accept nothing else: JSON is
    more than twice as fast.
    """

    def __init__(self, server: Server[Any]) -> None:
        """Create the transports of a server."""
        self._server = server
        self._json = StreamableHTTPSessionManager(server, json_response=True, stateless=True)
        self._events = StreamableHTTPSessionManager(server, json_response=False, stateless=True)

    @contextlib.asynccontextmanager
    async def run_sessions(self) -> AsyncIterator[None]:
        """Accept requests within the context."""
        async with self._json.run(), self._events.run():
            yield

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Respond to one request."""
        request = Request(scope, receive)
        takes_json, takes_events = check_accept_headers(request)
        if takes_events and not takes_json:
            # The SDK requires both media types, as the protocol does.
            headers = [pair for pair in scope["headers"] if pair[0] != b"accept"]
            scope = {**scope, "headers": [*headers, (b"accept", _BOTH)]}
            await self._events.handle_request(scope, receive, send)
        elif takes_json and (message := _get_plain_request(request)):
            response = await self._answer_request(request, message)
            await response(scope, receive, send)
        else:
            await self._json.handle_request(scope, receive, send)

    async def _answer_request(self, request: Request, message: types.JSONRPCRequest) -> Response:
        """Return the response to a JSON-RPC request, as the SDK's transport would."""
        connection = Connection.from_envelope(_get_protocol_version(request), None, None)
        exchange = _Exchange(message.id, ServerMessageMetadata(request_context=request))
        answer: types.JSONRPCResponse | types.JSONRPCError
        try:
            result = await serve_one(
                self._server,
                exchange,
                message.method,
                message.params,
                connection=connection,
                lifespan_state={},
            )
            answer = types.JSONRPCResponse(jsonrpc="2.0", id=message.id, result=result)
        except Exception as error:
            data = handler_exception_to_error_data(error)
            if data is None:
                logger.exception("The handler of %s failed", message.method)
                data = types.ErrorData(code=0, message=str(error))
            answer = types.JSONRPCError(jsonrpc="2.0", id=message.id, error=data)
        body = answer.model_dump_json(by_alias=True, exclude_unset=True)
        return Response(body, headers={"Content-Type": _JSON})


def _get_plain_request(request: Request) -> types.JSONRPCRequest | None:
    """Return the JSON-RPC request in an HTTP request; None if the SDK's transport must read it."""
    content_type = request.headers.get("content-type", "").partition(";")[0].strip()
    if content_type != _JSON or _get_protocol_version(request) not in HANDSHAKE_PROTOCOL_VERSIONS:
        return None
    try:
        message = types.jsonrpc_message_adapter.validate_python(
            request.scope.get(MESSAGE), by_name=False
        )
    except ValidationError:
        return None
    return message if isinstance(message, types.JSONRPCRequest) else None


def _get_protocol_version(request: Request) -> str:
    """Return the version of MCP that a request names, or the one that the protocol assumes."""
    return request.headers.get("mcp-protocol-version", types.DEFAULT_NEGOTIATED_VERSION)


@dataclass(frozen=True)
class _Exchange:
    """One request, whose response has no room for other messages."""

    request_id: types.RequestId
    message_metadata: ServerMessageMetadata
    transport: TransportContext = _ONE_RESPONSE
    can_send_request: bool = False
    cancel_requested: Event = field(default_factory=Event)

    async def send_raw_request(
        self, method: str, params: Mapping[str, Any] | None, opts: CallOptions | None = None
    ) -> dict[str, Any]:
        """Raise `NoBackChannelError`."""
        raise NoBackChannelError(method)

    async def notify(
        self, method: str, params: Mapping[str, Any] | None, opts: CallOptions | None = None
    ) -> None:
        """Ignore a notification."""

    async def progress(
        self, progress: float, total: float | None = None, message: str | None = None
    ) -> None:
        """Ignore a notification of progress."""
