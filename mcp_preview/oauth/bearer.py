"""Bearer tokens of requests (RFC 6750): their viewer, and the response without a valid one."""

from __future__ import annotations

import re
from enum import Enum

from starlette.requests import HTTPConnection

from docs_lsp.site.visibility import Viewer
from mcp_preview.oauth.authorization_parts import AuthorizationParts
from mcp_preview.oauth.metadata import SCOPE, build_resource_metadata_path

_TOKEN = re.compile(r"[A-Za-z0-9._~+/-]+=*")


class BearerFault(Enum):
    """The reason why a request is rejected: status, error, and a sentence for the client."""

    MISSING = (401, "", "This endpoint needs an access token.")
    INVALID = (401, "invalid_token", "The access token is wrong, expired or revoked.")
    TOO_NARROW = (403, "insufficient_scope", f"The access token needs the scope {SCOPE}.")

    @property
    def status(self) -> int:
        """The status of the response."""
        return self.value[0]

    @property
    def error(self) -> str:
        """The error code; empty if no token was sent."""
        return self.value[1]

    @property
    def description(self) -> str:
        """The sentence for the client."""
        return self.value[2]

    def build_challenge(self, base: str, path: str) -> str:
        """Return the header `WWW-Authenticate` (RFC 9728, 5.1); `path` is that of the endpoint."""
        fields = {
            **({"error": self.error, "error_description": self.description} if self.error else {}),
            "scope": SCOPE,
            "resource_metadata": f"{base}{build_resource_metadata_path(path)}",
        }
        return "Bearer " + ", ".join(f'{name}="{value}"' for name, value in fields.items())


async def find_bearer_viewer(
    parts: AuthorizationParts, request: HTTPConnection, paths: tuple[str, ...]
) -> Viewer | BearerFault:
    """Return the viewer that the token in a request's header is for, or the reason for rejection.

    The token must be for one of these endpoints. A token in the query is ignored, since addresses
    are logged.
    """
    given = request.headers.getlist("authorization")
    if not given:
        return BearerFault.MISSING
    scheme, _, token = given[0].partition(" ")
    if scheme.lower() != "bearer" or len(given) > 1 or not _TOKEN.fullmatch(token):
        return BearerFault.INVALID
    grant = await parts.run_in_store(lambda store, now: store.get_access_grant(token, now))
    viewer = None if grant is None else parts.find_viewer(grant.subject)
    if grant is None or viewer is None or grant.resource not in paths:
        return BearerFault.INVALID
    if SCOPE not in grant.scope.split():
        return BearerFault.TOO_NARROW
    return viewer
