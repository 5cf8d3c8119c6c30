"""Counts what an address sends to the authorization server, so that nobody can try for long."""

from __future__ import annotations

from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from mcp_preview.http.limits import LimitReached, Limits, requests_of
from mcp_preview.oauth.answers import oauth_json
from mcp_preview.oauth.metadata import AUTHORIZE


class AddressCheck:
    """Counts requests that the store has to note; answers 429 to an address over its limit."""

    def __init__(self, app: ASGIApp, counters: Limits) -> None:
        """Count with `counters`."""
        self._app = app
        self._counters = counters

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Count a request and pass it on."""
        if scope["method"] == "POST" or scope["path"] == AUTHORIZE:
            reached = await self._counters.count([requests_of(scope)])
            if reached is not None:
                await slow_down(reached)(scope, receive, send)
                return
        await self._app(scope, receive, send)


def slow_down(reached: LimitReached) -> Response:
    """The answer to an address that is over its limit."""
    content = {"error": "slow_down", "error_description": reached.message}
    return oauth_json(content, 429, {"Retry-After": str(reached.retry_after)})
