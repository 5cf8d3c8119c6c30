"""How often the server may be asked, and who is let in at all."""

from __future__ import annotations

import asyncio
import json
import socket
import sys
import threading
from contextlib import suppress
from typing import Any

import pytest
from limits.errors import ConfigurationError
from starlette.types import Message, Receive, Scope, Send

from mcp_preview.http.admission import Admission
from mcp_preview.http.header_checks import MAX_BODY, HostCheck
from mcp_preview.http.limits import PER_HOUR, CountedRequest, LimitKind, Limits
from mcp_preview.http.mcp_endpoint import MessageCheck, get_tool_limit
from tests.preview.made import SITE, no_log_ins

OPEN = Admission(no_log_ins(lambda: SITE), "/mcp")
ME = CountedRequest(LimitKind.REQUESTS, "127.0.0.1")


def test_the_limits_are_those_of_the_specification() -> None:
    assert PER_HOUR == {
        LimitKind.REQUESTS: 5_000,
        LimitKind.SEARCHES: 10_000,
        LimitKind.QUERIES: 10_000,
        LimitKind.AUTHED_SEARCHES: 5_000,
        LimitKind.AUTHED_QUERIES: 5_000,
    }


async def _over(counters: Limits) -> None:
    assert await counters.count_requests([ME]) is None
    assert await counters.count_requests([ME]) is None
    refusal = await counters.count_requests([ME])
    assert refusal is not None
    assert refusal.limit == 2
    assert 3500 < refusal.retry_after <= 3600
    assert refusal.message.startswith("Too many requests: the limit of 2 requests of one address")
    # Others, and other limits, are not concerned.
    assert (
        await counters.count_requests(
            [CountedRequest(LimitKind.REQUESTS, "::1"), CountedRequest(LimitKind.SEARCHES, "site")]
        )
        is None
    )
    assert await counters.measure_use(ME) == (LimitKind.REQUESTS, 2, 2)


def test_what_is_over_the_limit_is_refused() -> None:
    asyncio.run(_over(Limits({LimitKind.REQUESTS: 2})))


@pytest.mark.needs("redis-server")
def test_servers_can_share_their_counters(redis: str) -> None:
    async def both() -> None:
        one, other = (Limits({LimitKind.REQUESTS: 2}, redis) for _ in range(2))
        assert await one.count_requests([ME]) is None
        assert await other.count_requests([ME]) is None
        assert await one.count_requests([ME]) is not None

    asyncio.run(both())


def test_nothing_is_refused_while_the_store_is_away() -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]

    async def ask_twice() -> None:
        counters = Limits({LimitKind.REQUESTS: 1}, f"redis://127.0.0.1:{port}")
        assert await counters.count_requests([ME]) is None
        assert await counters.count_requests([ME]) is None
        assert await counters.measure_use(ME) == (LimitKind.REQUESTS, 1, 0)

    asyncio.run(ask_twice())


def test_a_store_that_hangs_is_asked_once() -> None:
    with socket.create_server(("127.0.0.1", 0)) as mute:
        mute.setblocking(False)

        async def ask_often() -> None:
            address = f"redis://127.0.0.1:{mute.getsockname()[1]}"
            counters = Limits({LimitKind.REQUESTS: 1}, address)
            for _ in range(5):
                assert await counters.count_requests([ME]) is None
            assert await counters.measure_use(ME) == (LimitKind.REQUESTS, 1, 0)

        # Without a limit of time the first request would wait for ever.
        asyncio.run(asyncio.wait_for(ask_often(), 20))
        mute.accept()[0].close()
        with pytest.raises(BlockingIOError):
            mute.accept()


def test_no_thread_waits_for_a_store_that_sends_too_slowly() -> None:
    before, is_over = {*threading.enumerate()}, threading.Event()

    def send_slowly(server: socket.socket) -> None:
        connection, _ = server.accept()
        with connection, suppress(OSError):
            while not is_over.wait(0.02):
                connection.sendall(b"+")

    with socket.create_server(("127.0.0.1", 0)) as slow:
        sender = threading.Thread(target=send_slowly, args=(slow,))
        sender.start()
        try:
            address = f"redis://127.0.0.1:{slow.getsockname()[1]}"
            assert asyncio.run(Limits(storage=address).count_requests([ME])) is None
            for thread in {*threading.enumerate()} - before - {sender}:
                thread.join(5)
                assert not thread.is_alive()
        finally:
            is_over.set()
            sender.join()


def test_a_missing_client_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("redis", "redis.backoff", "redis.retry"):
        monkeypatch.setitem(sys.modules, name, None)

    with pytest.raises(ConfigurationError, match=r"docs-lsp\[preview,redis\]"):
        Limits(storage="redis://127.0.0.1:1")


def test_an_unknown_storage_is_a_fault() -> None:
    with pytest.raises(ConfigurationError):
        Limits(storage="nowhere://x")


@pytest.mark.parametrize(
    ("tool", "kind", "authed"),
    [
        ("search_docs", LimitKind.SEARCHES, LimitKind.AUTHED_SEARCHES),
        ("query_docs_filesystem_docs", LimitKind.QUERIES, LimitKind.AUTHED_QUERIES),
        ("other", None, None),
        (None, None, None),
    ],
)
def test_a_tool_counts_for_its_limit(
    tool: str | None, kind: LimitKind | None, authed: LimitKind | None
) -> None:
    assert get_tool_limit(tool, is_authenticated=False) is kind
    assert get_tool_limit(tool, is_authenticated=True) is authed


# The gates, without a server


class Asked:
    """An application that notes what reaches it."""

    def __init__(self) -> None:
        self.bodies: list[bytes] = []

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.bodies.append((await receive()).get("body", b""))
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})


def ask(
    app: Any, headers: dict[str, str], body: bytes = b"", method: str = "POST"
) -> list[Message]:
    """What an application answers."""
    sent: list[Message] = []
    scope: Scope = {
        "type": "http",
        "method": method,
        "path": "/mcp",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        "client": ("127.0.0.1", 1),
    }

    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Message) -> None:
        sent.append(message)

    asyncio.run(app(scope, receive, send))
    return sent


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"host": "127.0.0.1:80"}, 200),
        ({"host": "localhost:9"}, 200),
        ({"host": "LOCALHOST"}, 200),
        ({"host": "[::1]:80"}, 200),
        ({"host": "127.0.0.1:80", "origin": "http://127.0.0.1:80"}, 200),
        ({"host": "127.0.0.1:80", "origin": "https://localhost:3"}, 200),
        ({}, 403),
        ({"host": ""}, 403),
        ({"host": "evil.example"}, 403),
        ({"host": "127.0.0.1.evil.example"}, 403),
        ({"host": "localhost.evil.example:80"}, 403),
        ({"host": "evil.example@127.0.0.1"}, 403),
        ({"host": "127.0.0.1/evil"}, 403),
        ({"host": "192.168.1.5"}, 403),
        ({"host": "127.0.0.1:80", "origin": "http://evil.example"}, 403),
        ({"host": "127.0.0.1:80", "origin": "null"}, 403),
        ({"host": "127.0.0.1:80", "origin": "file://"}, 403),
        ({"host": "127.0.0.1:80", "origin": "http://localhost.evil.example"}, 403),
        ({"host": "127.0.0.1:80", "origin": "http://[bad"}, 403),
    ],
)
def test_only_requests_for_this_host_are_let_in(headers: dict[str, str], status: int) -> None:
    assert ask(HostCheck(Asked(), "127.0.0.1"), headers)[0]["status"] == status


@pytest.mark.parametrize(
    ("bound", "host", "status"),
    [
        ("0.0.0.0", "192.168.1.5:80", 200),
        ("0.0.0.0", "evil.example", 403),
        ("docs.lan", "docs.lan:80", 200),
        ("docs.lan", "other.lan", 403),
    ],
)
def test_a_server_for_the_network_knows_its_own_names(bound: str, host: str, status: int) -> None:
    assert ask(HostCheck(Asked(), bound), {"host": host})[0]["status"] == status


def call_of(tool: str) -> bytes:
    message = {"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": tool}}
    return json.dumps(message).encode()


def test_a_call_over_its_limit_is_answered_429() -> None:
    asked = Asked()
    check = MessageCheck(asked, Limits({LimitKind.SEARCHES: 1}), OPEN)

    assert ask(check, {}, call_of("search_x"))[0]["status"] == 200
    start, body = ask(check, {}, call_of("search_x"))
    assert ask(check, {}, call_of("query_docs_filesystem_x"))[0]["status"] == 200

    assert start["status"] == 429
    assert 3500 < int(dict(start["headers"])[b"retry-after"]) <= 3600
    answer = json.loads(body["body"])
    assert answer["id"] == 7
    assert "1 searches of the site per hour" in answer["error"]["message"]
    assert asked.bodies == [call_of("search_x"), call_of("query_docs_filesystem_x")]


def test_what_is_no_json_goes_through_as_it_came() -> None:
    asked = Asked()

    for body in (b"", b"{", b"[1, nul"):
        assert ask(MessageCheck(asked, Limits(), OPEN), {}, body)[0]["status"] == 200
    assert asked.bodies == [b"", b"{", b"[1, nul"]


def test_what_is_no_message_counts_as_a_request_and_goes_no_further() -> None:
    asked = Asked()
    check = MessageCheck(asked, Limits({LimitKind.REQUESTS: 1}), OPEN)
    batch = b"[" + call_of("search_x") + b"]"

    assert ask(check, {}, batch)[0]["status"] == 400
    assert ask(check, {}, batch)[0]["status"] == 429
    assert asked.bodies == []


def test_a_message_that_is_too_long_is_refused() -> None:
    assert ask(MessageCheck(Asked(), Limits(), OPEN), {}, b" " * (MAX_BODY + 1))[0]["status"] == 413


@pytest.mark.parametrize("method", ["GET", "DELETE", "PUT"])
def test_messages_are_posted(method: str) -> None:
    start = ask(MessageCheck(Asked(), Limits(), OPEN), {}, method=method)[0]

    assert start["status"] == 405
    assert dict(start["headers"])[b"allow"] == b"POST"
