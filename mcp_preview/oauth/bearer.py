"""Bearer tokens of requests (RFC 6750): their viewer, and the response without a valid one."""

from __future__ import annotations

import logging
import re

from starlette.requests import HTTPConnection

from docs_lsp.site.visibility import Viewer
from mcp_preview.oauth.answers import OAuthFault
from mcp_preview.oauth.authorization_parts import AuthorizationParts
from mcp_preview.oauth.metadata import SCOPE, build_resource_metadata_path
from mcp_preview.store.records import StoreUnavailable

logger = logging.getLogger(__name__)

_TOKEN = re.compile(r"[A-Za-z0-9._~+/-]+=*")
_INVALID = ("invalid_token", "The access token is invalid, expired or revoked.")


async def require_bearer_viewer(
    parts: AuthorizationParts, request: HTTPConnection, path: str, resources: tuple[str, ...]
) -> Viewer:
    """Return the viewer that the token in a request's header is for, or raise `OAuthFault`.

    The token must be for one of these resources, the paths of endpoints. A rejected client is
    pointed to the metadata of the endpoint at `path`. A token in the query is ignored, since
    addresses are logged.
    """

    def build_fault(error: str, description: str, status: int = 401) -> OAuthFault:
        challenge = _build_challenge(
            parts.address.build_base_url(request), path, error, description
        )
        headers = {"WWW-Authenticate": challenge}
        return OAuthFault(error or "invalid_token", description, status, headers)

    given = request.headers.getlist("authorization")
    if not given:
        raise build_fault("", "This endpoint requires an access token.")
    scheme, _, token = given[0].partition(" ")
    if scheme.lower() != "bearer" or len(given) > 1 or not _TOKEN.fullmatch(token):
        raise build_fault(*_INVALID)
    try:
        grant = await parts.run_in_store(lambda store, now: store.get_access_grant(token, now))
    except StoreUnavailable as error:
        logger.warning("The store cannot be reached: %s", error)
        text = "The store of the preview cannot be reached."
        raise OAuthFault("temporarily_unavailable", text, 503) from None
    viewer = None if grant is None else parts.find_viewer(grant.subject)
    if grant is None or viewer is None or grant.resource not in resources:
        raise build_fault(*_INVALID)
    if SCOPE not in grant.scope.split():
        text = f"The access token needs the scope {SCOPE}."
        raise build_fault("insufficient_scope", text, 403)
    return viewer


def _build_challenge(base: str, path: str, error: str, description: str) -> str:
    """Return the header `WWW-Authenticate` (RFC 9728, 5.1), without an error if it is empty."""
    fields = {
        **({"error": error, "error_description": description} if error else {}),
        "scope": SCOPE,
        "resource_metadata": f"{base}{build_resource_metadata_path(path)}",
    }
    return "Bearer " + ", ".join(f'{name}="{value}"' for name, value in fields.items())
