"""The address of the site for its clients, with which links, issuer and resources begin."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import SplitResult, urlsplit

from starlette.requests import HTTPConnection

from docs_lsp.core.usage_fault import UsageFault

_DEFAULT_PORTS = {"http": 80, "https": 443}


class SiteAddress(NamedTuple):
    """The public address of the site, or the address of each request."""

    public_url: str = ""
    """The scheme and host without a `/` at the end; empty if no public address is set."""

    @classmethod
    def parse(cls, url: str) -> SiteAddress:
        """Parse `--public-url`: only scheme and host. Raises `UsageFault` for other values."""
        try:
            parts = urlsplit(url.rstrip("/"))
            is_plain = parts.port != 0 and not (parts.path or parts.query or parts.fragment)
        except ValueError:
            raise _build_address_error(url) from None
        if parts.scheme not in _DEFAULT_PORTS or not is_plain or not _is_plain_host(parts):
            raise _build_address_error(url)
        return cls(f"{parts.scheme}://{_build_authority(parts)}")

    def build_base_url(self, request: HTTPConnection) -> str:
        """Return the address of the site for a request, without a `/` at the end.

        The Host header of a request was validated and normalised before.
        """
        return self.public_url or str(request.base_url).rstrip("/")

    @property
    def public_host(self) -> tuple[str, str]:
        """The scheme and host of the public address; empty if there is none."""
        scheme, _, host = self.public_url.partition("://")
        return scheme, host

    def is_public_host(self, host: str) -> bool:
        """Return whether a Host header names the public address."""
        if not self.public_url:
            return False
        scheme = self.public_url.partition(":")[0]
        try:
            parts = urlsplit(f"{scheme}://{host}")
            is_host = parts.netloc == host and "@" not in host
            return is_host and f"{scheme}://{_build_authority(parts)}" == self.public_url
        except ValueError:
            return False


def _build_authority(parts: SplitResult) -> str:
    """Return the host and port in lower case, without the default port."""
    name = parts.hostname or ""
    host = f"[{name}]" if ":" in name else name
    is_default = parts.port in (None, _DEFAULT_PORTS[parts.scheme])
    return host if is_default else f"{host}:{parts.port}"


def _is_plain_host(parts: SplitResult) -> bool:
    """Return whether a URL has an ASCII host name, and no user name."""
    name = parts.hostname or ""
    is_legal = name.isascii() and all(sign.isalnum() or sign in "-._:" for sign in name)
    return bool(name) and is_legal and "@" not in parts.netloc


def _build_address_error(url: str) -> UsageFault:
    """Return the error for a URL that is not the address of a site."""
    return UsageFault(
        f"`{url}` is not the address of a site. Give only the scheme and host, such as "
        "`https://docs.example.com`."
    )
