"""Which web pages may use the endpoints from a browser."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from docs_lsp.site.access_mode import AccessMode
from tests.preview.oauth.served import Visitor, serving

INSPECTOR = "http://localhost:6274"
FOR_CLIENTS = (
    "/mcp",
    "/authed/mcp",
    "/authed/mcp/oauth/register",
    "/authed/mcp/oauth/token",
    "/.well-known/mcp",
    "/.well-known/mcp.json",
    "/.well-known/mcp/server-card.json",
    "/.well-known/oauth-protected-resource/authed/mcp",
    "/.well-known/oauth-authorization-server/authed/mcp/oauth",
)
NOT_FOR_CLIENTS = (
    "/",
    "/.docs-lsp/api/site",
    "/.docs-lsp/api/credentials",
    "/authed/mcp/oauth/authorize",
    "/authed/mcp/oauth/revoke",
    "/llms.txt",
    "/mcp/more",
)


@pytest.fixture(scope="module")
def visitor() -> Iterator[Visitor]:
    with serving() as started:
        started.served.set_access(AccessMode.PARTIAL)
        yield started


def preflight(visitor: Visitor, path: str, origin: str = INSPECTOR) -> dict[str, str]:
    asked = {
        "Origin": origin,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization, content-type, mcp-protocol-version",
    }
    return dict(visitor.http.options(path, headers=asked).headers)


@pytest.mark.parametrize("path", FOR_CLIENTS)
def test_a_page_on_this_machine_may_use_what_clients_use(visitor: Visitor, path: str) -> None:
    headers = preflight(visitor, path)

    assert headers["access-control-allow-origin"] == INSPECTOR
    assert "access-control-allow-credentials" not in headers
    answer = visitor.http.post(path, headers={"Origin": INSPECTOR})
    assert answer.headers["access-control-allow-origin"] == INSPECTOR


@pytest.mark.parametrize("path", NOT_FOR_CLIENTS)
def test_the_page_its_data_and_the_log_in_are_for_nobody_else(visitor: Visitor, path: str) -> None:
    for headers in (
        preflight(visitor, path),
        visitor.http.get(path, headers={"Origin": INSPECTOR}).headers,
    ):
        assert not any(name.startswith("access-control-") for name in headers)


@pytest.mark.parametrize(
    "origin",
    ["https://evil.example", "http://localhost.evil.example", "http://evil.example:80", "null"],
)
def test_pages_of_other_machines_are_refused(visitor: Visitor, origin: str) -> None:
    assert "access-control-allow-origin" not in preflight(visitor, "/mcp", origin)
    answer = visitor.http.post("/mcp", headers={"Origin": origin})
    assert answer.status_code == 403
    assert "access-control-allow-origin" not in answer.headers


def test_a_challenge_can_be_read(visitor: Visitor) -> None:
    answer = visitor.http.post("/authed/mcp", json={}, headers={"Origin": INSPECTOR})

    assert answer.status_code == 401
    assert "WWW-Authenticate" in answer.headers["access-control-expose-headers"]
