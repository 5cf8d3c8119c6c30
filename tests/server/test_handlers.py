"""One client's session put together, over a wire without a pipe."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import orjson
import pytest

from docs_lsp.features.to_lsp import Json
from docs_lsp.server import disk
from docs_lsp.server.app import new_server
from docs_lsp.server.ask import Asker
from docs_lsp.server.protocol import Server
from docs_lsp.server.transport import Framer, decode, frame
from tests.e2e.editor import docs

pytestmark = pytest.mark.asyncio


class Wire:
    """Both ends of a connection; what the server asks is answered as a test says."""

    def __init__(self, **answers: Any) -> None:
        self.server, self.handlers = new_server()
        self.server.connect(self)
        self.said: list[Json] = []
        self.answers = answers
        self._framer = Framer()

    def write(self, data: bytes) -> None:
        for body in self._framer.feed(data):
            message: Any = decode(body)
            self.said.append(message)
            if "method" in message and "id" in message:
                asyncio.get_running_loop().call_soon(self._answer, message)

    def close(self) -> None:
        pass

    def _answer(self, question: Json) -> None:
        answer = self.answers.get(question["method"].rpartition("/")[2])
        part = {"error": answer} if isinstance(answer, dict) else {"result": answer}
        self.send({"jsonrpc": "2.0", "id": question["id"], **part})

    def send(self, message: Json) -> None:
        self.server.protocol.receive(frame(orjson.dumps(message)))

    def notify(self, method: str, params: Any) -> None:
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def initialize(self, capabilities: Json, **params: Any) -> Json:
        whole = {"processId": None, "capabilities": capabilities, **params}
        self.send({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": whole})
        self.notify("initialized", {})
        [answer] = [message for message in self.said if message.get("id") == 0]
        result: Json = answer["result"]["capabilities"]
        return result

    def asked(self) -> list[str]:
        return [
            message["method"] for message in self.said if "id" in message and "method" in message
        ]

    async def published(self, name: str) -> Json:
        async with asyncio.timeout(10):
            while True:
                for message in self.said:
                    params = message.get("params") or {}
                    if params.get("uri", "").endswith(name) and "diagnostics" in params:
                        return dict(params)
                await asyncio.sleep(0.005)


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(disk, "FINDING_PAUSE", 0.0)


async def test_a_bare_client_is_asked_nothing(tmp_path: Path) -> None:
    wire = Wire()
    capabilities = wire.initialize({}, rootUri=tmp_path.as_uri())
    await asyncio.sleep(0.02)

    assert wire.asked() == []
    assert "diagnosticProvider" not in capabilities
    wire.handlers.stop()


async def test_a_capable_client_is_asked_for_all_it_can_give(tmp_path: Path) -> None:
    wire = Wire()
    dynamic = {"dynamicRegistration": True}
    workspace = {"didChangeWatchedFiles": dynamic, "didChangeConfiguration": dynamic}
    wire.initialize({"workspace": {**workspace, "configuration": True}})
    await asyncio.sleep(0.02)

    assert sorted(wire.asked()) == [
        "client/registerCapability",
        "client/registerCapability",
        "workspace/configuration",
    ]
    registered = {
        registration["method"]
        for message in wire.said
        if message.get("method") == "client/registerCapability"
        for registration in message["params"]["registrations"]
    }
    assert registered == {"workspace/didChangeWatchedFiles", "workspace/didChangeConfiguration"}
    wire.handlers.stop()


@pytest.mark.parametrize("given", ["folders", "uri", "path"])
async def test_the_sites_of_the_workspace_are_checked(tmp_path: Path, given: str) -> None:
    (tmp_path / "docs.json").write_text(docs(extra=', "nmae": 1'))
    ways: dict[str, Json] = {
        "folders": {"workspaceFolders": [{"uri": tmp_path.as_uri(), "name": "w"}]},
        "uri": {"rootUri": tmp_path.as_uri()},
        "path": {"rootPath": str(tmp_path)},
    }
    wire = Wire()
    wire.initialize({}, **ways[given])

    found = await wire.published("docs.json")

    assert [each["code"] for each in found["diagnostics"]] == ["unknown-key"]
    wire.handlers.stop()


@pytest.mark.parametrize(
    "answer", [None, [], [5], ["x", "y", "z"], {"code": -32601, "message": "no"}, "text", 7]
)
async def test_odd_answers_about_settings_change_nothing(tmp_path: Path, answer: Any) -> None:
    (tmp_path / "docs.json").write_text(docs(extra=', "nmae": 1'))
    wire = Wire(configuration=answer)
    wire.initialize({"workspace": {"configuration": True}}, rootUri=tmp_path.as_uri())
    await asyncio.sleep(0.02)

    found = await wire.published("docs.json")

    assert [each["severity"] for each in found["diagnostics"]] == [2]
    wire.handlers.stop()


async def test_pulling_is_offered_to_those_who_pull() -> None:
    wire = Wire()
    capabilities = wire.initialize(
        {
            "textDocument": {"diagnostic": {}},
            "workspace": {"diagnostics": {"refreshSupport": True}},
        }
    )

    assert capabilities["diagnosticProvider"] == {
        "identifier": "docs-lsp",
        "interFileDependencies": True,
        "workspaceDiagnostics": True,
    }
    wire.handlers.stop()


async def test_the_client_is_told_to_ask_again_once_for_many_changes() -> None:
    wire = Wire()
    wire.initialize({})
    asker = Asker(wire.server)
    for _ in range(5):
        asker.refresh_diagnostics()
    await asyncio.sleep(0.02)
    asker.refresh_diagnostics()
    await asyncio.sleep(0.02)

    assert wire.asked() == ["workspace/diagnostic/refresh"] * 2
    wire.handlers.stop()


async def test_progress_needs_the_client_s_consent() -> None:
    willing, unwilling = Wire(), Wire(create={"code": -32601, "message": "no"})
    consents = []
    for wire in (willing, unwilling):
        wire.initialize({})
        consents.append(await Asker(wire.server).create_progress("token"))
        wire.handlers.stop()

    assert consents == [True, False]


async def test_waiting_for_the_client_can_be_given_up() -> None:
    server = Server()
    silent: list[bytes] = []

    class Deaf:
        def write(self, data: bytes) -> None:
            silent.append(data)

        def close(self) -> None:
            pass

    server.connect(Deaf())
    asker = Asker(server)
    asker.start(asker.create_progress("token"))
    await asyncio.sleep(0.01)
    asker.stop()
    await asyncio.sleep(0.01)

    assert len(silent) == 1
