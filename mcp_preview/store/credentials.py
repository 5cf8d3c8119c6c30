"""SQL statements for client credentials."""

from __future__ import annotations

from secrets import token_hex, token_urlsafe

from sqlalchemy import Connection, delete, insert, select

from mcp_preview.store.records import Credential, NewCredential
from mcp_preview.store.tables import credentials


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
