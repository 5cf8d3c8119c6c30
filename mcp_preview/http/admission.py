"""Access to the MCP endpoints and the addresses of texts, and limits by address."""

from __future__ import annotations

from typing import Any, NamedTuple

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from docs_lsp.site.access_mode import AccessMode
from docs_lsp.site.visibility import ANONYMOUS, Viewer
from mcp_preview.http.limits import LimitReached, Limits, build_address_request
from mcp_preview.oauth.answers import OAuthFault, build_no_store_response
from mcp_preview.oauth.authorization_parts import AuthorizationParts
from mcp_preview.oauth.bearer import require_bearer_viewer
from mcp_preview.oauth.metadata import AUTHED_MCP, AUTHORIZE, MCP
from mcp_preview.oauth.routes import respond_no_log_in

_VIEWER = "mcp_preview.viewer"
"""The key of the viewer in the scope of an admitted request."""


class Caller(NamedTuple):
    """The viewer that a request is answered for, and whether its token names one."""

    viewer: Viewer = ANONYMOUS
    is_authenticated: bool = False

    def add_to_scope(self, scope: Scope) -> Scope:
        """Return the scope of a request with this viewer."""
        return {**scope, _VIEWER: self.viewer}


def get_request_viewer(request: Any) -> Viewer:
    """Return the viewer of a request; anonymous if it was not checked."""
    viewer = ANONYMOUS if request is None else request.scope.get(_VIEWER, ANONYMOUS)
    assert isinstance(viewer, Viewer)
    return viewer


_ANYBODY = Caller()


class Admission:
    """Decides who can use one MCP endpoint."""

    def __init__(self, parts: AuthorizationParts, path: str) -> None:
        """Guard the endpoint at a path."""
        self._parts = parts
        self._path = path

    def respond_if_missing(self) -> Response | None:
        """Return the response of an endpoint that the site does not have, else None."""
        is_public = self._parts.current_state().access.mode is AccessMode.PUBLIC
        return respond_no_log_in() if is_public and self._path == AUTHED_MCP else None

    def explain_disabled(self) -> str:
        """Return how to enable the endpoint; empty if it is enabled."""
        access = self._parts.current_state().access
        return "" if access.is_enabled else access.notice

    async def require_caller(self, request: Request) -> Caller:
        """Return the caller, anonymous if no log-in is required. Raises `OAuthFault`."""
        mode = self._parts.current_state().access.mode
        if self._path == MCP and mode is not AccessMode.FULL:
            return _ANYBODY
        viewer = await require_bearer_viewer(self._parts, request, self._path, (self._path,))
        return Caller(viewer, is_authenticated=True)


def admit_viewer(app: ASGIApp, parts: AuthorizationParts, counters: Limits) -> ASGIApp:
    """Return middleware that sets the viewer of a request: of its token, or the anonymous one.

    It responds if the token is invalid. Requests with a token are counted by address.
    """

    async def respond(scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on with its viewer, or respond to a wrong token."""
        request = HTTPConnection(scope)
        scheme = request.headers.get("authorization", "").partition(" ")[0].lower()
        caller: Caller | Response = _ANYBODY
        if scheme == "bearer" and parts.access.mode is not AccessMode.PUBLIC:
            caller = await _authenticate(request, parts, counters)
        if isinstance(caller, Response):
            await caller(scope, receive, send)
            return
        await app(caller.add_to_scope(scope), receive, send)

    return respond


async def _authenticate(
    request: HTTPConnection, parts: AuthorizationParts, counters: Limits
) -> Caller | Response:
    """Return the token's caller, or the response to a wrong token or too many requests."""
    reached = await counters.count_requests([build_address_request(request.scope)])
    if reached is not None:
        return _build_slow_down_response(reached)
    try:
        resources = parts.list_resources()
        viewer = await require_bearer_viewer(parts, request, AUTHED_MCP, resources)
    except OAuthFault as fault:
        return fault.build_response()
    return Caller(viewer, is_authenticated=True)


def limit_by_address(app: ASGIApp, counters: Limits) -> ASGIApp:
    """Return middleware that counts requests to the authorization server that write to its store.

    Over the limit of an address it answers 429, against guessing.
    """

    async def respond(scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, unless it is counted and its address is over the limit."""
        if scope["method"] == "POST" or scope["path"] == AUTHORIZE:
            reached = await counters.count_requests([build_address_request(scope)])
            if reached is not None:
                await _build_slow_down_response(reached)(scope, receive, send)
                return
        await app(scope, receive, send)

    return respond


def _build_slow_down_response(reached: LimitReached) -> Response:
    """Return the response to an address over its limit."""
    content = {"error": "slow_down", "error_description": reached.message}
    return build_no_store_response(content, 429, {"Retry-After": str(reached.retry_after)})
