"""The law of grants, as a model: whatever happens in which order, a token is valid or not."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    consumes,
    initialize,
    invariant,
    multiple,
    rule,
)

from mcp_preview.store.opening import create_memory_store, open_store
from mcp_preview.store.records import Grant, IssuedTokens, build_credential_subject
from mcp_preview.store.store import Store
from tests.preview.store.stores import HOUR, MONTH, NOW, code_for, granted

CLIENTS = st.sampled_from(["ann's editor", "client '; --", "crawler"])
LIFETIMES = st.sampled_from([60, HOUR, 14 * 24 * HOUR, 2 * MONTH])
STEPS = st.sampled_from([0, 1, 59, 60, HOUR, 29 * 24 * HOUR, MONTH])


@pytest.fixture(autouse=True)
def quick_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hashes of secrets take most of the time, and are not what this is about."""
    monkeypatch.setattr("mcp_preview.store.store.hash_secret", lambda _: "hash")


@dataclass
class Known:
    """A code or a token, as the model knows it."""

    grant: Grant
    expires: int
    used: bool = False


@dataclass
class Model:
    """What the store has to answer, without any table."""

    now: int = NOW
    revoked: set[str] = field(default_factory=set)
    credentials: set[str] = field(default_factory=set)
    codes: dict[str, Known] = field(default_factory=dict)
    access: dict[str, Known] = field(default_factory=dict)
    refresh: dict[str, Known] = field(default_factory=dict)

    def allows(self, grant: Grant) -> bool:
        if grant.credential_id is not None and grant.credential_id not in self.credentials:
            return False
        return grant.family not in self.revoked

    def is_valid(self, known: Known) -> bool:
        return self.allows(known.grant) and known.expires > self.now

    def add(self, tokens: IssuedTokens, grant: Grant, lifetime: int) -> None:
        self.access[tokens.access_token] = Known(grant, self.now + lifetime)
        self.refresh[tokens.refresh_token] = Known(grant, self.now + MONTH)

    def use(self, known: Known) -> bool:
        """Use a valid code or token; the second time somebody has stolen it."""
        if known.used:
            self.revoked.add(known.grant.family)
            return False
        known.used = True
        return True


class Grants(RuleBasedStateMachine):
    """Codes, tokens and credentials, whose validity is compared after every step."""

    grants = Bundle("grants")
    codes = Bundle("codes")
    refresh_tokens = Bundle("refresh_tokens")
    access_tokens = Bundle("access_tokens")
    credentials = Bundle("credentials")

    def __init__(self) -> None:
        super().__init__()
        self.model = Model()
        self.store = self.opened()

    def opened(self) -> Store:
        return create_memory_store("site")

    def teardown(self) -> None:
        self.store.close()

    @initialize(target=credentials)
    def begin_with_a_credential(self) -> Any:
        return self.create_credential()

    @rule(seconds=STEPS)
    def wait(self, seconds: int) -> None:
        self.model.now += seconds

    @rule(target=credentials)
    def create_credential(self) -> Any:
        made = self.store.create_credential("label", self.model.now)
        self.model.credentials.add(made.client_id)
        return made.client_id

    @rule(client_id=credentials)
    def delete_credential(self, client_id: str) -> None:
        assert self.store.delete_credential(client_id) is (client_id in self.model.credentials)
        self.model.credentials.discard(client_id)

    @rule(target=codes, client_id=CLIENTS)
    def log_in(self, client_id: str) -> Any:
        grant = granted(client_id)
        code = self.store.issue_code(code_for(grant), self.model.now)
        assert code
        self.model.codes[code] = Known(grant, self.model.now + 60)
        return code

    @rule(target=grants, code=codes)
    def redeem(self, code: str) -> Any:
        known = self.model.codes[code]
        got = self.store.redeem_code(code, self.model.now)
        if (known.used or self.model.is_valid(known)) and self.model.use(known):
            assert got == code_for(known.grant)
            return known.grant, self.model.now
        assert got is None
        return multiple()

    @rule(target=refresh_tokens, redeemed=consumes(grants), lifetime=LIFETIMES)
    def issue_for_a_code(self, redeemed: tuple[Grant, int], lifetime: int) -> Any:
        grant, since = redeemed
        return self.issue(grant, lifetime) if self.model.now - since <= 60 else multiple()

    @rule(target=refresh_tokens, client_id=credentials, lifetime=LIFETIMES)
    def issue_to_a_credential(self, client_id: str, lifetime: int) -> Any:
        return self.issue(granted(client_id, build_credential_subject(client_id)), lifetime)

    def issue(self, grant: Grant, lifetime: int) -> Any:
        tokens = self.store.issue_tokens(grant, self.model.now, access_lifetime=lifetime)
        assert bool(tokens) is self.model.allows(grant)
        if tokens is None:
            return multiple()
        self.model.add(tokens, grant, lifetime)
        return tokens.refresh_token

    @rule(target=refresh_tokens, token=refresh_tokens, lifetime=LIFETIMES)
    def rotate(self, token: str, lifetime: int) -> Any:
        known = self.model.refresh[token]
        got = self.store.rotate_tokens(
            token, self.model.now, client_id=known.grant.client_id, access_lifetime=lifetime
        )
        if not self.model.is_valid(known) or not self.model.use(known):
            assert got is None
            return multiple()
        assert got
        assert self.store.get_refresh_grant(got.refresh_token, self.model.now) == known.grant
        self.model.add(got, known.grant, lifetime)
        return got.refresh_token

    @rule(token=refresh_tokens)
    def rotate_as_another_client(self, token: str) -> None:
        got = self.store.rotate_tokens(
            token, self.model.now, client_id="other", access_lifetime=HOUR
        )
        assert got is None

    @rule(token=refresh_tokens)
    def revoke(self, token: str) -> None:
        grant = self.model.refresh[token].grant
        self.store.revoke_token(token, grant.client_id, self.model.now)
        if self.model.is_valid(self.model.refresh[token]):
            self.model.revoked.add(grant.family)

    @rule(token=refresh_tokens)
    def revoke_as_another_client(self, token: str) -> None:
        self.store.revoke_token(token, "other", self.model.now)

    @invariant()
    def each_token_is_valid_as_the_model_says(self) -> None:
        now = self.model.now
        for token, known in self.model.access.items():
            expected = known.grant if self.model.is_valid(known) else None
            assert self.store.get_access_grant(token, now) == expected
        for token, known in self.model.refresh.items():
            expected = known.grant if self.model.is_valid(known) else None
            assert self.store.get_refresh_grant(token, now) == expected


class GrantsThatAreKept(Grants):
    """Grants in a file that is closed and opened again meanwhile."""

    def opened(self) -> Store:
        self.folder = tempfile.TemporaryDirectory()
        return self.open_file()

    def open_file(self) -> Store:
        return open_store(f"sqlite:///{Path(self.folder.name)}/store.db", "site")

    @rule()
    def restart(self) -> None:
        self.store.close()
        self.store = self.open_file()

    def teardown(self) -> None:
        super().teardown()
        self.folder.cleanup()


TestGrants = Grants.TestCase
TestGrants.settings = settings(max_examples=40, stateful_step_count=30)
TestGrantsThatAreKept = GrantsThatAreKept.TestCase
TestGrantsThatAreKept.settings = settings(max_examples=10, stateful_step_count=30)
