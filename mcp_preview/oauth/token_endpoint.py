"""The endpoints for tokens: issuing (RFC 6749), and revocation (RFC 7009).

Tokens are issued for a code, a refresh token or a client credential. The client identifies itself
in the form or by HTTP Basic (RFC 6749, 2.3.1).
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
from asyncio import sleep
from collections.abc import Mapping
from hmac import compare_digest
from typing import Any, NamedTuple
from urllib.parse import unquote_plus

from starlette.requests import Request
from starlette.responses import Response

from mcp_preview.oauth.answers import NO_STORE, OAuthFault, build_no_store_response, read_form
from mcp_preview.oauth.authorization_parts import AuthorizationParts
from mcp_preview.oauth.authorization_request import is_grantable_scope
from mcp_preview.oauth.metadata import AUTHED_MCP, SCOPE
from mcp_preview.store.lifetimes import ACCESS_LIFETIME, CREDENTIAL_ACCESS_LIFETIME
from mcp_preview.store.records import (
    CodeGrant,
    Grant,
    IssuedTokens,
    build_credential_subject,
    create_grant,
)

_VERIFIER = re.compile(r"[A-Za-z0-9._~-]{43,128}")


async def respond_token_request(parts: AuthorizationParts, request: Request) -> Response:
    """Issue tokens for a code, a refresh token or a credential. Raises `OAuthFault`."""
    form = await read_form(request)
    client = _require_identification(request, form)
    match form.get("grant_type"):
        case "authorization_code":
            tokens = await _issue_by_code(parts, request, form, client)
        case "refresh_token":
            tokens = await _issue_by_refresh_token(parts, request, form, client)
        case "client_credentials":
            tokens = await _issue_by_credential(parts, request, form, client)
        case None:
            raise OAuthFault("invalid_request", "grant_type is missing.")
        case _:
            raise OAuthFault("unsupported_grant_type", "This grant type is not supported.")
    return build_no_store_response(_build_token_response(tokens))


async def respond_revocation(parts: AuthorizationParts, request: Request) -> Response:
    """Revoke a token of the client; answer 200 for any other as well. Raises `OAuthFault`."""
    form = await read_form(request)
    client = _require_identification(request, form)
    if "token" not in form:
        raise OAuthFault("invalid_request", "token is missing.")
    token = form["token"]
    grant = await parts.run_in_store(
        lambda store, now: store.get_access_grant(token, now) or store.get_refresh_grant(token, now)
    )
    if client.secret is not None or (grant is not None and grant.credential_id is not None):
        await require_client_secret(parts, request, client)
    await parts.run_in_store(lambda store, now: store.revoke_token(token, client.client_id, now))
    return Response(status_code=200, headers=NO_STORE)


async def _issue_by_code(
    parts: AuthorizationParts,
    request: Request,
    form: Mapping[str, str],
    client: _ClientIdentification,
) -> IssuedTokens:
    """Issue tokens for a code, which is used up. Raises `OAuthFault` if it is invalid."""
    code, verifier = _require_field(form, "code"), _require_field(form, "code_verifier")
    redirect_uri = _require_field(form, "redirect_uri")
    # A code is used up by any request, even an invalid one.
    code_grant = await parts.run_in_store(lambda store, now: store.redeem_code(code, now))
    if (
        code_grant is None
        or client.secret is not None
        or code_grant.grant.client_id != client.client_id
        or code_grant.redirect_uri != redirect_uri
        or not _matches_challenge(verifier, code_grant)
    ):
        raise OAuthFault(
            "invalid_grant", "The code is invalid, already used, or older than a minute."
        )
    grant = code_grant.grant
    _require_within_grant(parts, request, form, grant)
    return await _issue_tokens(parts, grant, ACCESS_LIFETIME)


async def _issue_by_refresh_token(
    parts: AuthorizationParts,
    request: Request,
    form: Mapping[str, str],
    client: _ClientIdentification,
) -> IssuedTokens:
    """Replace a refresh token by new tokens. Raises `OAuthFault` if it is invalid."""
    token = _require_field(form, "refresh_token")
    grant = await parts.run_in_store(lambda store, now: store.get_refresh_grant(token, now))
    if grant is not None and grant.credential_id is not None:
        await require_client_secret(parts, request, client)
    if grant is not None and grant.client_id == client.client_id:
        _require_within_grant(parts, request, form, grant)
    lifetime = _get_access_lifetime(grant)
    tokens = await parts.run_in_store(
        lambda store, now: store.rotate_tokens(
            token, now, client_id=client.client_id, access_lifetime=lifetime
        )
    )
    if tokens is None:
        raise OAuthFault("invalid_grant", "The refresh token is invalid, already used, or expired.")
    return tokens


async def _issue_by_credential(
    parts: AuthorizationParts,
    request: Request,
    form: Mapping[str, str],
    client: _ClientIdentification,
) -> IssuedTokens:
    """Issue tokens for a client credential. Raises `OAuthFault`, delayed for a wrong secret."""
    await require_client_secret(parts, request, client)
    resource = form.get("resource")
    path = AUTHED_MCP if resource is None else parts.find_resource_path(resource, request)
    if path is None:
        raise OAuthFault("invalid_target", "The resource is not an endpoint of this site.")
    _require_grantable_scope(form)
    grant = create_grant(client.client_id, build_credential_subject(client.client_id), path, SCOPE)
    return await _issue_tokens(parts, grant, CREDENTIAL_ACCESS_LIFETIME)


async def _issue_tokens(parts: AuthorizationParts, grant: Grant, lifetime: int) -> IssuedTokens:
    """Issue the first tokens of a grant. Raises `OAuthFault` if it was revoked."""
    tokens = await parts.run_in_store(
        lambda store, now: store.issue_tokens(grant, now, access_lifetime=lifetime)
    )
    if tokens is None:
        raise OAuthFault("invalid_grant", "The grant was revoked.")
    return tokens


async def require_client_secret(
    parts: AuthorizationParts, request: Request, client: _ClientIdentification
) -> None:
    """Raise `OAuthFault` for a wrong client secret, with a delay that grows with failures."""
    address = request.client.host if request.client else ""
    secret = client.secret or ""
    check = await parts.run_in_store(
        lambda store, now: store.check_secret(client.client_id, secret, now, address=address),
        parts.hashing,
    )
    await sleep(check.delay)
    if not check.is_right:
        raise _build_wrong_client_fault(request)


def _require_within_grant(
    parts: AuthorizationParts, request: Request, form: Mapping[str, str], grant: Grant
) -> None:
    """Raise `OAuthFault` if a request exceeds a grant under the current settings."""
    _require_grantable_scope(form)
    if "resource" in form and parts.find_resource_path(form["resource"], request) != grant.resource:
        raise OAuthFault("invalid_target", "The grant is for another resource.")
    if parts.find_viewer(grant.subject) is None:
        raise OAuthFault("invalid_grant", "The user of this grant is no longer configured.")


def _require_grantable_scope(form: Mapping[str, str]) -> None:
    """Raise `OAuthFault` if a form requests a scope that cannot be granted."""
    if not is_grantable_scope(form.get("scope", "")):
        raise OAuthFault("invalid_scope", f"The only supported scope is {SCOPE}.")


def _matches_challenge(verifier: str, code_grant: CodeGrant) -> bool:
    """Return whether the verifier is the one whose hash was sent at first (RFC 7636, 4.6)."""
    if not _VERIFIER.fullmatch(verifier):
        return False
    digest = hashlib.sha256(verifier.encode()).digest()
    challenge = base64.urlsafe_b64encode(digest).rstrip(b"=")
    return compare_digest(challenge, code_grant.code_challenge.encode())


def _get_access_lifetime(grant: Grant | None) -> int:
    """Return the lifetime of access tokens in seconds; `grant` is None if unknown."""
    is_credential = grant is not None and grant.credential_id is not None
    return CREDENTIAL_ACCESS_LIFETIME if is_credential else ACCESS_LIFETIME


def _require_field(form: Mapping[str, str], name: str) -> str:
    """Return a field of a form. Raises `OAuthFault` if it is missing."""
    if name not in form:
        raise OAuthFault("invalid_request", f"{name} is missing.")
    return form[name]


def _build_token_response(tokens: IssuedTokens) -> dict[str, Any]:
    return {
        "access_token": tokens.access_token,
        "token_type": "Bearer",
        "expires_in": tokens.expires_in,
        "refresh_token": tokens.refresh_token,
        "scope": SCOPE,
    }


class _ClientIdentification(NamedTuple):
    """The client's id, and the secret that it has sent; None for a public client."""

    client_id: str
    secret: str | None = None


def _require_identification(request: Request, form: Mapping[str, str]) -> _ClientIdentification:
    """Return the client's identification. Raises `OAuthFault` if it is missing or contradictory."""
    basic = _parse_basic(request)
    if basic is None:
        if "client_id" not in form:
            raise OAuthFault("invalid_request", "client_id is missing.")
        return _ClientIdentification(form["client_id"], form.get("client_secret"))
    if "client_secret" in form or form.get("client_id", basic.client_id) != basic.client_id:
        raise OAuthFault(
            "invalid_request", "The client is identified twice, in the header and in the form."
        )
    return basic


def _build_wrong_client_fault(request: Request) -> OAuthFault:
    """Return the fault for a wrong id or secret, without saying which."""
    headers = {"WWW-Authenticate": 'Basic realm="client credentials"'}
    is_basic = "authorization" in request.headers
    return OAuthFault(
        "invalid_client", "The client id or the secret is wrong.", 401, headers if is_basic else {}
    )


def _parse_basic(request: Request) -> _ClientIdentification | None:
    """Return the client in an HTTP Basic header; None without one. Raises `OAuthFault`."""
    given = request.headers.getlist("authorization")
    if not given:
        return None
    scheme, _, encoded = given[0].partition(" ")
    try:
        decoded = base64.b64decode(encoded.strip(), validate=True).decode()
    except (ValueError, binascii.Error):
        raise _build_wrong_client_fault(request) from None
    client_id, colon, secret = decoded.partition(":")
    if len(given) > 1 or scheme.lower() != "basic" or not colon:
        raise _build_wrong_client_fault(request)
    # A public client can also use this, without a secret.
    return _ClientIdentification(unquote_plus(client_id), unquote_plus(secret) or None)
