"""A site with an authenticated half, served over HTTP from memory, with a clock that can be set."""

from __future__ import annotations

import base64
import hashlib
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from html.parser import HTMLParser
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import httpx2
import uvicorn

from docs_lsp.settings.settings import PreviewUser
from docs_lsp.site.access_mode import AccessMode, SiteAccess
from mcp_preview.commands.app import PreviewParts, build_application
from mcp_preview.commands.listening import open_listening_socket
from mcp_preview.http.limits import Limits
from mcp_preview.http.timed_protocol import TimedProtocol
from mcp_preview.live.server_state import ServerState
from mcp_preview.mcp.call_log import CallLog
from mcp_preview.oauth.authorization_parts import AuthorizationParts
from mcp_preview.settings.site_address import SiteAddress
from mcp_preview.store.opening import create_memory_store
from mcp_preview.store.store import Store
from mcp_preview.web_api.page_access import PageAccess
from tests.preview.made import site

USERS = (PreviewUser("ada", ("staff", "admin")), PreviewUser("bob", ("partners",)))
LISTED = ("tools.example", "cursor://anysphere.cursor-mcp")
REDIRECT = "http://127.0.0.1:9/callback"
VERIFIER = "v" * 64
CHALLENGE = (
    base64.urlsafe_b64encode(hashlib.sha256(VERIFIER.encode()).digest()).rstrip(b"=").decode()
)
OAUTH = "/authed/mcp/oauth"
BOTH = {"Accept": "application/json, text/event-stream"}
SWITCHED_OFF = "It is switched off: set `preview.enabled = true` in docs-lsp.toml."


@dataclass
class ServedSite:
    """What is served, and what a test turns."""

    now: int = 1_800_000_000
    state: ServerState = field(default_factory=site)
    url: str = ""

    def set_access(self, mode: AccessMode, *, is_enabled: bool = True) -> None:
        notice = "" if is_enabled else SWITCHED_OFF
        self.state = replace(self.state, access=SiteAccess(mode, is_enabled, notice=notice))


class AuthedClient:
    """A client and a browser in one: asks over HTTP, and follows nothing by itself."""

    def __init__(self, url: str) -> None:
        self.url = url
        # Nobody has to close a client that keeps no connection. Plain HTTP needs no certificates,
        # which would take longer to load than most tests.
        at_once = httpx2.Limits(max_keepalive_connections=0)
        self.http = httpx2.Client(base_url=url, timeout=20, limits=at_once, verify=False)

    def register(self, *redirects: str, **more: Any) -> httpx2.Response:
        body = {"redirect_uris": list(redirects or (REDIRECT,)), "client_name": "Test", **more}
        return self.http.post(f"{OAUTH}/register", json=body)

    def client_id(self, *redirects: str) -> str:
        return str(self.register(*redirects).json()["client_id"])

    def authorize(self, client_id: str, **changed: str | None) -> httpx2.Response:
        usual = {
            "response_type": "code",
            "client_id": client_id,
            "redirect_uri": REDIRECT,
            "code_challenge": CHALLENGE,
            "code_challenge_method": "S256",
            "state": "s1",
            "scope": "mcp:search",
            "resource": f"{self.url}/authed/mcp",
        }
        query = {name: value for name, value in {**usual, **changed}.items() if value is not None}
        return self.http.get(f"{OAUTH}/authorize?{urlencode(query)}")

    def decide(
        self, page: httpx2.Response, subject: str = "user:ada", **changed: str
    ) -> httpx2.Response:
        fields = {**form_of(page), "subject": subject, "decision": "allow", **changed}
        return self.http.post(f"{OAUTH}/authorize", data=fields)

    def code(self, client_id: str, subject: str = "user:ada", **changed: str | None) -> str:
        done = self.decide(self.authorize(client_id, **changed), subject)
        assert done.status_code == 303, done.text
        return answer_in(done)["code"]

    def token(self, **form: str | None) -> httpx2.Response:
        fields = {name: value for name, value in form.items() if value is not None}
        return self.http.post(f"{OAUTH}/token", data=fields)

    def redeem(self, client_id: str, code: str, **changed: str | None) -> httpx2.Response:
        return self.token(
            **{
                "grant_type": "authorization_code",
                "client_id": client_id,
                "code": code,
                "redirect_uri": REDIRECT,
                "code_verifier": VERIFIER,
                **changed,
            }
        )

    def refresh(self, client_id: str, token: str, **changed: str) -> httpx2.Response:
        return self.token(
            grant_type="refresh_token", client_id=client_id, refresh_token=token, **changed
        )

    def logged_in(self, subject: str = "user:ada", **changed: str | None) -> dict[str, Any]:
        """The token response of a whole log-in, and the client's id."""
        client_id = self.client_id()
        response = self.redeem(client_id, self.code(client_id, subject, **changed))
        assert response.status_code == 200, response.text
        return {**response.json(), "client_id": client_id}

    def ask(
        self, token: str | None = None, path: str = "/authed/mcp", **more: Any
    ) -> httpx2.Response:
        headers = {**BOTH, **({"Authorization": f"Bearer {token}"} if token else {})}
        message = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}, **more}
        return self.http.post(path, json=message, headers=headers)


class Visitor(AuthedClient):
    """A client of a site whose inside a test can reach."""

    def __init__(self, served: ServedSite, store: Store) -> None:
        super().__init__(served.url)
        self.served = served
        self.store = store


@contextmanager
def serving(
    served: ServedSite | None = None,
    *,
    limits: Limits | None = None,
    address: SiteAddress | None = None,
    users: tuple[PreviewUser, ...] = USERS,
    **options: Any,
) -> Iterator[Visitor]:
    """The site over HTTP, until the end of the block."""
    served = served or ServedSite()
    store = create_memory_store("test")
    parts = AuthorizationParts(
        current_state=lambda: replace(served.state, users=users, redirect_domains=LISTED),
        address=address or SiteAddress(),
        open_store=lambda: store,
        clock=lambda: served.now,
    )
    app = build_application(
        PreviewParts(
            lambda: served.state,
            limits or Limits(),
            CallLog(),
            PageAccess.create_with_secret(),
            parts,
        )
    )
    listening = open_listening_socket("127.0.0.1", 0)
    served.url = f"http://127.0.0.1:{listening.getsockname()[1]}"
    config = uvicorn.Config(
        app, http=TimedProtocol, log_config=None, access_log=False, proxy_headers=False, **options
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
    thread.start()
    visitor = Visitor(served, store)
    try:
        yield visitor
    finally:
        visitor.http.close()
        server.should_exit = True
        thread.join(10)
        listening.close()
        store.close()


class _Fields(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: dict[str, str] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "input" and given.get("type") == "hidden":
            self.found[given["name"] or ""] = given["value"] or ""


def form_of(page: httpx2.Response) -> dict[str, str]:
    """The hidden fields of a page's form."""
    fields = _Fields()
    fields.feed(page.text)
    return fields.found


def answer_in(response: httpx2.Response) -> dict[str, str]:
    """What a redirect takes to a client."""
    query = parse_qs(urlsplit(response.headers["location"]).query)
    return {name: values[0] for name, values in query.items()}
