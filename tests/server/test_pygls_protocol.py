"""The private names of pygls that the server needs: each exists and does what we need of it."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol

from docs_lsp.server import protocol
from docs_lsp.server.protocol import Protocol, Server
from docs_lsp.server.pygls_protocol import PyglsProtocol


class _Recorder(PyglsProtocol):
    """pygls's protocol, with a list of what it sends."""

    def __init__(self, *args: Any) -> None:
        self.sent: list[Any] = []
        super().__init__(*args)

    def send(self, data: Any) -> None:
        self.sent.append(data)


@pytest.fixture
def recorder() -> _Recorder:
    server = LanguageServer("test", "1", protocol_cls=_Recorder)
    assert isinstance(server.protocol, _Recorder)
    return server.protocol


def _initialize(recorder: _Recorder) -> None:
    params: dict[str, Any] = {"processId": None, "rootUri": None, "capabilities": {}}
    message = {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params}
    recorder.handle_message(recorder.structure_message(message))


def test_all_that_pygls_sends_goes_through_our_method(recorder: _Recorder) -> None:
    _initialize(recorder)
    recorder.notify(types.EXIT)
    recorder.send_request(types.WORKSPACE_DIAGNOSTIC_REFRESH)

    plain = [recorder.converter.unstructure(message) for message in recorder.sent]
    assert plain[0]["result"]["serverInfo"] == {"name": "test", "version": "1"}
    assert [message["method"] for message in plain[1:]] == [
        "exit",
        "workspace/diagnostic/refresh",
    ]


def test_initialize_is_accepted_when_pygls_has_answered(recorder: _Recorder) -> None:
    assert not recorder.has_initialized()
    _initialize(recorder)
    assert recorder.has_initialized()


def test_a_question_to_the_client_is_in_progress_until_it_is_answered(
    recorder: _Recorder,
) -> None:
    future = recorder.send_request(types.WORKSPACE_DIAGNOSTIC_REFRESH)
    assert list(recorder.in_progress.values()) == [future]

    [id_] = recorder.in_progress
    recorder.handle_message(
        recorder.structure_message({"jsonrpc": "2.0", "id": id_, "result": None})
    )
    assert future.done()
    assert recorder.in_progress == {}


def test_pygls_cancels_a_request_that_we_have_put_in_progress(recorder: _Recorder) -> None:
    async def cancel() -> bool:
        task = asyncio.ensure_future(asyncio.sleep(60))
        recorder.in_progress["slow"] = task  # type: ignore[assignment]  # as the server does
        message = {"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": "slow"}}
        recorder.handle_message(recorder.structure_message(message))
        await asyncio.wait((task,))
        return task.cancelled()

    assert asyncio.run(cancel())
    assert recorder.in_progress == {}


def test_our_protocol_shares_no_private_name_with_pygls() -> None:
    """A name of our own that pygls takes too would replace its method or its value."""
    plain = LanguageServer("test", "1")
    theirs = {*dir(plain), *dir(plain.protocol)}
    source = Path(str(protocol.__file__)).read_text(encoding="utf-8")
    ours = set(re.findall(r"self\.(_[a-z]\w*)", source)) | {*vars(Protocol), *vars(Server)}

    assert {"_request_futures", "_send_data"} <= theirs
    private = {name for name in ours if name.startswith("_") and not name.startswith("__")}
    assert private
    assert private & theirs == set()
    assert issubclass(Protocol, LanguageServerProtocol)
