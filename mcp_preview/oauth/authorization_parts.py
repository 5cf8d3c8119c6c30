"""Data shared by the endpoints of the authorization server, and the store, opened on demand."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, TypeVar

from anyio import CapacityLimiter, to_thread
from starlette.requests import HTTPConnection

from docs_lsp.core.usage_fault import UsageFault
from docs_lsp.settings.settings import PreviewUser
from docs_lsp.site.access_mode import AccessMode, SiteAccess
from docs_lsp.site.visibility import CREDENTIAL, Viewer
from mcp_preview.live.server_state import ServerState
from mcp_preview.oauth.metadata import AUTHED_MCP, MCP
from mcp_preview.oauth.redirect_policy import parse_redirect
from mcp_preview.settings.site_address import SiteAddress
from mcp_preview.store.records import StoreUnavailable

if TYPE_CHECKING:
    from mcp_preview.store.store import Store


T = TypeVar("T")
MEMBER = "member"
"""The subject of a grant to a user without groups; others are `user:NAME` and `credential:ID`."""
_USER = "user:"
_HASHES = 2
"""The number of secrets that are compared at a time, like in the store."""


@dataclass(frozen=True, slots=True)
class AuthorizationParts:
    """The site, and the store of everything that was issued."""

    current_state: Callable[[], ServerState]
    address: SiteAddress
    open_store: Callable[[], Store]
    """Returns the store and opens it the first time; blocks."""
    clock: Callable[[], int]
    """The current time in seconds since 1970, UTC."""
    hashing: CapacityLimiter = field(default_factory=lambda: CapacityLimiter(_HASHES))
    """The limit of threads that compare secrets, which takes long, so that other work can go on."""

    @property
    def access(self) -> SiteAccess:
        """How the site is open to readers now."""
        return self.current_state().access

    @property
    def users(self) -> tuple[PreviewUser, ...]:
        """The users who can log in now."""
        return self.current_state().users

    @property
    def redirect_domains(self) -> tuple[str, ...]:
        """The domains that log-ins can redirect to now, besides loopback addresses."""
        return self.current_state().redirect_domains

    async def run_in_store(
        self, work: Callable[[Store, int], T], limiter: CapacityLimiter | None = None
    ) -> T:
        """Run a function with the store and the time in a worker thread; return its result."""
        return await to_thread.run_sync(
            lambda: work(self.open_store(), self.clock()), limiter=limiter
        )

    def list_resources(self) -> tuple[str, ...]:
        """Return the paths of the MCP endpoints for which tokens can be issued now."""
        return (AUTHED_MCP, MCP) if self.access.mode is AccessMode.FULL else (AUTHED_MCP,)

    def find_resource_path(self, resource: str, request: HTTPConnection) -> str | None:
        """Return the endpoint path that a `resource` names (RFC 8707); None for another server's.

        Without a public address every loopback address is accepted, since the port of this preview
        changes with every start.
        """
        parsed = parse_redirect(resource)
        own = parse_redirect(self.address.build_base_url(request))
        if parsed is None or own is None or parsed.rest.rstrip("/") not in self.list_resources():
            return None
        is_own = parsed.origin == own.origin
        if not self.address.public_url and parsed.scheme == "http":
            is_own = is_own or parsed.is_loopback
        return parsed.rest.rstrip("/") if is_own else None

    def find_viewer(self, subject: str) -> Viewer | None:
        """Return the viewer that a grant was given to; None if the user no longer exists."""
        if subject == MEMBER:
            return Viewer(frozenset())
        if subject.startswith("credential:"):
            return CREDENTIAL
        named = (user for user in self.users if f"{_USER}{user.name}" == subject)
        user = next(named, None)
        return None if user is None else Viewer(frozenset(user.groups))


def build_user_subject(name: str) -> str:
    """Return the subject of a grant to a configured user."""
    return f"{_USER}{name}"


def create_store_opener(url: str | None, folder: Path, public_url: str) -> Callable[[], Store]:
    """Return a function that opens the store of a site when it is first called, in any thread.

    It is the store at the URL, or the user's own, or else one in memory. The function raises
    `UsageFault` if the store at the URL cannot be opened.
    """
    lock = Lock()
    open_once = cache(partial(_open_store, url, folder, public_url))

    def open_in_turn() -> Store:
        with lock:
            return open_once()

    return open_in_turn


def _open_store(url: str | None, folder: Path, public_url: str) -> Store:
    """Open the store at the URL, the user's, or one in memory; print why. Raises `UsageFault`."""
    from mcp_preview.store.opening import compute_site_key, open_store_or_memory

    try:
        store, notice = open_store_or_memory(url, compute_site_key(folder, url, public_url or None))
    except StoreUnavailable as fault:
        raise UsageFault(str(fault)) from None
    if notice:
        print(f"mcp-preview: {notice}", file=sys.stderr)
    return store
