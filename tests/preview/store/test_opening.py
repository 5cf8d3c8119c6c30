"""Opening a store: whose file it is, which version it has, and what if there is none."""

from __future__ import annotations

import os
import sqlite3
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine

from mcp_preview.store.migrations import NEWEST
from mcp_preview.store.opening import find_state_folder, open_store, open_store_or_memory
from mcp_preview.store.records import StoreUnavailable
from mcp_preview.store.tables import VERSION_TABLE, metadata

NOW = 1_800_000_000


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "state"
    monkeypatch.setenv("XDG_STATE_HOME", str(folder))
    return folder


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_it_is_the_users_own_from_the_first_moment(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No moment between making and closing: the very calls that make them say so."""
    made: dict[str, int] = {}
    make_file, make_folder = os.open, os.mkdir

    def open_(path: Path, flags: int, given: int = 0o777, **rest: int) -> int:
        made[Path(path).name] = given
        return make_file(path, flags, given, **rest)

    def mkdir(path: Path, given: int = 0o777, **rest: int) -> None:
        made[Path(path).name] = given
        make_folder(path, given, **rest)

    monkeypatch.setattr(os, "open", open_)
    monkeypatch.setattr(os, "mkdir", mkdir)
    before = os.umask(0)
    try:
        store = open_store(None, "site")
        store.create_credential("a", NOW)
        folder = home / "docs-lsp"
        files = {path.name: mode(path) for path in folder.iterdir()}
        store.close()
    finally:
        os.umask(before)

    assert (made["docs-lsp"], made["preview.db"]) == (0o700, 0o600)
    assert mode(folder) == 0o700
    assert files == dict.fromkeys(("preview.db", "preview.db-wal", "preview.db-shm"), 0o600)


def test_what_others_could_read_is_closed_to_them(home: Path) -> None:
    open_store(None, "site").close()
    folder = home / "docs-lsp"
    folder.chmod(0o755)
    (folder / "preview.db").chmod(0o644)

    open_store(None, "site").close()

    assert (mode(folder), mode(folder / "preview.db")) == (0o700, 0o600)


def test_a_folder_that_somebody_named_stays_as_it_is(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    open_store(f"sqlite:///{tmp_path}/own.db", "site").close()

    assert (mode(tmp_path), mode(tmp_path / "own.db")) == (0o755, 0o600)


@pytest.mark.skipif(os.name == "nt" or os.geteuid() != 0, reason="only root gives files away")
def test_a_file_of_another_user_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    path.touch()
    os.chown(path, 12_345, 12_345)

    with pytest.raises(StoreUnavailable, match="belongs to another user"):
        open_store(f"sqlite:///{path}", "site")


def test_where_nothing_can_be_written_it_is_kept_in_memory(home: Path) -> None:
    home.write_text("a file where a folder should be", "utf-8")

    store, notice = open_store_or_memory(None, "site")

    assert notice == (
        f"`{home}` cannot be written: File exists. Log-ins and client credentials are lost when "
        "this preview ends; choose another store with `--store URL`."
    )
    made = store.create_credential("a", NOW)
    assert store.check_secret(*made, NOW, address="").is_right
    assert open_store_or_memory(None, "site")[0].list_credentials() == []


def test_where_it_can_be_written_nothing_is_said(home: Path) -> None:
    store, notice = open_store_or_memory(None, "site")
    store.close()

    assert notice == ""
    assert home.joinpath("docs-lsp", "preview.db").exists()


def test_a_store_that_somebody_named_is_not_replaced_by_memory(tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailable, match="cannot be written: No such file or directory"):
        open_store_or_memory(f"sqlite:///{tmp_path}/missing/store.db", "site")


def test_what_is_no_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("shopping: " * 1_000, "utf-8")

    with pytest.raises(StoreUnavailable, match=r"notes\.txt` cannot be reached: .*not a database"):
        open_store(f"sqlite:///{path}", "site")

    assert path.read_text("utf-8").startswith("shopping: ")


@pytest.mark.parametrize("version", [str(int(NEWEST) + 1), "99", "b7c1"])
def test_a_newer_store_is_refused_and_left_alone(tmp_path: Path, version: str) -> None:
    url = f"sqlite:///{tmp_path}/store.db"
    store = open_store(url, "site")
    store.create_credential("a", NOW)
    store.close()
    with sqlite3.connect(tmp_path / "store.db") as connection:
        connection.execute(f"UPDATE {VERSION_TABLE} SET version_num = ?", [version])

    with pytest.raises(StoreUnavailable, match="was written by a newer mcp-preview"):
        open_store(url, "site")

    with sqlite3.connect(tmp_path / "store.db") as connection:
        connection.execute(f"UPDATE {VERSION_TABLE} SET version_num = ?", [NEWEST])
    assert len(open_store(url, "site").list_credentials()) == 1


def test_the_migrations_lead_to_the_tables(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/store.db"
    open_store(url, "site").close()
    with create_engine(url).connect() as connection:
        context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE})
        differences = compare_metadata(context, metadata)
        version = context.get_current_revision()
    connection.engine.dispose()

    assert differences == []
    assert version == NEWEST


def test_what_an_older_store_holds_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    store = open_store(f"sqlite:///{path}", "site")
    made = store.create_credential("a", 0)
    store.close()
    with sqlite3.connect(path) as connection:
        connection.execute("DROP TABLE mcp_preview_log_ins")
        connection.execute(f"UPDATE {VERSION_TABLE} SET version_num = '1'")

    store = open_store(f"sqlite:///{path}", "site")

    assert [each.client_id for each in store.list_credentials()] == [made.client_id]
    assert store.take_log_in(store.add_log_in("{}", 0), 0) == "{}"
    store.close()


def test_the_newest_migration_is_the_one_that_is_looked_for() -> None:
    config = Config()
    config.set_main_option("script_location", "mcp_preview.store:migrations")

    assert ScriptDirectory.from_config(config).get_heads() == [NEWEST]


def test_threads_may_open_it_at_once(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/store.db"

    def add(number: int) -> None:
        store = open_store(url, "site")
        store.create_credential(f"label {number}", NOW)
        store.close()

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(add, range(6)))

    assert len(open_store(url, "site").list_credentials()) == 6


OPEN = """
import sys
from mcp_preview.store.opening import open_store
store = open_store(sys.argv[1], "site")
store.create_credential("from a process", 0)
store.close()
"""


def test_processes_may_open_it_at_once(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/store.db"
    processes = [
        subprocess.Popen([sys.executable, "-c", OPEN, url], stderr=subprocess.PIPE, text=True)
        for _ in range(4)
    ]

    assert [process.communicate()[1] for process in processes] == [""] * 4
    assert len(open_store(url, "site").list_credentials()) == 4


def test_a_missing_driver_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)

    with pytest.raises(StoreUnavailable, match=r"psycopg is not installed, and .*\[preview,post"):
        open_store("postgresql://127.0.0.1/docs", "site")


def test_a_user_without_a_home_is_one_of_the_cases(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_STATE_HOME")
    monkeypatch.setattr(Path, "home", lambda: (_ for _ in ()).throw(RuntimeError("no home")))

    with pytest.raises(StoreUnavailable, match="no home folder"):
        open_store(None, "site")


@pytest.mark.parametrize(
    ("platform", "variable", "value", "expected"),
    [
        ("linux", "XDG_STATE_HOME", "/own/state", "/own/state"),
        ("linux", "XDG_STATE_HOME", "relative", "/home/w/.local/state"),
        ("linux", "XDG_STATE_HOME", "", "/home/w/.local/state"),
        ("darwin", "XDG_STATE_HOME", "/own", "/home/w/Library/Application Support"),
        ("win32", "LOCALAPPDATA", "/own", "/own"),
        ("win32", "LOCALAPPDATA", "", "/home/w/AppData/Local"),
    ],
)
def test_the_folder_is_the_one_of_the_platform(
    monkeypatch: pytest.MonkeyPatch, platform: str, variable: str, value: str, expected: str
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(Path, "home", lambda: Path("/home/w"))
    monkeypatch.setenv(variable, value)

    assert find_state_folder() == Path(expected)
