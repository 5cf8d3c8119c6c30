"""What the store keeps, for how long, and what ends it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from mcp_preview.store.opening import memory_store, open_store
from mcp_preview.store.records import (
    CodeGrant,
    Grant,
    IssuedTokens,
    Registration,
    credential_subject,
    new_grant,
)
from mcp_preview.store.store import Store

NOW = 1_800_000_000
HOUR = 3_600
MONTH = 30 * 24 * HOUR


@pytest.fixture(params=["memory", "file", "PostgreSQL"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    match request.param:
        case "memory":
            opened = memory_store("site")
        case "file":
            opened = open_store(f"sqlite:///{tmp_path}/store.db", "site")
        case _:
            # All tests share the database, and each has a site of its own.
            opened = open_store(request.getfixturevalue("postgres"), str(tmp_path))
    yield opened
    opened.close()


def granted(client_id: str = "client", subject: str = "user:ann") -> Grant:
    return new_grant(client_id, subject, "/authed/mcp", "mcp:search")


def code_for(grant: Grant) -> CodeGrant:
    return CodeGrant(grant, "http://127.0.0.1:8000/back?a=1", "challenge")


def issued(store: Store, grant: Grant, now: int = NOW) -> IssuedTokens:
    tokens = store.issue(grant, now, access_lifetime=HOUR)
    assert tokens
    return tokens


def added(store: Store, grant: Grant, now: int = NOW) -> str:
    code = store.add_code(code_for(grant), now)
    assert code
    return code


def registered(client_id: str, created: int = NOW, lifetime: int = HOUR) -> Registration:
    return Registration(
        client_id=client_id,
        name="An editor",
        redirect_uris=("http://127.0.0.1/back", "editor://back"),
        created=created,
        expires=created + lifetime,
        metadata={"client_uri": "https://editor.example", "contacts": ["a@editor.example"]},
    )


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
    rotated = store.rotate(tokens.refresh_token, NOW, client_id="client", access_lifetime=2 * MONTH)
    assert rotated

    assert store.redeem_code(code, NOW + later) is None

    assert store.access(rotated.tokens.access_token, NOW + later) is None
    assert store.grant_of(rotated.tokens.refresh_token, NOW + later) is None


def test_no_tokens_follow_a_code_that_was_redeemed_twice_meanwhile(store: Store) -> None:
    grant = granted()
    code = added(store, grant)
    store.redeem_code(code, NOW)
    store.redeem_code(code, NOW)

    assert store.issue(grant, NOW, access_lifetime=HOUR) is None
    assert store.add_code(code_for(grant), NOW) is None


def test_an_access_token_is_valid_until_it_expires(store: Store) -> None:
    grant = granted()
    tokens = issued(store, grant)

    assert tokens.expires_in == HOUR
    assert store.access(tokens.access_token, NOW + HOUR - 1) == grant
    assert store.access(tokens.access_token, NOW + HOUR) is None


def test_a_refresh_token_is_valid_for_thirty_days(store: Store) -> None:
    grant = granted()
    tokens = issued(store, grant)

    assert store.grant_of(tokens.refresh_token, NOW + MONTH - 1) == grant
    assert store.grant_of(tokens.refresh_token, NOW + MONTH) is None
    assert (
        store.rotate(tokens.refresh_token, NOW + MONTH, client_id="client", access_lifetime=HOUR)
        is None
    )


def test_each_kind_of_token_is_for_its_own_use(store: Store) -> None:
    tokens = issued(store, granted())

    assert store.access(tokens.refresh_token, NOW) is None
    assert store.grant_of(tokens.access_token, NOW) is None
    assert store.rotate(tokens.access_token, NOW, client_id="client", access_lifetime=HOUR) is None
    assert store.redeem_code(tokens.access_token, NOW) is None


def test_a_refresh_token_is_replaced(store: Store) -> None:
    grant = granted()
    tokens = issued(store, grant)
    rotated = store.rotate(tokens.refresh_token, NOW + 5, client_id="client", access_lifetime=60)

    assert rotated
    assert rotated.grant == grant
    assert rotated.tokens.expires_in == 60
    assert store.access(rotated.tokens.access_token, NOW + 64) == grant
    assert store.access(tokens.access_token, NOW + 64) == grant
    assert store.grant_of(rotated.tokens.refresh_token, NOW + 5 + MONTH - 1) == grant


def test_using_a_refresh_token_again_revokes_the_family(store: Store) -> None:
    grant = granted()
    tokens = issued(store, grant)
    other = issued(store, granted())
    rotated = store.rotate(tokens.refresh_token, NOW, client_id="client", access_lifetime=HOUR)
    assert rotated

    assert store.grant_of(tokens.refresh_token, NOW) == grant
    again = store.rotate(tokens.refresh_token, NOW, client_id="client", access_lifetime=HOUR)

    assert again is None
    assert store.access(rotated.tokens.access_token, NOW) is None
    assert store.access(tokens.access_token, NOW) is None
    assert store.grant_of(rotated.tokens.refresh_token, NOW) is None
    assert store.access(other.access_token, NOW)


def test_another_client_has_nothing_from_a_refresh_token(store: Store) -> None:
    tokens = issued(store, granted())

    assert store.rotate(tokens.refresh_token, NOW, client_id="other", access_lifetime=HOUR) is None
    assert store.rotate(tokens.refresh_token, NOW, client_id="client", access_lifetime=HOUR)


@pytest.mark.parametrize("kind", ["access_token", "refresh_token"])
def test_revoking_a_token_revokes_its_family(store: Store, kind: str) -> None:
    tokens = issued(store, granted())
    other = issued(store, granted())

    store.revoke(getattr(tokens, kind), "other", NOW)
    assert store.access(tokens.access_token, NOW)

    store.revoke(getattr(tokens, kind), "client", NOW)
    assert store.access(tokens.access_token, NOW) is None
    assert store.grant_of(tokens.refresh_token, NOW) is None
    assert store.access(other.access_token, NOW)


def test_a_registration_comes_back_as_it_went_in(store: Store) -> None:
    store.register(registered("a"), NOW)

    assert store.registration("a", NOW + HOUR - 1) == registered("a")
    assert store.registration("a", NOW + HOUR) is None
    assert store.registration("b", NOW) is None


def test_a_registration_in_use_lives_as_long_as_its_tokens(store: Store) -> None:
    store.register(registered("a"), NOW)
    issued(store, granted("a"))

    assert store.registration("a", NOW + MONTH - 1) == replace(registered("a"), expires=NOW + MONTH)


def test_registrations_are_bounded_and_the_oldest_unused_go(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mcp_preview.store.registrations.REGISTRATIONS_OF_A_SITE", 3)
    for number, name in enumerate("abcd"):
        store.register(registered(name, NOW + number), NOW)
        if name == "a":
            issued(store, granted("a"))

    assert [name for name in "abcd" if store.registration(name, NOW)] == ["a", "c", "d"]


def test_a_credential_is_listed_without_its_secret(store: Store) -> None:
    first = store.create_credential("  nightly build ", NOW)
    second = store.create_credential("Suche für 'Ann'; DROP TABLE x; -- 🔑", NOW + 1)

    assert [(each.client_id, each.label, each.created) for each in store.credentials()] == [
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
def test_a_label_that_is_none_is_refused(store: Store, label: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        store.create_credential(label, NOW)

    assert store.credentials() == []


def test_deleting_a_credential_revokes_its_tokens_for_good(store: Store) -> None:
    made, other = store.create_credential("a", NOW), store.create_credential("b", NOW)
    grant = granted(made.client_id, credential_subject(made.client_id))
    tokens = issued(store, grant)
    kept = issued(store, granted(other.client_id, credential_subject(other.client_id)))

    assert store.delete_credential(made.client_id)

    assert not store.delete_credential(made.client_id)
    assert store.access(tokens.access_token, NOW) is None
    assert store.grant_of(tokens.refresh_token, NOW) is None
    assert store.issue(grant, NOW, access_lifetime=HOUR) is None
    assert (
        store.rotate(tokens.refresh_token, NOW, client_id=made.client_id, access_lifetime=HOUR)
        is None
    )
    assert not store.check_secret(made.client_id, made.client_secret, NOW, address="::1").is_right
    assert store.access(kept.access_token, NOW)
