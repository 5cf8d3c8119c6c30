"""What is said over the connection is repeated to whoever wants to know."""

from __future__ import annotations

import json
import logging
from typing import Any

import pytest

from docs_lsp.features.to_lsp import Json
from docs_lsp.server.transport import add_header
from tests.server.wire import Wire

pytestmark = pytest.mark.asyncio

NOWHERE = {"textDocument": {"uri": "untitled:a"}, "position": {"line": 0, "character": 0}}


def traced(wire: Wire) -> list[Json]:
    """What was repeated since one looked last."""
    found = [message["params"] for message in wire.said if message.get("method") == "$/logTrace"]
    wire.said.clear()
    return found


def said(wire: Wire) -> list[str]:
    return [params["message"] for params in traced(wire)]


async def hovered(wire: Wire, id_: Any) -> None:
    await wire.ask("textDocument/hover", NOWHERE, id_)


@pytest.mark.parametrize("trace", [{}, {"trace": "off"}, {"trace": "compact"}, {"trace": 7}])
async def test_nobody_is_told_what_was_not_asked_for(trace: Json) -> None:
    wire = Wire()
    wire.initialize({}, **trace)
    await hovered(wire, 1)

    assert traced(wire) == []


async def test_the_first_thing_said_is_the_answer_to_initialize() -> None:
    wire = Wire()
    wire.initialize({}, trace="messages")

    assert wire.said[0]["id"] == 0
    assert "Received the notification `initialized`." in said(wire)


async def test_messages_are_named_with_the_time_that_they_took() -> None:
    wire = Wire()
    wire.initialize({}, trace="messages")
    traced(wire)
    await hovered(wire, "question")
    received, answered = traced(wire)

    assert received == {"message": "Received the request `textDocument/hover` (question)."}
    assert answered["message"].startswith(
        "Sent the answer to `textDocument/hover` (question) after"
    )
    assert answered.keys() == {"message"}


async def test_what_a_message_says_is_repeated_on_demand_and_not_at_any_length() -> None:
    wire = Wire()
    wire.initialize({})
    wire.notify("$/setTrace", {"value": "verbose"})
    wire.notify("textDocument/didClose", {"textDocument": {"uri": "untitled:é" + "x" * 9000}})
    [params] = traced(wire)

    assert "untitled:é" in params["verbose"]
    assert params["verbose"].endswith("characters left out]")
    assert len(params["verbose"]) < 4100

    wire.notify("$/setTrace", {"value": "off"})
    traced(wire)
    await hovered(wire, 2)
    assert traced(wire) == []


async def test_what_the_server_asks_is_repeated_too() -> None:
    wire = Wire(configuration=[None])
    wire.initialize({"workspace": {"configuration": True}}, trace="messages")
    await wire.quiet()
    found = said(wire)

    [asked] = [each for each in found if each.startswith("Sent the request `workspace/conf")]
    [answered] = [each for each in found if each.startswith("Received the answer to `workspace/co")]
    assert found.index(asked) < found.index(answered)


async def test_the_secret_of_a_page_is_not_repeated() -> None:
    wire = Wire()
    wire.initialize({}, trace="verbose")
    traced(wire)
    await wire.ask("textDocument/hover", {**NOWHERE, "page": "http://a/#secret=ab-Cd_9&show=x"}, 1)
    received, _ = traced(wire)

    assert "http://a/#secret=…&show=x" in received["verbose"]


async def test_the_setting_does_the_same() -> None:
    wire = Wire()
    wire.initialize({}, initializationOptions={"trace": "messages"})
    await hovered(wire, 1)
    assert traced(wire)

    settings = {"docsLsp": {"trace": "off"}}
    wire.notify("workspace/didChangeConfiguration", {"settings": settings})
    traced(wire)
    await hovered(wire, 2)
    assert traced(wire) == []


async def test_the_log_has_a_line_for_each_message_where_one_looks_closely(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG, "docs_lsp.server.tracing")
    wire = Wire()
    wire.initialize({})
    await hovered(wire, 1)

    lines = [each.getMessage() for each in caplog.records if each.name.endswith("tracing")]
    assert "Received the request `textDocument/hover` (1)." in lines
    assert traced(wire) == []


@pytest.mark.parametrize("id_", [None, [], {"a": 1}])
async def test_odd_messages_are_borne(id_: Any) -> None:
    wire = Wire()
    wire.initialize({}, trace="verbose")
    odd = json.dumps({"jsonrpc": "2.0", "id": id_, "result": "\ud83d"})
    wire.server.protocol.receive_bytes(add_header(odd.encode()))
    wire.send({"jsonrpc": "2.0", "id": id_})
    wire.send({"jsonrpc": "2.0"})

    assert "Received the answer to a request" in str(said(wire))
