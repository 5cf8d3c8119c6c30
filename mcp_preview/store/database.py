"""Transactions on SQLite and PostgreSQL, and the errors of a database that does not respond."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from threading import RLock

from sqlalchemy import URL, Connection, Engine, create_engine, event, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoFreeConnection
from sqlalchemy.pool import ConnectionPoolEntry, StaticPool

from docs_lsp.core.extras import format_install_command
from mcp_preview.store.records import StoreUnavailable

_PATIENCE = 10
"""The seconds to wait for another process that is writing to the same file."""
_TO_READ = "mcp_preview_reads"
_HOUSEKEEPING = 0x6D63_7070
"""The number of the advisory lock in PostgreSQL, chosen so that no other program uses it."""


class Database:
    """A database and its name in messages. Its methods can be called from any thread."""

    def __init__(self, engine: Engine, name: str, *, is_shared: bool = True) -> None:
        """Use an engine; if not `is_shared`, it has one connection, which threads use in turn."""
        self._engine = engine
        self.name = name
        self._is_sqlite = engine.dialect.name == "sqlite"
        # SQLite allows one writer, and its own waiting is unfair; threads of this process wait
        # here.
        self._turn: AbstractContextManager[object] = RLock() if self._is_sqlite else nullcontext()
        self._turn_to_read = nullcontext() if is_shared else self._turn

    @contextmanager
    def open_read_transaction(self) -> Iterator[Connection]:
        """Open a read-only transaction as a context. Raises `StoreUnavailable`."""
        with (
            self._translate_failures(),
            self._turn_to_read,
            self._engine.connect() as connection,
            connection.execution_options(**{_TO_READ: True}).begin(),
        ):
            yield connection

    @contextmanager
    def open_write_transaction(self) -> Iterator[Connection]:
        """Open a transaction for changes as a context. Raises `StoreUnavailable`."""
        with self._translate_failures(), self._turn, self._engine.begin() as connection:
            yield connection

    @contextmanager
    def open_housekeeping_transaction(self) -> Iterator[Connection]:
        """Open a transaction for many rows, one at a time anywhere. Raises `StoreUnavailable`."""
        with self.open_write_transaction() as connection:
            if not self._is_sqlite:
                lock = text("SELECT pg_advisory_xact_lock(:number)")
                connection.execute(lock, {"number": _HOUSEKEEPING})
            yield connection

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()

    @contextmanager
    def _translate_failures(self) -> Iterator[None]:
        """Raise errors of the database driver as `StoreUnavailable`."""
        try:
            yield
        except DBAPIError as error:
            reason = (str(error.orig) or type(error.orig).__name__).splitlines()[0]
            raise StoreUnavailable(f"the store {self.name} cannot be reached: {reason}.") from error
        except NoFreeConnection as error:
            reason = "all of its connections are in use"
            raise StoreUnavailable(f"the store {self.name} cannot be reached: {reason}.") from error


def create_file_database(path: Path) -> Database:
    """Return the SQLite database in an existing file."""
    engine = create_engine(
        URL.create("sqlite", database=str(path)),
        connect_args={"timeout": _PATIENCE, "isolation_level": None},
        hide_parameters=True,
    )
    _configure_sqlite(engine)
    return Database(engine, f"`{path}`")


def create_memory_database() -> Database:
    """Return a new SQLite database in memory: one connection, used by one thread at a time."""
    engine = create_engine(
        "sqlite://",
        connect_args={"check_same_thread": False, "isolation_level": None},
        poolclass=StaticPool,
        hide_parameters=True,
    )
    _configure_sqlite(engine)
    return Database(engine, "in memory", is_shared=False)


def create_postgres_database(url: URL) -> Database:
    """Return a PostgreSQL database. Raises `StoreUnavailable` if its driver is not installed."""
    try:
        engine = create_engine(
            url.update_query_dict({"connect_timeout": url.query.get("connect_timeout", "5")}),
            isolation_level="READ COMMITTED",
            pool_pre_ping=True,
            hide_parameters=True,
        )
    except ModuleNotFoundError as error:
        raise StoreUnavailable(
            f"{error.name} is not installed, and a store in PostgreSQL needs it. "
            f"`{format_install_command('preview,postgres')}` installs it."
        ) from None
    # Leaves out the password, and parameters that may contain one.
    shown = URL.create("postgresql", host=url.host, port=url.port, database=url.database)
    return Database(engine, f"`{shown}`")


def _configure_sqlite(engine: Engine) -> None:
    """Configure connections, and begin transactions ourselves.

    The driver of Python begins them late, and some never.
    """

    @event.listens_for(engine, "connect")
    def connect(connection: sqlite3.Connection, _entry: ConnectionPoolEntry) -> None:
        """Turn on the write-ahead log, full synchronization and foreign keys."""
        _enable_wal(connection)
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        """Begin a transaction, which locks the database at once unless it is read-only."""
        # Readers wait for no one. Writers must say so before they read, since a reader that becomes
        # a writer fails if another one wrote in between.
        to_read = connection.get_execution_options().get(_TO_READ)
        connection.exec_driver_sql("BEGIN" if to_read else "BEGIN IMMEDIATE")


def _enable_wal(connection: sqlite3.Connection) -> None:
    """Turn on the write-ahead log, trying for ten seconds. Raises `OperationalError`.

    SQLite itself does not wait for a lock here.
    """
    deadline = time.monotonic() + _PATIENCE
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.01)
