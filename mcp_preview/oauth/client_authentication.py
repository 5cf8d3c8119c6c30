"""Reads the client's identification from a form or HTTP Basic (RFC 6749, 2.3.1)."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import unquote_plus

from starlette.requests import Request

from mcp_preview.oauth.answers import OAuthFault


class ClientIdentification(NamedTuple):
    """The client's id, and the secret that it has sent; None for a public client."""

    client_id: str
    secret: str | None = None


def require_identification(request: Request, form: Mapping[str, str]) -> ClientIdentification:
    """Return the client's identification. Raises `OAuthFault` if it is missing or contradictory."""
    basic = _parse_basic(request)
    if basic is None:
        if "client_id" not in form:
            raise OAuthFault("invalid_request", "client_id is missing.")
        return ClientIdentification(form["client_id"], form.get("client_secret"))
    if "client_secret" in form or form.get("client_id", basic.client_id) != basic.client_id:
        raise OAuthFault("invalid_request", "The client names itself in two ways.")
    return basic


def build_wrong_client_fault(request: Request) -> OAuthFault:
    """Return the fault for a wrong id or secret, without saying which."""
    headers = {"WWW-Authenticate": 'Basic realm="client credentials"'}
    is_basic = "authorization" in request.headers
    return OAuthFault(
        "invalid_client", "The client id or the secret is wrong.", 401, headers if is_basic else {}
    )


def _parse_basic(request: Request) -> ClientIdentification | None:
    """Return the client in an HTTP Basic header; None without one. Raises `OAuthFault`."""
    given = request.headers.getlist("authorization")
    if not given:
        return None
    scheme, _, encoded = given[0].partition(" ")
    try:
        decoded = base64.b64decode(encoded.strip(), validate=True).decode()
    except (ValueError, binascii.Error):
        raise build_wrong_client_fault(request) from None
    client_id, colon, secret = decoded.partition(":")
    if len(given) > 1 or scheme.lower() != "basic" or not colon:
        raise build_wrong_client_fault(request)
    # A public client can also use this, without a secret.
    return ClientIdentification(unquote_plus(client_id), unquote_plus(secret) or None)
