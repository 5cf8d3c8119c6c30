"""Authorization requests (RFC 6749, 4.1.1; RFC 7636): validated, then stored for the log-in page.

A stored request is identified by a token that is only in the form of the log-in page, and is used
up by the first answer: a client that has not seen the page cannot answer it, and it cannot be
answered twice. There is no session and no cookie, hence nothing to be fixated. Requests are in the
store, since the answer may go to another process than the one that has shown the page.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple, TypeAlias
from urllib.parse import urlencode

import orjson
from starlette.requests import Request

from mcp_preview.oauth.authorization_parts import AuthorizationParts
from mcp_preview.oauth.metadata import AUTHED_MCP, SCOPE, build_issuer
from mcp_preview.oauth.redirect_policy import find_redirect_refusal, is_registered

_CHALLENGE = re.compile(r"[A-Za-z0-9_-]{43}")
_MAX_STATE = 4_000


@dataclass(frozen=True, slots=True)
class AuthorizationRequest:
    """A validated authorization request."""

    client_id: str
    client_name: str
    redirect_uri: str
    state: str | None
    resource: str  # the path of the endpoint
    code_challenge: str


@dataclass(frozen=True, slots=True)
class DocumentRequest:
    """A request of a client described by a document that the user has not allowed to read yet."""

    document: str
    parameters: dict[str, str]


Pending: TypeAlias = AuthorizationRequest | DocumentRequest
_KINDS: dict[str, type[Pending]] = {"request": AuthorizationRequest, "document": DocumentRequest}


class KnownClient(NamedTuple):
    """A client, as registered or described by its document."""

    client_id: str
    name: str
    redirect_uris: Sequence[str]


class UntrustedRequest(Exception):
    """A request whose redirect address is not trusted: the reason is shown to the reader."""

    def __init__(self, reason: str, entry: str = "") -> None:
        super().__init__(reason)
        self.entry = entry
        """The entry of `redirect_domains` that would allow the address."""


class RefusedRequest(Exception):
    """A rejected request; the reason is sent to its client (RFC 6749, 4.1.2.1)."""

    def __init__(self, redirect: str) -> None:
        super().__init__()
        self.redirect = redirect
        """The address to which the browser is redirected."""


def require_valid_request(
    parts: AuthorizationParts, request: Request, client: KnownClient, given: Mapping[str, str]
) -> AuthorizationRequest:
    """Return the request if it is valid. Raises `UntrustedRequest` or `RefusedRequest`."""
    redirect_uri = _require_redirect_uri(parts, client, given)
    state = given.get("state")

    def build_refusal(error: str, description: str) -> RefusedRequest:
        answer = {"error": error, "error_description": description}
        return RefusedRequest(build_redirect(parts, request, redirect_uri, state, answer))

    if given.get("response_type") != "code":
        raise build_refusal("unsupported_response_type", "response_type must be code.")
    if given.get("code_challenge_method") != "S256":
        raise build_refusal("invalid_request", "PKCE with the method S256 is required.")
    challenge = given.get("code_challenge", "")
    if not _CHALLENGE.fullmatch(challenge):
        raise build_refusal("invalid_request", "code_challenge is not the hash of a verifier.")
    if not is_grantable_scope(given.get("scope", "")):
        raise build_refusal("invalid_scope", f"The only supported scope is {SCOPE}.")
    resource = AUTHED_MCP
    if "resource" in given:
        named = parts.find_resource_path(given["resource"], request)
        if named is None:
            raise build_refusal("invalid_target", "The resource is not an endpoint of this site.")
        resource = named
    return AuthorizationRequest(
        client.client_id, client.name, redirect_uri, state, resource, challenge
    )


def build_redirect(
    parts: AuthorizationParts,
    request: Request,
    redirect_uri: str,
    state: str | None,
    answer: Mapping[str, str],
) -> str:
    """Return the address that passes an answer to a client, with the issuer (RFC 9207)."""
    query = dict(answer)
    if state is not None:
        query["state"] = state
    query["iss"] = build_issuer(parts.address.build_base_url(request))
    return f"{redirect_uri}{'&' if '?' in redirect_uri else '?'}{urlencode(query)}"


def is_grantable_scope(scope: str) -> bool:
    """Return whether a scope can be granted; an empty one means all scopes."""
    return not scope or SCOPE in scope.split()


def _require_redirect_uri(
    parts: AuthorizationParts, client: KnownClient, given: Mapping[str, str]
) -> str:
    """Return the redirect address of a request. Raises `UntrustedRequest` if not allowed."""
    redirect_uri = given.get("redirect_uri", "")
    if not redirect_uri:
        raise UntrustedRequest("The client sent no redirect_uri.")
    refusal = find_redirect_refusal(redirect_uri, parts.redirect_domains)
    if refusal is not None:
        raise UntrustedRequest(
            f"The redirect address is not allowed: {refusal.reason.value}.", refusal.entry
        )
    if not is_registered(redirect_uri, client.redirect_uris):
        raise UntrustedRequest("The client has not registered this redirect address.")
    if len(given.get("state", "")) > _MAX_STATE:
        raise UntrustedRequest("The state of the client is too long.")
    return redirect_uri


async def save_pending_request(parts: AuthorizationParts, request: Pending) -> str:
    """Save a request until the user decides; returns the token of its form."""
    kind = next(name for name, kind in _KINDS.items() if isinstance(request, kind))
    document = orjson.dumps({kind: asdict(request)}).decode()
    return await parts.run_in_store(lambda store, now: store.add_log_in(document, now))


async def take_pending_request(parts: AuthorizationParts, token: str) -> Pending | None:
    """Remove and return the request of a form; None if there is none."""
    document = await parts.run_in_store(lambda store, now: store.take_log_in(token, now))
    if document is None:
        return None
    read: dict[str, dict[str, Any]] = orjson.loads(document)
    ((kind, fields),) = read.items()
    return _KINDS[kind](**fields)
