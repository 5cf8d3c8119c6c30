"""The ASGI application, which joins the routes and the checks."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from copy import copy
from typing import NamedTuple

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp

from mcp_preview.documents import discovery
from mcp_preview.documents.text_routes import build_text_routes
from mcp_preview.http.admission import (
    Admission,
    admit_viewer,
    get_request_viewer,
    limit_by_address,
)
from mcp_preview.http.header_checks import HostCheck, check_framing, share_with_loopback
from mcp_preview.http.limits import Limits
from mcp_preview.http.mcp_endpoint import MessageCheck
from mcp_preview.http.responses import build_json_response, get_base_url
from mcp_preview.http.startup_wait import delay_until_pages_are_read, delay_until_site_is_read
from mcp_preview.http.streamable_http import StreamableHTTP
from mcp_preview.live.server_state import ServerState
from mcp_preview.mcp.call_log import CallLog
from mcp_preview.mcp.protocol import create_server
from mcp_preview.mcp.tool_calls import ToolCalls
from mcp_preview.oauth.authorization_parts import AuthorizationParts
from mcp_preview.oauth.metadata import AUTHED_MCP, MCP
from mcp_preview.oauth.routes import build_oauth_routes
from mcp_preview.web_api.credential_api import build_credential_routes
from mcp_preview.web_api.page_access import PageAccess
from mcp_preview.web_api.page_api import build_page_list_routes
from mcp_preview.web_api.result_api import build_result_routes
from mcp_preview.web_api.site_api import build_api_routes, build_site_routes
from mcp_preview.web_api.viewer_api import build_viewer_routes
from mcp_preview.web_api.web_page import build_page_routes


class PreviewParts(NamedTuple):
    """The objects that the application is built from."""

    current_state: Callable[[], ServerState]
    """Returns the state of the owner, which is restricted for each caller."""
    limits: Limits
    call_log: CallLog
    page: PageAccess
    authorization: AuthorizationParts
    host: str = "127.0.0.1"


def build_application(preview: PreviewParts) -> Starlette:
    """Return the preview as an ASGI application."""
    parts = preview.authorization

    calls = ToolCalls(preview.current_state, preview.call_log)
    endpoint = StreamableHTTP(
        create_server(preview.current_state, calls, viewer_of=get_request_viewer)
    )

    def state_for(request: Request) -> ServerState:
        return preview.current_state().restrict_to_viewer(get_request_viewer(request))

    @contextlib.asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        async with endpoint.run_sessions():
            yield

    # Texts are served only when all pages are known.
    text_routes = _wrap_routes(
        build_text_routes(state_for),
        lambda app: delay_until_pages_are_read(app, preview.current_state),
    )
    return Starlette(
        routes=[
            *(
                Route(path, MessageCheck(endpoint, preview.limits, Admission(parts, path)))
                for path in (MCP, AUTHED_MCP)
            ),
            *(
                Route(f"{path}/", _create_slash_endpoint(path), methods=["GET", "POST", "DELETE"])
                for path in (MCP, AUTHED_MCP)
            ),
            *_wrap_routes(
                build_oauth_routes(parts), lambda app: limit_by_address(app, preview.limits)
            ),
            *build_api_routes(preview.page, _build_page_data_routes(preview)),
            *build_page_routes(preview.current_state, preview.page),
            *_wrap_routes(
                [*_build_discovery_routes(state_for), *text_routes],
                lambda app: admit_viewer(app, parts, preview.limits),
            ),
        ],
        middleware=[
            Middleware(check_framing),
            Middleware(HostCheck, host=preview.host, address=parts.address),
            Middleware(share_with_loopback),
            Middleware(delay_until_site_is_read, current_state=preview.current_state),
        ],
        lifespan=lifespan,
    )


def _create_slash_endpoint(path: str) -> Callable[[Request], Awaitable[Response]]:
    """Return an endpoint that answers 404 with the path without a slash at its end."""

    async def explain(_request: Request) -> Response:
        return PlainTextResponse(f"The MCP server is at {path}, without a slash at the end.\n", 404)

    return explain


def _build_page_data_routes(preview: PreviewParts) -> list[BaseRoute]:
    """Return the routes for the data of the page."""
    calls = ToolCalls(preview.current_state, preview.call_log)
    return [
        *build_site_routes(preview.current_state, preview.limits, preview.call_log),
        *build_page_list_routes(preview.current_state),
        *build_viewer_routes(preview.current_state, calls),
        *build_result_routes(preview.current_state),
        *build_credential_routes(preview.authorization),
    ]


def _wrap_routes(routes: Iterable[Route], wrap: Callable[[ASGIApp], ASGIApp]) -> list[Route]:
    """Return copies of routes, whose applications are wrapped."""
    wrapped_routes = [copy(route) for route in routes]
    for route in wrapped_routes:
        route.app = wrap(route.app)
    return wrapped_routes


def _build_discovery_routes(state_for: Callable[[Request], ServerState]) -> list[Route]:
    """Return the routes of the discovery documents."""

    async def document(request: Request) -> Response:
        return build_json_response(
            discovery.build_discovery_document(
                get_base_url(request), state_for(request).access.mode
            )
        )

    async def card(request: Request) -> Response:
        return build_json_response(
            discovery.build_server_card(state_for(request), get_base_url(request))
        )

    async def cards(request: Request) -> Response:
        return build_json_response(
            discovery.build_server_cards(state_for(request), get_base_url(request))
        )

    return [
        Route("/.well-known/mcp", document),
        Route("/.well-known/mcp.json", document),
        Route("/.well-known/mcp/server-card.json", card),
        Route("/.well-known/mcp/server-cards.json", cards),
    ]
