"""Replicas: several processes with one store, each a `Store` with connections of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
import sqlalchemy

from mcp_preview.store.opening import open_store
from mcp_preview.store.records import StoreUnavailable, build_credential_subject
from mcp_preview.store.store import Store
from tests.preview.postgres import PASSWORD
from tests.preview.store.stores import (
    HOUR,
    NOW,
    added,
    code_for,
    granted,
    issued,
    registered,
    rotated,
)

ROUNDS = 10


@pytest.fixture(params=["file", "PostgreSQL"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "file":
        return f"sqlite:///{tmp_path}/store.db"
    return str(request.getfixturevalue("postgres"))


@pytest.fixture
def replicas(url: str, tmp_path: Path) -> Iterator[tuple[Store, Store]]:
    # The site keeps tests apart that share a server.
    one, other = (open_store(url, str(tmp_path)) for _ in range(2))
    yield one, other
    one.close()
    other.close()


def at_once(*actions: Callable[[], Any]) -> list[Any]:
    """What actions return that begin at the same moment."""
    barrier = Barrier(len(actions))

    def wait_for_all(action: Callable[[], object]) -> object:
        barrier.wait(10)
        return action()

    with ThreadPoolExecutor(len(actions)) as pool:
        return list(pool.map(wait_for_all, actions))


def test_what_one_keeps_the_other_knows(replicas: tuple[Store, Store]) -> None:
    one, other = replicas
    grant = granted()
    code, made = added(one, grant), one.create_credential("a", NOW)
    one.add_registration(registered("client"), NOW)

    assert other.redeem_code(code, NOW) == code_for(grant)
    tokens = issued(other, grant)
    assert one.get_access_grant(tokens.access_token, NOW) == grant
    newer = rotated(one, tokens.refresh_token)
    assert newer
    assert other.get_access_grant(newer.access_token, NOW) == grant
    assert other.check_secret(*made, NOW, address="").is_right
    assert other.get_registration("client", NOW)


def test_what_one_revokes_is_over_for_the_other_at_once(replicas: tuple[Store, Store]) -> None:
    one, other = replicas
    made = one.create_credential("a", NOW)
    grants = [granted(), granted(made.client_id, build_credential_subject(made.client_id))]
    first, second = (issued(one, grant) for grant in grants)
    assert other.get_access_grant(first.access_token, NOW)
    assert other.get_access_grant(second.access_token, NOW)

    one.revoke_token(first.refresh_token, "client", NOW)
    one.delete_credential(made.client_id)

    assert other.get_access_grant(first.access_token, NOW) is None
    assert rotated(other, first.refresh_token) is None
    assert other.get_access_grant(second.access_token, NOW) is None
    assert not other.check_secret(*made, NOW, address="").is_right


def test_a_code_is_redeemed_once_although_many_try(replicas: tuple[Store, Store]) -> None:
    for _ in range(ROUNDS):
        grant = granted()
        code = added(replicas[0], grant)

        got = at_once(*(partial(store.redeem_code, code, NOW) for store in replicas * 2))

        assert sorted(got, key=bool) == [None, None, None, code_for(grant)]
        # Whoever came too late may have stolen it, and so may the first.
        assert replicas[0].issue_tokens(grant, NOW, access_lifetime=HOUR) is None


def test_a_log_in_page_is_answered_once_although_many_try(replicas: tuple[Store, Store]) -> None:
    for _ in range(ROUNDS):
        token = replicas[0].add_log_in("{}", NOW)

        got = at_once(*(partial(store.take_log_in, token, NOW) for store in replicas * 2))

        assert sorted(got, key=bool) == [None, None, None, "{}"]


def test_a_refresh_token_is_replaced_once_although_many_try(
    replicas: tuple[Store, Store],
) -> None:
    for _ in range(ROUNDS):
        tokens = issued(replicas[0], granted())

        again = [partial(rotated, store, tokens.refresh_token) for store in replicas * 2]
        got = at_once(*again)

        (newer,) = filter(None, got)
        assert replicas[1].get_access_grant(newer.access_token, NOW) is None


def test_no_token_outlives_its_credential_however_they_meet(
    replicas: tuple[Store, Store],
) -> None:
    one, other = replicas
    for _ in range(ROUNDS):
        made = one.create_credential("a", NOW)
        grant = granted(made.client_id, build_credential_subject(made.client_id))
        first = issued(one, grant)

        tokens, newer, deleted = at_once(
            partial(one.issue_tokens, grant, NOW, access_lifetime=HOUR),
            partial(rotated, one, first.refresh_token, NOW, made.client_id),
            partial(other.delete_credential, made.client_id),
        )

        assert deleted
        all_tokens = [first, *filter(None, [tokens, newer])]
        assert not [each for each in all_tokens if one.get_access_grant(each.access_token, NOW)]


def test_no_token_outlives_a_revocation_however_they_meet(replicas: tuple[Store, Store]) -> None:
    one, other = replicas
    for _ in range(ROUNDS):
        tokens = issued(one, granted())

        newer, _ = at_once(
            partial(rotated, one, tokens.refresh_token),
            partial(other.revoke_token, tokens.access_token, "client", NOW),
        )

        assert one.get_access_grant(tokens.access_token, NOW) is None
        assert newer is None or one.get_access_grant(newer.access_token, NOW) is None


def test_they_never_wait_for_each_other_for_ever(replicas: tuple[Store, Store]) -> None:
    """Cleaning up, registering, issuing, rotating, deleting: all at once, on both."""

    def work(store: Store, number: int) -> int:
        later = NOW + number * HOUR
        for step in range(5):
            made = store.create_credential("a", later)
            grant = granted(made.client_id, build_credential_subject(made.client_id))
            store.add_registration(registered(made.client_id, later), later)
            tokens = store.issue_tokens(grant, later + 61 * step, access_lifetime=60)
            assert tokens
            store.rotate_tokens(
                tokens.refresh_token,
                later + 61 * step,
                client_id=made.client_id,
                access_lifetime=60,
            )
            store.delete_credential(made.client_id)
        return number

    assert at_once(*(partial(work, replicas[n % 2], n) for n in range(6))) == [0, 1, 2, 3, 4, 5]


def test_replicas_may_start_at_once_on_an_empty_database(postgres: str, tmp_path: Path) -> None:
    empty = database_of_its_own(postgres, "starting")

    stores = at_once(*[partial(open_store, empty, str(tmp_path))] * 4)

    assert [store.list_credentials() for store in stores] == [[]] * 4
    for store in stores:
        store.close()


def test_others_may_keep_tables_in_the_same_database(postgres: str, tmp_path: Path) -> None:
    shared = database_of_its_own(postgres, "shared")
    run(shared, "CREATE TABLE alembic_version (version_num TEXT); CREATE TABLE tokens (x TEXT)")
    run(shared, "INSERT INTO alembic_version VALUES ('of another program')")

    store = open_store(shared, str(tmp_path))

    assert issued(store, granted())
    store.close()


def test_a_connection_that_was_cut_is_made_again(postgres: str, tmp_path: Path) -> None:
    store = open_store(postgres, str(tmp_path))
    tokens = issued(store, granted())
    run(
        postgres,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() "
        "AND backend_type = 'client backend'",
    )

    assert store.get_access_grant(tokens.access_token, NOW)
    store.close()


def test_a_wrong_password_is_a_sentence(
    postgres: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("MCP_PREVIEW_STORE_PASSWORD", "not the seCret")

    with pytest.raises(StoreUnavailable, match="password authentication failed") as caught:
        open_store(postgres, "site")

    assert "seCret" not in f"{caught.value} {caught.value.__cause__} {caplog.text}"


def database_of_its_own(postgres: str, name: str) -> str:
    run(postgres, f"CREATE DATABASE {name}")
    return postgres.replace("/postgres?", f"/{name}?")


def run(url: str, statement: str) -> None:
    """Run a statement as the owner of the server."""
    engine = sqlalchemy.create_engine(
        sqlalchemy.make_url(url).set(drivername="postgresql+psycopg", password=PASSWORD),
        isolation_level="AUTOCOMMIT",
    )
    with engine.connect() as connection:
        connection.exec_driver_sql(statement)
    engine.dispose()
