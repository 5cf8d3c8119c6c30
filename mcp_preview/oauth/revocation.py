"""Revocation of a token by its client (RFC 7009), with all tokens of its grant."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from mcp_preview.oauth.answers import NO_STORE, OAuthFault, form_of
from mcp_preview.oauth.authorization_parts import AuthorizationParts
from mcp_preview.oauth.client_authentication import client_proof
from mcp_preview.oauth.token_endpoint import check_secret


async def revoke(parts: AuthorizationParts, request: Request) -> Response:
    """Answer a revocation: 200 also for an unknown token, or another client's."""
    form = await form_of(request)
    proof = client_proof(request, form)
    if "token" not in form:
        raise OAuthFault("invalid_request", "token is missing.")
    token = form["token"]
    grant = await parts.in_store(
        lambda store, now: store.access(token, now) or store.grant_of(token, now)
    )
    if proof.secret is not None or (grant is not None and grant.credential is not None):
        await check_secret(parts, request, proof)
    await parts.in_store(lambda store, now: store.revoke(token, proof.client_id, now))
    return Response(status_code=200, headers=NO_STORE)
