"""Bring the tables of a store up to date."""

from __future__ import annotations

from threading import Lock

from sqlalchemy import Connection, column, inspect, select, table

from mcp_preview.store.database import Database
from mcp_preview.store.migrations import NEWEST
from mcp_preview.store.records import StoreUnavailable
from mcp_preview.store.tables import VERSION_TABLE

# Alembic stores its connection in a global variable.
_ALEMBIC = Lock()


def migrate_database(database: Database) -> None:
    """Create missing tables and change old ones. Raises `StoreUnavailable` for a newer version."""
    with database.open_read_transaction() as connection:
        is_newest = _read_version(connection, database.name) == NEWEST
    if is_newest:
        with database.open_write_transaction():
            return  # A user without write permission finds out now, not at the first log-in.
    with database.open_housekeeping_transaction() as connection:
        # Another process may have migrated it in the meantime.
        if _read_version(connection, database.name) != NEWEST:
            _apply_migrations(connection)


def _read_version(connection: Connection, name: str) -> str:
    """Return the last applied revision, or `0`. Raises `StoreUnavailable` if it is newer."""
    if not inspect(connection).has_table(VERSION_TABLE):
        return "0"
    revision = connection.scalar(select(column("version_num")).select_from(table(VERSION_TABLE)))
    version = str(revision or "0")
    if not version.isdecimal() or int(version) > int(NEWEST):
        raise StoreUnavailable(
            f"the store {name} was written by a newer mcp-preview; this one has to be updated."
        )
    return version


def _apply_migrations(connection: Connection) -> None:
    """Apply all missing migrations."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", "mcp_preview.store:migrations")
    config.attributes["connection"] = connection
    with _ALEMBIC:
        command.upgrade(config, "head")
