"""What goes into the store and comes out of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from secrets import token_hex
from typing import Any, NamedTuple

LOG_IN_LIFETIME = 600
CODE_LIFETIME = 60
ACCESS_LIFETIME = 3_600
CREDENTIAL_ACCESS_LIFETIME = 1_209_600
REFRESH_LIFETIME = 30 * 24 * 3_600
"""Seconds, all of them."""

LONGEST_LABEL = 100
_CREDENTIAL = "credential:"


class StoreUnavailable(Exception):
    """The store cannot be opened or does not answer; its text is a sentence without secrets."""


@dataclass(frozen=True, slots=True)
class Registration:
    """A public client that registered itself (RFC 7591)."""

    client_id: str
    name: str
    redirect_uris: tuple[str, ...]
    created: int
    expires: int
    """No sooner than this; a client in use lives as long as its newest refresh token."""
    metadata: Mapping[str, Any] = field(default_factory=dict)
    """What else the client said of itself, as JSON."""


@dataclass(frozen=True, slots=True)
class Grant:
    """What somebody allowed a client: who, whom, for which resource."""

    family: str
    """Names all codes and tokens that come from one log-in. They are revoked together."""
    client_id: str
    subject: str
    """`user:NAME`, `member` or `credential:CLIENT_ID`."""
    resource: str
    """The path of the endpoint: `/authed/mcp` or `/mcp`."""
    scope: str

    @property
    def credential(self) -> str | None:
        """The id of the client credential that this was granted to, if it is one."""
        is_one = self.subject.startswith(_CREDENTIAL)
        return self.subject.removeprefix(_CREDENTIAL) if is_one else None


def new_grant(client_id: str, subject: str, resource: str, scope: str) -> Grant:
    """A grant that begins a family of its own."""
    return Grant(token_hex(16), client_id, subject, resource, scope)


def credential_subject(client_id: str) -> str:
    """The subject of a grant to a client credential."""
    return f"{_CREDENTIAL}{client_id}"


@dataclass(frozen=True, slots=True)
class CodeGrant:
    """An authorization code's grant, and what the client has to prove to get its tokens."""

    grant: Grant
    redirect_uri: str
    code_challenge: str


class IssuedTokens(NamedTuple):
    """Tokens for a client. They exist here only: the store keeps their hashes."""

    access_token: str
    refresh_token: str
    expires_in: int


class RotatedTokens(NamedTuple):
    """Tokens that replace a refresh token, and the grant they belong to."""

    grant: Grant
    tokens: IssuedTokens


@dataclass(frozen=True, slots=True)
class Credential:
    """A client credential, without its secret."""

    client_id: str
    label: str
    created: int


class LabelFault(ValueError):
    """A label that cannot be given to a client credential; its text is a sentence."""


def check_label(label: str) -> str:
    """A label without blanks around it. Raises `LabelFault`."""
    label = label.strip()
    if not label:
        raise LabelFault("a client credential needs a label that says what it is for.")
    if len(label) > LONGEST_LABEL:
        raise LabelFault(f"a label has at most {LONGEST_LABEL} characters.")
    if not label.isprintable():
        raise LabelFault("a label is one line, without invisible characters.")
    return label


class NewCredential(NamedTuple):
    """A client credential when it is made: the only time that its secret is known."""

    client_id: str
    client_secret: str


class SecretCheck(NamedTuple):
    """Whether a client secret is right, and for how long to hold the answer back."""

    is_right: bool
    delay: float
    """Seconds. To be awaited whatever the answer is: one that came at once would tell it."""
