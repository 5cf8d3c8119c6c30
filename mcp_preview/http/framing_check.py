"""Check of what a request says of its own length, before anything of its body is read."""

from __future__ import annotations

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

MAX_BODY = 1024 * 1024
"""Bytes of a request. A message to two tools is far shorter."""
_CLOSE = {"Connection": "close"}
"""The header that ends the connection, so that nothing after such a request is read."""


class FramingCheck:
    """Refuses a request with two lengths, or with one that is too large.

    Servers in a row could read the former as two requests (RFC 9112, section 6.3).
    """

    def __init__(self, app: ASGIApp) -> None:
        """Guard an application."""
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer 400 or 413 and close the connection."""
        refusal = _reject_bad_framing(Headers(scope=scope)) if scope["type"] == "http" else None
        await (refusal or self._app)(scope, receive, send)


def _reject_bad_framing(headers: Headers) -> Response | None:
    """Return the response to a request with two lengths or one that is too large, else None."""
    length = headers.get("content-length")
    if length is None:
        return None
    if "transfer-encoding" in headers:
        text = "A request cannot have both Content-Length and Transfer-Encoding.\n"
        return PlainTextResponse(text, 400, _CLOSE)
    if length.isdecimal() and int(length[:20]) > MAX_BODY:
        return PlainTextResponse("A message may have at most 1 MB.", 413, _CLOSE)
    return None
