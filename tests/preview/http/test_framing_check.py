"""A request that says two things of its length, or is too long, is refused before it is read."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import pytest

from tests.preview.oauth.served import Visitor, serving

HEAD = b"POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
BOTH = b"Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
NEXT = b"GET /llms.txt HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


@pytest.fixture(scope="module")
def visitor() -> Iterator[Visitor]:
    with serving() as visitor:
        yield visitor


def answer_to(visitor: Visitor, sent: bytes) -> bytes:
    """All that is answered until the server closes the connection."""
    host, _, port = visitor.url.removeprefix("http://").rpartition(":")
    with socket.create_connection((host, int(port)), timeout=10) as client:
        client.sendall(sent)
        return b"".join(iter(lambda: client.recv(65_536), b""))


@pytest.mark.parametrize(
    ("rest", "status", "text"),
    [
        (BOTH, b"400", b"both Content-Length and Transfer-Encoding"),
        (b"Content-Length: 1048577\r\n\r\n", b"413", b"at most 1 MB"),
    ],
)
def test_it_is_refused_and_nothing_behind_it_is_answered(
    visitor: Visitor, rest: bytes, status: bytes, text: bytes
) -> None:
    answer = answer_to(visitor, HEAD + rest + NEXT)

    assert answer.startswith(b"HTTP/1.1 " + status) and text in answer
    assert answer.count(b"HTTP/1.1 ") == 1


@pytest.mark.parametrize(
    ("request_line", "status", "text"),
    [
        ("POST /mcp/", b"404", b"The MCP server is at /mcp, without a slash"),
        ("GET /authed/mcp/", b"404", b"The MCP server is at /authed/mcp, without a slash"),
    ],
)
def test_a_slip_in_a_request_is_explained(
    visitor: Visitor, request_line: str, status: bytes, text: bytes
) -> None:
    head = f"{request_line} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
    answer = answer_to(visitor, f"{head}Content-Length: 0\r\n\r\n".encode())

    assert answer.startswith(b"HTTP/1.1 " + status) and text in answer
