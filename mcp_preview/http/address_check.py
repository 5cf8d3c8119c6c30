"""Limits of requests to the authorization server by address, against guessing."""

from __future__ import annotations

from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from mcp_preview.http.limits import LimitReached, Limits, build_address_request
from mcp_preview.oauth.answers import build_json_response
from mcp_preview.oauth.metadata import AUTHORIZE


class AddressCheck:
    """Middleware that counts requests which write to the store, and answers 429 over the limit."""

    def __init__(self, app: ASGIApp, counters: Limits) -> None:
        """Wrap an application and count with `counters`."""
        self._app = app
        self._counters = counters

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Count a request and pass it on, or respond that the limit is reached."""
        if scope["method"] == "POST" or scope["path"] == AUTHORIZE:
            reached = await self._counters.count_requests([build_address_request(scope)])
            if reached is not None:
                await build_slow_down_response(reached)(scope, receive, send)
                return
        await self._app(scope, receive, send)


def build_slow_down_response(reached: LimitReached) -> Response:
    """Return the response to an address over its limit."""
    content = {"error": "slow_down", "error_description": reached.message}
    return build_json_response(content, 429, {"Retry-After": str(reached.retry_after)})
