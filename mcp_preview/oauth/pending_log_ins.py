"""Authorization requests that wait for somebody to decide on the log-in page.

Each is known by a token that stands in the form of the page alone, and is used up by the first
answer: whoever has not been shown the page cannot answer it, and nobody can answer it twice. There
is no session and no cookie, hence nothing to be fixated. They lie in the store, since the answer
may go to another process than the one that has shown the page.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, TypeAlias

import orjson

from mcp_preview.oauth.authorization_parts import AuthorizationParts


@dataclass(frozen=True, slots=True)
class AuthorizationRequest:
    """What a client has asked for, checked."""

    client_id: str
    client_name: str
    redirect_uri: str
    state: str | None
    resource: str  # the path of the endpoint
    code_challenge: str


@dataclass(frozen=True, slots=True)
class DocumentRequest:
    """A request of a client that is described by a document, which nobody has let us read yet."""

    document: str
    parameters: dict[str, str]


Pending: TypeAlias = AuthorizationRequest | DocumentRequest
_KINDS: dict[str, type[Pending]] = {"request": AuthorizationRequest, "document": DocumentRequest}


async def save_pending(parts: AuthorizationParts, request: Pending) -> str:
    """Keep a request until somebody decides; returns the token of its form."""
    kind = next(name for name, one in _KINDS.items() if isinstance(request, one))
    document = orjson.dumps({kind: asdict(request)}).decode()
    return await parts.in_store(lambda store, now: store.add_log_in(document, now))


async def take_pending(parts: AuthorizationParts, token: str) -> Pending | None:
    """The request of a form, which is used up by that; None where there is none."""
    document = await parts.in_store(lambda store, now: store.take_log_in(token, now))
    if document is None:
        return None
    read: dict[str, dict[str, Any]] = orjson.loads(document)
    ((kind, fields),) = read.items()
    return _KINDS[kind](**fields)
