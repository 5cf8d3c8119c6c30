"""Statements about log-in pages that wait for an answer."""

from __future__ import annotations

from secrets import token_urlsafe

from sqlalchemy import Connection, delete, func, insert, select

from mcp_preview.store.grants import hash_token
from mcp_preview.store.records import LOG_IN_LIFETIME
from mcp_preview.store.tables import log_ins

LOG_INS_OF_A_SITE = 1_000
"""Anybody who reaches the preview may ask for the page."""


def add(connection: Connection, site: str, document: str, now: int) -> str:
    """Keep what a page asks, and drop the oldest if there are too many; the token of its form."""
    token = token_urlsafe(32)
    _make_room(connection, site)
    connection.execute(
        insert(log_ins).values(
            site=site, hash=hash_token(token), document=document, expires=now + LOG_IN_LIFETIME
        )
    )
    return token


def take(connection: Connection, site: str, token: str, now: int) -> str | None:
    """What the page of a form asks, which is over then."""
    its_own = (log_ins.c.site == site, log_ins.c.hash == hash_token(token))
    taken = delete(log_ins).where(*its_own).returning(log_ins.c.document, log_ins.c.expires)
    row = connection.execute(taken).one_or_none()
    return row.document if row is not None and row.expires > now else None


def drop_expired(connection: Connection, now: int) -> None:
    """Drop what nobody has answered in time, of any site."""
    connection.execute(delete(log_ins).where(log_ins.c.expires <= now))


def _make_room(connection: Connection, site: str) -> None:
    of_site = log_ins.c.site == site
    count = connection.scalar(select(func.count()).where(of_site)) or 0
    if count < LOG_INS_OF_A_SITE:
        return
    oldest = (
        select(log_ins.c.hash)
        .where(of_site)
        .order_by(log_ins.c.expires)
        .limit(count - LOG_INS_OF_A_SITE + 1)
    )
    connection.execute(delete(log_ins).where(of_site, log_ins.c.hash.in_(oldest)))
