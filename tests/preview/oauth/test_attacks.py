"""What attackers of a log-in try, each as a test (RFC 9700; RFC 6819)."""

from __future__ import annotations

import base64
import hashlib
import hmac
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from urllib.parse import urlsplit

import httpx2
import pytest

from docs_lsp.site.access_mode import AccessMode
from mcp_preview.http.limits import LimitKind, Limits
from mcp_preview.oauth import token_endpoint
from mcp_preview.store.lifetimes import ACCESS_LIFETIME, REFRESH_LIFETIME
from mcp_preview.store.records import create_grant
from tests.preview.oauth.served import (
    CHALLENGE,
    OAUTH,
    REDIRECT,
    VERIFIER,
    ServedSite,
    Visitor,
    answer_in,
    form_of,
    serving,
)


@contextmanager
def served(limits: Limits | None = None) -> Iterator[Visitor]:
    site = ServedSite()
    site.set_access(AccessMode.PARTIAL)
    with serving(site, limits=limits) as visitor:
        yield visitor


def is_refused(response: httpx2.Response, error: str, status: int = 400) -> bool:
    return response.status_code == status and response.json()["error"] == error


# Codes


def test_a_code_that_is_replayed_is_refused_and_revokes_what_it_led_to(visitor: Visitor) -> None:
    client_id = visitor.client_id()
    code = visitor.code(client_id)
    tokens = visitor.redeem(client_id, code).json()

    assert visitor.ask(tokens["access_token"]).status_code == 200
    assert is_refused(visitor.redeem(client_id, code), "invalid_grant")
    assert visitor.ask(tokens["access_token"]).status_code == 401
    assert is_refused(visitor.refresh(client_id, tokens["refresh_token"]), "invalid_grant")


def test_a_code_is_used_up_by_a_wrong_attempt(visitor: Visitor) -> None:
    client_id = visitor.client_id()
    code = visitor.code(client_id)

    assert is_refused(visitor.redeem(client_id, code, code_verifier="w" * 64), "invalid_grant")
    assert is_refused(visitor.redeem(client_id, code), "invalid_grant")


def test_a_code_is_good_for_a_minute(visitor: Visitor) -> None:
    client_id = visitor.client_id()
    code = visitor.code(client_id)
    visitor.served.now += 61

    assert is_refused(visitor.redeem(client_id, code), "invalid_grant")


@pytest.mark.parametrize(
    "changed",
    [
        {"code_challenge": None, "code_challenge_method": None},
        {"code_challenge_method": None},
        {"code_challenge_method": "plain", "code_challenge": VERIFIER},
        {"code_challenge_method": "s256"},
        {"code_challenge": "short"},
        {"code_challenge": CHALLENGE + "="},
    ],
)
def test_pkce_cannot_be_left_out_or_weakened(
    visitor: Visitor, changed: dict[str, str | None]
) -> None:
    refused = visitor.authorize(visitor.client_id(), **changed)

    assert refused.status_code == 303
    assert answer_in(refused)["error"] == "invalid_request"


@pytest.mark.parametrize(
    "verifier", [None, "", CHALLENGE, "v" * 42, "v" * 129, VERIFIER[:-1] + "w"]
)
def test_a_code_needs_the_verifier_of_its_challenge(visitor: Visitor, verifier: str | None) -> None:
    client_id = visitor.client_id()
    refused = visitor.redeem(client_id, visitor.code(client_id), code_verifier=verifier)

    assert refused.status_code == 400
    assert refused.json()["error"] in ("invalid_grant", "invalid_request")


def test_a_client_cannot_redeem_the_code_of_another(visitor: Visitor) -> None:
    mine, another = visitor.client_id(), visitor.client_id()

    assert is_refused(visitor.redeem(another, visitor.code(mine)), "invalid_grant")


def test_clients_that_are_mixed_up_are_told_the_issuer(visitor: Visitor) -> None:
    issuer = f"{visitor.served.url}{OAUTH}"
    for decision in ("allow", "deny"):
        done = visitor.decide(visitor.authorize(visitor.client_id()), decision=decision)
        assert answer_in(done)["iss"] == issuer
    refused = visitor.authorize(visitor.client_id(), response_type="token")
    metadata = visitor.http.get("/.well-known/oauth-authorization-server/authed/mcp/oauth").json()

    assert answer_in(refused)["iss"] == issuer == metadata["issuer"]
    assert metadata["authorization_response_iss_parameter_supported"] is True


# Redirects


@pytest.mark.parametrize(
    "address",
    [
        "https://tools.example.evil.example/cb",
        "https://evil-tools.example/cb",
        "https://tools.example@evil.example/cb",
        "https://tools.example\\@evil.example/cb",
        "https://t\u043e\u043els.example/cb",
        "http://tools.example/cb",
        "http://127.0.0.1.evil.example/cb",
    ],
)
def test_a_redirect_to_a_look_alike_is_refused_and_leads_nowhere(
    visitor: Visitor, address: str
) -> None:
    registered = visitor.register(address)
    shown = visitor.authorize(visitor.client_id("https://tools.example/cb"), redirect_uri=address)

    assert is_refused(registered, "invalid_redirect_uri")
    assert shown.status_code == 400
    assert "location" not in shown.headers and "transaction" not in shown.text


@pytest.mark.parametrize(
    "address",
    [
        "https://tools.example/other",  # listed, but not what the client registered
        "https://tools.example/cb?next=https://evil.example",
        "http://127.0.0.1:9/elsewhere",
        "cursor://anysphere.cursor-mcp/cb",
        "/authed/mcp",
        None,
    ],
)
def test_the_log_in_is_no_open_redirect(visitor: Visitor, address: str | None) -> None:
    client_id = visitor.client_id("https://tools.example/cb", REDIRECT)
    for changed in ({}, {"response_type": "nonsense"}, {"code_challenge": "x"}):
        shown = visitor.authorize(client_id, redirect_uri=address, **changed)
        assert shown.status_code == 400
        assert "location" not in shown.headers


def test_an_unknown_client_is_not_sent_anywhere(visitor: Visitor) -> None:
    shown = visitor.authorize("nobody", redirect_uri="https://tools.example/cb")

    assert shown.status_code == 400 and "location" not in shown.headers


def test_a_redirect_that_is_blocked_spoils_the_registration(visitor: Visitor) -> None:
    for address in ("javascript:alert(1)", "data:text/html,x", "file:///etc/passwd"):
        assert is_refused(visitor.register(REDIRECT, address), "invalid_redirect_uri")


def test_unlisted_redirects_are_left_out_and_the_refusal_names_the_entry(visitor: Visitor) -> None:
    kept = visitor.register(REDIRECT, "https://unlisted.example/cb")
    refused = visitor.register("https://unlisted.example/cb", "vscode://vscode.example/cb")

    assert kept.json()["redirect_uris"] == [REDIRECT]
    assert is_refused(refused, "invalid_redirect_uri")
    for entry in ('"unlisted.example"', '"vscode://vscode.example"', "redirect_domains"):
        assert entry in refused.json()["error_description"]


def test_what_is_no_longer_listed_is_refused_at_the_log_in(visitor: Visitor) -> None:
    """The list may get shorter after a client has registered."""
    client_id = visitor.client_id("https://tools.example/cb")
    registration = visitor.store.get_registration(client_id, visitor.served.now)
    assert registration is not None
    forged = replace(registration, client_id="old", redirect_uris=("https://gone.example/cb",))
    visitor.store.add_registration(forged, visitor.served.now)

    shown = visitor.authorize("old", redirect_uri="https://gone.example/cb")

    assert shown.status_code == 400 and "gone.example" in shown.text


# Tokens


def test_a_token_for_another_resource_is_refused(full_visitor: Visitor) -> None:
    public = full_visitor.logged_in(resource=f"{full_visitor.served.url}/mcp")["access_token"]
    authed = full_visitor.logged_in()["access_token"]

    assert full_visitor.ask(public, "/mcp").status_code == 200
    assert full_visitor.ask(public, "/authed/mcp").status_code == 401
    assert full_visitor.ask(authed, "/authed/mcp").status_code == 200
    assert full_visitor.ask(authed, "/mcp").status_code == 401


@pytest.mark.parametrize(
    "resource",
    [
        "https://elsewhere.example/authed/mcp",
        "http://127.0.0.1/other",
        "http://127.0.0.1/mcp",  # on a site that is open in part it needs no token
        "http://127.0.0.1.evil.example/authed/mcp",
        "http://evil.example@127.0.0.1/authed/mcp",
        "http://127.0.0.1/authed/mcp?x",
        "nonsense",
    ],
)
def test_no_code_is_given_for_the_resource_of_another(visitor: Visitor, resource: str) -> None:
    refused = visitor.authorize(visitor.client_id(), resource=resource)

    assert answer_in(refused)["error"] == "invalid_target"


def test_a_code_for_one_resource_gives_no_token_for_another(full_visitor: Visitor) -> None:
    client_id = full_visitor.client_id()
    url = full_visitor.served.url
    code = full_visitor.code(client_id)

    assert is_refused(full_visitor.redeem(client_id, code, resource=f"{url}/mcp"), "invalid_target")


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "[::1]"])
def test_any_loopback_address_is_the_same_resource(visitor: Visitor, host: str) -> None:
    """The port of a preview changes from start to start."""
    tokens = visitor.logged_in(resource=f"http://{host}:1234/authed/mcp")

    assert visitor.ask(tokens["access_token"]).status_code == 200


def test_a_token_expires_and_so_does_its_refresh(visitor: Visitor) -> None:
    tokens = visitor.logged_in()
    visitor.served.now += ACCESS_LIFETIME
    expired = visitor.ask(tokens["access_token"])

    assert expired.status_code == 401
    assert 'error="invalid_token"' in expired.headers["www-authenticate"]
    renewed = visitor.refresh(tokens["client_id"], tokens["refresh_token"]).json()
    assert visitor.ask(renewed["access_token"]).status_code == 200
    visitor.served.now += REFRESH_LIFETIME + 1
    late = visitor.refresh(tokens["client_id"], renewed["refresh_token"])
    assert is_refused(late, "invalid_grant")


@pytest.mark.parametrize("kind", ["access_token", "refresh_token"])
def test_a_revoked_token_is_refused_with_all_of_its_family(visitor: Visitor, kind: str) -> None:
    tokens = visitor.logged_in()
    form = {"token": tokens[kind], "client_id": tokens["client_id"]}

    assert visitor.http.post(f"{OAUTH}/revoke", data=form).status_code == 200
    assert visitor.ask(tokens["access_token"]).status_code == 401
    late = visitor.refresh(tokens["client_id"], tokens["refresh_token"])
    assert is_refused(late, "invalid_grant")
    # Whether there was one is nobody's business (RFC 7009, 2.2).
    assert visitor.http.post(f"{OAUTH}/revoke", data=form).status_code == 200


def test_a_client_cannot_revoke_or_refresh_the_token_of_another(visitor: Visitor) -> None:
    tokens, another = visitor.logged_in(), visitor.client_id()
    form = {"token": tokens["access_token"], "client_id": another}

    assert visitor.http.post(f"{OAUTH}/revoke", data=form).status_code == 200
    assert is_refused(visitor.refresh(another, tokens["refresh_token"]), "invalid_grant")
    assert visitor.ask(tokens["access_token"]).status_code == 200
    assert visitor.refresh(tokens["client_id"], tokens["refresh_token"]).status_code == 200


def test_a_refresh_token_used_twice_revokes_the_family(visitor: Visitor) -> None:
    tokens = visitor.logged_in()
    client_id = tokens["client_id"]
    renewed = visitor.refresh(client_id, tokens["refresh_token"]).json()

    assert is_refused(visitor.refresh(client_id, tokens["refresh_token"]), "invalid_grant")
    for access_token in (tokens["access_token"], renewed["access_token"]):
        assert visitor.ask(access_token).status_code == 401
    assert is_refused(visitor.refresh(client_id, renewed["refresh_token"]), "invalid_grant")


def test_a_user_who_is_not_configured_any_more_is_locked_out(visitor: Visitor) -> None:
    grant = create_grant("c", "user:gone", "/authed/mcp", "mcp:search")
    tokens = visitor.store.issue_tokens(grant, visitor.served.now, access_lifetime=3600)
    assert tokens is not None

    assert visitor.ask(tokens.access_token).status_code == 401
    assert is_refused(visitor.refresh("c", tokens.refresh_token), "invalid_grant")


def test_a_token_without_the_scope_is_insufficient(visitor: Visitor) -> None:
    grant = create_grant("c", "member", "/authed/mcp", "other")
    tokens = visitor.store.issue_tokens(grant, visitor.served.now, access_lifetime=3600)
    assert tokens is not None
    refused = visitor.ask(tokens.access_token)

    assert refused.status_code == 403
    assert 'error="insufficient_scope"' in refused.headers["www-authenticate"]


def test_a_token_in_the_address_does_not_count(visitor: Visitor) -> None:
    token = visitor.logged_in()["access_token"]

    assert visitor.ask(path=f"/authed/mcp?access_token={token}").status_code == 401


@pytest.mark.parametrize(
    "given",
    ["Bearer", "Bearer a b", "Basic eDp5", "Bearer \xe9", "Bearer x', 'y", "x"],
)
def test_what_is_no_bearer_token_is_refused(visitor: Visitor, given: str) -> None:
    headers = {b"Authorization": given.encode("latin-1")}

    assert visitor.http.post("/authed/mcp", json={}, headers=headers).status_code == 401


# Guessing


def test_who_guesses_tokens_is_limited() -> None:
    with served(Limits({LimitKind.REQUESTS: 5})) as visitor:
        statuses = [visitor.ask(f"guess{number}").status_code for number in range(7)]

    assert statuses == [401] * 5 + [429] * 2


@pytest.mark.parametrize("endpoint", ["token", "register", "revoke", "authorize"])
def test_who_tries_at_an_endpoint_is_limited(endpoint: str) -> None:
    with served(Limits({LimitKind.REQUESTS: 3})) as visitor:
        tries = [visitor.http.post(f"{OAUTH}/{endpoint}", data={"a": "b"}) for _ in range(5)]

    assert [one.status_code for one in tries] == [400, 400, 400, 429, 429]
    assert int(tries[-1].headers["retry-after"]) > 0


def test_who_asks_for_pages_without_end_is_limited() -> None:
    with served(Limits({LimitKind.REQUESTS: 3})) as visitor:
        statuses = [visitor.authorize("nobody").status_code for _ in range(5)]

    assert statuses == [400, 400, 400, 429, 429]


def test_who_guesses_secrets_waits_longer_and_longer(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = visitor.store.create_credential("pipeline", visitor.served.now)
    waits: list[float] = []

    async def note(seconds: float) -> None:
        waits.append(seconds)

    monkeypatch.setattr(token_endpoint, "sleep", note)
    form = {"grant_type": "client_credentials", "client_id": made.client_id}
    for number in range(6):
        refused = visitor.token(**form, client_secret=f"guess {number}")
        assert is_refused(refused, "invalid_client", 401)
    right = visitor.token(**form, client_secret=made.client_secret)

    assert waits == sorted(waits) and waits[-1] > waits[0]
    assert right.status_code == 200  # It slows down, and never locks for good.


def test_secrets_are_compared_in_constant_time(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared: list[bytes] = []

    def compare(first: bytes, second: bytes) -> bool:
        compared.append(first)
        return hmac.compare_digest(first, second)

    monkeypatch.setattr(token_endpoint, "compare_digest", compare)
    visitor.logged_in()

    assert compared == [CHALLENGE.encode()]


# The page


def test_the_page_cannot_be_framed_and_is_not_kept(visitor: Visitor) -> None:
    page = visitor.authorize(visitor.client_id())
    policy = page.headers["content-security-policy"]

    assert page.headers["x-frame-options"] == "DENY"
    assert "frame-ancestors 'none'" in policy and "default-src 'none'" in policy
    assert "script-src" not in policy and "unsafe" not in policy
    assert page.headers["cache-control"] == "no-store"
    assert page.headers["referrer-policy"] == "same-origin"
    assert page.headers["x-content-type-options"] == "nosniff"
    refusal = visitor.authorize("nobody")
    assert refusal.headers["x-frame-options"] == "DENY"


@pytest.mark.parametrize(
    ("redirect", "source"),
    [
        ("http://127.0.0.1:9/a;b,c/cb?x='y'", "http://127.0.0.1:9"),
        ("https://tools.example/cb", "https://tools.example"),
        ("http://[::1]:9/cb", "http:"),
        ("cursor://anysphere.cursor-mcp/cb", "cursor:"),
    ],
)
def test_the_form_may_lead_to_its_target_alone(
    visitor: Visitor, redirect: str, source: str
) -> None:
    page = visitor.authorize(visitor.client_id(redirect), redirect_uri=redirect)

    assert f"form-action 'self' {source}; base-uri" in page.headers["content-security-policy"]


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
        {"Origin": "http://localhost"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "none"},
    ],
)
def test_a_form_of_another_site_is_refused(visitor: Visitor, headers: dict[str, str]) -> None:
    page = visitor.authorize(visitor.client_id())
    fields = {**form_of(page), "subject": "user:ada", "decision": "allow"}
    forged = visitor.http.post(f"{OAUTH}/authorize", data=fields, headers=headers)

    assert forged.status_code == 403 and "location" not in forged.headers


@pytest.mark.parametrize("transaction", [None, "", "guess"])
def test_a_form_without_its_token_is_refused(visitor: Visitor, transaction: str | None) -> None:
    visitor.authorize(visitor.client_id())
    fields = {"subject": "user:ada", "decision": "allow", "transaction": transaction or ""}
    forged = visitor.http.post(f"{OAUTH}/authorize", data=fields)

    assert forged.status_code == 400 and "location" not in forged.headers


def test_a_page_is_answered_once_and_not_for_ever(visitor: Visitor) -> None:
    page = visitor.authorize(visitor.client_id())

    assert visitor.decide(page).status_code == 303
    assert visitor.decide(page).status_code == 400
    late = visitor.authorize(visitor.client_id())
    visitor.served.now += 601
    assert visitor.decide(late).status_code == 400


def test_there_is_no_session_to_be_fixated(visitor: Visitor) -> None:
    """What one browser was shown no other browser's answer can be made of."""
    page = visitor.authorize(visitor.client_id(), state="mine")
    planted = {"Cookie": "session=planted; transaction=planted"}
    fields = {**form_of(page), "subject": "user:ada", "decision": "allow"}
    done = visitor.http.post(f"{OAUTH}/authorize", data=fields, headers=planted)

    assert answer_in(done)["state"] == "mine"
    for response in (page, done):
        assert "set-cookie" not in response.headers
    assert form_of(page)["transaction"] not in str(page.url)
    others = form_of(visitor.authorize(visitor.client_id()))
    assert others["transaction"] != form_of(page)["transaction"]


def test_the_form_cannot_change_what_was_asked_for(visitor: Visitor) -> None:
    page = visitor.authorize(visitor.client_id())
    more = {"redirect_uri": "https://tools.example/cb", "state": "forged", "resource": "/mcp"}
    done = visitor.decide(page, **more)

    assert done.headers["location"].startswith(f"{REDIRECT}?")
    assert answer_in(done)["state"] == "s1"


@pytest.mark.parametrize("subject", ["user:eve", "credential:x", "", "ada", "user:"])
def test_nobody_logs_in_as_somebody_who_is_not_configured(visitor: Visitor, subject: str) -> None:
    refused = visitor.decide(visitor.authorize(visitor.client_id()), subject)

    assert refused.status_code == 400 and "location" not in refused.headers


def test_whoever_says_no_sends_no_code(visitor: Visitor) -> None:
    denied = visitor.decide(visitor.authorize(visitor.client_id()), decision="deny")
    nothing = visitor.decide(visitor.authorize(visitor.client_id()), decision="")

    for response in (denied, nothing):
        assert answer_in(response)["error"] == "access_denied"
        assert "code" not in answer_in(response)


# Injection


@pytest.mark.parametrize(
    "text",
    [
        "'; DROP TABLE grants; --",
        "' OR '1'='1",
        "x\r\nSet-Cookie: a=b",
        "x\x00y",
        "<script>alert(1)</script>",
        "{{ 7 * 7 }}",
        "\u202egpj.exe",
        "a" * 5_000,
    ],
)
def test_nothing_can_be_injected(visitor: Visitor, text: str) -> None:
    tokens = visitor.logged_in()
    client_id = visitor.register(client_name=text).json()["client_id"]
    answers = [
        visitor.authorize(client_id),
        visitor.authorize(text),
        visitor.authorize(client_id, redirect_uri=text),
        visitor.authorize(client_id, resource=text),
        visitor.authorize(client_id, scope=text),
        visitor.decide(visitor.authorize(client_id), text),
        visitor.decide(visitor.authorize(client_id), transaction=text),
        visitor.redeem(text, text, redirect_uri=text, code_verifier=text),
        visitor.refresh(text, text),
        visitor.token(grant_type=text, client_id=text),
        visitor.http.post(f"{OAUTH}/revoke", data={"token": text, "client_id": text}),
    ]
    done = visitor.decide(visitor.authorize(client_id, state=text[:3000]))

    for answer in answers:
        assert answer.status_code in (200, 303, 400, 401), answer.text
        assert "set-cookie" not in answer.headers
        assert "<script>" not in answer.text and ">49<" not in answer.text
        assert "\u202e" not in answer.text
    assert answer_in(done)["state"] == text[:3000]
    assert set(done.headers) & {"set-cookie"} == set()
    assert visitor.ask(tokens["access_token"]).status_code == 200


def test_parameters_that_are_given_twice_are_refused(visitor: Visitor) -> None:
    client_id = visitor.client_id()
    twice = visitor.http.get(f"{OAUTH}/authorize?client_id={client_id}&client_id={client_id}")
    form = b"grant_type=refresh_token&client_id=a&client_id=b&refresh_token=x"
    headers = {"Content-Type": "application/x-www-form-urlencoded"}
    token = visitor.http.post(f"{OAUTH}/token", content=form, headers=headers)

    assert twice.status_code == 400 and "location" not in twice.headers
    assert is_refused(token, "invalid_request")


def test_what_is_too_long_or_of_another_kind_is_refused(visitor: Visitor) -> None:
    long = visitor.http.post(f"{OAUTH}/token", data={"a": "b" * 70_000})
    json = visitor.http.post(f"{OAUTH}/token", json={"grant_type": "client_credentials"})
    fields = {f"f{number}": "x" for number in range(60)}

    assert is_refused(long, "invalid_request", 413)
    assert is_refused(json, "invalid_request")
    assert is_refused(visitor.http.post(f"{OAUTH}/token", data=fields), "invalid_request")


# Secrets and addresses


def test_secrets_are_in_no_log_error_or_address(
    visitor: Visitor, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    made = visitor.store.create_credential("pipeline", visitor.served.now)
    secret = made.client_secret
    basic = base64.b64encode(f"{made.client_id}:{secret}x".encode()).decode()
    client_id = visitor.client_id()
    done = visitor.decide(visitor.authorize(client_id))
    code = answer_in(done)["code"]
    tokens = visitor.redeem(client_id, code).json()
    headers = {"Authorization": f"Basic {basic}"}
    answers = [
        visitor.redeem(client_id, code),
        visitor.refresh(client_id, tokens["refresh_token"] + "x"),
        visitor.ask(tokens["access_token"]),
        visitor.token(grant_type="client_credentials", client_id="x", client_secret=secret),
        visitor.http.post(f"{OAUTH}/token", data={"grant_type": "x"}, headers=headers),
        visitor.http.post(
            f"{OAUTH}/token", data={"grant_type": "client_credentials"}, headers=headers
        ),
    ]

    hidden = [secret, basic, tokens["access_token"], tokens["refresh_token"], VERIFIER]
    said = caplog.text.replace(str(done.headers["location"]), "")
    for one in hidden:
        assert one not in said
        assert one not in done.headers["location"]
        assert all(one not in answer.text for answer in answers)
        assert all(one not in str(answer.headers) for answer in answers)


def test_nothing_with_tokens_in_it_is_kept(visitor: Visitor) -> None:
    client_id = visitor.client_id()
    answers = [
        visitor.authorize(client_id),
        visitor.decide(visitor.authorize(client_id)),
        visitor.redeem(client_id, visitor.code(client_id)),
        visitor.redeem(client_id, "wrong"),
        visitor.register(),
    ]

    assert {answer.headers["cache-control"] for answer in answers} == {"no-store"}


def test_forwarding_headers_of_anybody_are_not_believed() -> None:
    with served(Limits({LimitKind.REQUESTS: 3})) as visitor:
        statuses = [
            visitor.http.post(
                "/mcp",
                json={"jsonrpc": "2.0", "id": 1, "method": "ping"},
                headers={
                    "X-Forwarded-For": f"10.0.0.{number}",
                    "Forwarded": f"for=10.0.0.{number}",
                    "X-Real-IP": f"10.0.0.{number}",
                    "Accept": "application/json, text/event-stream",
                },
            ).status_code
            for number in range(5)
        ]

    assert statuses == [200, 200, 200, 429, 429]


@pytest.mark.parametrize(
    "headers",
    [
        {"X-Forwarded-Host": "evil.example"},
        {"Forwarded": "host=evil.example;proto=https"},
        {"X-Forwarded-Proto": "https"},
        {"X-Forwarded-Port": "1"},
    ],
)
def test_forwarding_headers_do_not_change_the_issuer(
    visitor: Visitor, headers: dict[str, str]
) -> None:
    address = "/.well-known/oauth-authorization-server/authed/mcp/oauth"
    metadata = visitor.http.get(address, headers=headers).json()

    assert metadata["issuer"] == f"{visitor.served.url}{OAUTH}"


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "a@127.0.0.1", "x y"])
def test_another_host_gets_no_metadata(visitor: Visitor, host: str) -> None:
    address = "/.well-known/oauth-protected-resource/authed/mcp"

    assert visitor.http.get(address, headers={"Host": host}).status_code in (400, 403)


def test_the_code_is_all_that_the_redirect_takes_along(visitor: Visitor) -> None:
    done = visitor.decide(visitor.authorize(visitor.client_id()))

    assert set(answer_in(done)) == {"code", "state", "iss"}
    assert urlsplit(done.headers["location"]).fragment == ""
    assert done.headers["referrer-policy"] == "no-referrer"


def test_the_challenge_of_the_tests_is_that_of_their_verifier() -> None:
    digest = hashlib.sha256(VERIFIER.encode()).digest()

    assert base64.urlsafe_b64encode(digest).rstrip(b"=").decode() == CHALLENGE
