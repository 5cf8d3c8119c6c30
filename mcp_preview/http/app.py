"""The web application: its routes, and nothing else."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable
from typing import NamedTuple

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from mcp_preview.http import discovery
from mcp_preview.http.host_check import Doorkeeper
from mcp_preview.http.limits import Limits
from mcp_preview.http.mcp_endpoint import LimitGate
from mcp_preview.http.responses import base_of, json_response
from mcp_preview.http.text_routes import agent_routes
from mcp_preview.http.transport import StreamableHTTP
from mcp_preview.http.web_api import api_routes
from mcp_preview.live.server_state import Served
from mcp_preview.mcp.call_log import Record
from mcp_preview.mcp.protocol import server_of
from mcp_preview.mcp.tool_calls import Calls
from mcp_preview.web import page_routes


class Preview(NamedTuple):
    """What the application is made of."""

    served: Callable[[], Served]
    limits: Limits
    record: Record
    host: str = "127.0.0.1"


def application(preview: Preview) -> Starlette:
    """The preview as an ASGI application."""
    server = server_of(preview.served, Calls(preview.served, preview.record))
    endpoint = StreamableHTTP(server)

    @contextlib.asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        async with endpoint.run():
            yield

    return Starlette(
        routes=[
            Route("/mcp", LimitGate(endpoint, preview.limits)),
            *_discovery_routes(preview.served),
            *api_routes(preview.served, preview.limits, preview.record),
            *page_routes(),
            *agent_routes(preview.served),
        ],
        middleware=[Middleware(Doorkeeper, host=preview.host)],
        lifespan=lifespan,
    )


def _discovery_routes(served: Callable[[], Served]) -> list[BaseRoute]:
    async def document(request: Request) -> Response:
        return json_response(discovery.discovery(base_of(request)))

    async def card(request: Request) -> Response:
        return json_response(discovery.server_card(served(), base_of(request)))

    async def cards(request: Request) -> Response:
        return json_response(discovery.server_cards(served(), base_of(request)))

    return [
        Route("/.well-known/mcp", document),
        Route("/.well-known/mcp.json", document),
        Route("/.well-known/mcp/server-card.json", card),
        Route("/.well-known/mcp/server-cards.json", cards),
    ]
