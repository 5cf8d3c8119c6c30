"""A preview that really runs, as a process of its own, and a client that asks it."""

from __future__ import annotations

import http.client
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

_ACCEPT = {
    "Content-Type": "application/json",
    "Accept": "application/json, text/event-stream",
}


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


class Running:
    """A preview and what it said when it began to serve."""

    def __init__(self, process: subprocess.Popen[bytes], ready: dict[str, Any]) -> None:
        self.process = process
        self.ready = ready

    def get(self, path: str, method: str = "GET", **headers: str) -> Answer:
        return self._ask(method, path, None, headers)

    def api(self, path: str, method: str = "GET", content: object = None, **headers: str) -> Answer:
        """What the page is answered, which has the secret."""
        given = {"X-Docs-Lsp-Secret": self.secret, **headers}
        body = json.dumps(content).encode() if method == "POST" else None
        return self._ask(method, f"/.docs-lsp/api/{path}", body, given)

    @property
    def secret(self) -> str:
        """What opens the page."""
        return str(self.ready["page"].partition("#secret=")[2])

    def post(self, message: object, **headers: str) -> Answer:
        body = message if isinstance(message, bytes) else json.dumps(message).encode()
        return self._ask("POST", "/mcp", body, {**_ACCEPT, **headers})

    def ask(self, method: str, **params: Any) -> Any:
        """The result of a request; the whole answer if that is an error."""
        message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        told = self.post(message).json()
        return told.get("result", told)

    def search(self, query: str, **filters: str) -> list[str]:
        return self.call(self.ready["tools"][0], query=query, **filters)

    def run(self, command: str) -> str:
        return "".join(self.call(self.ready["tools"][1], command=command))

    def call(self, tool: str, **arguments: Any) -> list[str]:
        result = self.ask("tools/call", name=tool, arguments=arguments)
        return [item["text"] for item in result["content"]]

    def tell(self, **message: str) -> None:
        """What the editor says of a file."""
        assert self.process.stdin
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()

    def _ask(self, method: str, path: str, body: bytes | None, headers: dict[str, str]) -> Answer:
        host, _, port = self.ready["url"].removeprefix("http://").rpartition(":")
        connection = http.client.HTTPConnection(host, int(port), timeout=30)
        try:
            try:
                connection.request(method, path, body, headers)
            except (BrokenPipeError, ConnectionResetError):
                # What is too long is refused before all of it is sent.
                answer = http.client.HTTPResponse(connection.sock, method=method)
                answer.begin()
            else:
                answer = connection.getresponse()
            named = {name.lower(): value for name, value in answer.getheaders()}
            return Answer(answer.status, named, answer.read())
        finally:
            connection.close()


@contextmanager
def running(folder: Path, *options: str) -> Iterator[Running]:
    """A preview of a folder, until the end of the block."""
    process = subprocess.Popen(
        [sys.executable, "-m", "mcp_preview", "serve", str(folder), "--ready-json", *options],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    assert process.stdin and process.stdout
    try:
        ready = json.loads(process.stdout.readline())
        # A machine that is busy needs longer, and says then once more what it serves.
        yield Running(process, ready if "pages" in ready else json.loads(process.stdout.readline()))
    finally:
        process.terminate()
        process.wait(10)
        process.stdin.close()
        process.stdout.close()


def eventually(true: Callable[[], bool], seconds: float = 5) -> float:
    """The seconds until something is true; an error if it never is."""
    begun = time.monotonic()
    while not true():
        assert time.monotonic() - begun < seconds, "it never came true"
        time.sleep(0.02)
    return time.monotonic() - begun
