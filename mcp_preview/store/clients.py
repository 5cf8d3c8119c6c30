"""SQL statements for clients: those that registered themselves, and client credentials."""

from __future__ import annotations

import json
from secrets import token_hex, token_urlsafe

from sqlalchemy import Connection, case, delete, func, insert, select, update

from mcp_preview.store.records import Credential, NewCredential, Registration
from mcp_preview.store.tables import credentials, registrations

REGISTRATIONS_OF_A_SITE = 1_000
"""The most clients of a site: anyone who can reach the preview can register one."""


def insert_registration(connection: Connection, site: str, registration: Registration) -> None:
    """Insert a registration; if there are too many, delete the least recently used ones."""
    _delete_excess_registrations(connection, site)
    document = {
        "name": registration.name,
        "redirect_uris": registration.redirect_uris,
        "metadata": dict(registration.metadata),
    }
    connection.execute(
        insert(registrations).values(
            site=site,
            client_id=registration.client_id,
            document=json.dumps(document),
            created=registration.created,
            expires=registration.expires,
        )
    )


def select_registration(
    connection: Connection, site: str, client_id: str, now: int
) -> Registration | None:
    """Return a registration that has not expired, or None."""
    row = connection.execute(
        select(registrations).where(
            registrations.c.site == site,
            registrations.c.client_id == client_id,
            registrations.c.expires > now,
        )
    ).one_or_none()
    if row is None:
        return None
    document = json.loads(row.document)
    return Registration(
        client_id=row.client_id,
        name=document["name"],
        redirect_uris=tuple(document["redirect_uris"]),
        created=row.created,
        expires=row.expires,
        metadata=document["metadata"],
    )


def record_registration_use(
    connection: Connection, site: str, client_id: str, now: int, until: int
) -> None:
    """Record a use of a client, and extend its registration if there is one."""
    expires = registrations.c.expires
    connection.execute(
        update(registrations)
        .where(registrations.c.site == site, registrations.c.client_id == client_id)
        .values(used=now, expires=case((expires < until, until), else_=expires))
    )


def delete_expired_registrations(connection: Connection, now: int) -> None:
    """Delete expired registrations of all sites."""
    connection.execute(delete(registrations).where(registrations.c.expires <= now))


def _delete_excess_registrations(connection: Connection, site: str) -> None:
    """Delete the least recently used registrations of a site that has too many."""
    of_site = registrations.c.site == site
    count = connection.scalar(select(func.count()).where(of_site)) or 0
    if count < REGISTRATIONS_OF_A_SITE:
        return
    leaving = (
        select(registrations.c.client_id)
        .where(of_site)
        .order_by(func.coalesce(registrations.c.used, 0), registrations.c.created)
        .limit(count - REGISTRATIONS_OF_A_SITE + 1)
    )
    connection.execute(delete(registrations).where(of_site, registrations.c.client_id.in_(leaving)))


def generate_credential() -> NewCredential:
    """Return a new random id and secret.

    Hexadecimal ids cannot be mistaken for a command-line option.
    """
    return NewCredential(token_hex(16), token_urlsafe(32))


def insert_credential(
    connection: Connection, site: str, client_id: str, secret_hash: str, label: str, now: int
) -> None:
    """Insert a new credential."""
    connection.execute(
        insert(credentials).values(
            site=site, client_id=client_id, label=label, secret_hash=secret_hash, created=now
        )
    )


def select_credentials(connection: Connection, site: str) -> list[Credential]:
    """Return the credentials of a site, the oldest first."""
    columns = (credentials.c.client_id, credentials.c.label, credentials.c.created)
    rows = connection.execute(
        select(*columns)
        .where(credentials.c.site == site)
        .order_by(credentials.c.created, credentials.c.client_id)
    )
    return [Credential(row.client_id, row.label, row.created) for row in rows]


def delete_credential(connection: Connection, site: str, client_id: str) -> bool:
    """Delete a credential with all its grants; return False if it does not exist."""
    done = connection.execute(
        delete(credentials).where(credentials.c.site == site, credentials.c.client_id == client_id)
    )
    return done.rowcount == 1


def select_secret_hash(connection: Connection, site: str, client_id: str) -> str | None:
    """Return the hash of the secret of a credential, or None."""
    return connection.scalar(
        select(credentials.c.secret_hash).where(
            credentials.c.site == site, credentials.c.client_id == client_id
        )
    )


def lock_credential(connection: Connection, site: str, client_id: str) -> bool:
    """Lock a credential until the transaction ends; return False if it does not exist."""
    query = (
        select(credentials.c.client_id)
        .where(credentials.c.site == site, credentials.c.client_id == client_id)
        .with_for_update(read=True, key_share=True)
    )
    return connection.execute(query).one_or_none() is not None
