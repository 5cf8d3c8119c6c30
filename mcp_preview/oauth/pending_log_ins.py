"""Authorization requests that wait for somebody to decide on the log-in page.

Each is known by a token that stands in the form of the page alone, and is used up by the first
answer: whoever has not been shown the page cannot answer it, and nobody can answer it twice. There
is no session and no cookie, hence nothing to be fixated.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from dataclasses import dataclass

LIFETIME = 600
"""Seconds that somebody may take to decide."""
_KEPT = 1_000


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
    parameters: tuple[tuple[str, str], ...]


class PendingLogIns:
    """The requests that wait; the event loop alone uses it."""

    def __init__(self) -> None:
        """Begin without any."""
        self._waiting: OrderedDict[str, tuple[int, AuthorizationRequest | DocumentRequest]]
        self._waiting = OrderedDict()

    def add(self, request: AuthorizationRequest | DocumentRequest, now: int) -> str:
        """Keep a request; returns the token of its form."""
        token = secrets.token_urlsafe(32)
        self._waiting[token] = (now + LIFETIME, request)
        while len(self._waiting) > _KEPT:
            self._waiting.popitem(last=False)
        return token

    def take(self, token: str, now: int) -> AuthorizationRequest | DocumentRequest | None:
        """The request of a form, which is used up by that; None where there is none."""
        expires, request = self._waiting.pop(token, (0, None))
        return request if expires > now else None
