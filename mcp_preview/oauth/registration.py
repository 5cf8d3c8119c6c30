"""Dynamic registration of public clients (RFC 7591): no secret, only allowed redirects."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from typing import Any

import orjson
from mcp.shared.auth import OAuthClientMetadata
from pydantic import ValidationError
from starlette.requests import Request
from starlette.responses import Response

from mcp_preview.oauth.answers import OAuthFault, build_no_store_response, read_body
from mcp_preview.oauth.authorization_parts import AuthorizationParts
from mcp_preview.oauth.metadata import SCOPE
from mcp_preview.oauth.redirect_policy import RedirectRefusal, RefusalReason, find_redirect_refusal
from mcp_preview.store.lifetimes import REGISTRATION_LIFETIME
from mcp_preview.store.records import Registration

_MAX_REDIRECTS = 20
_MAX_NAME = 100
_METADATA = "invalid_client_metadata"
_REDIRECT = "invalid_redirect_uri"


async def respond_registration(parts: AuthorizationParts, request: Request) -> Response:
    """Register a client with those of its redirects that are allowed. Raises `OAuthFault`.

    The metadata may be wrong, a redirect have a blocked scheme, or none be allowed.
    """
    metadata = _require_object(await read_body(request))
    _require_valid_metadata(metadata)
    allowed = require_allowed_redirects(_require_redirects(metadata), parts.redirect_domains)
    now = parts.clock()
    registration = Registration(
        client_id=secrets.token_urlsafe(24),
        name=get_client_name(metadata),
        redirect_uris=allowed,
        created=now,
        expires=now + REGISTRATION_LIFETIME,
    )
    await parts.run_in_store(lambda store, time: store.add_registration(registration, time))
    return build_no_store_response(_build_information(registration), 201)


def require_allowed_redirects(
    addresses: Iterable[str], entries: tuple[str, ...]
) -> tuple[str, ...]:
    """Return the allowed addresses. Raises `OAuthFault` if none is allowed or one is blocked.

    A client often lists more than it needs here, so an unlisted address is only left out; a blocked
    one is an attack.
    """
    refusals = {address: find_redirect_refusal(address, entries) for address in addresses}
    if any(refusal and refusal.reason is RefusalReason.BLOCKED for refusal in refusals.values()):
        raise OAuthFault(_REDIRECT, "A redirect address has a scheme that is always blocked.")
    allowed = tuple(address for address, refusal in refusals.items() if refusal is None)
    if not allowed:
        raise OAuthFault(_REDIRECT, explain_refusals(filter(None, refusals.values())))
    return allowed


def explain_refusals(refusals: Iterable[RedirectRefusal]) -> str:
    """Explain why none of a client's redirect addresses is allowed, and how to allow one."""
    entries = dict.fromkeys(refusal.entry for refusal in refusals if refusal.entry)
    if not entries:
        return "No redirect address is an absolute address that can be redirected to."
    named = ", ".join(f'"{entry}"' for entry in entries)
    return (
        "The client redirects to a domain that is not listed. To allow it, add "
        f"{named} to `preview.redirect_domains` in docs-lsp.toml."
    )


def get_client_name(metadata: Mapping[str, Any]) -> str:
    """Return a client's name, shortened and without invisible characters; empty if missing."""
    name = metadata.get("client_name")
    return strip_invisible(name).strip()[:_MAX_NAME] if isinstance(name, str) else ""


def strip_invisible(text: str) -> str:
    """Remove characters that are invisible or change the text direction."""
    return "".join(filter(str.isprintable, text))


def _require_object(body: bytes) -> dict[str, Any]:
    """Return the JSON object in a body. Raises `OAuthFault` if it is not one."""
    try:
        metadata = orjson.loads(body)
    except ValueError:
        raise OAuthFault(_METADATA, "The registration is not JSON.") from None
    if not isinstance(metadata, dict):
        raise OAuthFault(_METADATA, "The registration must be an object.")
    return metadata


def _require_valid_metadata(content: dict[str, Any]) -> None:
    """Raise `OAuthFault` for a wrong value, or a client that does not use codes."""
    try:
        metadata = OAuthClientMetadata.model_validate({**content, "redirect_uris": None})
    except ValidationError as error:
        places = (".".join(map(str, detail["loc"][:1])) for detail in error.errors())
        fields = ", ".join(sorted({place for place in places if place.isidentifier()}))
        raise OAuthFault(_METADATA, f"Fields with a wrong value: {fields or 'some'}.") from None
    if "authorization_code" not in metadata.grant_types:
        raise OAuthFault(_METADATA, "grant_types must include authorization_code.")
    if "code" not in metadata.response_types:
        raise OAuthFault(_METADATA, "response_types must include code.")


def _require_redirects(metadata: Mapping[str, Any]) -> list[str]:
    """Return the redirect addresses, unchanged. Raises `OAuthFault` for none or too many.

    Another spelling is another address.
    """
    listed = metadata.get("redirect_uris")
    if not isinstance(listed, list) or not listed or len(listed) > _MAX_REDIRECTS:
        raise OAuthFault(_REDIRECT, f"Register one to {_MAX_REDIRECTS} redirect addresses.")
    if not all(isinstance(redirect, str) for redirect in listed):
        raise OAuthFault(_REDIRECT, "A redirect address must be a string.")
    return listed


def _build_information(registration: Registration) -> dict[str, Any]:
    """Return the JSON that describes a registration to its client."""
    return {
        "client_id": registration.client_id,
        "client_id_issued_at": registration.created,
        "client_name": registration.name,
        "redirect_uris": list(registration.redirect_uris),
        "grant_types": ["authorization_code", "refresh_token"],
        "response_types": ["code"],
        "token_endpoint_auth_method": "none",
        "scope": SCOPE,
    }
