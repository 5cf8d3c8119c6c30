"""Clients described by a document at their id, on this machine (client-id metadata documents).

Nothing remote is ever fetched: the host is a loopback one, reached by its number, without proxy,
redirect or name server. And only documents that the user has allowed are read.
"""

from __future__ import annotations

import http.client
import socket
import time
from contextlib import closing, suppress
from threading import Timer

import orjson
from starlette.requests import Request

from mcp_preview.oauth.authorization_request import KnownClient, UntrustedRequest
from mcp_preview.oauth.redirect_policy import parse_redirect
from mcp_preview.oauth.registration import get_client_name

MAX_SIZE = 5 * 1024
"""The greatest size of a document in bytes."""
MAX_SECONDS = 2.0
"""The longest time to receive it, in seconds."""
_NUMBERS = {"localhost": "127.0.0.1", "127.0.0.1": "127.0.0.1", "[::1]": "::1"}


def is_url_client_id(client_id: str) -> bool:
    """Return whether a client id is an HTTP URL, valid or not, and so names a document."""
    return client_id.lower().startswith(("http://", "https://"))


def require_document_address(client_id: str, request: Request) -> str:
    """Return a client id that is a document on this machine, or raise `UntrustedRequest`."""
    parsed = parse_redirect(client_id)
    if parsed is None or parsed.host not in _NUMBERS or parsed.scheme != "http":
        raise UntrustedRequest(
            "The client is described by a document elsewhere, and the preview fetches nothing from "
            "the web. Let the client register instead."
        )
    server = request.scope.get("server") or ("", None)
    if int(parsed.port or 80) == server[1]:
        raise UntrustedRequest("The address of the client's document is the preview's own.")
    if "?" in parsed.rest or parsed.rest in ("", "/"):
        raise UntrustedRequest("The address of the client's document has no path, or a query.")
    return client_id


def fetch_client(client_id: str) -> KnownClient:
    """Fetch the client that a document describes; blocks. Raises `UntrustedRequest`."""
    try:
        document = orjson.loads(_fetch_document(client_id))
    except (OSError, http.client.HTTPException, ValueError):
        raise UntrustedRequest(
            "The client's document could not be read: its server must return at most 5 KB of "
            "JSON, within 2 seconds and without a redirect."
        ) from None
    redirects = document.get("redirect_uris") if isinstance(document, dict) else None
    if not isinstance(redirects, list) or document.get("client_id") != client_id:
        raise UntrustedRequest(
            "The client's document does not give its own address as `client_id`, or lists no "
            "`redirect_uris`."
        )
    return KnownClient(
        client_id,
        get_client_name(document),
        [redirect for redirect in redirects if isinstance(redirect, str)],
    )


def _fetch_document(client_id: str) -> bytes:
    """Fetch a document. Raises `OSError`, `HTTPException`, or `ValueError` beyond a limit."""
    parsed = parse_redirect(client_id)
    assert parsed is not None
    until = time.monotonic() + MAX_SECONDS
    port = int(parsed.port or 80)
    connection = http.client.HTTPConnection(_NUMBERS[parsed.host], port, timeout=MAX_SECONDS)
    with closing(connection):
        connection.connect()
        host = parsed.host + (f":{parsed.port}" if parsed.port else "")
        # A server that sends one byte per second must not block this thread.
        end = Timer(until - time.monotonic(), _shut_down, [connection.sock])
        end.start()
        try:
            headers = {"Host": host, "Accept": "application/json"}
            connection.request("GET", parsed.rest, headers=headers)
            with connection.getresponse() as answer:
                body = answer.read(MAX_SIZE + 1)
        finally:
            end.cancel()
    if answer.status != 200 or len(body) > MAX_SIZE or time.monotonic() > until:
        raise ValueError("no document")
    return body


def _shut_down(connected: socket.socket) -> None:
    with suppress(OSError):
        connected.shutdown(socket.SHUT_RDWR)
