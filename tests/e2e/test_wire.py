"""The server behind its pipe: beginnings, ends, and messages that no editor would send."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from docs_lsp import __version__
from tests.e2e.editor import PATIENCE, Wire, docs, frame

pytestmark = pytest.mark.asyncio


async def test_exit_after_shutdown_is_0() -> None:
    wire = await Wire.start()
    await wire.initialize()
    assert (await wire.ask("shutdown"))["result"] is None
    wire.send("exit")

    assert await wire.ended() == (0, "")


async def test_exit_without_shutdown_is_1() -> None:
    wire = await Wire.start()
    await wire.initialize()
    wire.send("exit")

    assert (await wire.ended())[0] == 1


@pytest.mark.parametrize("polite", [False, True])
async def test_the_end_of_the_input_is_the_end(polite: bool) -> None:
    wire = await Wire.start()
    await wire.initialize()
    if polite:
        await wire.ask("shutdown")

    assert await wire.hang_up() == (0 if polite else 1, "")


async def test_the_flag_that_editors_add_is_accepted() -> None:
    for arguments in (("--stdio",), ("server", "--stdio"), ()):
        wire = await Wire.start(*arguments)
        await wire.initialize()
        await wire.ask("shutdown")
        wire.send("exit")
        assert (await wire.ended())[0] == 0


async def test_garbage_is_survived_and_answered_where_it_can_be() -> None:
    wire = await Wire.start()
    await wire.initialize()
    for garbage in (
        b"\x00\xff garbage \n\n\r\n\r\n",
        b"Content-Length: 5\r\n\r\n{{{{{",
        b"Content-Length: nine\r\n\r\n",
        b"Content-Length: 2\r\n\r\n[]",
        b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
        frame({"jsonrpc": "2.0", "method": ["x"], "id": 1}),
        frame({"jsonrpc": "2.0", "method": "textDocument/didChange", "params": [1]}),
        frame({"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {}}),
        frame({"jsonrpc": "2.0", "id": "nobody's", "result": {}}),
    ):
        wire.write(garbage)

    refused = await wire.ask("textDocument/diagnostic", {"textDocument": 3}, 7)
    assert refused["error"]["code"] == -32602
    assert (await wire.ask("shutdown", id_=8))["result"] is None
    wire.send("exit")
    code, log = await wire.ended()
    assert code == 0
    assert "Traceback" not in log


async def test_a_hostile_flood_leaves_a_short_log() -> None:
    wire = await Wire.start()
    await wire.initialize()
    for number in range(2000):
        wire.send("no/such/notification", {"text": "x" * 1000, "number": number})
    await wire.ask("shutdown")
    wire.send("exit")
    code, log = await wire.ended()

    assert code == 0
    assert len(log) < 200_000


async def test_a_request_for_a_feature_that_is_not_there_is_refused() -> None:
    wire = await Wire.start()
    await wire.initialize()
    answer = await wire.ask("textDocument/nothing", {}, 5)

    assert answer["error"]["code"] == -32601
    await wire.hang_up()


async def test_the_server_ends_when_its_editor_has_died(tmp_path: Path) -> None:
    """The pipe stays open, as it does when a helper of the editor has inherited it."""
    editor = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    wire = await Wire.start()
    await wire.initialize(processId=editor.pid)
    editor.communicate(b"\n")

    assert (await wire.ended())[0] == 1


async def test_an_editor_that_cannot_be_seen_is_not_missed() -> None:
    """As from inside a container, where its number means nothing."""
    wire = await Wire.start()
    await wire.initialize(processId=2**22 + 1)
    await asyncio.sleep(0.2)

    assert (await wire.ask("shutdown"))["result"] is None
    await wire.hang_up()


async def test_lone_surrogates_from_the_editor_are_borne(tmp_path: Path) -> None:
    wire = await Wire.start()
    await wire.initialize(tmp_path)
    uri = (tmp_path / "docs.json").as_uri()
    text = docs(extra=', "\ud83d": 1')
    wire.send("textDocument/didOpen", {"textDocument": {"uri": uri, "version": 1, "text": text}})
    while (message := await wire.read())["method"] != "textDocument/publishDiagnostics":
        pass

    assert [found["code"] for found in message["params"]["diagnostics"]] == ["unknown-key"]
    await wire.hang_up()


async def test_a_slow_reader_does_not_stop_the_server(tmp_path: Path) -> None:
    """Nothing is read for a while, though far more is sent than fits into a pipe."""
    wire = await Wire.start()
    await wire.initialize(tmp_path)
    uri = (tmp_path / "docs.json").as_uri()
    text = docs(extra="".join(f', "k{number}": 1' for number in range(500)))
    document: dict[str, Any] = {"uri": uri, "version": 1}
    wire.send("textDocument/didOpen", {"textDocument": {**document, "text": text}})
    for version in range(2, 40):
        document["version"] = version
        change = {"textDocument": document, "contentChanges": [{"text": text + " " * version}]}
        wire.send("textDocument/didChange", change)
    await asyncio.sleep(1)
    wire.send("shutdown", id_=1)

    assert (await wire.answer(1))["result"] is None
    wire.send("exit")
    assert (await wire.ended())[0] == 0


async def test_nothing_but_messages_goes_to_standard_output(tmp_path: Path) -> None:
    now, over = tmp_path / "now", tmp_path / "over"
    (tmp_path / "sitecustomize.py").write_text(
        "import os, threading, time\n"
        "def noise():\n"
        f"    while not os.path.exists({str(now)!r}):\n"
        "        time.sleep(0.01)\n"
        "    print('noise')\n"
        "    os.write(1, b'noise')\n"
        f"    open({str(over)!r}, 'w').close()\n"
        "threading.Thread(target=noise, daemon=True).start()\n"
    )
    wire = await Wire.start(
        environment={"PYTHONPATH": os.pathsep.join([str(tmp_path), str(Path.cwd())])}
    )
    await wire.initialize()
    now.touch()
    async with asyncio.timeout(PATIENCE):
        while not over.exists():
            await asyncio.sleep(0.01)

    assert (await wire.ask("shutdown"))["result"] is None
    wire.send("exit")
    code, log = await wire.ended()
    assert code == 0
    assert log.count("noise") == 2


async def test_one_client_is_served_over_tcp() -> None:
    wire = await Wire.start("--tcp", "127.0.0.1:0")
    assert wire.process.stdout is not None
    ready = json.loads(await wire.process.stdout.readline())
    reader, writer = await asyncio.open_connection(ready["host"], ready["port"])
    writer.write(frame(_request(1, "initialize", {"processId": None, "capabilities": {}})))
    assert (await _message(reader))["result"]["serverInfo"]["name"] == "docs-lsp"
    with pytest.raises(OSError):
        await asyncio.open_connection(ready["host"], ready["port"])

    writer.write(frame(_request(2, "shutdown", None)))
    assert (await _message(reader))["result"] is None
    writer.write(frame({"jsonrpc": "2.0", "method": "exit"}))
    assert (await wire.ended())[0] == 0
    writer.close()


async def test_other_machines_are_not_served() -> None:
    for address in ("0.0.0.0:0", "192.0.2.1:0", "example.com:0"):
        wire = await Wire.start("--tcp", address)
        code, log = await wire.ended()
        assert code == 2
        assert "other machines" in log


def _request(id_: int, method: str, params: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": id_, "method": method, "params": params}


async def _message(reader: asyncio.StreamReader) -> Any:
    async with asyncio.timeout(15):
        header = await reader.readuntil(b"\r\n\r\n")
        return json.loads(await reader.readexactly(int(header[16:])))


async def test_a_capability_of_an_unexpected_form_costs_that_capability_only(
    tmp_path: Path,
) -> None:
    actions = {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix"]}}}
    odd = {
        "workspace": {"workspaceEdit": {"documentChanges": True}, "symbol": 7},
        "textDocument": {"codeAction": actions, "hover": {"contentFormat": "markdown"}},
        "general": {"positionEncodings": ["utf-8"], "staleRequestSupport": {"cancel": "yes"}},
        "window": None,
    }
    wire = await Wire.start()
    offered = (await wire.initialize(tmp_path, capabilities=odd))["capabilities"]
    await wire.hang_up()

    assert "quickfix" in offered["codeActionProvider"]["codeActionKinds"]
    assert offered["positionEncoding"] == "utf-8"
    assert offered["hoverProvider"]


async def test_the_log_of_a_good_start_has_the_version_the_editor_and_the_sites(
    tmp_path: Path,
) -> None:
    (tmp_path / "docs.json").write_text(docs())
    wire = await Wire.start("server", "--log-level", "info")
    await wire.initialize(tmp_path, clientInfo={"name": "Quill"})
    document = {
        "uri": (tmp_path / "docs.json").as_uri(),
        "languageId": "json",
        "version": 1,
        "text": docs(),
    }
    wire.send("textDocument/didOpen", {"textDocument": document})
    await wire.ask("textDocument/documentSymbol", {"textDocument": {"uri": document["uri"]}})
    _, log = await wire.hang_up()

    assert "serves `Quill`" in log and f"docs-lsp {__version__}" in log
    assert f"There is a site in `{tmp_path}`" in log
