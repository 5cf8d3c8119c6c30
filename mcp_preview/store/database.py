"""Transactions on SQLite and PostgreSQL, and what to say when the database does not answer."""

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
"""Seconds to wait for another process that is writing to the same file."""
_TO_READ = "mcp_preview_reads"
_HOUSEKEEPING = 0x6D63_7070
"""The number of PostgreSQL's advisory lock; any that others are not likely to take."""


class Database:
    """A database, and what to call it in messages. Its methods may be called from any thread."""

    def __init__(self, engine: Engine, name: str, *, is_shared: bool = True) -> None:
        self._engine = engine
        self.name = name
        self._is_sqlite = engine.dialect.name == "sqlite"
        # SQLite has one writer. Its own waiting is unfair; threads of one process queue up here.
        self._turn: AbstractContextManager[object] = RLock() if self._is_sqlite else nullcontext()
        self._turn_to_read = nullcontext() if is_shared else self._turn

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A transaction that only reads. Raises `StoreUnavailable`."""
        with (
            self._translate_failures(),
            self._turn_to_read,
            self._engine.connect() as connection,
            connection.execution_options(**{_TO_READ: True}).begin(),
        ):
            yield connection

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """A transaction: all of it is kept, or nothing. Raises `StoreUnavailable`."""
        with self._translate_failures(), self._turn, self._engine.begin() as connection:
            yield connection

    @contextmanager
    def keep_house(self) -> Iterator[Connection]:
        """A transaction that changes many rows: of those there is one at a time anywhere."""
        with self.write() as connection:
            if not self._is_sqlite:
                lock = text("SELECT pg_advisory_xact_lock(:number)")
                connection.execute(lock, {"number": _HOUSEKEEPING})
            yield connection

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()

    @contextmanager
    def _translate_failures(self) -> Iterator[None]:
        try:
            yield
        except DBAPIError as error:
            reason = (str(error.orig) or type(error.orig).__name__).splitlines()[0]
            raise StoreUnavailable(f"the store {self.name} does not answer: {reason}.") from error
        except NoFreeConnection as error:
            reason = "all of its connections are in use"
            raise StoreUnavailable(f"the store {self.name} does not answer: {reason}.") from error


def file_database(path: Path) -> Database:
    """SQLite in a file that exists."""
    engine = create_engine(
        URL.create("sqlite", database=str(path)),
        connect_args={"timeout": _PATIENCE, "isolation_level": None},
        hide_parameters=True,
    )
    _set_up_sqlite(engine)
    return Database(engine, f"`{path}`")


def memory_database() -> Database:
    """SQLite in memory: one connection, which threads take in turn."""
    engine = create_engine(
        "sqlite://",
        connect_args={"check_same_thread": False, "isolation_level": None},
        poolclass=StaticPool,
        hide_parameters=True,
    )
    _set_up_sqlite(engine)
    return Database(engine, "in memory", is_shared=False)


def postgres_database(url: URL) -> Database:
    """PostgreSQL. Raises `StoreUnavailable` where its driver is missing."""
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
    # Neither the password nor a parameter that may be one.
    shown = URL.create("postgresql", host=url.host, port=url.port, database=url.database)
    return Database(engine, f"`{shown}`")


def _set_up_sqlite(engine: Engine) -> None:
    """Have transactions begin where we say so: Python's driver begins them late, some never."""

    @event.listens_for(engine, "connect")
    def connect(connection: sqlite3.Connection, _entry: ConnectionPoolEntry) -> None:
        _use_wal(connection)
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        # Who only reads waits for nobody; who writes says so before it reads, since a reader that
        # becomes a writer fails if another wrote in between.
        to_read = connection.get_execution_options().get(_TO_READ)
        connection.exec_driver_sql("BEGIN" if to_read else "BEGIN IMMEDIATE")


def _use_wal(connection: sqlite3.Connection) -> None:
    """Turn on the write-ahead log. SQLite does not wait for a lock here, as it does elsewhere."""
    deadline = time.monotonic() + _PATIENCE
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.01)
