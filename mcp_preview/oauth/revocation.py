"""Revocation of a token by its client (RFC 7009), with all tokens of its grant."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from mcp_preview.oauth.answers import NO_STORE, OAuthFault, read_form
from mcp_preview.oauth.authorization_parts import AuthorizationParts
from mcp_preview.oauth.client_authentication import require_identification
from mcp_preview.oauth.token_endpoint import require_client_secret


async def respond_revocation(parts: AuthorizationParts, request: Request) -> Response:
    """Revoke a token of the client; answer 200 for any other as well. Raises `OAuthFault`."""
    form = await read_form(request)
    proof = require_identification(request, form)
    if "token" not in form:
        raise OAuthFault("invalid_request", "token is missing.")
    token = form["token"]
    grant = await parts.run_in_store(
        lambda store, now: store.get_access_grant(token, now) or store.get_refresh_grant(token, now)
    )
    if proof.secret is not None or (grant is not None and grant.credential_id is not None):
        await require_client_secret(parts, request, proof)
    await parts.run_in_store(lambda store, now: store.revoke_token(token, proof.client_id, now))
    return Response(status_code=200, headers=NO_STORE)
