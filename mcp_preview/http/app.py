"""The ASGI application: puts the routes and the checks together."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import NamedTuple

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from docs_lsp.site.visibility import ANONYMOUS
from mcp_preview.http import discovery
from mcp_preview.http.host_check import HostCheck
from mcp_preview.http.limits import Limits
from mcp_preview.http.mcp_endpoint import MessageCheck, StreamableHTTP
from mcp_preview.http.page_access import PageAccess
from mcp_preview.http.responses import base_of, json_response
from mcp_preview.http.text_routes import text_routes
from mcp_preview.http.web_api import api_routes
from mcp_preview.http.web_page import page_routes
from mcp_preview.live.server_state import ServerState
from mcp_preview.mcp.call_log import CallLog
from mcp_preview.mcp.protocol import make_server
from mcp_preview.mcp.tool_calls import ToolCalls


class PreviewParts(NamedTuple):
    """The parts that the application is made of."""

    current_state: Callable[[], ServerState]
    """Gives the owner's state, of which each caller gets what that one may see."""
    limits: Limits
    call_log: CallLog
    page: PageAccess
    host: str = "127.0.0.1"


def application(preview: PreviewParts) -> Starlette:
    """The preview as an ASGI application."""
    public_state = partial(_public_state, preview.current_state)
    server = make_server(preview.current_state, ToolCalls(preview.current_state, preview.call_log))
    endpoint = StreamableHTTP(server)

    @contextlib.asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        async with endpoint.run():
            yield

    return Starlette(
        routes=[
            Route("/mcp", MessageCheck(endpoint, preview.limits)),
            *_discovery_routes(public_state),
            *api_routes(preview.current_state, preview.limits, preview.call_log, preview.page),
            *page_routes(preview.current_state, preview.page),
            *text_routes(public_state),
        ],
        middleware=[Middleware(HostCheck, host=preview.host)],
        lifespan=lifespan,
    )


def _public_state(current_state: Callable[[], ServerState]) -> ServerState:
    """The site as anonymous callers get it."""
    return current_state().seen_by(ANONYMOUS)


def _discovery_routes(current_state: Callable[[], ServerState]) -> list[BaseRoute]:
    async def document(request: Request) -> Response:
        return json_response(discovery.discovery(base_of(request)))

    async def card(request: Request) -> Response:
        return json_response(discovery.server_card(current_state(), base_of(request)))

    async def cards(request: Request) -> Response:
        return json_response(discovery.server_cards(current_state(), base_of(request)))

    return [
        Route("/.well-known/mcp", document),
        Route("/.well-known/mcp.json", document),
        Route("/.well-known/mcp/server-card.json", card),
        Route("/.well-known/mcp/server-cards.json", cards),
    ]
