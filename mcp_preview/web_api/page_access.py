"""Access to the page at `/`: it shows everything, so its data needs a secret made at each start."""

from __future__ import annotations

import hmac
import secrets
from typing import NamedTuple

from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from mcp_preview.http.responses import json_response

HEADER = "X-Docs-Lsp-Secret"
"""The header in which the page sends its secret. A browser adds no header by itself, as it does
with cookies, so a page of another site cannot have it sent."""
_BYTES = 32
_REFUSED = "The page's data needs the secret of the address that the preview has printed."


class PageAccess(NamedTuple):
    """Whether there is a page, and what opens it."""

    secret: str = ""
    """Empty where the page is off."""
    why_off: str = ""
    """Why the page is off, as a sentence for whoever looks for it."""

    @classmethod
    def new(cls) -> PageAccess:
        """A page with a secret of its own."""
        return cls(secrets.token_urlsafe(_BYTES))

    def address(self, base: str) -> str | None:
        """Where the page opens; a browser sends no server what stands behind the `#`."""
        return f"{base}/#secret={self.secret}" if self.secret else None

    def opens_with(self, given: str) -> bool:
        """Whether somebody has the secret. It takes as long for every wrong one."""
        return bool(self.secret) and hmac.compare_digest(given.encode(), self.secret.encode())


class PageGuard:
    """Lets through whoever has the page's secret; everybody else gets 401."""

    def __init__(self, app: ASGIApp, access: PageAccess) -> None:
        """Guard an application."""
        self._app = app
        self._access = access

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        given = Request(scope).headers.get(HEADER, "")
        if self._access.opens_with(given):
            await self._app(scope, receive, send)
            return
        refusal = json_response({"error": _REFUSED}, 401)
        # RFC 9110, 15.5.2: a 401 names a scheme. Browsers ask nobody for one that they do not know.
        refusal.headers["WWW-Authenticate"] = "Docs-Lsp-Secret"
        await refusal(scope, receive, send)
