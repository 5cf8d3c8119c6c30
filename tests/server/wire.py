"""A server and its client in one process, over a wire without a pipe."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import orjson

from docs_lsp.features.to_lsp import Json
from docs_lsp.server.main import create_server
from docs_lsp.server.transport import MessageFramer, add_header, parse_json


class Wire:
    """Both ends of a connection; what the server asks is answered as a test says."""

    def __init__(self, **answers: Any) -> None:
        self.server, self.handlers = create_server()
        self.server.connect(self)
        self.said: list[Json] = []
        self.answers = answers
        self._framer = MessageFramer()

    def write(self, data: bytes) -> None:
        assert data.isascii()
        for body in self._framer.add_bytes(data):
            message: Any = parse_json(body)
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
        self.server.protocol.receive_bytes(add_header(orjson.dumps(message)))

    def send_together(self, *messages: Json) -> None:
        """Send messages that arrive at once."""
        frames = [add_header(orjson.dumps({"jsonrpc": "2.0", **message})) for message in messages]
        self.server.protocol.receive_bytes(b"".join(frames))

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

    def open(self, path: Path, text: str | None = None) -> None:
        """Open a file, with the text on the disk or another."""
        text = path.read_text() if text is None else text
        item = {"uri": path.as_uri(), "languageId": "x", "version": 1, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": item})

    def replace(self, path: Path, text: str, version: int = 2) -> None:
        """Replace the whole text of a document."""
        document = {"uri": path.as_uri(), "version": version}
        params = {"textDocument": document, "contentChanges": [{"text": text}]}
        self.notify("textDocument/didChange", params)

    async def ask(self, method: str, params: Any, id_: Any = "ask") -> Json:
        """The answer to a request, as a whole message."""
        self.request(id_, method, params)
        return await self.answer(id_)

    def request(self, id_: Any, method: str, params: Any) -> None:
        """Send a request, and do not wait for its answer."""
        self.send({"jsonrpc": "2.0", "id": id_, "method": method, "params": params})

    async def answer(self, id_: Any) -> Json:
        """The answer to a request that was sent."""
        async with asyncio.timeout(10):
            while True:
                for message in self.said:
                    if message.get("id") == id_ and "method" not in message:
                        self.said.remove(message)
                        return message
                await asyncio.sleep(0.005)

    async def quiet(self) -> None:
        """Wait until the server has said nothing for a while."""
        said = -1
        while said != len(self.said):
            said = len(self.said)
            await asyncio.sleep(1.2)

    async def published(self, name: str) -> Json:
        async with asyncio.timeout(10):
            while True:
                for message in self.said:
                    params = message.get("params") or {}
                    if params.get("uri", "").endswith(name) and "diagnostics" in params:
                        return dict(params)
                await asyncio.sleep(0.005)
