"""A request that is answered directly gets the response that the SDK's transport gives."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from starlette.types import Message, Scope

from mcp_preview.http.streamable_http import MESSAGE, StreamableHTTP
from mcp_preview.mcp.call_log import CallLog
from mcp_preview.mcp.protocol import create_server
from mcp_preview.mcp.tool_calls import ToolCalls
from tests.preview.made import SITE

HEADERS = {"content-type": "application/json", "accept": "application/json, text/event-stream"}
SEARCH = {"name": "search_harbour_docs", "arguments": {"query": "high water"}}
INTRODUCTION = {"protocolVersion": "2025-06-18", "capabilities": {}}


def respond(message: object, headers: dict[str, str], *, is_parsed: bool) -> list[Message]:
    """The response to a message; one that is not parsed is left to the SDK's transport."""
    body = json.dumps(message).encode()
    scope: Scope = {
        "type": "http",
        "method": "POST",
        "path": "/mcp",
        "query_string": b"",
        "server": ("127.0.0.1", 80),
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        **({MESSAGE: message} if is_parsed else {}),
    }
    unread: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]
    sent: list[Message] = []

    async def receive() -> Message:
        if not unread:
            await asyncio.Event().wait()
        return unread.pop()

    async def send(part: Message) -> None:
        sent.append(part)

    async def exchange() -> None:
        server = create_server(lambda: SITE, ToolCalls(lambda: SITE, CallLog()))
        transport = StreamableHTTP(server)
        async with transport.run_sessions():
            await transport(scope, receive, send)

    asyncio.run(exchange())
    return sent


@pytest.mark.parametrize(
    ("method", "params"),
    [
        ("tools/call", SEARCH),
        ("tools/call", {**SEARCH, "_meta": {"progressToken": 1}}),
        ("tools/call", {**SEARCH, "name": "nothing"}),
        ("tools/call", {**SEARCH, "arguments": {}}),
        ("tools/call", {"name": 1}),
        ("tools/call", None),
        ("tools/list", {}),
        ("resources/read", {"uri": "skill://none"}),
        ("initialize", {**INTRODUCTION, "clientInfo": {"name": "x", "version": "1"}}),
        ("initialize", INTRODUCTION),
        ("ping", None),
        ("nothing", None),
    ],
)
@pytest.mark.parametrize("identity", [1, "one"])
def test_a_direct_response_is_that_of_the_sdk(
    method: str, params: dict[str, Any] | None, identity: int | str
) -> None:
    message: dict[str, Any] = {"jsonrpc": "2.0", "id": identity, "method": method}
    message |= {} if params is None else {"params": params}
    answers = [respond(message, HEADERS, is_parsed=one) for one in (True, False)]

    assert answers[0] == answers[1]
    assert json.loads(answers[0][1]["body"])["id"] == identity


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"content-type": "text/plain"}, 400),
        ({"content-type": "application/json; charset=utf-8"}, 200),
        ({"accept": "text/html"}, 406),
        ({"accept": "application/json"}, 200),
        ({"accept": "text/event-stream"}, 200),
        ({"mcp-protocol-version": "2025-03-26"}, 200),
        ({"mcp-protocol-version": "1999-01-01"}, 400),
    ],
)
def test_headers_decide_as_they_do_for_the_sdk(headers: dict[str, str], status: int) -> None:
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": SEARCH}
    answers = [respond(message, {**HEADERS, **headers}, is_parsed=one) for one in (True, False)]

    assert answers[0] == answers[1]
    assert answers[0][0]["status"] == status


def test_a_notification_is_accepted() -> None:
    message = {"jsonrpc": "2.0", "method": "notifications/initialized"}

    assert respond(message, HEADERS, is_parsed=True)[0]["status"] == 202


def test_a_failing_handler_has_the_error_of_the_sdk(monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_given: object) -> None:
        raise LookupError("no such boat")

    monkeypatch.setattr(ToolCalls, "call_tool", fail)
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": SEARCH}
    answers = [respond(message, HEADERS, is_parsed=one) for one in (True, False)]

    assert answers[0] == answers[1]
    assert json.loads(answers[0][1]["body"])["error"] == {"code": 0, "message": "no such boat"}
