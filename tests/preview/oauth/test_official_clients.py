"""The official clients go all the way: discovery, registration, log-in, token, call, refresh."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from mcp import Client
from mcp.client.auth import AuthorizationCodeResult, OAuthClientProvider
from mcp.client.auth.extensions.client_credentials import ClientCredentialsOAuthProvider
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import OAuthClientInformationFull, OAuthClientMetadata, OAuthToken
from mcp.shared.exceptions import MCPError

from docs_lsp.site.access_mode import AccessMode
from tests.preview import node
from tests.preview.browsing import browser
from tests.preview.oauth.served import (
    REDIRECT,
    SWITCHED_OFF,
    ServedSite,
    Visitor,
    answer_in,
    serving,
)

TOOLS = ["search_harbour_docs", "query_docs_filesystem_harbour_docs"]
SCRIPT = Path(__file__).with_name("authed_client.mjs")


class Kept:
    """What a client keeps."""

    def __init__(self) -> None:
        self.tokens: OAuthToken | None = None
        self.client: OAuthClientInformationFull | None = None

    async def get_tokens(self) -> OAuthToken | None:
        return self.tokens

    async def set_tokens(self, tokens: OAuthToken) -> None:
        self.tokens = tokens

    async def get_client_info(self) -> OAuthClientInformationFull | None:
        return self.client

    async def set_client_info(self, client_info: OAuthClientInformationFull) -> None:
        self.client = client_info


@pytest.fixture(params=[AccessMode.PARTIAL, AccessMode.FULL], ids=lambda mode: mode.value)
def visitor(request: pytest.FixtureRequest) -> Iterator[Visitor]:
    served = ServedSite()
    served.set_access(request.param)
    with serving(served) as started:
        yield started


@pytest.mark.parametrize("path", ["/authed/mcp", "/mcp"])
def test_the_python_client_logs_in_and_refreshes(visitor: Visitor, path: str) -> None:
    url = f"{visitor.served.url}{path}"
    is_open = path == "/mcp" and visitor.served.state.access.mode is AccessMode.PARTIAL
    kept = Kept()

    assert asyncio.run(_tools(visitor, url, kept)) == TOOLS
    assert (kept.tokens is None) is is_open
    if kept.tokens is None:
        return
    first = kept.tokens
    visitor.served.now += 3_601
    # The client's own clock has not moved: it has to be told by the answer, or by what it keeps.
    kept.tokens = first.model_copy(update={"expires_in": 0})
    assert asyncio.run(_tools(visitor, url, kept)) == TOOLS
    assert kept.tokens.refresh_token != first.refresh_token


@pytest.mark.parametrize("mode", ["auto", "legacy"])
@pytest.mark.parametrize("is_enabled", [False, True])
def test_a_client_that_cannot_log_in_shows_why_it_is_refused(
    visitor: Visitor, mode: Any, is_enabled: bool
) -> None:
    visitor.served.set_access(AccessMode.PARTIAL, is_enabled=is_enabled)
    said = ""

    async def ask() -> None:
        async with Client(f"{visitor.url}/authed/mcp", mode=mode) as client:
            await client.list_tools()

    try:
        asyncio.run(ask())
    except* MCPError as group:
        said = repr(group.exceptions)

    assert ("This endpoint requires an access token." if is_enabled else SWITCHED_OFF) in said


def test_the_python_client_uses_a_client_credential(visitor: Visitor) -> None:
    made = visitor.store.create_credential("pipeline", visitor.served.now)
    for method in ("client_secret_basic", "client_secret_post"):
        kept = Kept()
        provider = ClientCredentialsOAuthProvider(
            f"{visitor.served.url}/authed/mcp",
            kept,
            made.client_id,
            made.client_secret,
            token_endpoint_auth_method=method,
            issuer=f"{visitor.served.url}/authed/mcp/oauth",
        )

        found = asyncio.run(_asked(f"{visitor.served.url}/authed/mcp", provider))

        assert found == TOOLS
        assert kept.tokens is not None and kept.tokens.expires_in == 1_209_600


def test_the_typescript_client_logs_in_with_a_browser_and_refreshes(visitor: Visitor) -> None:
    module = node.modules() / "@modelcontextprotocol/client/dist/index.mjs"
    command = [node.node(), str(SCRIPT), str(module), f"{visitor.served.url}/authed/mcp"]
    with (
        subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process,
        browser() as chromium,
    ):
        assert process.stdout
        page = chromium.new_page()
        page.goto(process.stdout.readline().strip())
        page.get_by_label("bob").check()
        page.get_by_role("button", name="Allow").click()
        page.wait_for_url(re.compile("/callback"))
        got = json.loads(process.stdout.read())

    assert got == {"names": TOOLS, "again": TOOLS, "state": "a-state", "renewed": True}


def test_the_conformance_suite_passes(visitor: Visitor) -> None:
    suite = node.modules() / "@modelcontextprotocol/conformance/dist/index.js"
    client_id = visitor.client_id("http://127.0.0.1/callback")
    issuer = f"{visitor.served.url}/authed/mcp/oauth"
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    command = [node.node(), str(suite), "authorization", "--url", issuer]
    command += ["--client-id", client_id, "-p", port]
    said = []
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        for line in process.stdout:
            said.append(line)
            if line.startswith(f"{issuer}/authorize?"):
                page = visitor.http.get(line.strip())
            elif line.startswith("Callback server started"):
                httpx2.get(visitor.decide(page).headers["location"])
    text = "".join(said)

    assert process.returncode == 0, text
    for scenario in ("authorization-server-metadata-endpoint", "authorization-code-grant"):
        assert re.search(rf"{scenario}: [1-9]\d* passed, 0 failed", text), text


async def _tools(visitor: Visitor, url: str, kept: Kept) -> list[str]:
    """The tools that the client sees, whoever has to log in for that."""
    answers: list[dict[str, str]] = []

    async def open_page(address: str) -> None:
        page = await asyncio.to_thread(visitor.http.get, address)
        answers.append(answer_in(await asyncio.to_thread(visitor.decide, page)))

    async def callback() -> AuthorizationCodeResult:
        answer = answers[-1]
        return AuthorizationCodeResult(
            code=answer["code"], state=answer["state"], iss=answer["iss"]
        )

    metadata = OAuthClientMetadata.model_validate(
        {"redirect_uris": [REDIRECT], "client_name": "A Python client"}
    )
    return await _asked(url, OAuthClientProvider(url, metadata, kept, open_page, callback))


async def _asked(url: str, provider: Any) -> list[str]:
    async with (
        httpx2.AsyncClient(auth=provider, timeout=20) as http,
        Client(streamable_http_client(url, http_client=http)) as client,
    ):
        return [tool.name for tool in (await client.list_tools()).tools]
