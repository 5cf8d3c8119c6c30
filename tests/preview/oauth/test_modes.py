"""What is where: on a public site, one that is open in part, one that is not open, and one that is
switched off."""

from __future__ import annotations

import asyncio
import re

import pytest

from docs_lsp.site.access_mode import AccessMode
from mcp_preview.http.limits import LimitKind, Limits, build_site_request
from mcp_preview.oauth.metadata import build_resource_metadata, build_server_metadata
from tests.preview.oauth.served import (
    OAUTH,
    SWITCHED_OFF,
    ServedSite,
    Visitor,
    serving,
)

SERVER = "/.well-known/oauth-authorization-server/authed/mcp/oauth"
RESOURCE = "/.well-known/oauth-protected-resource"
DISCOVERY = ("/.well-known/mcp", "/.well-known/mcp.json")
POSTS = ("token", "register", "revoke", "authorize")


def entries(visitor: Visitor) -> list[tuple[str, str, str]]:
    """The servers that the discovery document lists, without the address of the site."""
    first, second = (visitor.http.get(path).json() for path in DISCOVERY)
    assert first == second
    return [
        (one["name"], one["url"].removeprefix(visitor.served.url), one["authentication"])
        for one in first["servers"]
    ]


def cards(visitor: Visitor) -> list[tuple[str, str]]:
    listed = visitor.http.get("/.well-known/mcp/server-cards.json").json()["servers"]
    assert visitor.http.get("/.well-known/mcp/server-card.json").json() == listed[0]
    return [(one["url"].removeprefix(visitor.served.url), one["authentication"]) for one in listed]


def test_a_public_site_has_no_authenticated_half(started: Visitor) -> None:
    started.served.set_access(AccessMode.PUBLIC)
    addresses = ["/authed/mcp", f"{OAUTH}/authorize", "/.docs-lsp/log-in.css", SERVER]
    addresses += [f"{RESOURCE}/authed/mcp", f"{RESOURCE}/mcp", "/authed/else"]

    assert [started.http.get(one).status_code for one in addresses] == [404] * len(addresses)
    assert [started.http.post(f"{OAUTH}/{one}").status_code for one in POSTS] == [404] * 4
    assert started.ask().status_code == 404
    assert started.ask(path="/mcp").status_code == 200
    # A token that some client sends all the same means nothing here.
    assert started.ask("token", "/mcp").status_code == 200
    assert started.http.get("/llms.txt", headers={"Authorization": "Bearer x"}).status_code == 200
    assert entries(started) == [("public", "/mcp", "none")]
    assert cards(started) == [("/mcp", "none")]


def test_a_site_that_is_open_in_part_has_two_servers(visitor: Visitor) -> None:
    assert entries(visitor) == [
        ("public", "/mcp", "none"),
        ("authenticated", "/authed/mcp", "oauth2"),
    ]
    assert cards(visitor) == [("/mcp", "none"), ("/authed/mcp", "oauth2")]
    assert visitor.ask(path="/mcp").status_code == 200
    assert visitor.ask("token", "/mcp").status_code == 200
    refused = visitor.ask()
    assert refused.status_code == 401
    assert refused.json()["error"]["message"] == "This endpoint requires an access token."
    assert visitor.http.get(f"{RESOURCE}/mcp").status_code == 404


def test_a_site_that_is_not_open_asks_everybody_to_log_in(full_visitor: Visitor) -> None:
    url = full_visitor.served.url

    assert entries(full_visitor) == [
        ("public", "/mcp", "oauth2"),
        ("authenticated", "/authed/mcp", "oauth2"),
    ]
    assert cards(full_visitor) == [("/mcp", "oauth2"), ("/authed/mcp", "oauth2")]
    for path in ("/mcp", "/authed/mcp"):
        refused = full_visitor.ask(path=path)
        assert refused.status_code == 401
        assert f'resource_metadata="{url}{RESOURCE}{path}"' in refused.headers["www-authenticate"]
        described = full_visitor.http.get(f"{RESOURCE}{path}").json()
        assert described == build_resource_metadata(url, path, "Harbour Docs")
        token = full_visitor.logged_in(resource=f"{url}{path}")["access_token"]
        assert full_visitor.ask(token, path).status_code == 200


@pytest.mark.parametrize("mode", [AccessMode.PARTIAL, AccessMode.FULL])
def test_what_is_switched_off_says_how_to_switch_it_on(started: Visitor, mode: AccessMode) -> None:
    started.served.set_access(mode, is_enabled=False)
    answers = [started.ask(path="/mcp"), started.ask(), started.ask("token")]
    answers += [started.http.post(f"{OAUTH}/{one}") for one in POSTS]
    answers.append(started.http.get(f"{OAUTH}/authorize"))

    for answer in answers:
        assert answer.status_code == 403
        assert SWITCHED_OFF in re.sub("</?code>", "`", answer.text)
    assert len(entries(started)) == len(cards(started)) == 2
    assert started.http.get(SERVER).status_code == 200
    assert started.http.get(f"{RESOURCE}/authed/mcp").status_code == 200


def test_the_metadata_is_where_clients_look_for_it(visitor: Visitor) -> None:
    url = visitor.served.url
    refused = visitor.ask()

    assert visitor.http.get(SERVER).json() == build_server_metadata(url)
    assert visitor.http.get(f"{RESOURCE}/authed/mcp").json()["authorization_servers"] == [
        f"{url}{OAUTH}"
    ]
    assert refused.headers["www-authenticate"] == (
        f'Bearer scope="mcp:search", resource_metadata="{url}{RESOURCE}/authed/mcp"'
    )


def test_where_nobody_logs_in_is_told_as_it_is(started: Visitor) -> None:
    told = {}
    for mode in AccessMode:
        started.served.set_access(mode)
        answer = started.http.get(f"{RESOURCE}/mcp")
        told[mode] = (answer.status_code, answer.text)

    assert told[AccessMode.PUBLIC] == (
        404,
        "Everything on this site is public: its server is at /mcp.\n",
    )
    assert told[AccessMode.PARTIAL] == (
        404,
        "There is no log-in at /mcp. To log in, use /authed/mcp.\n",
    )
    assert told[AccessMode.FULL][0] == 200


def test_the_links_of_a_text_name_the_authenticated_server(started: Visitor) -> None:
    link = f'<{RESOURCE}/authed/mcp>; rel="oauth-protected-resource"'
    for mode in AccessMode:
        started.served.set_access(mode)
        is_named = link in started.http.get("/llms.txt").headers["link"]
        assert is_named is (mode is not AccessMode.PUBLIC)


@pytest.mark.parametrize("address", ["/llms.txt", "/llms-full.txt", "/.well-known/mcp"])
def test_a_text_is_for_anybody_and_not_for_a_wrong_token(visitor: Visitor, address: str) -> None:
    token = visitor.logged_in()["access_token"]

    def status(authorization: str) -> int:
        return visitor.http.get(address, headers={"Authorization": authorization}).status_code

    assert visitor.http.get(address).status_code == 200
    assert status(f"Bearer {token}") == 200
    assert status("Bearer wrong") == 401
    assert status("Basic eDp5") == 200  # For a proxy, perhaps.


def test_authenticated_calls_count_for_themselves() -> None:
    served = ServedSite()
    served.set_access(AccessMode.PARTIAL)
    limits = Limits({LimitKind.AUTHED_SEARCHES: 2, LimitKind.SEARCHES: 3})
    with serving(served, limits=limits) as visitor:
        token = visitor.logged_in()["access_token"]

        def search(path: str) -> int:
            params = {"name": "search_harbour_docs", "arguments": {"query": "tides"}}
            return visitor.ask(token, path, method="tools/call", params=params).status_code

        assert [search("/authed/mcp") for _ in range(3)] == [200, 200, 429]
        assert [search("/mcp") for _ in range(4)] == [200, 200, 200, 429]
        # An attempt without a token counts for the address alone.
        visitor.ask(method="tools/call", params={"name": "search_harbour_docs", "arguments": {}})
        assert visitor.ask().status_code == 401


def test_a_call_without_a_token_is_not_counted_for_the_site() -> None:
    served = ServedSite()
    served.set_access(AccessMode.PARTIAL)
    limits = Limits()
    with serving(served, limits=limits) as visitor:
        params = {"name": "search_harbour_docs", "arguments": {"query": "tides"}}
        visitor.ask(method="tools/call", params=params)

    _, _, used = asyncio.run(limits.measure_use(build_site_request(LimitKind.AUTHED_SEARCHES)))
    assert used == 0
