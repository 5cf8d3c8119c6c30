"""A site with users, groups and credentials, served by the command as a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from subprocess import PIPE, Popen
from threading import Timer

import pytest

from mcp_preview.cli import main
from tests.preview.club import write_club
from tests.preview.oauth.served import OAUTH, AuthedClient
from tests.preview.running import Running, eventually, running

PUBLIC = "https://docs.harbour.example"
SEEN = {
    "anonymous": {"welcome"},
    "user:anna": {"welcome", "members", "log-book", "stories"},
    "user:ben": {"welcome", "members"},
    "member": {"welcome", "members", "stories"},
    "credential": {"welcome", "members"},
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_club(tmp_path_factory.mktemp("club"))


@pytest.fixture(scope="module")
def club(folder: Path) -> Iterator[Running]:
    with running(folder) as started:
        yield started


def credential(folder: Path, *options: str) -> tuple[str, str]:
    command = ["credentials", "create", "--site", str(folder), "--label", "tests", *options]
    done = subprocess.run(
        [sys.executable, "-m", "mcp_preview", *command, "--format", "json"],
        capture_output=True,
        check=True,
    )
    made = json.loads(done.stdout)
    return made["client_id"], made["client_secret"]


def token_of(client: AuthedClient, viewer: str, folder: Path) -> str | None:
    if viewer == "anonymous":
        return None
    if viewer != "credential":
        return str(client.logged_in(viewer)["access_token"])
    form = {"grant_type": "client_credentials"}
    answer = client.http.post(f"{OAUTH}/token", data=form, auth=credential(folder))
    assert answer.json()["expires_in"] == 1_209_600
    return str(answer.json()["access_token"])


def called(client: AuthedClient, token: str | None, tool: str, **arguments: str) -> str:
    path = "/mcp" if token is None else "/authed/mcp"
    params = {"name": tool, "arguments": arguments}
    answer = client.ask(token, path, method="tools/call", params=params).json()
    return "\n".join(item["text"] for item in answer["result"]["content"])


@pytest.mark.parametrize("viewer", SEEN)
def test_each_viewer_finds_what_is_for_them_and_nothing_else(
    club: Running, folder: Path, viewer: str
) -> None:
    client = AuthedClient(club.ready["url"])
    token = token_of(client, viewer, folder)
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    search, filesystem = club.ready["tools"]
    every = set(SEEN["user:anna"] | {"nobody"})

    listed = called(client, token, filesystem, command="ls /").split()
    assert {name.removesuffix(".mdx") for name in listed if name.endswith(".mdx")} == SEEN[viewer]
    found = called(client, token, search, query="boats")
    assert {page for page in every if f"Page: {page}\n" in found} == SEEN[viewer]
    index = client.http.get("/llms.txt", headers=headers).text
    assert {page for page in every if f"/{page}.md)" in index} == SEEN[viewer]
    texts = {page: client.http.get(f"/{page}.md", headers=headers) for page in every}
    assert {page for page, text in texts.items() if text.status_code == 200} == SEEN[viewer]
    assert len({text.text.replace(p, "") for p, text in texts.items() if p not in SEEN[viewer]}) < 2


def test_the_ready_line_names_the_endpoint_with_a_log_in(club: Running) -> None:
    assert club.ready["authed"] == f"{club.ready['url']}/authed/mcp"


def test_a_restart_keeps_log_ins_and_credentials(folder: Path) -> None:
    with running(folder) as first:
        client = AuthedClient(first.ready["url"])
        tokens = client.logged_in("user:anna")
    with running(folder) as second:
        client = AuthedClient(second.ready["url"])
        assert client.ask(tokens["access_token"]).status_code == 200
        renewed = client.refresh(tokens["client_id"], tokens["refresh_token"])
        assert renewed.status_code == 200


def test_a_user_who_leaves_the_settings_is_out_at_once(tmp_path: Path) -> None:
    folder = write_club(tmp_path / "leaving")
    settings = folder / "docs-lsp.toml"
    with running(folder) as started:
        client = AuthedClient(started.ready["url"])
        anna, ben = (
            str(client.logged_in(f"user:{name}")["access_token"]) for name in ("anna", "ben")
        )
        assert client.ask(anna).status_code == client.ask(ben).status_code == 200
        text = settings.read_text("utf-8")
        settings.write_text(text.replace('"anna"', '"carl"'), "utf-8")

        eventually(lambda: client.ask(anna).status_code == 401)
        assert client.ask(ben).status_code == 200
        assert client.logged_in("user:carl")["access_token"]


def test_replicas_share_log_ins_and_revocations(folder: Path, tmp_path: Path) -> None:
    options = ("--store", f"sqlite:///{tmp_path}/shared.db", "--public-url", PUBLIC)
    with running(folder, *options) as one, running(folder, *options) as another:
        first, second = (AuthedClient(each.ready["url"]) for each in (one, another))
        first.url = second.url = PUBLIC
        tokens = first.logged_in("user:anna")
        assert second.ask(tokens["access_token"]).status_code == 200
        form = {"token": tokens["refresh_token"], "client_id": tokens["client_id"]}
        assert second.http.post(f"{OAUTH}/revoke", data=form).status_code == 200
        assert first.ask(tokens["access_token"]).status_code == 401


def test_a_public_address_is_that_of_all_documents_and_links(folder: Path) -> None:
    with running(folder, "--public-url", f"{PUBLIC}/") as club:
        client = AuthedClient(club.ready["url"])
        host = {"Host": "docs.harbour.example"}
        for headers in ({}, host, {**host, "Origin": PUBLIC}):
            discovery = client.http.get("/.well-known/mcp", headers=headers).json()
            assert discovery["url"] == f"{PUBLIC}/mcp"
        assert f"{PUBLIC}/welcome.md" in client.http.get("/llms.txt").text
        assert f"Link: {PUBLIC}/welcome" in club.search("boats")[0]
        challenge = client.ask().headers["www-authenticate"]
        assert f'resource_metadata="{PUBLIC}/.well-known/' in challenge
        # With an address of its own it is no other resource, not even on this machine.
        other = client.authorize(client.client_id(), resource=f"{client.url}/authed/mcp")
        assert "error=invalid_target" in other.headers["location"]
        for resource in (f"{PUBLIC}/authed/mcp", f"{PUBLIC}:443/authed/mcp/"):
            assert client.authorize(client.client_id(), resource=resource).status_code == 200
        elsewhere = {"Host": "evil.example"}
        assert client.http.get("/llms.txt", headers=elsewhere).status_code == 403
        foreign = {"Origin": "https://evil.example"}
        assert client.http.get("/llms.txt", headers=foreign).status_code == 403


@pytest.mark.parametrize("trusts", [False, True])
def test_a_forwarding_header_counts_from_a_proxy_that_is_named(folder: Path, trusts: bool) -> None:
    options = ("--trusted-proxy", "127.0.0.1") if trusts else ()
    with running(write_club(folder.parent / f"limited-{trusts}", LIMITED), *options) as club:
        client = AuthedClient(club.ready["url"])
        message = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
        accept = {"Accept": "application/json, text/event-stream"}
        statuses = [
            client.http.post(
                "/mcp", json=message, headers={**accept, "X-Forwarded-For": f"10.0.0.{number}"}
            ).status_code
            for number in range(4)
        ]
        page = client.http.get("/.docs-lsp/api/site").status_code

    assert statuses == ([200] * 4 if trusts else [200, 200, 429, 429])
    assert page == (404 if trusts else 401)


LIMITED = "[preview]\nrequests = 2\n"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--public-url", "docs.example.com"), "is not the address of a site"),
        (("--public-url", "https://u@docs.example.com"), "is not the address of a site"),
        (("--public-url", "https://docs.example.com/help"), "is not the address of a site"),
        (("--public-url", "ftp://docs.example.com"), "is not the address of a site"),
        (("--public-url", "https://docs.example.com:x"), "is not the address of a site"),
        (("--trusted-proxy", "*"), "must be the IP address of a proxy"),
        (("--trusted-proxy", "proxy.example"), "must be the IP address of a proxy"),
        (("--store", "mysql://user:seCret@host/x"), "`--store` takes"),
    ],
)
def test_a_wrong_option_ends_with_a_sentence(
    folder: Path,
    options: tuple[str, ...],
    said: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("gc.disable", lambda: None)

    assert main(["serve", str(folder), *options]) == 2
    error = capsys.readouterr().err
    assert said in error and "seCret" not in error and len(error.splitlines()) == 1


def test_a_site_in_memory_says_so_in_one_line(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(blocked))
    command = [sys.executable, "-m", "mcp_preview", "serve", str(folder), "--with-editor"]
    with Popen(command, stdin=PIPE, stdout=PIPE, stderr=PIPE, text=True) as process:
        assert process.stdout and process.stderr
        # An editor that has gone stops the preview at whatever it does, also before the site has
        # been read and the store is wanted. So the input stays open until both have spoken.
        guard = Timer(60, process.kill)
        guard.start()
        said, welcome = process.stderr.readline(), process.stdout.readline()
        _, more = process.communicate()
        guard.cancel()

    assert process.returncode == 0
    assert "--store" in said and welcome and not more


def test_a_server_that_is_switched_off_starts_and_says_how_to_switch_it_on(tmp_path: Path) -> None:
    with running(write_club(tmp_path / "off", '[preview]\nauth = "partial"\n')) as club:
        client = AuthedClient(club.ready["url"])
        answers = [client.ask(path="/mcp"), client.ask(), client.token(grant_type="x")]
        servers = client.http.get("/.well-known/mcp").json()["servers"]

    assert [answer.status_code for answer in answers] == [403] * 3
    assert all("preview.enabled = true" in answer.text for answer in answers)
    assert [server["name"] for server in servers] == ["public", "authenticated"]
