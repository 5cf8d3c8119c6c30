"""The page at `/`, with the same HTML for everyone and no data of the site but its name.

The script requests the rest with the secret in the address.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from pathlib import PurePath

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Match, Route
from starlette.types import Scope

from docs_lsp.site.routes.reserved import PREVIEW_FOLDER
from mcp_preview.http.responses import get_base_url, wants_text
from mcp_preview.live.server_state import ServerState
from mcp_preview.web import list_asset_names, read_asset
from mcp_preview.web_api.page_access import PageAccess

_HEADERS = {
    "Cache-Control": "no-cache",
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'self' vscode-webview:",
    "Referrer-Policy": "no-referrer",
    "Vary": "Accept",
    "X-Content-Type-Options": "nosniff",
}
_KINDS = {".js": "text/javascript", ".css": "text/css"}
_PLACE = re.compile(r"\{(name|mcp|how)\}")
_HOW_TO_OPEN = (
    "It shows everything, including restricted pages. Open it with the full URL that the "
    "preview printed in its terminal, which ends in a secret that changes at every start, or "
    "with the command of your editor for the page of the preview."
)


class _HtmlRoute(Route):
    """A route that leaves clients that request text, such as AI tools, to later routes."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Return the match of the route, or none for a client that requests text."""
        if scope["type"] == "http" and wants_text(Headers(scope=scope)):
            return Match.NONE, {}
        return super().matches(scope)


def build_page_routes(
    current_state: Callable[[], ServerState], access: PageAccess
) -> list[BaseRoute]:
    """Return the routes of the files of the page."""

    async def page(request: Request) -> Response:
        """Answer with the HTML of the page, which has no data but the name of the site."""
        shown = {
            "name": current_state().name or "This site",
            "mcp": f"{get_base_url(request)}/mcp",
            "how": access.why_off or _HOW_TO_OPEN,
        }
        text = _PLACE.sub(
            lambda place: html.escape(shown[place[1]]), read_asset("index.html").decode()
        )
        return Response(text, 200, _HEADERS, "text/html")

    async def file(request: Request) -> Response:
        """Answer with a script or style sheet of the page."""
        name = request.url.path.rpartition("/")[2]
        return Response(read_asset(name), 200, _HEADERS, _KINDS[PurePath(name).suffix])

    names = [name for name in list_asset_names() if PurePath(name).suffix in _KINDS]
    return [
        _HtmlRoute("/", page),
        *(Route(f"{PREVIEW_FOLDER}/page/{name}", file) for name in names),
    ]
