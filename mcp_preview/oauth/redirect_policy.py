"""Decides where an authorization code may be sent: the redirect domains of a site.

See docs_lsp/SERVICE.md, redirect-domains. The policy is only the allow-list; whether an address is
also one that the client has registered is `is_registered`. Addresses are parsed strictly: ambiguous
ones are rejected rather than interpreted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from enum import Enum
from ipaddress import IPv6Address
from typing import NamedTuple

from docs_lsp.settings.settings import BLOCKED_SCHEMES

LOOPBACK_HOSTS = frozenset(("localhost", "127.0.0.1", "[::1]"))
"""Hosts that are always allowed."""
_DEFAULT_PORTS = {"http": "80", "https": "443"}
MAX_ADDRESS = 2_000
"""The greatest length of a redirect address in characters."""
# RFC 3986: the characters of an address; fragments are not allowed (RFC 6749, 3.1.2).
_LEGAL = re.compile(r"[A-Za-z0-9\-._~:/?\[\]@!$&'()*+,;=%]+")
_PARTS = re.compile(r"(?P<scheme>[A-Za-z][A-Za-z0-9+.-]*):(?://(?P<authority>[^/?]*))?(?P<rest>.*)")
_AUTHORITY = re.compile(r"(?P<host>\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]*)(?::(?P<port>[0-9]{1,5}))?")


class RefusalReason(Enum):
    """The reason why a redirect address is refused; the value is a text for the reader."""

    NOT_AN_ADDRESS = "it is not an absolute address that can be redirected to"
    BLOCKED = "its scheme is always blocked"
    NOT_LISTED = "its domain is not listed"


class RedirectRefusal(NamedTuple):
    """A redirect address that is refused."""

    reason: RefusalReason
    entry: str = ""
    """The entry of `redirect_domains` that would allow it; empty if none would."""


class RedirectAddress(NamedTuple):
    """The parts of an address that the policy compares."""

    scheme: str
    host: str  # in small letters; empty where the address has none
    port: str
    rest: str  # path and query, as they stand

    @property
    def is_loopback(self) -> bool:
        """Whether it is on this machine."""
        return self.host in LOOPBACK_HOSTS

    @property
    def origin(self) -> tuple[str, str, str]:
        """Scheme, host and port, with default ports filled in."""
        return self.scheme, self.host, self.port or _DEFAULT_PORTS.get(self.scheme, "")

    @property
    def entry(self) -> str:
        """The entry of `redirect_domains` that matches it."""
        return self.host if self.scheme == "https" else f"{self.scheme}://{self.host}"


def find_redirect_refusal(address: str, entries: Iterable[str]) -> RedirectRefusal | None:
    """Return why a redirect address is refused with these redirect domains; None if allowed."""
    if address.strip().partition(":")[0].lower() in BLOCKED_SCHEMES:
        return RedirectRefusal(RefusalReason.BLOCKED)
    parsed = parse_redirect(address)
    if parsed is None:
        return RedirectRefusal(RefusalReason.NOT_AN_ADDRESS)
    if parsed.is_loopback or any(_matches_entry(parsed, entry) for entry in entries):
        return None
    return RedirectRefusal(RefusalReason.NOT_LISTED, parsed.entry)


def is_registered(address: str, registered: Sequence[str]) -> bool:
    """Return whether an address is one of those registered: exactly, except for a loopback port.

    A native client uses any port that is free when it starts (RFC 8252, 7.3).
    """
    if address in registered:
        return True
    parsed = parse_redirect(address)
    if parsed is None or not parsed.is_loopback or parsed.scheme not in ("http", "https"):
        return False
    others = (parse_redirect(other) for other in registered)
    return any(
        redirect_address is not None and redirect_address._replace(port=parsed.port) == parsed
        for redirect_address in others
    )


def parse_redirect(address: str) -> RedirectAddress | None:
    """Return the parts of an address; None if it is invalid or ambiguous."""
    if len(address) > MAX_ADDRESS or not _LEGAL.fullmatch(address):
        return None
    parts = _PARTS.fullmatch(address)
    if parts is None:
        return None
    authority = _AUTHORITY.fullmatch(parts["authority"] or "")
    host = None if authority is None else _normalize_host(authority["host"])
    if authority is None or host is None or int(authority["port"] or 0) > 65_535:
        return None
    scheme = parts["scheme"].lower()
    if scheme in ("http", "https") and not host:
        return None
    return RedirectAddress(scheme, host, authority["port"] or "", parts["rest"])


def _normalize_host(written: str) -> str | None:
    """Return a host in lower case; None if it is an invalid IPv6 address."""
    if not written.startswith("["):
        return written.lower()
    try:
        return f"[{IPv6Address(written[1:-1]).compressed}]"
    except ValueError:
        return None


def _matches_entry(address: RedirectAddress, entry: str) -> bool:
    """Return whether an address matches an entry by exactly its scheme and host."""
    listed = parse_redirect(entry if "://" in entry else f"https://{entry}")
    return listed is not None and (listed.scheme, listed.host) == (address.scheme, address.host)
