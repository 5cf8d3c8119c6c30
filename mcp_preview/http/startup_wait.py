"""Middleware that delays requests until the site has been read.

The preview listens before it has read a page. Nothing is served before the audience of pages is
known, and no list of pages before it is complete.
"""

from __future__ import annotations

from collections.abc import Callable

from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from docs_lsp.site.routes.reserved import PREVIEW_FOLDER
from mcp_preview.live.first_states import render_progress, wait_for_pages, wait_for_site
from mcp_preview.live.server_state import ServerState

_RETRY_AFTER = "5"
"""The seconds after which a client may try again."""


def delay_until_site_is_read(app: ASGIApp, current_state: Callable[[], ServerState]) -> ASGIApp:
    """Return middleware that waits until docs.json has been read, except for the preview page.

    It passes a request on in time, or answers 503.
    """

    async def respond(scope: Scope, receive: Receive, send: Send) -> None:
        path = scope.get("path", "")
        is_own = scope["type"] != "http" or path == "/" or path.startswith(f"{PREVIEW_FOLDER}/")
        state = current_state() if is_own else await wait_for_site(current_state)
        is_ready = is_own or state.indexing is None or state.indexing.knows_site
        await (app if is_ready else _build_not_ready_response(state))(scope, receive, send)

    return respond


def delay_until_pages_are_read(app: ASGIApp, current_state: Callable[[], ServerState]) -> ASGIApp:
    """Return middleware that waits until all pages have been read.

    It passes a request on in time, or answers 503.
    """

    async def respond(scope: Scope, receive: Receive, send: Send) -> None:
        state = await wait_for_pages(current_state)
        is_ready = state.indexing is None
        await (app if is_ready else _build_not_ready_response(state))(scope, receive, send)

    return respond


def _build_not_ready_response(state: ServerState) -> Response:
    """Return the response 503 with the progress of indexing."""
    text = render_progress(state.indexing)
    return PlainTextResponse(text, 503, {"Retry-After": _RETRY_AFTER, "Cache-Control": "no-store"})
