"""The smallest language client: it starts a server, types, and looks at the clock.

Times are seconds of the monotonic clock.
"""

from __future__ import annotations

import json
import re
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

_LENGTH = re.compile(rb"content-length: *(\d+)", re.IGNORECASE)
CAPABILITIES = {
    "general": {"positionEncodings": ["utf-16"]},
    "textDocument": {
        "synchronization": {"dynamicRegistration": False},
        "publishDiagnostics": {"relatedInformation": True, "versionSupport": True},
    },
}


class Client:
    """A server process and the conversation with it."""

    def __init__(self, command: Sequence[str], root: Path) -> None:
        self.root = root
        self.started = time.perf_counter()
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=root,
        )
        self.version = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.send({"id": "bye", "method": "shutdown"})
        self.await_answer("bye")
        self.send({"method": "exit"})
        self.process.wait(30)

    def send(self, message: dict[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def receive(self) -> tuple[dict[str, Any], float]:
        """The next message and when it arrived; requests of the server are answered at once."""
        assert self.process.stdout is not None
        length = 0
        while (line := self.process.stdout.readline()).strip():
            if match := _LENGTH.match(line):
                length = int(match[1])
        body = self.process.stdout.read(length)
        arrived = time.perf_counter()
        if not body:
            raise RuntimeError("the server has ended")
        message = json.loads(body)
        if "method" in message and "id" in message:
            items = (message.get("params") or {}).get("items", [])
            self.send({"id": message["id"], "result": [None] * len(items) if items else None})
        return message, arrived

    def await_answer(self, identity: object) -> float:
        while True:
            message, arrived = self.receive()
            if message.get("id") == identity and "method" not in message:
                return arrived

    def initialize(self) -> float:
        """Seconds from the start of the process to the answer to `initialize`."""
        uri = self.root.as_uri()
        params = {
            "processId": None,
            "rootUri": uri,
            "workspaceFolders": [{"uri": uri, "name": "site"}],
            "capabilities": CAPABILITIES,
        }
        self.send({"id": 0, "method": "initialize", "params": params})
        arrived = self.await_answer(0)
        self.send({"method": "initialized", "params": {}})
        return arrived - self.started

    def open(self, file: Path) -> None:
        """Open a file and wait until the server has gone quiet about it."""
        self.uri = file.as_uri()
        item = {
            "uri": self.uri,
            "languageId": "json",
            "version": 0,
            "text": file.read_text(encoding="utf-8"),
        }
        self.send({"method": "textDocument/didOpen", "params": {"textDocument": item}})
        self.await_diagnostics(0)

    def await_diagnostics(self, version: int) -> tuple[float, list[Any]]:
        while True:
            message, arrived = self.receive()
            if message.get("method") == "textDocument/publishDiagnostics":
                params = message["params"]
                if params["uri"] == self.uri and params.get("version", version) == version:
                    return arrived, params["diagnostics"]

    def type(self, line: int, start: int, end: int, text: str) -> float:
        """Replace columns of a line; seconds until the diagnostics of that version are here."""
        self.version += 1
        change = {
            "range": {
                "start": {"line": line, "character": start},
                "end": {"line": line, "character": end},
            },
            "text": text,
        }
        document = {"uri": self.uri, "version": self.version}
        params = {"textDocument": document, "contentChanges": [change]}
        sent = time.perf_counter()
        self.send({"method": "textDocument/didChange", "params": params})
        return self.await_diagnostics(self.version)[0] - sent
