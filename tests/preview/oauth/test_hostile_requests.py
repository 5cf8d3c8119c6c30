"""Requests that are made to confuse, to fill the memory or to get round a limit."""

from __future__ import annotations

import http.client
import json
import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlencode

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docs_lsp.site.access_mode import AccessMode
from mcp_preview.http.limits import LimitKind, Limits
from mcp_preview.oauth.metadata import SERVER_METADATA, build_resource_metadata_path
from mcp_preview.settings.site_address import SiteAddress
from mcp_preview.store.client_secrets import FailedSecrets
from mcp_preview.store.records import StoreUnavailable
from mcp_preview.store.store import Store
from tests.preview.oauth.served import (
    BOTH,
    CHALLENGE,
    OAUTH,
    REDIRECT,
    ServedSite,
    Visitor,
    serving,
)

PUBLIC = "https://docs.harbour.example"
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
JSON = {**BOTH, "Content-Type": "application/json"}
SEARCH: dict[str, Any] = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "tools/call",
    "params": {"name": "search_harbour_docs", "arguments": {"query": "boats"}},
}


@contextmanager
def served(**options: Any) -> Iterator[Visitor]:
    site = ServedSite()
    site.set_access(AccessMode.PARTIAL)
    with serving(site, **options) as visitor:
        yield visitor


def raw(visitor: Visitor, method: str, target: str, **headers: str) -> tuple[int, bytes]:
    """What is answered to a target that no ordinary client would send as it stands."""
    connection = http.client.HTTPConnection(visitor.served.url.removeprefix("http://"), timeout=20)
    body = json.dumps(SEARCH).encode() if method == "POST" else None
    try:
        connection.putrequest(method, target, skip_host="Host" in headers)
        for name, value in {**JSON, **headers}.items():
            connection.putheader(name, value)
        if body is not None:
            connection.putheader("Content-Length", str(len(body)))
        connection.endheaders(body)
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()


# Targets


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "TRACE"])
@pytest.mark.parametrize(
    "target",
    [
        "/authed/mcp",
        "/authed/mcp/",
        "//authed/mcp",
        "/./authed/mcp",
        "/mcp/../authed/mcp",
        "/authed%2fmcp",
        "/authed%2Fmcp%2f",
        "/AUTHED/MCP",
        "/authed/mcp;x",
        "/authed/mcp%00",
        "/authed/mcp%20",
        "/authed/mcp?access_token=x",
        "/authed/mcp#x",
        "/authed\\mcp",
        "http://127.0.0.1/authed/mcp",
    ],
)
def test_no_way_to_write_the_address_leads_in_without_a_token(
    visitor: Visitor, method: str, target: str
) -> None:
    status, body = raw(visitor, method, target)

    assert status in (400, 401, 404, 405)
    assert b"boats" not in body.lower()


@pytest.mark.parametrize(
    "target",
    [
        "/.docs-lsp/api/pages",
        "/.docs-lsp/api/pages/",
        "/.docs-lsp/api//pages",
        "/.docs-lsp//api/pages",
        "/%2edocs-lsp%2fapi/pages",
        "/.docs-lsp/api/../api/pages",
        "/.docs-lsp/api/pages?X-Docs-Lsp-Secret=x",
        "/.docs-lsp/api/calls",
    ],
)
def test_no_way_to_write_the_address_opens_the_data_of_the_page(
    visitor: Visitor, target: str
) -> None:
    for headers in ({}, {"X-Docs-Lsp-Secret": ""}, {"X-Docs-Lsp-Secret": "\xe9" * 43}):
        assert raw(visitor, "GET", target, **headers)[0] in (401, 404)


# The host


@pytest.mark.parametrize(
    ("host", "is_ours"),
    [
        ("docs.harbour.example", True),
        ("DOCS.harbour.example:443", True),
        ("docs.harbour.example:80", False),
        ("docs.harbour.example.", False),
        ("docs.harbour.example.evil.example", False),
        ("evil.example@docs.harbour.example", False),
        ("docs.harbour.example@evil.example", False),
        ("docs.harbour.example/evil.example", False),
        ("docs.harbour.example?evil.example", False),
        ("docs.harbour.example#evil.example", False),
        ("docs.harbour.example\tevil.example", False),
        ("xdocs.harbour.example", False),
        ("[docs.harbour.example]", False),
        ("", False),
    ],
)
def test_only_the_public_host_itself_is_taken_for_it(host: str, is_ours: bool) -> None:
    assert SiteAddress.parse(PUBLIC).is_public_host(host) is is_ours


def test_a_name_that_was_bound_to_this_machine_gets_nothing_beside_a_public_address() -> None:
    with served(address=SiteAddress.parse(PUBLIC)) as visitor:
        answers = [
            raw(visitor, "GET", SERVER_METADATA, Host=host)
            for host in ("evil.example", "docs.harbour.example.evil.example", "127.0.0.1.nip.io")
        ]
        own, body = raw(visitor, "GET", SERVER_METADATA, Host="docs.harbour.example")

    assert [status for status, _ in answers] == [403] * 3
    assert own == 200 and json.loads(body)["issuer"] == f"{PUBLIC}{OAUTH}"


# Limits


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"id": 1', '"id": 1, "x": NaN'),
        ('"id": 1', '"id": 1, "x": -Infinity'),
        ('"id": 1', f'"id": {10**40}'),
        ('"query"', '"x": "y", "query"'),
        ('"name": "search', '"name": "other", "name": "search'),
        ('"method": "tools', '"method": "ping", "method": "tools'),
        ('"method"', '"m\\u0065thod": "ping", "method"'),
        ("search_", "\\u0073earch_"),
    ],
)
def test_a_search_counts_however_it_is_written(old: str, new: str) -> None:
    text = json.dumps(SEARCH)
    assert old in text
    with served(limits=Limits({LimitKind.SEARCHES: 1})) as visitor:
        statuses = [
            visitor.http.post("/mcp", content=text.replace(old, new), headers=JSON).status_code
            for _ in range(2)
        ]

    assert statuses == [200, 429]


def test_a_token_is_not_guessed_for_nothing_anywhere() -> None:
    headers = {"Authorization": "Bearer guessed"}
    with served(limits=Limits({LimitKind.REQUESTS: 3})) as visitor:
        paths = ("/llms.txt", "/a/page", "/.well-known/mcp/server-card.json", "/llms.txt", "/x.md")
        statuses = [visitor.http.get(path, headers=headers).status_code for path in paths]
        without = visitor.http.get("/llms.txt").status_code

    assert statuses == [401, 401, 401, 429, 429]
    assert without == 200


# Memory


def test_ids_that_somebody_makes_up_do_not_fill_the_memory() -> None:
    failed = FailedSecrets()
    tracemalloc.start()
    for number in range(300):
        failed.record_failure(f"{number}".ljust(60_000, "x"), f"{number}", 0)
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert held < 1_000_000


def test_a_page_of_the_web_cannot_have_log_ins_forgotten(visitor: Visitor) -> None:
    """An image with this address would otherwise begin a log-in, and a thousand end all others."""
    client_id = visitor.client_id()
    query = urlencode({"client_id": "http://localhost:1/client", "redirect_uri": REDIRECT})
    page = visitor.authorize(client_id)
    for fetched in ("image", "iframe", "empty", "script"):
        headers = {"Sec-Fetch-Dest": fetched, "Sec-Fetch-Site": "cross-site"}
        answer = visitor.http.get(f"{OAUTH}/authorize?{query}", headers=headers)
        assert answer.status_code == 403 and "<form" not in answer.text
    navigated = {"Sec-Fetch-Dest": "document", "Sec-Fetch-Site": "cross-site"}

    assert "<form" in visitor.http.get(f"{OAUTH}/authorize?{query}", headers=navigated).text
    assert visitor.decide(page).status_code == 303


# The store


class Away(Store):
    """A store that does not answer."""

    def __getattribute__(self, name: str) -> Any:
        if name.startswith("_") or name == "close":
            return super().__getattribute__(name)
        raise StoreUnavailable("the store `postgresql://db.internal/x` cannot be reached: refused.")


def test_while_the_store_is_away_what_needs_it_says_so(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    client_id, page = visitor.client_id(), None
    tokens = visitor.logged_in()
    page = visitor.authorize(client_id)
    monkeypatch.setattr(type(visitor.store), "__getattribute__", Away.__getattribute__)
    bearer = {"Authorization": f"Bearer {tokens['access_token']}"}
    answers = [
        visitor.ask(tokens["access_token"]),
        visitor.http.get("/llms.txt", headers=bearer),
        visitor.register(),
        visitor.authorize(client_id),
        visitor.decide(page),
        visitor.redeem(client_id, "code"),
        visitor.refresh(client_id, tokens["refresh_token"]),
        visitor.token(grant_type="client_credentials", client_id="x", client_secret="y"),
        visitor.http.post(f"{OAUTH}/revoke", data={"token": "x", "client_id": client_id}),
    ]
    open_to_all = [
        visitor.http.get("/llms.txt"),
        visitor.ask(path="/mcp"),
        visitor.http.get(SERVER_METADATA),
        visitor.http.get(build_resource_metadata_path("/authed/mcp")),
    ]
    monkeypatch.undo()

    assert [answer.status_code for answer in answers] == [503] * len(answers)
    assert not any("db.internal" in answer.text for answer in answers)
    assert tokens["access_token"] not in caplog.text
    assert [answer.status_code for answer in open_to_all] == [200] * len(open_to_all)
    assert visitor.ask(tokens["access_token"]).status_code == 200


# Whatever is sent

ANYTHING = st.text(max_size=40) | st.sampled_from(
    ["", "\0", "\ud800", "code", "S256", CHALLENGE, REDIRECT, "http://[", "http://localhost:1/x"]
)
NAMES = st.sampled_from(
    [
        *("response_type", "client_id", "redirect_uri", "state", "scope", "resource", "code"),
        *("code_challenge", "code_challenge_method", "grant_type", "refresh_token", "token"),
        *("client_secret", "code_verifier", "transaction", "decision", "subject"),
    ]
)
FIELDS = st.dictionaries(NAMES | ANYTHING, ANYTHING, max_size=8)


@settings(max_examples=60)
@given(fields=FIELDS, body=st.binary(max_size=60), header=st.text(st.characters(max_codepoint=255)))
def test_whatever_is_sent_is_answered(
    started: Visitor, fields: dict[str, str], body: bytes, header: str
) -> None:
    started.served.set_access(AccessMode.PARTIAL)
    encoded = urlencode(fields, errors="surrogatepass")
    shown = "".join(one for one in header if one.isprintable()).strip()
    authorization = {"Authorization": shown.encode("latin-1").decode("latin-1")}
    answers = [started.http.get(f"{OAUTH}/authorize?{encoded}")]
    for endpoint in ("authorize", "token", "revoke", "register"):
        for content in (encoded.encode(), body, json.dumps(fields).encode()):
            answers.append(started.http.post(f"{OAUTH}/{endpoint}", content=content, headers=FORM))
    for path in ("/llms.txt", SERVER_METADATA):
        answers.append(started.http.get(path, headers=_raw(authorization)))
    for path in ("/authed/mcp", f"{OAUTH}/token"):
        answers.append(started.http.post(path, content=body, headers=_raw(authorization)))

    assert {answer.status_code for answer in answers} <= {200, 201, 303, 400, 401, 403, 429}
    assert not any("Traceback" in answer.text for answer in answers)


def _raw(headers: dict[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.encode(), value.encode("latin-1")) for name, value in headers.items()]
