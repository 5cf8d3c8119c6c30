"""SQL statements for grants, their codes and tokens, and revocation.

Each locks the row of the family before any of its codes or tokens, so that two of them never
deadlock.
"""

from __future__ import annotations

import hashlib
from secrets import token_urlsafe
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    Table,
    and_,
    case,
    delete,
    func,
    insert,
    select,
    update,
)

from mcp_preview.store import clients
from mcp_preview.store.lifetimes import CODE_LIFETIME, REFRESH_LIFETIME
from mcp_preview.store.records import CodeGrant, Grant, IssuedTokens
from mcp_preview.store.tables import codes, families, tokens

ACCESS = "access"
REFRESH = "refresh"
FAMILIES_OF_A_CLIENT = 10_000
"""The most families of one client. A client credential starts one for each token request."""


def hash_token(secret: str) -> str:
    """Return the SHA-256 hash of a code or token. Being random, it needs no salt or slow hash."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def insert_code(connection: Connection, site: str, given: CodeGrant, now: int) -> str | None:
    """Insert and return a new authorization code; None if the grant was revoked."""
    # Longer than the code, so that the family exists when its tokens are issued.
    if not _ensure_family(connection, site, given.grant, now + 2 * CODE_LIFETIME):
        return None
    code = token_urlsafe(32)
    connection.execute(
        insert(codes).values(
            site=site,
            hash=hash_token(code),
            family=given.grant.family,
            redirect_uri=given.redirect_uri,
            code_challenge=given.code_challenge,
            expires=now + CODE_LIFETIME,
        )
    )
    return code


def redeem_code(connection: Connection, site: str, code: str, now: int) -> CodeGrant | None:
    """Return the grant of a code, or None if it is invalid. A second use revokes its tokens."""
    row = connection.execute(_select_with_family(codes, site, code)).one_or_none()
    if row is None:
        return None
    grant = _build_grant(row)
    if not _extend_family(connection, site, grant, row.expires):
        return None
    if not _use_up_or_revoke_family(connection, codes, site, code, now) or row.expires <= now:
        return None
    return CodeGrant(grant, row.redirect_uri, row.code_challenge)


def issue_tokens(
    connection: Connection, site: str, grant: Grant, now: int, access_lifetime: int
) -> IssuedTokens | None:
    """Insert and return new tokens; None if the grant was revoked, or its credential deleted."""
    if not _ensure_family(connection, site, grant, _compute_family_end(now, access_lifetime)):
        return None
    return _insert_tokens(connection, site, grant, now, access_lifetime)


def rotate_tokens(
    connection: Connection,
    site: str,
    refresh_token: str,
    client_id: str,
    now: int,
    access_lifetime: int,
) -> IssuedTokens | None:
    """Return new tokens for a valid refresh token, or None. A reuse revokes its family."""
    row = connection.execute(_select_token_of_kind(REFRESH, site, refresh_token)).one_or_none()
    if row is None or row.client_id != client_id or row.expires <= now:
        return None
    grant = _build_grant(row)
    if not _extend_family(connection, site, grant, _compute_family_end(now, access_lifetime)):
        return None
    if not _use_up_or_revoke_family(connection, tokens, site, refresh_token, now):
        return None
    return _insert_tokens(connection, site, grant, now, access_lifetime)


def select_refresh_grant(
    connection: Connection, site: str, refresh_token: str, now: int
) -> Grant | None:
    """Return the valid grant of a refresh token, used or not; None if it expired or was revoked."""
    query = _select_token_of_kind(REFRESH, site, refresh_token)
    row = connection.execute(query.where(*_match_valid_tokens(now))).one_or_none()
    return _build_grant(row) if row else None


def select_access_grant(connection: Connection, site: str, token: str, now: int) -> Grant | None:
    """Return the valid grant of an access token; None if it expired or was revoked."""
    query = _select_token_of_kind(ACCESS, site, token)
    row = connection.execute(query.where(*_match_valid_tokens(now))).one_or_none()
    return _build_grant(row) if row else None


def revoke_token(connection: Connection, site: str, token: str, client_id: str, now: int) -> None:
    """Revoke the family of a token if it was issued to this client."""
    row = connection.execute(_select_with_family(tokens, site, token)).one_or_none()
    if row is not None and row.client_id == client_id:
        _revoke_family(connection, site, row.family, now)


def delete_expired_grants(connection: Connection, now: int) -> None:
    """Delete expired families and tokens of all sites.

    A used code remains with its family, so that its reuse is recognised.
    """
    connection.execute(delete(families).where(families.c.expires <= now))
    connection.execute(delete(tokens).where(tokens.c.expires <= now))


def delete_excess_families(connection: Connection) -> None:
    """Delete the oldest families of clients that have too many, on all sites."""
    client = (families.c.site, families.c.client_id)
    crowded = select(*client).group_by(*client).having(func.count() > FAMILIES_OF_A_CLIENT)
    for site, client_id in connection.execute(crowded).all():
        its_own = (families.c.site == site, families.c.client_id == client_id)
        # All families of a client have the same lifetime, so the first to expire is the oldest.
        newest = (
            select(families.c.family)
            .where(*its_own)
            .order_by(families.c.expires.desc(), families.c.family)
            .limit(FAMILIES_OF_A_CLIENT)
        )
        connection.execute(delete(families).where(*its_own, families.c.family.not_in(newest)))


def _ensure_family(connection: Connection, site: str, grant: Grant, until: int) -> bool:
    """Create or extend the family of a grant; return False if it is revoked or orphaned."""
    # The first lock, because the deletion of a credential begins with it too.
    if grant.credential_id and not clients.lock_credential(connection, site, grant.credential_id):
        return False
    if _extend_family(connection, site, grant, until):
        return True
    known = select(families.c.family).where(*_match_family(site, grant.family))
    if connection.execute(known).one_or_none():
        return False
    connection.execute(
        insert(families).values(
            site=site,
            family=grant.family,
            client_id=grant.client_id,
            subject=grant.subject,
            resource=grant.resource,
            scope=grant.scope,
            credential=grant.credential_id,
            expires=until,
        )
    )
    return True


def _extend_family(connection: Connection, site: str, grant: Grant, until: int) -> bool:
    """Lock the row of a family and extend it; return False if it is revoked or missing."""
    expires = families.c.expires
    done = connection.execute(
        update(families)
        .where(*_match_family(site, grant.family), families.c.revoked.is_(None))
        .values(expires=case((expires < until, until), else_=expires))
    )
    return done.rowcount == 1


def _use_up_or_revoke_family(
    connection: Connection, table: Table, site: str, secret: str, now: int
) -> bool:
    """Mark a code or refresh token as used; if it was, revoke its family and return False."""
    done = connection.execute(
        update(table)
        .where(table.c.site == site, table.c.hash == hash_token(secret), table.c.used.is_(None))
        .values(used=now)
    )
    if done.rowcount == 1:
        return True
    family = select(table.c.family).where(table.c.site == site, table.c.hash == hash_token(secret))
    _revoke_family(connection, site, connection.scalar(family), now)
    return False


def _insert_tokens(
    connection: Connection, site: str, grant: Grant, now: int, access_lifetime: int
) -> IssuedTokens:
    """Insert and return two new tokens, and extend the registration of the client."""
    issued = IssuedTokens(token_urlsafe(32), token_urlsafe(32), access_lifetime)
    lives = (
        (ACCESS, issued.access_token, now + access_lifetime),
        (REFRESH, issued.refresh_token, now + REFRESH_LIFETIME),
    )
    connection.execute(
        insert(tokens),
        [
            {
                "site": site,
                "hash": hash_token(token),
                "family": grant.family,
                "kind": kind,
                "expires": expires,
            }
            for kind, token, expires in lives
        ],
    )
    clients.record_registration_use(connection, site, grant.client_id, now, now + REFRESH_LIFETIME)
    return issued


def _compute_family_end(now: int, access_lifetime: int) -> int:
    """Return the time until which a family must be stored."""
    return now + max(access_lifetime, REFRESH_LIFETIME)


def _revoke_family(connection: Connection, site: str, family: str | None, now: int) -> None:
    """Mark a family as revoked, if there is one."""
    if family is not None:
        connection.execute(
            update(families)
            .where(*_match_family(site, family), families.c.revoked.is_(None))
            .values(revoked=now)
        )


def _match_family(site: str, family: str) -> tuple[ColumnElement[bool], ...]:
    """Return the conditions that select a family."""
    return families.c.site == site, families.c.family == family


def _match_valid_tokens(now: int) -> tuple[ColumnElement[bool], ...]:
    """Return the conditions that select tokens that are neither expired nor revoked."""
    return tokens.c.expires > now, families.c.revoked.is_(None)


def _select_token_of_kind(kind: str, site: str, token: str) -> Any:
    """Return the query for an access or refresh token with its family."""
    return _select_with_family(tokens, site, token).where(tokens.c.kind == kind)


def _select_with_family(table: Table, site: str, secret: str) -> Any:
    """Return the query for a code or a token with its family."""
    joined = and_(table.c.site == families.c.site, table.c.family == families.c.family)
    return (
        select(table, families.c.client_id, families.c.subject, families.c.resource)
        .add_columns(families.c.scope)
        .join(families, joined)
        .where(table.c.site == site, table.c.hash == hash_token(secret))
    )


def _build_grant(row: Row[Any]) -> Grant:
    """Return the grant that a row describes."""
    return Grant(row.family, row.client_id, row.subject, row.resource, row.scope)
