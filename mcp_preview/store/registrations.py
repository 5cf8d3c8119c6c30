"""Statements about registered clients."""

from __future__ import annotations

import json

from sqlalchemy import Connection, case, delete, func, insert, select, update

from mcp_preview.store.records import Registration
from mcp_preview.store.tables import registrations

REGISTRATIONS_OF_A_SITE = 1_000
"""Anybody who reaches the preview may register a client."""


def add(connection: Connection, site: str, registration: Registration) -> None:
    """Keep a registration, and drop the oldest that nobody logged in with if there are too many."""
    _make_room(connection, site)
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


def find(connection: Connection, site: str, client_id: str, now: int) -> Registration | None:
    """A registration that has not expired."""
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


def note_use(connection: Connection, site: str, client_id: str, now: int, until: int) -> None:
    """Keep the registration of a client, if it has one, for as long as its tokens."""
    expires = registrations.c.expires
    connection.execute(
        update(registrations)
        .where(registrations.c.site == site, registrations.c.client_id == client_id)
        .values(used=now, expires=case((expires < until, until), else_=expires))
    )


def drop_expired(connection: Connection, now: int) -> None:
    """Drop what has expired, of any site."""
    connection.execute(delete(registrations).where(registrations.c.expires <= now))


def _make_room(connection: Connection, site: str) -> None:
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
