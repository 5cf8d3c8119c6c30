"""The parts that the endpoints of the authorization server share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

from anyio import CapacityLimiter, to_thread
from starlette.requests import HTTPConnection

from docs_lsp.settings.settings import PreviewUser
from docs_lsp.site.access_mode import AccessMode, SiteAccess
from docs_lsp.site.visibility import CREDENTIAL, Viewer
from mcp_preview.live.server_state import ServerState
from mcp_preview.oauth.metadata import AUTHED_MCP, MCP
from mcp_preview.oauth.redirect_policy import parse_redirect
from mcp_preview.settings.site_address import SiteAddress

if TYPE_CHECKING:
    from mcp_preview.store.store import Store

T = TypeVar("T")
MEMBER = "member"
"""The subject of a grant to a user without groups; others are `user:NAME` and `credential:ID`."""
_USER = "user:"
_HASHES = 2
"""Secrets that are compared at a time, as the store does it."""


@dataclass(frozen=True, slots=True)
class AuthorizationParts:
    """What is known of the site, and where that lies which is issued."""

    current_state: Callable[[], ServerState]
    address: SiteAddress
    open_store: Callable[[], Store]
    """Gives the store, and opens it the first time; blocks."""
    clock: Callable[[], int]
    """Seconds since 1970, UTC."""
    hashing: CapacityLimiter = field(default_factory=lambda: CapacityLimiter(_HASHES))
    """Threads that compare secrets, which takes long: what else there is to do goes on."""

    @property
    def access(self) -> SiteAccess:
        """How the site is open to readers now."""
        return self.current_state().access

    @property
    def users(self) -> tuple[PreviewUser, ...]:
        """Who may log in now."""
        return self.current_state().users

    @property
    def redirect_domains(self) -> tuple[str, ...]:
        """Where log-ins may lead now, beside loopback addresses."""
        return self.current_state().redirect_domains

    async def in_store(
        self, work: Callable[[Store, int], T], limiter: CapacityLimiter | None = None
    ) -> T:
        """Do something with the store, given the time, in a worker thread."""
        return await to_thread.run_sync(
            lambda: work(self.open_store(), self.clock()), limiter=limiter
        )

    def resources(self) -> tuple[str, ...]:
        """The paths for which a token can be had."""
        return (AUTHED_MCP, MCP) if self.access.mode is AccessMode.FULL else (AUTHED_MCP,)

    def resource_path(self, resource: str, request: HTTPConnection) -> str | None:
        """The path of an endpoint that a `resource` names (RFC 8707); None for another's.

        Without a public address every loopback address is this preview's own, since its port
        changes from start to start.
        """
        parsed = parse_redirect(resource)
        own = parse_redirect(self.address.base(request))
        if parsed is None or own is None or parsed.rest.rstrip("/") not in self.resources():
            return None
        is_own = parsed.origin == own.origin
        if not self.address.public_url and parsed.scheme == "http":
            is_own = is_own or parsed.is_loopback
        return parsed.rest.rstrip("/") if is_own else None

    def viewer_of(self, subject: str) -> Viewer | None:
        """Who a grant was given to, by today's settings; None where that user is gone."""
        if subject == MEMBER:
            return Viewer(frozenset())
        if subject.startswith("credential:"):
            return CREDENTIAL
        named = (user for user in self.users if f"{_USER}{user.name}" == subject)
        user = next(named, None)
        return None if user is None else Viewer(frozenset(user.groups))


def user_subject(name: str) -> str:
    """The subject of a grant to a configured user."""
    return f"{_USER}{name}"
