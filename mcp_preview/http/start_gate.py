"""Holds requests back until the site that they ask about has been read.

The preview listens before it has read a page. Nothing of a site may be told before it is known who
may see it, and no list of pages before there is one.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from docs_lsp.site.routes.reserved import PREVIEW_FOLDER
from mcp_preview.live.first_states import progress_text, wait_for_pages, wait_for_site
from mcp_preview.live.server_state import ServerState

_RETRY_AFTER = "5"
"""Seconds after which a client may ask again."""


class SiteGate:
    """Waits until it is known what docs.json says. The preview's own page need not wait."""

    def __init__(self, app: ASGIApp, current_state: Callable[[], ServerState]) -> None:
        """Guard an application that serves the owner's state."""
        self._app = app
        self._current_state = current_state

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on in time, or answer 503."""
        path = scope.get("path", "")
        is_own = scope["type"] != "http" or path == "/" or path.startswith(f"{PREVIEW_FOLDER}/")
        if is_own or await self._knows_site():
            await self._app(scope, receive, send)
        else:
            await _respond_not_ready(self._current_state)(scope, receive, send)

    async def _knows_site(self) -> bool:
        if self._current_state().indexing is None:
            return True  # For all but the first seconds.
        state = await wait_for_site(self._current_state)
        return state.indexing is None or state.indexing.knows_site


class PagesGate:
    """Waits until all pages have been read."""

    def __init__(self, app: ASGIApp, current_state: Callable[[], ServerState]) -> None:
        """Guard an application that serves the owner's state."""
        self._app = app
        self._current_state = current_state

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on in time, or answer 503."""
        state = await wait_for_pages(self._current_state)
        if state.indexing is None:
            await self._app(scope, receive, send)
        else:
            await _respond_not_ready(self._current_state)(scope, receive, send)


def _respond_not_ready(
    current_state: Callable[[], ServerState],
) -> Callable[[Scope, Receive, Send], Awaitable[None]]:
    text = progress_text(current_state().indexing)
    return PlainTextResponse(text, 503, {"Retry-After": _RETRY_AFTER, "Cache-Control": "no-store"})
