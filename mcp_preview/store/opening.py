"""Open a store: the file of the user, a database that `--store` names, or memory.

A file is readable only by this user. The tables of an older store are brought up to date.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from threading import Lock

from sqlalchemy import URL, Connection, column, inspect, make_url, select, table
from sqlalchemy.exc import ArgumentError

from mcp_preview.store.database import (
    Database,
    create_file_database,
    create_memory_database,
    create_postgres_database,
)
from mcp_preview.store.migrations import NEWEST
from mcp_preview.store.records import StoreUnavailable
from mcp_preview.store.store import Store
from mcp_preview.store.tables import VERSION_TABLE, metadata

# Alembic stores its connection in a global variable.
_ALEMBIC = Lock()

PASSWORD_VARIABLE = "MCP_PREVIEW_STORE_PASSWORD"
_POSTGRES = ("postgresql", "postgres", "postgresql+psycopg")
# The message does not repeat the address, which may contain a password.
_ADDRESSES = (
    "`--store` takes `postgresql://USER@HOST/DATABASE`, with the password in "
    f"{PASSWORD_VARIABLE}, or `sqlite:////path/to/a/file`."
)


def find_state_folder() -> Path:
    """Return the user's folder for state. Raises RuntimeError if the user has no home folder."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    given = Path(os.environ.get("XDG_STATE_HOME") or "")
    return given if given.is_absolute() else Path.home() / ".local" / "state"


def create_default_file() -> Path:
    """Return the store file in the user's folder, created if missing. Raises `StoreUnavailable`."""
    try:
        folder = find_state_folder() / "docs-lsp"
    except RuntimeError:
        raise StoreUnavailable("the user has no home folder to store them in.") from None
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir(mode=0o700, exist_ok=True)
        _restrict_mode(folder, 0o700)
    except OSError as error:
        raise _build_unwritable_error(folder, error) from None
    return create_private_file(folder / "preview.db")


def create_private_file(path: Path) -> Path:
    """Create a file that only this user can read, or restrict it. Raises `StoreUnavailable`.

    SQLite gives its log beside the file the same mode.
    """
    try:
        try:
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        except FileExistsError:
            # Not opened here: closing the file would drop the locks of SQLite.
            for each in (path, *(path.with_name(f"{path.name}-{log}") for log in ("wal", "shm"))):
                if each.exists():
                    _restrict_mode(each, 0o600)
    except OSError as error:
        raise _build_unwritable_error(path, error) from None
    return path


def _restrict_mode(path: Path, mode: int) -> None:
    """Remove permissions of others. Raises `StoreUnavailable` for a file of another user."""
    if sys.platform == "win32":
        return
    status = path.stat()
    if status.st_uid not in (os.geteuid(), 0):
        raise StoreUnavailable(f"`{path}` belongs to another user, who could read it.")
    if status.st_mode & 0o777 & ~mode:
        path.chmod(status.st_mode & mode)


def _build_unwritable_error(path: Path, error: OSError) -> StoreUnavailable:
    """Return the error for a file that cannot be written."""
    reason = error.strerror or type(error).__name__
    return StoreUnavailable(f"`{error.filename or path}` cannot be written: {reason}.")


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
            f"the store {name} was written by a newer mcp-preview; update this one."
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
    """Open a store, or for the user one in memory with a notice. Raises `StoreUnavailable`.

    It is in memory if the user's own file cannot be opened; otherwise the notice is empty. The
    error is raised for a store at a URL.
    """
    try:
        return open_store(url, site), ""
    except StoreUnavailable as fault:
        if url is not None:
            raise
        return create_memory_store(site), (
            f"{fault} Log-ins and client credentials are lost when this preview ends; choose "
            "another store with `--store URL`."
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
