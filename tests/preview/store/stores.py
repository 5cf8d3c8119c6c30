"""Grants, clients and tokens for tests of the store."""

from __future__ import annotations

from mcp_preview.store.records import CodeGrant, Grant, IssuedTokens, Registration, create_grant
from mcp_preview.store.store import Store

NOW = 1_800_000_000
HOUR = 3_600
MONTH = 30 * 24 * HOUR


def granted(client_id: str = "client", subject: str = "user:ann") -> Grant:
    return create_grant(client_id, subject, "/authed/mcp", "mcp:search")


def code_for(grant: Grant) -> CodeGrant:
    return CodeGrant(grant, "http://127.0.0.1:8000/back?a=1", "challenge")


def issued(store: Store, grant: Grant, now: int = NOW) -> IssuedTokens:
    tokens = store.issue_tokens(grant, now, access_lifetime=HOUR)
    assert tokens
    return tokens


def rotated(
    store: Store, refresh_token: str, now: int = NOW, client_id: str = "client"
) -> IssuedTokens | None:
    """What a client gets in place of a refresh token."""
    return store.rotate_tokens(refresh_token, now, client_id=client_id, access_lifetime=HOUR)


def added(store: Store, grant: Grant, now: int = NOW) -> str:
    code = store.issue_code(code_for(grant), now)
    assert code
    return code


def registered(client_id: str, created: int = NOW, lifetime: int = HOUR) -> Registration:
    return Registration(
        client_id=client_id,
        name="An editor",
        redirect_uris=("http://127.0.0.1/back", "editor://back"),
        created=created,
        expires=created + lifetime,
        metadata={"client_uri": "https://editor.example", "contacts": ["a@editor.example"]},
    )
