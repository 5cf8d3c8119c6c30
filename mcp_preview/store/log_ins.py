"""SQL statements for log-in pages that wait for an answer."""

from __future__ import annotations

from secrets import token_urlsafe

from sqlalchemy import Connection, delete, func, insert, select

from mcp_preview.store.grants import hash_token
from mcp_preview.store.lifetimes import LOG_IN_LIFETIME
from mcp_preview.store.tables import log_ins

LOG_INS_OF_A_SITE = 1_000
"""The most pending log-in pages of a site: anyone who can reach the preview can request the page.
"""


def insert_log_in(connection: Connection, site: str, document: str, now: int) -> str:
    """Insert a pending log-in, deleting the oldest of too many, and return its form token."""
    token = token_urlsafe(32)
    _delete_excess_log_ins(connection, site)
    connection.execute(
        insert(log_ins).values(
            site=site, hash=hash_token(token), document=document, expires=now + LOG_IN_LIFETIME
        )
    )
    return token


def take_log_in(connection: Connection, site: str, token: str, now: int) -> str | None:
    """Return and delete the pending log-in of a form token; None if it is missing or expired."""
    its_own = (log_ins.c.site == site, log_ins.c.hash == hash_token(token))
    taken = delete(log_ins).where(*its_own).returning(log_ins.c.document, log_ins.c.expires)
    row = connection.execute(taken).one_or_none()
    return row.document if row is not None and row.expires > now else None


def delete_expired_log_ins(connection: Connection, now: int) -> None:
    """Delete expired log-ins of all sites."""
    connection.execute(delete(log_ins).where(log_ins.c.expires <= now))


def _delete_excess_log_ins(connection: Connection, site: str) -> None:
    """Delete the oldest log-ins of a site that has too many."""
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
