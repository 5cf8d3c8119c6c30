"""Open a store: the file of the user, a database that `--store` names, or memory."""

from __future__ import annotations

import os
from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from mcp_preview.store.database import (
    Database,
    create_file_database,
    create_memory_database,
    create_postgres_database,
)
from mcp_preview.store.migrating import migrate_database
from mcp_preview.store.records import StoreUnavailable
from mcp_preview.store.sqlite_file import create_default_file, create_private_file
from mcp_preview.store.store import Store
from mcp_preview.store.tables import metadata

PASSWORD_VARIABLE = "MCP_PREVIEW_STORE_PASSWORD"
_POSTGRES = ("postgresql", "postgres", "postgresql+psycopg")
# The message does not repeat the address, which may contain a password.
_ADDRESSES = (
    "`--store` takes `postgresql://USER@HOST/DATABASE`, with the password in "
    f"{PASSWORD_VARIABLE}, or `sqlite:////path/to/a/file`."
)


def compute_site_key(
    folder: Path, store_url: str | None = None, public_url: str | None = None
) -> str:
    """Return the key of a site in a store: its folder, or its public URL in a shared store."""
    return public_url.rstrip("/") if store_url and public_url else str(folder.resolve())


def open_store(url: str | None, site: str) -> Store:
    """Open one site's part of a store, after migrating its tables. Raises `StoreUnavailable`.

    Without a URL it is the user's own file, which is created if it is missing.
    """
    database = create_file_database(create_default_file()) if url is None else _open_database(url)
    try:
        migrate_database(database)
    except StoreUnavailable:
        database.close()
        raise
    return Store(database, site)


def create_memory_store(site: str) -> Store:
    """Return a store in memory, which ends with this process."""
    database = create_memory_database()
    with database.open_write_transaction() as connection:
        metadata.create_all(connection)
    return Store(database, site)


def open_store_or_memory(url: str | None, site: str) -> tuple[Store, str]:
    """Open a store, or one in memory if the user's folder is not writable; also return a notice.

    Raises `StoreUnavailable` for a store that was named explicitly.
    """
    try:
        return open_store(url, site), ""
    except StoreUnavailable as fault:
        if url is not None:
            raise
        return create_memory_store(site), (
            f"{fault} Log-ins and client credentials last as long as this preview; `--store URL` "
            "names another place for them."
        )


def _open_database(url: str) -> Database:
    """Open the database that a URL names. Raises `StoreUnavailable`."""
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):
        raise StoreUnavailable(_ADDRESSES) from None
    if parsed.drivername == "sqlite" and parsed.database and not parsed.host:
        return create_file_database(create_private_file(Path(parsed.database)))
    if parsed.drivername in _POSTGRES and parsed.database:
        return create_postgres_database(_add_password(parsed))
    raise StoreUnavailable(_ADDRESSES)


def _add_password(url: URL) -> URL:
    """Return a PostgreSQL URL with the password of the environment variable, if it has none."""
    given = os.environ.get(PASSWORD_VARIABLE)
    url = url.set(drivername="postgresql+psycopg")
    return url.set(password=given) if given and not url.password else url
