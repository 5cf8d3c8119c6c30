"""Messages good and bad: each is answered or logged, and none ends the session."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
from lsprotocol import types

from docs_lsp.features.to_lsp import Json, RawJson
from docs_lsp.server.errors import BadParams, RequestRefused
from docs_lsp.server.protocol import Server
from docs_lsp.server.transport import MessageFramer, add_header


class Wire:
    """A server, and what it has written."""

    def __init__(self) -> None:
        self.server = Server()
        self.server.connect(self)
        self.codes: list[int] = []
        self.server.finish = self.codes.append
        self._framer = MessageFramer()
        self._messages: list[Json] = []

    def write(self, data: bytes) -> None:
        assert data.isascii()
        self._messages += map(json.loads, self._framer.add_bytes(data))

    def close(self) -> None:
        pass

    def say(self, *messages: Any) -> list[Json]:
        """Send messages, or raw bodies; whatever has been answered by then."""
        for message in messages:
            body = message if isinstance(message, bytes) else json.dumps(message).encode()
            self.server.protocol.receive_bytes(add_header(body))
        said, self._messages = self._messages, []
        return said

    def start(self) -> Wire:
        self.say(request(0, "initialize", processId=None, rootUri=None, capabilities={}))
        return self


def request(id_: Any, method: str, **params: Any) -> Json:
    return {"jsonrpc": "2.0", "id": id_, "method": method, "params": params}


def notification(method: str, **params: Any) -> Json:
    return {"jsonrpc": "2.0", "method": method, "params": params}


def codes(answers: list[Json]) -> list[tuple[Any, int | None]]:
    return [(answer["id"], answer.get("error", {}).get("code")) for answer in answers]


@pytest.fixture
def wire() -> Wire:
    return Wire()


def test_initialize_is_answered_with_name_and_encoding(wire: Wire) -> None:
    capabilities = {"general": {"positionEncodings": ["utf-8"]}}
    [answer] = wire.say(request(1, "initialize", processId=None, capabilities=capabilities))

    assert answer["result"]["serverInfo"]["name"] == "docs-lsp"
    assert answer["result"]["capabilities"]["positionEncoding"] == "utf-8"
    assert answer["result"]["capabilities"]["textDocumentSync"]["change"] == 2


def test_an_editor_that_describes_itself_oddly_is_served_all_the_same(wire: Wire) -> None:
    odd = {"textDocument": {"publishDiagnostics": {"relatedInformation": "maybe"}}}
    [answer] = wire.say(request(1, "initialize", processId=None, capabilities=odd))

    assert "capabilities" in answer["result"]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"", -32700),
        (b"{", -32700),
        (b"\xff", -32700),
        (b"[" * 100_000, -32700),
        (b"[]", -32600),
        (b"null", -32600),
        (b'"text"', -32600),
        (b"{}", -32600),
        (b'{"jsonrpc": "1.0", "id": null, "method": "x"}', -32600),
        (b'{"jsonrpc": "2.0", "method": 5}', -32600),
    ],
)
def test_what_is_no_message_is_refused(wire: Wire, body: bytes, code: int) -> None:
    assert codes(wire.start().say(body)) == [(None, code)]


@pytest.mark.parametrize("more", [{}, {"params": None}, {"params": [1]}, {"extra": 1}])
def test_a_method_that_nobody_knows_is_not_found(wire: Wire, more: Json) -> None:
    message = {"jsonrpc": "2.0", "id": 1, "method": "no/such/method", **more}
    [answer] = wire.start().say(message)

    assert answer["error"]["code"] == -32601


@pytest.mark.parametrize(
    "message",
    [
        request(1, "no/such/method"),
        request(1, "textDocument/hover", textDocument=5),
        request({"a": 1}, "no/such/method"),
        request(None, "no/such/method"),
    ],
)
def test_a_request_that_cannot_be_served_is_refused(wire: Wire, message: Json) -> None:
    [answer] = wire.start().say(message)

    assert answer["error"]["code"] in (-32600, -32601, -32602)


@pytest.mark.parametrize(
    "message",
    [
        notification("no/such/method"),
        notification("$/unknown"),
        notification("workspace/didChangeWatchedFiles", changes=7),
        notification("$/cancelRequest", id=[]),
        notification("$/cancelRequest", id=99),
        {"jsonrpc": "2.0", "id": 99, "result": None},
        {"jsonrpc": "2.0", "id": [1], "result": None},
        {"jsonrpc": "2.0", "id": {}, "error": {"code": 1, "message": "x"}},
        {"jsonrpc": "2.0", "method": "initialized", "params": [1, 2]},
    ],
)
def test_a_notification_that_means_nothing_is_passed_over(
    wire: Wire, message: Json, caplog: pytest.LogCaptureFixture
) -> None:
    wire.start()

    assert wire.say(message) == []
    ours = [record for record in caplog.records if record.name.startswith("docs_lsp")]
    assert [record for record in ours if record.levelno >= logging.ERROR] == []
    assert codes(wire.say(request(2, "shutdown"))) == [(2, None)]


def test_before_initialize_requests_are_refused_and_notifications_dropped(wire: Wire) -> None:
    calls: list[Json] = []
    wire.server.plain = {"textDocument/didOpen": calls.append}

    answers = wire.say(request(1, "textDocument/hover"), notification("textDocument/didOpen"))

    assert codes(answers) == [(1, -32002)]
    assert calls == []


def test_a_second_initialize_is_refused(wire: Wire) -> None:
    again = request(2, "initialize", processId=None, capabilities={})

    assert codes(wire.start().say(again)) == [(2, -32600)]


def test_after_shutdown_requests_are_refused(wire: Wire) -> None:
    answers = wire.start().say(request(1, "shutdown"), request(2, "textDocument/hover"))

    assert codes(answers) == [(1, None), (2, -32600)]


def test_exit_after_shutdown_is_0_without_it_1() -> None:
    polite, rude = Wire().start(), Wire().start()
    polite.say(request(1, "shutdown"), {"jsonrpc": "2.0", "method": "exit"})
    rude.say({"jsonrpc": "2.0", "method": "exit"})

    assert (polite.codes, rude.codes) == ([0], [1])


def test_plain_handlers_get_plain_parameters_and_their_result_is_sent(wire: Wire) -> None:
    wire.server.plain = {"plain/question": lambda params: {"got": params, "raw": RawJson(b"[1]")}}

    [answer] = wire.start().say(request(5, "plain/question", a=1))

    assert answer == {"jsonrpc": "2.0", "id": 5, "result": {"got": {"a": 1}, "raw": [1]}}


def test_a_failing_handler_is_logged_and_answered(
    wire: Wire, caplog: pytest.LogCaptureFixture
) -> None:
    wire.server.plain = {"plain/question": _fail}

    answers = wire.start().say(request(5, "plain/question"), notification("plain/question"))

    assert codes(answers) == [(5, -32603)]
    assert [record.levelno for record in caplog.records if record.exc_info] == [logging.ERROR] * 2


def test_wrong_parameters_are_the_client_s_fault(
    wire: Wire, caplog: pytest.LogCaptureFixture
) -> None:
    wire.server.plain = {"plain/question": _blame}

    answers = wire.start().say(request(5, "plain/question"), notification("plain/question"))

    assert codes(answers) == [(5, -32602)]
    assert "Ignored `plain/question`: no document." in caplog.text
    assert not any(record.exc_info for record in caplog.records)


def test_a_failing_feature_shows_no_pop_up(wire: Wire, caplog: pytest.LogCaptureFixture) -> None:
    wire.server.offer_method("workspace/didChangeConfiguration", _fail)

    answers = wire.start().say(notification("workspace/didChangeConfiguration", settings={}))

    assert answers == []
    assert "no such luck" in caplog.text


@pytest.mark.asyncio
async def test_an_answer_that_nobody_waits_for_any_more_is_dropped(wire: Wire) -> None:
    wire.start()
    question = wire.server.protocol.send_request("workspace/diagnostic/refresh", None)
    [asked] = wire.say()
    question.cancel()

    answers = wire.say({"jsonrpc": "2.0", "id": asked["id"], "result": None})

    assert answers == []


@pytest.mark.asyncio
@pytest.mark.parametrize("empty", [{"error": None}, {}])
async def test_an_answer_with_nothing_in_it_is_null(wire: Wire, empty: Json) -> None:
    wire.start()
    question = wire.server.protocol.send_request("workspace/diagnostic/refresh", None)
    [asked] = wire.say()

    wire.say({"jsonrpc": "2.0", "id": asked["id"], **empty})

    assert question.result(0) is None


@pytest.mark.asyncio
async def test_a_long_request_can_be_cancelled(wire: Wire) -> None:
    async def wait_for_ever(_params: types.WorkspaceDiagnosticParams) -> None:
        await asyncio.Event().wait()

    wire.server.offer_method("workspace/diagnostic", wait_for_ever)
    wire.start().say(request(3, "workspace/diagnostic", previousResultIds=[]))
    await asyncio.sleep(0)
    wire.say(notification("$/cancelRequest", id=3))
    await asyncio.sleep(0.01)

    assert codes(wire.say()) == [(3, -32800)]


def test_lone_surrogates_are_never_sent(wire: Wire) -> None:
    wire.server.plain = {"plain/question": lambda params: {"part": RawJson(b"[1]"), **params}}

    [answer] = wire.start().say(request(5, "plain/question", text="\ud800!"))

    assert answer["result"] == {"part": [1], "text": "\ufffd!"}


def _fail(_params: object) -> None:
    raise RuntimeError("no such luck")


def _blame(_params: object) -> Iterator[None]:
    raise BadParams("no document")


@pytest.mark.asyncio
async def test_an_answer_may_take_its_time() -> None:
    wire = Wire().start()

    async def echo(params: Json) -> Json:
        await asyncio.sleep(0)
        return {"said": params["text"]}

    wire.server.offer_plain_method(types.TEXT_DOCUMENT_HOVER, echo)
    assert wire.say(request(1, "textDocument/hover", text="a")) == []
    assert wire.say(notification("textDocument/hover", text="b")) == []
    await asyncio.sleep(0.01)

    assert wire.say() == [{"jsonrpc": "2.0", "id": 1, "result": {"said": "a"}}]


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("fault", "code", "is_ours"),
    [
        (BadParams("a request without a text"), -32602, False),
        (RequestRefused("This cannot be done."), -32803, False),
        (ZeroDivisionError("on purpose"), -32603, True),
    ],
)
async def test_a_late_fault_is_answered_with_its_reason(
    fault: Exception, code: int, is_ours: bool, caplog: pytest.LogCaptureFixture
) -> None:
    wire = Wire().start()

    async def fails(_params: Json) -> None:
        raise fault

    wire.server.offer_plain_method(types.TEXT_DOCUMENT_HOVER, fails)
    wire.say(request(1, "textDocument/hover"), notification("textDocument/hover"))
    await asyncio.sleep(0.01)

    [answer] = wire.say()
    assert answer["error"]["code"] == code
    assert str(fault) in answer["error"]["message"]
    assert ("Traceback" in caplog.text) is is_ours


@pytest.mark.asyncio
async def test_an_answer_can_be_cancelled() -> None:
    wire = Wire().start()

    async def waits(_params: Json) -> None:
        await asyncio.Event().wait()

    wire.server.offer_plain_method(types.TEXT_DOCUMENT_HOVER, waits)
    wire.say(request("a", "textDocument/hover"), request(2, "textDocument/hover"))
    await asyncio.sleep(0)
    wire.say(notification("$/cancelRequest", id="a"))
    await asyncio.sleep(0.01)

    assert codes(wire.say()) == [("a", -32800)]
    wire.say(notification("$/cancelRequest", id=2))
    await asyncio.sleep(0.01)
    assert codes(wire.say()) == [(2, -32800)]
