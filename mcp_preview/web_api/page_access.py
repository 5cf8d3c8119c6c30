"""Access to the page at `/`: it shows everything, so its data needs a new secret at each start."""

from __future__ import annotations

import hmac
import secrets
from typing import NamedTuple

from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from mcp_preview.http.responses import build_json_response

HEADER = "X-Docs-Lsp-Secret"
"""The header in which the page sends its secret. Browsers do not add it by themselves as they do
with cookies, so pages of other sites cannot send it.
"""
_BYTES = 32
_REFUSED = "The data of the page needs the secret in the URL that the preview printed."


class PageAccess(NamedTuple):
    """The secret of the page, or the reason why it is off."""

    secret: str = ""
    """The secret; empty if the page is off."""
    why_off: str = ""
    """The reason why the page is off, as a sentence for users."""

    @classmethod
    def create_with_secret(cls) -> PageAccess:
        """Return access to a page with a new secret."""
        return cls(secrets.token_urlsafe(_BYTES))

    def build_page_url(self, base: str) -> str | None:
        """Return the URL of the page, or None if it is off.

        Browsers do not send the part after the `#` to servers.
        """
        return f"{base}/#secret={self.secret}" if self.secret else None

    def accepts_secret(self, given: str) -> bool:
        """Return whether a secret is right, in constant time."""
        return bool(self.secret) and hmac.compare_digest(given.encode(), self.secret.encode())


def require_page_secret(app: ASGIApp, access: PageAccess) -> ASGIApp:
    """Return middleware that answers 401 to requests without the secret of the page."""

    async def respond(scope: Scope, receive: Receive, send: Send) -> None:
        given = Request(scope).headers.get(HEADER, "")
        if access.accepts_secret(given):
            await app(scope, receive, send)
            return
        refusal = build_json_response({"error": _REFUSED}, 401)
        # RFC 9110, 15.5.2: a 401 names a scheme. Browsers do not show a prompt for an unknown one.
        refusal.headers["WWW-Authenticate"] = "Docs-Lsp-Secret"
        await refusal(scope, receive, send)

    return respond
