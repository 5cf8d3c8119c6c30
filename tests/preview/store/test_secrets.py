"""Client secrets: who tries them pays the same whatever is wrong, and more the oftener he fails."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from argon2 import PasswordHasher, extract_parameters

from mcp_preview.store import client_secrets
from mcp_preview.store.client_secrets import FailedSecrets
from mcp_preview.store.opening import create_memory_store
from mcp_preview.store.records import NewCredential
from mcp_preview.store.store import Store
from tests.preview.store.stores import NOW


@pytest.fixture
def store() -> Iterator[Store]:
    opened = create_memory_store("site")
    yield opened
    opened.close()


@pytest.fixture
def made(store: Store) -> NewCredential:
    return store.create_credential("nightly build", NOW)


def is_right(store: Store, client_id: str, secret: str) -> bool:
    return store.check_secret(client_id, secret, NOW, address="127.0.0.1").is_right


def test_the_secret_is_right_and_nothing_else_is(store: Store, made: NewCredential) -> None:
    other = store.create_credential("other", NOW)

    assert is_right(store, made.client_id, made.client_secret)
    for wrong in (
        *("", made.client_secret[:-1], made.client_secret + " ", made.client_secret.upper()),
        *(other.client_secret, made.client_id, "\ud83d", "\0", "x" * 1_000_000),
    ):
        assert not is_right(store, made.client_id, wrong)
    assert not is_right(store, other.client_id, made.client_secret)
    assert not is_right(store, "unknown", made.client_secret)
    assert not is_right(store, "", "")


def test_each_check_computes_one_hash_of_one_cost(
    store: Store, made: NewCredential, monkeypatch: pytest.MonkeyPatch
) -> None:
    computed: list[object] = []
    verify = PasswordHasher.verify

    def noted(hasher: PasswordHasher, secret_hash: str, secret: bytes) -> bool:
        computed.append((extract_parameters(secret_hash), len(secret) <= 257))
        return verify(hasher, secret_hash, secret)

    monkeypatch.setattr(PasswordHasher, "verify", noted)
    is_right(store, made.client_id, made.client_secret)
    is_right(store, made.client_id, "wrong")
    is_right(store, "unknown", "wrong")
    is_right(store, "unknown", "x" * 1_000_000)

    assert len(computed) == 4
    assert len(set(map(repr, computed))) == 1


def test_an_unknown_id_costs_the_time_of_a_wrong_secret(store: Store, made: NewCredential) -> None:
    """Processor time, the least of some: what else the machine does only adds to it."""
    times: dict[str, list[float]] = {made.client_id: [], "unknown": []}
    for _ in range(8):
        for client_id, its_times in times.items():
            begun = time.thread_time()
            is_right(store, client_id, "wrong")
            its_times.append(time.thread_time() - begun)

    known, unknown = map(min, times.values())
    assert 0.6 < unknown / known < 1.6


def test_two_hashes_are_computed_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now, most = 0, 0
    lock = threading.Lock()

    def verify(*_: object) -> bool:
        nonlocal now, most
        with lock:
            now += 1
            most = max(most, now)
        time.sleep(0.01)
        with lock:
            now -= 1
        return True

    monkeypatch.setattr(PasswordHasher, "verify", verify)
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda _: client_secrets.matches_secret_hash("hash", "secret"), range(16)))

    assert most == client_secrets.AT_A_TIME == 2


def failing(store: Store, times: int, client_id: str, address: str, now: int = NOW) -> list[float]:
    return [
        store.check_secret(client_id, "wrong", now, address=address).delay for _ in range(times)
    ]


def test_failures_slow_the_answer_and_never_lock(
    store: Store, made: NewCredential, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "mcp_preview.store.store.matches_secret_hash", lambda _, secret: secret == "right"
    )
    delays = failing(store, 12, made.client_id, "192.0.2.1")

    assert delays == [0, 0, 0, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 5, 5, 5]
    check = store.check_secret(made.client_id, "right", NOW, address="192.0.2.2")
    assert check == (True, 5)
    later = store.check_secret(made.client_id, "right", NOW + 900, address="192.0.2.1")
    assert later == (True, 0)


def test_failures_count_for_the_credential_and_for_the_address(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mcp_preview.store.store.matches_secret_hash", lambda *_: False)
    failing(store, 5, "one", "192.0.2.1")

    assert failing(store, 1, "one", "192.0.2.2") == [0.4]
    assert failing(store, 1, "other", "192.0.2.1") == [0.4]
    assert failing(store, 1, "other", "192.0.2.2") == [0]


def test_an_unknown_id_is_slowed_like_one_that_exists(
    store: Store, made: NewCredential, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mcp_preview.store.store.matches_secret_hash", lambda *_: False)

    assert failing(store, 8, made.client_id, "192.0.2.1") == failing(
        store, 8, "unknown", "192.0.2.2"
    )


def test_what_is_remembered_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client_secrets, "MOST_COUNTED", 3)
    failed = FailedSecrets()
    for _ in range(5):
        failed.record_failure("first", "first", NOW)
    for number in range(100):
        failed.record_failure(f"id {number}", f"address {number}", NOW)

    assert failed.compute_delay("first", "first", NOW) == 0
    assert all(len(kept) == 3 for kept in failed._by_key.values())


def test_a_clock_that_was_put_back_locks_nobody() -> None:
    failed = FailedSecrets()
    for _ in range(50):
        failed.record_failure("one", "192.0.2.1", NOW)

    assert (
        failed.compute_delay("one", "192.0.2.1", NOW - 100_000_000) <= client_secrets.LONGEST_DELAY
    )
