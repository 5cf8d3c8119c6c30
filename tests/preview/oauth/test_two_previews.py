"""Two previews of one site behind one address, with a store and counters that they share."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from threading import Barrier
from typing import Any

import httpx2
import pytest

from tests.preview.club import write_club
from tests.preview.oauth.served import OAUTH, AuthedClient
from tests.preview.running import running

PUBLIC = "https://docs.harbour.example"
ANNA = "user:anna"
SEARCH = "search_harbour_club"
QUERY = "query_docs_filesystem_harbour_club"
LIMITS = "[preview]\nsearches = 3\nauthed_searches = 4\nauthed_commands = 2\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_club(tmp_path_factory.mktemp("club"))


@pytest.fixture(scope="module")
def pair(folder: Path, postgres: str) -> Iterator[tuple[AuthedClient, AuthedClient]]:
    """Clients of both, for tests that count nothing."""
    options = ("--store", postgres, "--public-url", PUBLIC)
    with running(folder, *options) as one, running(folder, *options) as other:
        yield client_of(one.ready["url"]), client_of(other.ready["url"])


def client_of(url: str) -> AuthedClient:
    """A client that was sent to one of the previews by whoever shares the work between them."""
    client = AuthedClient(url)
    client.url = PUBLIC
    return client


def credentials(action: str, folder: Path, postgres: str, *options: str) -> Any:
    """What the command line prints, asked with another form of the same address."""
    where = ("--site", str(folder), "--store", postgres, "--public-url", f"{PUBLIC.upper()}:443/")
    done = subprocess.run(
        [sys.executable, "-m", "mcp_preview", "credentials", action, *where, *options],
        capture_output=True,
        check=True,
    )
    return json.loads(done.stdout) if "json" in options else done.stdout


def credential_token(client: AuthedClient, made: dict[str, str]) -> httpx2.Response:
    return client.token(grant_type="client_credentials", **made)


def called(client: AuthedClient, token: str | None, tool: str, **arguments: str) -> httpx2.Response:
    path = "/mcp" if token is None else "/authed/mcp"
    return client.ask(
        token, path, method="tools/call", params={"name": tool, "arguments": arguments}
    )


def at_once(*actions: Callable[[], httpx2.Response]) -> list[int]:
    """The statuses of requests that begin at the same moment."""
    barrier = Barrier(len(actions))

    def send(action: Callable[[], httpx2.Response]) -> int:
        barrier.wait(10)
        return action().status_code

    with ThreadPoolExecutor(len(actions)) as pool:
        return sorted(pool.map(send, actions))


def test_a_log_in_may_go_from_one_to_the_other_at_each_step(
    pair: tuple[AuthedClient, AuthedClient],
) -> None:
    one, other = pair
    client_id = one.client_id()
    page = other.authorize(client_id)
    done = one.decide(page, ANNA)
    assert done.status_code == 303
    assert one.decide(page, ANNA).status_code == other.decide(page, ANNA).status_code == 400
    code = httpx2.URL(done.headers["location"]).params["code"]
    tokens = other.redeem(client_id, code).json()

    for client in pair:
        found = called(client, tokens["access_token"], SEARCH, query="boats")
        assert "Page: log-book" in found.text
    newer = one.refresh(client_id, tokens["refresh_token"]).json()
    assert other.ask(newer["access_token"]).status_code == 200
    # The old one again, at the other: somebody has stolen it.
    assert other.refresh(client_id, tokens["refresh_token"]).status_code == 400
    assert [each.ask(newer["access_token"]).status_code for each in pair] == [401, 401]


def test_a_code_is_redeemed_once_at_whichever(pair: tuple[AuthedClient, AuthedClient]) -> None:
    client_id = pair[0].client_id()
    for _ in range(3):
        code = pair[0].code(client_id, ANNA)
        statuses = at_once(*(partial(each.redeem, client_id, code) for each in pair))
        # Whoever was first may have been the thief: the other's attempt takes it all back.
        assert statuses in ([200, 400], [400, 400])
        assert [each.redeem(client_id, code).status_code for each in pair] == [400, 400]


def test_what_is_revoked_at_one_is_over_at_both(
    pair: tuple[AuthedClient, AuthedClient], folder: Path, postgres: str
) -> None:
    one, other = pair
    tokens = one.logged_in(ANNA)
    assert other.ask(tokens["access_token"]).status_code == 200
    form = {"token": tokens["access_token"], "client_id": tokens["client_id"]}
    assert other.http.post(f"{OAUTH}/revoke", data=form).status_code == 200
    assert [each.ask(tokens["access_token"]).status_code for each in pair] == [401, 401]

    made = credentials("create", folder, postgres, "--label", "nightly", "--format", "json")
    programs = credential_token(one, made).json()
    assert other.ask(programs["access_token"]).status_code == 200
    credentials("delete", folder, postgres, made["client_id"])
    for client in pair:
        assert client.ask(programs["access_token"]).status_code == 401
        assert credential_token(client, made).status_code == 401
        again = client.token(
            grant_type="refresh_token", refresh_token=programs["refresh_token"], **made
        )
        assert again.status_code == 400


def test_another_site_in_the_same_store_knows_nothing_of_it(
    pair: tuple[AuthedClient, AuthedClient], postgres: str, tmp_path: Path
) -> None:
    tokens = pair[0].logged_in(ANNA)
    with running(write_club(tmp_path), "--store", postgres) as elsewhere:
        stranger = AuthedClient(elsewhere.ready["url"])
        statuses = [
            stranger.ask(tokens["access_token"]).status_code,
            stranger.authorize(tokens["client_id"]).status_code,
            stranger.refresh(tokens["client_id"], tokens["refresh_token"]).status_code,
        ]

    assert statuses == [401, 400, 400]
    assert pair[1].refresh(tokens["client_id"], tokens["refresh_token"]).status_code == 200


@pytest.mark.needs("redis-server")
def test_limits_add_up(postgres: str, redis: str, tmp_path: Path) -> None:
    site = write_club(tmp_path, LIMITS)
    options = ("--store", postgres, "--public-url", PUBLIC, "--limits-storage", redis)
    with running(site, *options) as one, running(site, *options) as other:
        pair = [client_of(each.ready["url"]) for each in (one, other)]
        token = pair[0].logged_in(ANNA)["access_token"]
        rows: list[tuple[str | None, str, dict[str, str]]] = [
            (token, SEARCH, {"query": "boats"}),
            (token, QUERY, {"command": "ls"}),
            (None, SEARCH, {"query": "boats"}),
        ]
        statuses = [
            [called(pair[turn % 2], who, tool, **given).status_code for turn in range(5)]
            for who, tool, given in rows
        ]
        elsewhere = write_club(tmp_path / "elsewhere", LIMITS)
        with running(elsewhere, "--limits-storage", redis) as third:
            others = called(AuthedClient(third.ready["url"]), None, SEARCH, query="boats")

    assert statuses == [
        [200, 200, 200, 200, 429],
        [200, 200, 429, 429, 429],
        [200, 200, 200, 429, 429],
    ]
    assert others.status_code == 200


@pytest.mark.parametrize("place", ["file", "PostgreSQL"])
def test_one_that_is_killed_loses_nothing(
    place: str, folder: Path, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    shared = place == "PostgreSQL"
    url = request.getfixturevalue("postgres") if shared else f"sqlite:///{tmp_path}/store.db"
    options = ("--store", url, "--public-url", PUBLIC)
    with running(folder, *options) as first:
        client = client_of(first.ready["url"])
        tokens = client.logged_in(ANNA)
        client_id = tokens["client_id"]
        revoked = client.logged_in(ANNA)
        form = {"token": revoked["refresh_token"], "client_id": revoked["client_id"]}
        assert client.http.post(f"{OAUTH}/revoke", data=form).status_code == 200
        page = client.authorize(client_id)
        code = client.code(client_id, ANNA)
        first.process.kill()
        first.process.wait()
    with running(folder, *options) as second:
        client = client_of(second.ready["url"])
        assert client.ask(tokens["access_token"]).status_code == 200
        assert client.redeem(client_id, code).status_code == 200
        assert client.decide(page, ANNA).status_code == 303
        assert client.refresh(client_id, tokens["refresh_token"]).status_code == 200
        assert client.ask(revoked["access_token"]).status_code == 401
