"""Clients that never finish a request do not keep their connection."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator

import pytest

from mcp_preview.http import timed_protocol
from tests.preview.oauth.served import Visitor, serving

HEAD = b"GET /llms.txt HTTP/1.1\r\nHost: 127.0.0.1\r\n"


@pytest.fixture(scope="module")
def visitor() -> Iterator[Visitor]:
    with serving() as visitor:
        yield visitor


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timed_protocol, "HEAD_SECONDS", 0.4)
    monkeypatch.setattr(timed_protocol, "BODY_SECONDS", 0.8)


def connected(visitor: Visitor) -> socket.socket:
    host, _, port = visitor.url.removeprefix("http://").rpartition(":")
    return socket.create_connection((host, int(port)), timeout=10)


@pytest.mark.parametrize("sent", [b"", b"GET", HEAD])
def test_a_head_that_does_not_end_is_not_waited_for(visitor: Visitor, sent: bytes) -> None:
    with connected(visitor) as client:
        client.sendall(sent)

        assert client.recv(100) == b""


def test_a_byte_at_a_time_is_not_enough(visitor: Visitor) -> None:
    begun = time.monotonic()
    with connected(visitor) as client, pytest.raises(OSError, match=r"."):
        while time.monotonic() - begun < 8:
            client.sendall(b"G")
            time.sleep(0.05)

    assert time.monotonic() - begun < 8


def test_the_next_head_on_a_connection_is_timed_as_well(visitor: Visitor) -> None:
    with connected(visitor) as client:
        client.sendall(HEAD + b"\r\n")
        answer = client.recv(65_536)
        client.sendall(HEAD)
        rest = b"".join(iter(lambda: client.recv(65_536), b""))

    assert answer.startswith(b"HTTP/1.1 200")
    assert not rest.startswith(b"HTTP/1.1")


def test_a_whole_request_is_answered(visitor: Visitor) -> None:
    with connected(visitor) as client:
        client.sendall(HEAD)
        time.sleep(0.1)
        client.sendall(b"\r\n")

        assert client.recv(100).startswith(b"HTTP/1.1 200")


PING = b'{"jsonrpc":"2.0","id":1,"method":"ping"}'


def post(length: int) -> bytes:
    return (
        b"POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        b"Accept: application/json, text/event-stream\r\n"
        b"Content-Length: %d\r\n\r\n" % length
    )


@pytest.mark.parametrize("path", [b"/mcp", b"/authed/mcp/oauth/token"])
def test_a_body_that_does_not_end_is_not_waited_for(visitor: Visitor, path: bytes) -> None:
    begun = time.monotonic()
    with connected(visitor) as client, pytest.raises(OSError, match=r"."):
        client.sendall(post(100_000).replace(b"/mcp", path, 1))
        while time.monotonic() - begun < 8:
            client.sendall(b" ")
            time.sleep(0.05)

    assert time.monotonic() - begun < 8


def test_a_body_may_take_longer_than_a_head(visitor: Visitor) -> None:
    with connected(visitor) as client:
        client.sendall(post(len(PING)) + PING[:5])
        time.sleep(0.5)
        client.sendall(PING[5:])

        assert client.recv(100).startswith(b"HTTP/1.1 200")
