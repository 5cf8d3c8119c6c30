"""Check of the Host and Origin headers: a web page that somebody opens must not be able to ask the
preview (DNS rebinding)."""

from __future__ import annotations

import ipaddress
from functools import lru_cache
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from mcp_preview.settings.site_address import SiteAddress

_NO_ADDRESS = SiteAddress()


class HostCheck:
    """Refuses what comes for another host, or from a page of another."""

    def __init__(self, app: ASGIApp, host: str, address: SiteAddress = _NO_ADDRESS) -> None:
        """Guard an application that listens on `host` and may have a public address."""
        self._app = app
        self._bound = host
        self._address = address
        self._public_scheme, self._public_host = address.public_host

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer 403."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        refusal = self._refusal(headers)
        if refusal is not None:
            await refusal(scope, receive, send)
            return
        await self._app(self._readdress(_trim_headers(scope)), receive, send)

    def _refusal(self, headers: Headers) -> Response | None:
        hosts = headers.getlist("host")
        if len(hosts) != 1 or not self._is_ours(hosts[0]):
            return PlainTextResponse("This server does not answer for that host.", 403)
        if any(not self._is_own_page(origin) for origin in headers.getlist("origin")):
            return PlainTextResponse("This server does not answer pages of other sites.", 403)
        return None

    def _readdress(self, scope: Scope) -> Scope:
        """The request as if it had been sent to the public address, where there is one.

        Whatever names the site's address takes it from the request.
        """
        if not self._public_host:
            return scope
        host = (b"host", self._public_host.encode())
        headers = [host, *(pair for pair in scope["headers"] if pair[0] != b"host")]
        return {**scope, "scheme": self._public_scheme, "headers": headers}

    def _is_own_page(self, origin: str) -> bool:
        try:
            parts = urlsplit(origin)
        except ValueError:
            return False
        return parts.scheme in ("http", "https") and self._is_ours(parts.netloc)

    def _is_ours(self, host: str) -> bool:
        if self._public_host and self._address.is_public_host(host):
            return True
        name = _name_of(host)
        if name is None:
            return False
        if name in ("localhost", self._bound.lower()):
            return True
        try:
            address = ipaddress.ip_address(name)
        except ValueError:
            return False
        # A page that lies about its name cannot lie about a number: an address is not a rebinding.
        return address.is_loopback or self._bound in ("0.0.0.0", "::")


def _trim_headers(scope: Scope) -> Scope:
    # Space around a header's value is not part of it (RFC 9110, 5.5); some HTTP parsers leave it.
    headers = [(name, value.strip(b" \t")) for name, value in scope["headers"]]
    return {**scope, "headers": headers}


@lru_cache(maxsize=32)  # A client says the same each time.
def _name_of(host: str) -> str | None:
    """The name or address in a Host header, in small letters, without its port."""
    if not host.isascii() or not host.isprintable():
        return None
    try:
        parts = urlsplit(f"//{host}")
        port_is_right = parts.port is None or parts.port > 0
    except ValueError:
        return None
    plain = parts.path or parts.query or parts.fragment or parts.username is not None
    return parts.hostname if port_is_right and not plain else None
