"""Cross-origin requests of web pages on this machine, such as an inspector (CORS).

They can use what MCP clients use, but not the preview page, its data or the log-in. Cookies are
never sent, and there are none.
"""

from __future__ import annotations

from starlette.middleware.cors import CORSMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

from mcp_preview.oauth.metadata import (
    AUTHED_MCP,
    MCP,
    REGISTER,
    RESOURCE_METADATA,
    SERVER_METADATA,
    TOKEN,
)

_LOOPBACK = r"https?://(localhost|127\.0\.0\.1|\[::1\])(:\d+)?"
_PATHS = frozenset((MCP, AUTHED_MCP, REGISTER, TOKEN, SERVER_METADATA, "/.well-known/mcp.json"))
_BELOW = (RESOURCE_METADATA, "/.well-known/mcp")
_SENT = (
    *("Authorization", "Content-Type", "Last-Event-ID"),
    *("Mcp-Method", "Mcp-Name", "MCP-Protocol-Version", "Mcp-Session-Id"),
)
_SHOWN = ("Retry-After", "WWW-Authenticate")


class LoopbackCors:
    """Middleware that lets pages of this machine read the responses to MCP clients."""

    def __init__(self, app: ASGIApp) -> None:
        """Wrap an application."""
        self._app = app
        self._shared = CORSMiddleware(
            app,
            allow_origin_regex=_LOOPBACK,
            allow_methods=("GET", "POST"),
            allow_headers=_SENT,
            expose_headers=_SHOWN,
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Add the headers if the path is one for clients."""
        app = self._shared if scope["type"] == "http" and _is_client_path(scope) else self._app
        await app(scope, receive, send)


def _is_client_path(scope: Scope) -> bool:
    """Return whether the path of a request is one for MCP clients."""
    path: str = scope["path"]
    return path in _PATHS or any(path == one or path.startswith(f"{one}/") for one in _BELOW)
