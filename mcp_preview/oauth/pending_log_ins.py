"""Authorization requests that wait for a decision on the log-in page.

Each is identified by a token that is only in the form of the page, and is used up by the first
answer: a client that has not seen the page cannot answer it, and it cannot be answered twice. There
is no session and no cookie, hence nothing to be fixated. They are in the store, since the answer
may go to another process than the one that has shown the page.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, TypeAlias

import orjson

from mcp_preview.oauth.authorization_parts import AuthorizationParts


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


async def save_pending_request(parts: AuthorizationParts, request: Pending) -> str:
    """Save a request until the user decides; returns the token of its form."""
    kind = next(name for name, one in _KINDS.items() if isinstance(request, one))
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
