"""The data types of the store."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from secrets import token_hex
from typing import Any, NamedTuple

LONGEST_LABEL = 100
_CREDENTIAL = "credential:"


class StoreUnavailable(Exception):
    """The error of a store that cannot be opened or does not respond; its text has no secrets."""


@dataclass(frozen=True, slots=True)
class Registration:
    """A public client that registered itself (RFC 7591)."""

    client_id: str
    name: str
    redirect_uris: tuple[str, ...]
    created: int
    expires: int
    """The earliest time of expiry; a client in use expires with its newest refresh token."""
    metadata: Mapping[str, Any] = field(default_factory=dict)
    """The other metadata that the client registered, as JSON."""


@dataclass(frozen=True, slots=True)
class Grant:
    """Access that a user has granted to a client for a resource."""

    family: str
    """The id of all codes and tokens that come from one log-in. They are revoked together."""
    client_id: str
    subject: str
    """`user:NAME`, `member` or `credential:CLIENT_ID`."""
    resource: str
    """The path of the endpoint: `/authed/mcp` or `/mcp`."""
    scope: str

    @property
    def credential_id(self) -> str | None:
        """The id of the client credential that the grant was made to, or None."""
        is_one = self.subject.startswith(_CREDENTIAL)
        return self.subject.removeprefix(_CREDENTIAL) if is_one else None


def create_grant(client_id: str, subject: str, resource: str, scope: str) -> Grant:
    """Return a grant that starts a new family."""
    return Grant(token_hex(16), client_id, subject, resource, scope)


def build_credential_subject(client_id: str) -> str:
    """Return the subject of a grant to a client credential."""
    return f"{_CREDENTIAL}{client_id}"


@dataclass(frozen=True, slots=True)
class CodeGrant:
    """The grant of an authorization code, and the proof required from the client."""

    grant: Grant
    redirect_uri: str
    code_challenge: str


class IssuedTokens(NamedTuple):
    """Tokens for a client. They exist only here: the store contains their hashes."""

    access_token: str
    refresh_token: str
    expires_in: int


@dataclass(frozen=True, slots=True)
class Credential:
    """A client credential, without its secret."""

    client_id: str
    label: str
    created: int


class LabelFault(ValueError):
    """The error of an invalid label of a client credential; its text is a sentence."""


def require_valid_label(label: str) -> str:
    """Return a label without surrounding whitespace. Raises `LabelFault` if it is invalid."""
    label = label.strip()
    if not label:
        raise LabelFault("a client credential needs a label that says what it is for.")
    if len(label) > LONGEST_LABEL:
        raise LabelFault(f"a label may have at most {LONGEST_LABEL} characters.")
    if not label.isprintable():
        raise LabelFault("a label must be one line, without invisible characters.")
    return label


class NewCredential(NamedTuple):
    """A client credential when it is created: the only time when its secret is known."""

    client_id: str
    client_secret: str


class SecretCheck(NamedTuple):
    """The result of comparing a client secret, and the delay of the response."""

    is_right: bool
    delay: float
    """The delay in seconds, applied to any response: an immediate one would reveal the result."""
