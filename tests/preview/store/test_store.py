"""What the store keeps, for how long, and what ends it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from secrets import token_hex

import pytest

from mcp_preview.store.database import create_memory_database
from mcp_preview.store.opening import create_memory_store, open_store
from mcp_preview.store.records import (
    CodeGrant,
    LabelFault,
    Registration,
    build_credential_subject,
    create_grant,
    require_valid_label,
)
from mcp_preview.store.store import Store
from mcp_preview.store.tables import metadata
from tests.preview.store.stores import (
    HOUR,
    MONTH,
    NOW,
    added,
    code_for,
    granted,
    issued,
    registered,
    rotated,
)


@pytest.fixture(params=["memory", "file", "PostgreSQL"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    match request.param:
        case "memory":
            opened = create_memory_store("site")
        case "file":
            opened = open_store(f"sqlite:///{tmp_path}/store.db", "site")
        case _:
            # All tests share the database, and each has a site of its own.
            opened = open_store(request.getfixturevalue("postgres"), str(tmp_path))
    yield opened
    opened.close()


def test_a_code_stands_for_its_grant_once(store: Store) -> None:
    grant = granted()
    code = added(store, grant)

    assert store.redeem_code(code, NOW + 59) == code_for(grant)
    assert store.redeem_code(code, NOW + 59) is None


def test_a_code_lasts_sixty_seconds(store: Store) -> None:
    assert store.redeem_code(added(store, granted()), NOW + 60) is None


@pytest.mark.parametrize("later", [1, 61, HOUR, MONTH - 60])
def test_redeeming_a_code_again_revokes_what_it_led_to(store: Store, later: int) -> None:
    grant = granted()
    code = added(store, grant)
    store.redeem_code(code, NOW)
    tokens = issued(store, grant)
    newer = rotated(store, tokens.refresh_token)
    assert newer

    assert store.redeem_code(code, NOW + later) is None

    assert store.get_access_grant(newer.access_token, NOW) is None
    assert store.get_refresh_grant(newer.refresh_token, NOW) is None


def test_no_tokens_follow_a_code_that_was_redeemed_twice_meanwhile(store: Store) -> None:
    grant = granted()
    code = added(store, grant)
    store.redeem_code(code, NOW)
    store.redeem_code(code, NOW)

    assert store.issue_tokens(grant, NOW, access_lifetime=HOUR) is None
    assert store.issue_code(code_for(grant), NOW) is None


def test_an_access_token_is_valid_until_it_expires(store: Store) -> None:
    grant = granted()
    tokens = issued(store, grant)

    assert tokens.expires_in == HOUR
    assert store.get_access_grant(tokens.access_token, NOW + HOUR - 1) == grant
    assert store.get_access_grant(tokens.access_token, NOW + HOUR) is None


def test_a_refresh_token_is_valid_for_thirty_days(store: Store) -> None:
    grant = granted()
    tokens = issued(store, grant)

    assert store.get_refresh_grant(tokens.refresh_token, NOW + MONTH - 1) == grant
    assert store.get_refresh_grant(tokens.refresh_token, NOW + MONTH) is None
    assert rotated(store, tokens.refresh_token, NOW + MONTH) is None


def test_each_kind_of_token_is_for_its_own_use(store: Store) -> None:
    tokens = issued(store, granted())

    assert store.get_access_grant(tokens.refresh_token, NOW) is None
    assert store.get_refresh_grant(tokens.access_token, NOW) is None
    assert rotated(store, tokens.access_token) is None
    assert store.redeem_code(tokens.access_token, NOW) is None


def test_a_refresh_token_is_replaced(store: Store) -> None:
    grant = granted()
    tokens = issued(store, grant)
    newer = store.rotate_tokens(
        tokens.refresh_token, NOW + 5, client_id="client", access_lifetime=60
    )

    assert newer
    assert newer.expires_in == 60
    assert store.get_access_grant(newer.access_token, NOW + 64) == grant
    assert store.get_access_grant(tokens.access_token, NOW + 64) == grant
    assert store.get_refresh_grant(newer.refresh_token, NOW + 5 + MONTH - 1) == grant


def test_using_a_refresh_token_again_revokes_the_family(store: Store) -> None:
    grant = granted()
    tokens = issued(store, grant)
    other = issued(store, granted())
    newer = rotated(store, tokens.refresh_token)
    assert newer

    assert store.get_refresh_grant(tokens.refresh_token, NOW) == grant
    assert rotated(store, tokens.refresh_token) is None

    assert store.get_access_grant(newer.access_token, NOW) is None
    assert store.get_access_grant(tokens.access_token, NOW) is None
    assert store.get_refresh_grant(newer.refresh_token, NOW) is None
    assert store.get_access_grant(other.access_token, NOW)


def test_another_client_has_nothing_from_a_refresh_token(store: Store) -> None:
    tokens = issued(store, granted())

    assert rotated(store, tokens.refresh_token, NOW, "other") is None
    assert rotated(store, tokens.refresh_token)


@pytest.mark.parametrize("kind", ["access_token", "refresh_token"])
def test_revoking_a_token_revokes_its_family(store: Store, kind: str) -> None:
    tokens = issued(store, granted())
    other = issued(store, granted())

    store.revoke_token(getattr(tokens, kind), "other", NOW)
    assert store.get_access_grant(tokens.access_token, NOW)

    store.revoke_token(getattr(tokens, kind), "client", NOW)
    assert store.get_access_grant(tokens.access_token, NOW) is None
    assert store.get_refresh_grant(tokens.refresh_token, NOW) is None
    assert store.get_access_grant(other.access_token, NOW)


def test_a_registration_comes_back_as_it_went_in(store: Store) -> None:
    store.add_registration(registered("a"), NOW)

    assert store.get_registration("a", NOW + HOUR - 1) == registered("a")
    assert store.get_registration("a", NOW + HOUR) is None
    assert store.get_registration("b", NOW) is None


def test_a_registration_in_use_lives_as_long_as_its_tokens(store: Store) -> None:
    store.add_registration(registered("a"), NOW)
    issued(store, granted("a"))

    assert store.get_registration("a", NOW + MONTH - 1) == replace(
        registered("a"), expires=NOW + MONTH
    )


def test_registrations_are_bounded_and_the_oldest_unused_go(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mcp_preview.store.clients.REGISTRATIONS_OF_A_SITE", 3)
    for number, name in enumerate("abcd"):
        store.add_registration(registered(name, NOW + number), NOW)
        if name == "a":
            issued(store, granted("a"))

    assert [name for name in "abcd" if store.get_registration(name, NOW)] == ["a", "c", "d"]


def test_a_log_in_page_is_answered_once_and_within_ten_minutes(store: Store) -> None:
    first, second = (store.add_log_in(kept, NOW) for kept in ('{"a": "é\\u0000"}', "{}"))

    assert store.take_log_in(first, NOW + 599) == '{"a": "é\\u0000"}'
    assert store.take_log_in(first, NOW) is None
    assert store.take_log_in(second, NOW + 600) is None
    assert store.take_log_in("", NOW) is None


def test_log_in_pages_are_bounded_and_the_oldest_go(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mcp_preview.store.log_ins.LOG_INS_OF_A_SITE", 3)
    pages = [store.add_log_in(str(second), NOW + second) for second in range(5)]

    found = [store.take_log_in(page, NOW + 5) for page in pages]
    assert found == [None, None, "2", "3", "4"]


def test_a_credential_is_listed_without_its_secret(store: Store) -> None:
    first = store.create_credential("  nightly build ", NOW)
    second = store.create_credential("Suche für 'Ann'; DROP TABLE x; -- 🔑", NOW + 1)

    assert [(each.client_id, each.label, each.created) for each in store.list_credentials()] == [
        (first.client_id, "nightly build", NOW),
        (second.client_id, "Suche für 'Ann'; DROP TABLE x; -- 🔑", NOW + 1),
    ]


@pytest.mark.parametrize(
    ("label", "complaint"),
    [
        ("", "needs a label"),
        (" \t ", "needs a label"),
        ("a" * 101, "at most 100 characters"),
        ("two\nlines", "one line"),
        ("bell\a", "one line"),
        ("nul\0", "one line"),
        ("right\u202eleft", "one line"),
        ("half \ud83d", "one line"),
    ],
)
def test_a_label_that_is_none_is_refused(label: str, complaint: str) -> None:
    with pytest.raises(LabelFault, match=complaint):
        require_valid_label(label)


def test_deleting_a_credential_revokes_its_tokens_for_good(store: Store) -> None:
    made, other = store.create_credential("a", NOW), store.create_credential("b", NOW)
    grant = granted(made.client_id, build_credential_subject(made.client_id))
    tokens = issued(store, grant)
    kept = issued(store, granted(other.client_id, build_credential_subject(other.client_id)))

    assert store.delete_credential(made.client_id)

    assert not store.delete_credential(made.client_id)
    assert store.get_access_grant(tokens.access_token, NOW) is None
    assert store.get_refresh_grant(tokens.refresh_token, NOW) is None
    assert store.issue_tokens(grant, NOW, access_lifetime=HOUR) is None
    assert rotated(store, tokens.refresh_token, NOW, made.client_id) is None
    assert not store.check_secret(made.client_id, made.client_secret, NOW, address="::1").is_right
    assert store.get_access_grant(kept.access_token, NOW)


STRANGE = [
    "'; DROP TABLE mcp_preview_tokens; --",
    '" OR 1=1 --',
    "%",
    "nul \0",
    "half of a pair \ud83d",
    "back\\slash \\u0000 ü 🔑\r\nX-Header: 1",
    "",
    "a" * 100_000,
]


@pytest.mark.parametrize("strange", STRANGE, ids=range(len(STRANGE)))
def test_whatever_a_client_sends_is_data(store: Store, strange: str) -> None:
    grant = create_grant(strange, f"user:{strange}", strange, strange)
    given = CodeGrant(grant, strange, strange)
    registration = Registration(strange, strange, (strange,), NOW, NOW + HOUR, {strange: strange})

    assert store.redeem_code(strange, NOW) is None
    assert store.get_access_grant(strange, NOW) is None
    assert store.get_registration(strange, NOW) is None
    assert not store.delete_credential(strange)
    assert not store.check_secret(strange, strange, NOW, address=strange).is_right
    store.revoke_token(strange, strange, NOW)
    store.add_registration(registration, NOW)
    assert store.get_registration(strange, NOW) == registration
    code = store.issue_code(given, NOW)
    assert code
    assert store.redeem_code(code, NOW) == given
    assert store.get_access_grant(issued(store, grant).access_token, NOW) == grant


@pytest.mark.parametrize("strange", STRANGE[:6], ids=range(6))
def test_no_site_has_what_is_anothers(strange: str) -> None:
    database = create_memory_database()
    with database.open_write_transaction() as connection:
        metadata.create_all(connection)
    one, other = Store(database, "site"), Store(database, strange)
    made, tokens = one.create_credential("a", NOW), issued(one, granted())
    code = added(one, granted())
    one.add_registration(registered("client"), NOW)
    page = one.add_log_in("{}", NOW)

    assert other.list_credentials() == []
    assert not other.delete_credential(made.client_id)
    assert not other.check_secret(*made, NOW, address="").is_right
    assert other.get_access_grant(tokens.access_token, NOW) is None
    assert other.get_refresh_grant(tokens.refresh_token, NOW) is None
    assert rotated(other, tokens.refresh_token) is None
    assert other.redeem_code(code, NOW) is None
    assert other.get_registration("client", NOW) is None
    assert other.take_log_in(page, NOW) is None
    other.revoke_token(tokens.access_token, "client", NOW)
    assert one.get_access_grant(tokens.access_token, NOW)
    assert one.redeem_code(code, NOW)


def rows(path: Path) -> dict[str, int]:
    with sqlite3.connect(path) as connection:
        tables = ("registrations", "log_ins", "families", "codes", "tokens")
        return {
            table: connection.execute(f"SELECT count(*) FROM mcp_preview_{table}").fetchone()[0]
            for table in tables
        }


def test_what_has_expired_is_dropped(tmp_path: Path) -> None:
    store = open_store(f"sqlite:///{tmp_path}/store.db", "site")
    store.add_registration(registered("client"), NOW)
    grant = granted()
    store.redeem_code(added(store, grant), NOW)
    issued(store, grant)
    store.add_log_in("{}", NOW)
    assert set(rows(tmp_path / "store.db").values()) == {1, 2}

    added(store, granted(), NOW + HOUR)
    one_access_token_less = rows(tmp_path / "store.db")
    added(store, granted(), NOW + MONTH)
    all_but_the_last = rows(tmp_path / "store.db")
    store.close()

    names = ("registrations", "log_ins", "families", "codes", "tokens")
    assert one_access_token_less == dict(zip(names, (1, 0, 2, 2, 1), strict=True))
    assert all_but_the_last == dict(zip(names, (0, 0, 1, 1, 0), strict=True))


def test_grants_of_a_client_are_bounded_and_the_oldest_go(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mcp_preview.store.grants.FAMILIES_OF_A_CLIENT", 3)
    client = token_hex(8)
    tokens = [issued(store, granted(client), NOW + second) for second in range(5)]
    other = issued(store, granted(token_hex(8)), NOW + 100)  # It cleans up before.

    assert [bool(store.get_access_grant(each.access_token, NOW)) for each in tokens] == [
        *(False, False, True, True, True)
    ]
    assert store.get_access_grant(other.access_token, NOW)


def test_no_secret_can_be_read_from_the_file(tmp_path: Path) -> None:
    store = open_store(f"sqlite:///{tmp_path}/store.db", "site")
    grant = granted()
    code, tokens = added(store, grant), issued(store, grant)
    newer = rotated(store, tokens.refresh_token)
    made = store.create_credential("a", NOW)
    assert newer
    secrets = [code, *tokens[:2], *newer[:2], made.client_secret]
    kept = b"".join(path.read_bytes() for path in sorted(tmp_path.iterdir()))
    store.close()

    assert b"$argon2id$v=19$m=19456,t=2,p=1$" in kept
    assert made.client_id.encode() in kept
    assert not [secret for secret in secrets if secret.encode() in kept]
