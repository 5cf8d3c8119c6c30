"""Checks of the headers of each request: Host and Origin, its length, and cross-origin access.

Web pages cannot send requests by DNS rebinding (`HostCheck`). Pages of this machine, such as an
inspector, can use what MCP clients use, but not the preview page, its data or the log-in (CORS).
Cookies are never sent, and there are none.
"""

from __future__ import annotations

import ipaddress
from functools import lru_cache
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.middleware.cors import CORSMiddleware
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from mcp_preview.oauth.metadata import (
    AUTHED_MCP,
    MCP,
    REGISTER,
    RESOURCE_METADATA,
    SERVER_METADATA,
    TOKEN,
)
from mcp_preview.settings.site_address import SiteAddress

_NO_ADDRESS = SiteAddress()

MAX_BODY = 1024 * 1024
"""Bytes of a request. A message to two tools is far shorter."""
_CLOSE = {"Connection": "close"}
"""The header that ends the connection, so that nothing after such a request is read."""

_LOOPBACK = r"https?://(localhost|127\.0\.0\.1|\[::1\])(:\d+)?"
_PATHS = frozenset((MCP, AUTHED_MCP, REGISTER, TOKEN, SERVER_METADATA, "/.well-known/mcp.json"))
_BELOW = (RESOURCE_METADATA, "/.well-known/mcp")
_SENT = (
    *("Authorization", "Content-Type", "Last-Event-ID"),
    *("Mcp-Method", "Mcp-Name", "MCP-Protocol-Version", "Mcp-Session-Id"),
)
_SHOWN = ("Retry-After", "WWW-Authenticate")


class HostCheck:
    """Middleware that rejects requests for other hosts, or from pages of other hosts."""

    def __init__(self, app: ASGIApp, host: str, address: SiteAddress = _NO_ADDRESS) -> None:
        """Guard an application that listens on `host` and may have a public address."""
        self._app = app
        self._bound = host
        self._address = address
        self._public_scheme, self._public_host = address.public_host

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer 403."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        refusal = self._reject_foreign(headers)
        if refusal is not None:
            await refusal(scope, receive, send)
            return
        await self._app(self._readdress(_trim_headers(scope)), receive, send)

    def _reject_foreign(self, headers: Headers) -> Response | None:
        """Return the response to a foreign host or origin, else None."""
        hosts = headers.getlist("host")
        if len(hosts) != 1 or not self._is_own_host(hosts[0]):
            return PlainTextResponse("This Host header is not allowed.", 403)
        if any(not self._is_own_origin(origin) for origin in headers.getlist("origin")):
            return PlainTextResponse("Requests from pages of other sites are not allowed.", 403)
        return None

    def _readdress(self, scope: Scope) -> Scope:
        """Return the request as if sent to the public address, if there is one.

        The address of the site is always taken from the request.
        """
        if not self._public_host:
            return scope
        host = (b"host", self._public_host.encode())
        headers = [host, *(pair for pair in scope["headers"] if pair[0] != b"host")]
        return {**scope, "scheme": self._public_scheme, "headers": headers}

    def _is_own_origin(self, origin: str) -> bool:
        """Return whether an Origin header names this server."""
        try:
            parts = urlsplit(origin)
        except ValueError:
            return False
        return parts.scheme in ("http", "https") and self._is_own_host(parts.netloc)

    def _is_own_host(self, host: str) -> bool:
        """Return whether a Host header names this server; on all interfaces any IP address does."""
        if self._public_host and self._address.is_public_host(host):
            return True
        name = _parse_host_name(host)
        if name is None:
            return False
        if name in ("localhost", self._bound.lower()):
            return True
        try:
            address = ipaddress.ip_address(name)
        except ValueError:
            return False
        # Rebinding needs a name: a numeric address is safe.
        return address.is_loopback or self._bound in ("0.0.0.0", "::")


def _trim_headers(scope: Scope) -> Scope:
    """Return the scope with header values without surrounding spaces.

    These are not part of a value (RFC 9110, 5.5), but some HTTP parsers leave them.
    """
    headers = [(name, value.strip(b" \t")) for name, value in scope["headers"]]
    return {**scope, "headers": headers}


@lru_cache(maxsize=32)  # A client sends the same value each time.
def _parse_host_name(host: str) -> str | None:
    """Return the name or address in a Host header in lower case; None if it is invalid."""
    if not host.isascii() or not host.isprintable():
        return None
    try:
        parts = urlsplit(f"//{host}")
        port_is_right = parts.port is None or parts.port > 0
    except ValueError:
        return None
    plain = parts.path or parts.query or parts.fragment or parts.username is not None
    return parts.hostname if port_is_right and not plain else None


def check_framing(app: ASGIApp) -> ASGIApp:
    """Return middleware that refuses a request with two lengths, or with one that is too large.

    It answers 400 or 413 and closes the connection. Servers in a row could read two lengths as two
    requests (RFC 9112, section 6.3).
    """

    async def respond(scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse its length."""
        refusal = _reject_bad_framing(Headers(scope=scope)) if scope["type"] == "http" else None
        await (refusal or app)(scope, receive, send)

    return respond


def _reject_bad_framing(headers: Headers) -> Response | None:
    """Return the response to a request with two lengths or one that is too large, else None."""
    length = headers.get("content-length")
    if length is None:
        return None
    if "transfer-encoding" in headers:
        text = "A request cannot have both Content-Length and Transfer-Encoding.\n"
        return PlainTextResponse(text, 400, _CLOSE)
    if length.isdecimal() and int(length[:20]) > MAX_BODY:
        return PlainTextResponse("A message may have at most 1 MB.", 413, _CLOSE)
    return None


def share_with_loopback(app: ASGIApp) -> ASGIApp:
    """Return middleware that lets pages of this machine read the responses to MCP clients."""
    shared = CORSMiddleware(
        app,
        allow_origin_regex=_LOOPBACK,
        allow_methods=("GET", "POST"),
        allow_headers=_SENT,
        expose_headers=_SHOWN,
    )

    async def respond(scope: Scope, receive: Receive, send: Send) -> None:
        is_shared = scope["type"] == "http" and _is_client_path(scope)
        await (shared if is_shared else app)(scope, receive, send)

    return respond


def _is_client_path(scope: Scope) -> bool:
    """Return whether the path of a request is one for MCP clients."""
    path: str = scope["path"]
    return path in _PATHS or any(path == top or path.startswith(f"{top}/") for top in _BELOW)
