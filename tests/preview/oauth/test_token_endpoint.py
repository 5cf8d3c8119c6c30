"""Tokens for codes, refresh tokens and client credentials, and what is refused."""

from __future__ import annotations

import base64
from typing import Any
from urllib.parse import quote

import httpx2
import pytest

from mcp_preview.store.lifetimes import CREDENTIAL_ACCESS_LIFETIME
from mcp_preview.store.records import NewCredential
from tests.preview.oauth.served import OAUTH, REDIRECT, VERIFIER, Visitor, answer_in

CREDENTIALS = {"grant_type": "client_credentials"}


def made(visitor: Visitor) -> NewCredential:
    return visitor.store.create_credential("pipeline", visitor.served.now)


def basic(client_id: str, secret: str) -> dict[str, str]:
    """The header as RFC 6749 has it: both parts are encoded as in a form first (2.3.1)."""
    pair = f"{quote(client_id, safe='')}:{quote(secret, safe='')}"
    return {"Authorization": f"Basic {base64.b64encode(pair.encode()).decode()}"}


def post(visitor: Visitor, form: dict[str, Any], **headers: str) -> httpx2.Response:
    return visitor.http.post(f"{OAUTH}/token", data=form, headers=headers)


def test_the_response_has_exactly_the_fields_of_the_service(visitor: Visitor) -> None:
    one = made(visitor)
    answers = [
        post(visitor, {**CREDENTIALS, **one._asdict()}),
        post(visitor, CREDENTIALS, **basic(*one)),
    ]

    for answer in answers:
        assert answer.status_code == 200
        assert answer.headers["content-type"] == "application/json"
        assert set(answer.json()) == {
            *("access_token", "token_type", "expires_in", "refresh_token", "scope"),
        }
        assert answer.json()["token_type"] == "Bearer"
        assert answer.json()["scope"] == "mcp:search"
        assert answer.json()["expires_in"] == CREDENTIAL_ACCESS_LIFETIME
        assert visitor.ask(answer.json()["access_token"]).status_code == 200


def test_a_credential_refreshes_with_its_secret_only(visitor: Visitor) -> None:
    one, another = made(visitor), made(visitor)
    token = post(visitor, {**CREDENTIALS, **one._asdict()}).json()["refresh_token"]
    form = {"grant_type": "refresh_token", "refresh_token": token}

    without = post(visitor, {**form, "client_id": one.client_id})
    wrong = post(visitor, {**form, "client_id": one.client_id, "client_secret": "guess"})
    others = post(visitor, form, **basic(*another))
    right = post(visitor, form, **basic(*one))

    assert [without.status_code, wrong.status_code] == [401, 401]
    assert without.json()["error"] == wrong.json()["error"] == "invalid_client"
    assert others.status_code == 400 and others.json()["error"] == "invalid_grant"
    assert right.json()["expires_in"] == CREDENTIAL_ACCESS_LIFETIME


def test_a_credential_that_is_deleted_is_revoked_at_once(visitor: Visitor) -> None:
    one = made(visitor)
    tokens = post(visitor, {**CREDENTIALS, **one._asdict()}).json()
    visitor.store.delete_credential(one.client_id)
    refresh = {"grant_type": "refresh_token", "refresh_token": tokens["refresh_token"]}

    assert visitor.ask(tokens["access_token"]).status_code == 401
    assert post(visitor, refresh, **basic(*one)).status_code in (400, 401)
    assert post(visitor, {**CREDENTIALS, **one._asdict()}).json()["error"] == "invalid_client"


def test_a_credential_revokes_with_its_secret_only(visitor: Visitor) -> None:
    one = made(visitor)
    token = post(visitor, {**CREDENTIALS, **one._asdict()}).json()["access_token"]

    def revoke(form: dict[str, str], **headers: str) -> int:
        return visitor.http.post(f"{OAUTH}/revoke", data=form, headers=headers).status_code

    assert revoke({"token": token, "client_id": one.client_id}) == 401
    assert visitor.ask(token).status_code == 200
    assert revoke({"token": token}, **basic(*one)) == 200
    assert visitor.ask(token).status_code == 401


@pytest.mark.parametrize(
    ("form", "error"),
    [
        ({}, "invalid_request"),
        ({"grant_type": "password", "username": "a", "password": "b"}, "unsupported_grant_type"),
        ({"grant_type": "authorization_code"}, "invalid_request"),
        ({"grant_type": "refresh_token"}, "invalid_request"),
        ({"grant_type": "refresh_token", "refresh_token": "guess"}, "invalid_grant"),
    ],
)
def test_what_is_missing_or_unknown_is_named(
    visitor: Visitor, form: dict[str, str], error: str
) -> None:
    answer = post(visitor, {"client_id": "c", **form})

    assert answer.status_code == 400
    assert answer.json()["error"] == error


def test_a_client_has_to_name_itself_in_one_way(visitor: Visitor) -> None:
    one = made(visitor)
    neither = post(visitor, CREDENTIALS)
    both = post(visitor, {**CREDENTIALS, **one._asdict()}, **basic(*one))
    others = post(visitor, {**CREDENTIALS, "client_id": "x"}, **basic(*one))

    assert {answer.json()["error"] for answer in (neither, both, others)} == {"invalid_request"}


@pytest.mark.parametrize("given", ["Basic", "Basic !", "Basic eA==", "Bearer x", "Basic \xff"])
def test_a_header_that_is_none_is_a_wrong_client(visitor: Visitor, given: str) -> None:
    headers = {b"Authorization": given.encode("latin-1")}
    answer = visitor.http.post(f"{OAUTH}/token", data=CREDENTIALS, headers=headers)

    assert answer.status_code == 401
    assert answer.headers["www-authenticate"].startswith("Basic ")


def test_a_client_without_a_secret_has_no_credentials_grant(visitor: Visitor) -> None:
    client_id = visitor.client_id()

    assert post(visitor, {**CREDENTIALS, "client_id": client_id}).status_code == 401


def test_a_credential_cannot_redeem_the_code_of_a_client(visitor: Visitor) -> None:
    one = made(visitor)
    form = {
        "grant_type": "authorization_code",
        "code": visitor.code(visitor.client_id()),
        "redirect_uri": REDIRECT,
        "code_verifier": VERIFIER,
    }

    assert post(visitor, form, **basic(*one)).json()["error"] == "invalid_grant"


def test_the_redirect_has_to_be_that_of_the_code(visitor: Visitor) -> None:
    client_id = visitor.client_id(REDIRECT, "https://tools.example/cb")
    wrong = visitor.redeem(
        client_id, visitor.code(client_id), redirect_uri="https://tools.example/cb"
    )

    assert wrong.json()["error"] == "invalid_grant"


@pytest.mark.parametrize(
    ("scope", "error"),
    [("mcp:search", None), ("openid mcp:search", None), ("admin", "invalid_scope"), ("", None)],
)
def test_the_scope_is_the_only_one(visitor: Visitor, scope: str, error: str | None) -> None:
    client_id = visitor.client_id()
    shown = visitor.authorize(client_id, scope=scope)
    tokens = visitor.logged_in()
    refreshed = visitor.refresh(tokens["client_id"], tokens["refresh_token"], scope=scope).json()
    credential = post(visitor, {**CREDENTIALS, **made(visitor)._asdict(), "scope": scope}).json()

    if error is None:
        assert shown.status_code == 200
        assert refreshed["scope"] == credential["scope"] == "mcp:search"
    else:
        assert answer_in(shown)["error"] == error
        assert refreshed["error"] == credential["error"] == error


def test_a_credential_may_name_its_resource(full_visitor: Visitor) -> None:
    url = full_visitor.url
    form = {**CREDENTIALS, **made(full_visitor)._asdict()}
    public = post(full_visitor, {**form, "resource": f"{url}/mcp"}).json()
    elsewhere = post(full_visitor, {**form, "resource": "https://elsewhere.example/mcp"}).json()

    assert full_visitor.ask(public["access_token"], "/mcp").status_code == 200
    assert full_visitor.ask(public["access_token"]).status_code == 401
    assert elsewhere["error"] == "invalid_target"


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"[]",
        b"{",
        b"\xff",
        b'{"redirect_uris": "http://127.0.0.1/cb"}',
        b'{"redirect_uris": []}',
        b'{"redirect_uris": [1]}',
        b'{"redirect_uris": ["http://127.0.0.1/cb"], "grant_types": ["client_credentials"]}',
        b'{"redirect_uris": ["http://127.0.0.1/cb"], "response_types": ["token"]}',
        b'{"redirect_uris": ["http://127.0.0.1/cb"], "client_name": {"a": 1}}',
        b'{"redirect_uris": [' + b'"http://127.0.0.1/cb",' * 30 + b'"http://127.0.0.1/"]}',
    ],
)
def test_a_registration_that_is_none_is_refused(visitor: Visitor, said: bytes) -> None:
    answer = visitor.http.post(f"{OAUTH}/register", content=said)

    assert answer.status_code == 400
    assert answer.json()["error"] in ("invalid_client_metadata", "invalid_redirect_uri")


def test_a_registration_says_what_was_registered(visitor: Visitor) -> None:
    wanted = {"token_endpoint_auth_method": "client_secret_post", "scope": "other", "x": "y"}
    answer = visitor.register(REDIRECT, "https://tools.example/cb", **wanted)
    said = answer.json()

    assert answer.status_code == 201
    assert said["redirect_uris"] == [REDIRECT, "https://tools.example/cb"]
    assert said["token_endpoint_auth_method"] == "none" and "client_secret" not in said
    assert said["scope"] == "mcp:search"
    assert said["client_id_issued_at"] == visitor.served.now


@pytest.mark.parametrize(
    ("redirects", "kept"),
    [
        (["http://localhost:54545/callback"], ["http://localhost:54545/callback"]),
        (
            ["https://editor.example/redirect", "http://127.0.0.1/", "http://127.0.0.1:33418/"],
            ["http://127.0.0.1/", "http://127.0.0.1:33418/"],
        ),
        (["cursor://anysphere.cursor-mcp/oauth/callback"], None),
    ],
)
def test_clients_as_they_are_can_register(
    visitor: Visitor, redirects: list[str], kept: list[str] | None
) -> None:
    answer = visitor.register(
        *redirects,
        client_uri="https://editor.example",
        grant_types=["authorization_code", "refresh_token", "device_code"],
        response_types=["code"],
        token_endpoint_auth_method="none",
        application_type="native",
    )

    assert answer.json()["redirect_uris"] == (kept or redirects)


def test_a_registration_expires(visitor: Visitor) -> None:
    client_id = visitor.client_id()
    visitor.served.now += 91 * 24 * 3600

    assert visitor.authorize(client_id).status_code == 400


def test_a_get_is_told_what_to_send(visitor: Visitor) -> None:
    answer = visitor.http.get(f"{OAUTH}/token")

    assert (answer.status_code, answer.headers["Allow"]) == (405, "POST")
    assert answer.json()["error_description"].startswith("Send a POST request with a form")
