"""An editor that keeps the newest findings of each file, and answers whatever the server asks."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Self
from urllib.parse import unquote, urlsplit

from docs_lsp.core.text import Encoding, Text

_LENGTH = re.compile(rb"content-length: *(\d+)", re.IGNORECASE)
CREATED, CHANGED, DELETED = 1, 2, 3
SERVER = ("docs_lsp", "server")
"""The module of the server, and its arguments."""
Finding = tuple[str, str, int, str]
"""The file, the rule, the line from 0, and the message."""


class SoakSession:
    """A server process, the documents that are open in it, and what it has published."""

    def __init__(self, root: Path, *, cancels: float = 0.4, server: Sequence[str] = SERVER) -> None:
        """An editor of a site, which takes back some part of its questions at once; `server` is
        the module that it starts, and its arguments."""
        self.root = root
        self.cancels = cancels
        self.open: dict[str, Text] = {}
        """The text of each open document, by its site path."""
        self.found: dict[str, frozenset[Finding]] = {}
        self.last = time.monotonic()
        """When something was published last."""
        self._version = 0
        self._answers: dict[object, Any] = {}
        self._settings: Mapping[str, Any] = {}
        self.process = subprocess.Popen(
            [sys.executable, "-m", *server],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self._initialize()

    def _initialize(self) -> None:
        folder = {"uri": self.root.as_uri(), "name": self.root.name}
        watched = {"dynamicRegistration": True}
        capabilities = {
            "general": {"positionEncodings": ["utf-8"]},
            "textDocument": {"publishDiagnostics": {"versionSupport": True}},
            "workspace": {
                "didChangeWatchedFiles": watched,
                "configuration": True,
                "fileOperations": {"willRename": True, "didRename": True},
                "workspaceEdit": {"documentChanges": True},
            },
        }
        params = {"processId": None, "rootUri": folder["uri"], "workspaceFolders": [folder]}
        self.ask("initialize", {**params, "capabilities": capabilities})
        self.notify("initialized", {})

    # What is sent

    def notify(self, method: str, params: object) -> None:
        """Send a notification."""
        self.send({"method": method, "params": params})

    def request(self, method: str, params: object, *, cancel: bool = False) -> str:
        """Send a request, and perhaps take it back at once."""
        self._version += 1
        identity = f"ask-{self._version}"
        self.send({"id": identity, "method": method, "params": params})
        if cancel:
            self.notify("$/cancelRequest", {"id": identity})
        return identity

    def ask(self, method: str, params: object, patience: float = 60) -> Any:
        """Send a request and wait for its answer; the result, None where there is an error."""
        identity = self.request(method, params)
        end = time.monotonic() + patience
        while identity not in self._answers:
            assert time.monotonic() < end, f"no answer to {method}"
            assert self.process.poll() is None, "the server has ended"
            time.sleep(0.002)
        return self._answers.pop(identity)

    def send(self, message: Mapping[str, Any]) -> None:
        """Send a message."""
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def show(self, file: str) -> None:
        """Open a document as it is on the disk."""
        text = self._disk(file)
        if text is None or file in self.open:
            return
        self.open[file] = text
        language = "json" if file.endswith(".json") else "mdx"
        item = {"uri": self.uri(file), "languageId": language, "version": self._next()}
        self.notify(
            "textDocument/didOpen", {"textDocument": {**item, "text": text.data.decode("utf-8")}}
        )

    def hide(self, file: str) -> None:
        """Close a document; what was not saved is lost."""
        if self.open.pop(file, None) is not None:
            self.notify("textDocument/didClose", {"textDocument": {"uri": self.uri(file)}})

    def edit(self, file: str, start: int, end: int, new: str) -> None:
        """Replace bytes of an open document, which have to be whole characters."""
        text = self.open[file]
        places = [text.to_position(at, Encoding.UTF8) for at in (start, end)]
        begin, stop = ({"line": line, "character": column} for line, column in places)
        self.open[file] = Text.from_data(text.data[:start] + new.encode() + text.data[end:])
        document = {"uri": self.uri(file), "version": self._next()}
        change = {"range": {"start": begin, "end": stop}, "text": new}
        self.notify(
            "textDocument/didChange", {"textDocument": document, "contentChanges": [change]}
        )

    def undo(self, file: str) -> None:
        """Go back to what was read or saved last, in one change of the whole text."""
        text = self._disk(file)
        if text is not None and text != self.open[file]:
            self.open[file] = text
            document = {"uri": self.uri(file), "version": self._next()}
            changes = [{"text": text.data.decode("utf-8")}]
            self.notify(
                "textDocument/didChange", {"textDocument": document, "contentChanges": changes}
            )

    def save(self, file: str) -> int:
        """Write an open document to the disk; what watchers say of it."""
        path = self.root / file
        kind = CHANGED if path.exists() else CREATED
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(self.open[file].data)
        self.notify("textDocument/didSave", {"textDocument": {"uri": self.uri(file)}})
        return kind

    def watched(self, changes: Iterable[tuple[str, int]]) -> None:
        """Tell what has happened to files on the disk."""
        events = [{"uri": self.uri(file), "type": kind} for file, kind in changes]
        if events:
            self.notify("workspace/didChangeWatchedFiles", {"changes": events})

    def configure(self, settings: Mapping[str, Any]) -> None:
        """Change the settings of the editor."""
        self._settings = settings
        self.notify("workspace/didChangeConfiguration", {"settings": {"docsLsp": settings}})

    def end(self) -> None:
        """End the server as an editor does."""
        self.ask("shutdown", None)
        self.notify("exit", None)
        self.process.wait(30)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """End the server, however."""
        self.process.kill()
        self._reader.join(30)
        self.process.wait(30)
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                stream.close()

    # What comes back

    def _read(self) -> None:
        assert self.process.stdout is not None
        while True:
            length = 0
            while (line := self.process.stdout.readline()).strip():
                if match := _LENGTH.match(line):
                    length = int(match[1])
            body = self.process.stdout.read(length)
            if not body:
                return
            self._received(json.loads(body))

    def _received(self, message: Mapping[str, Any]) -> None:
        method, params = message.get("method"), message.get("params") or {}
        if method == "textDocument/publishDiagnostics":
            file = self.site_path(params["uri"])
            self.found[file] = frozenset(_finding(file, one) for one in params["diagnostics"])
            self.last = time.monotonic()
        elif method is not None and "id" in message:
            items = params.get("items", [])
            result = [self._settings] * len(items) if method.endswith("configuration") else None
            self.send({"id": message["id"], "result": result})
        elif method is None:
            self._answers[message.get("id")] = message.get("result")

    def findings(self) -> frozenset[Finding]:
        """All that is shown now."""
        return frozenset(one for found in list(self.found.values()) for one in found)

    def uri(self, file: str) -> str:
        """The address of a file."""
        return (self.root / file).as_uri()

    def site_path(self, uri: str) -> str:
        path = Path(unquote(urlsplit(uri).path))
        return path.relative_to(self.root).as_posix() if path.is_relative_to(self.root) else uri

    def _disk(self, file: str) -> Text | None:
        try:
            data = (self.root / file).read_bytes()
            data.decode("utf-8")
        except (OSError, ValueError):
            return None
        return Text.from_data(data)

    def _next(self) -> int:
        self._version += 1
        return self._version


def _finding(file: str, diagnostic: Mapping[str, Any]) -> Finding:
    line = diagnostic["range"]["start"]["line"]
    return file, str(diagnostic.get("code")), line, diagnostic["message"]
