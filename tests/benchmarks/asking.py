"""A client that asks for proposals, and picks from them as an editor does."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from docs_lsp.core.text import Encoding, Text
from docs_lsp.schema.export import build_json_schema
from tests.benchmarks.client import Client

OURS = (sys.executable, "-m", "docs_lsp", "server")
_SCHEMAS = ("https://mintlify.com/docs.json", "https://mintlify.com/schema.json")
CAPABILITIES: dict[str, Any] = {
    "general": {"positionEncodings": ["utf-16"]},
    "textDocument": {
        "documentSymbol": {"hierarchicalDocumentSymbolSupport": True},
        "hover": {"contentFormat": ["markdown", "plaintext"]},
        "completion": {
            "completionItem": {
                "snippetSupport": True,
                "documentationFormat": ["markdown", "plaintext"],
                "resolveSupport": {"properties": ["documentation", "detail"]},
                "insertReplaceSupport": True,
                "insertTextModeSupport": {"valueSet": [1, 2]},
                "labelDetailsSupport": True,
            },
            "contextSupport": True,
        },
        "publishDiagnostics": {"versionSupport": True},
    },
    "workspace": {"workspaceFolders": True},
}


class Asker(Client):
    """A server, and questions to it about one document at a time."""

    capabilities: ClassVar[dict[str, Any]] = CAPABILITIES

    def start(self, folders: Sequence[Path]) -> None:
        """Introduce ourselves, with folders open."""
        named = [{"uri": folder.as_uri(), "name": folder.name} for folder in folders]
        self.ask(
            "initialize",
            {
                "processId": None,
                "rootUri": named[0]["uri"],
                "workspaceFolders": named,
                "capabilities": self.capabilities,
                "initializationOptions": {"provideFormatter": False},
            },
        )
        self.send({"method": "initialized", "params": {}})

    def use_schema(self) -> None:
        """Give the JSON server the schema of docs.json, by its name and its addresses."""
        schema = build_json_schema()
        known = [{"url": url, "fileMatch": ["docs.json"], "schema": schema} for url in _SCHEMAS]
        settings = {"json": {"validate": {"enable": True}, "schemas": known}}
        self.send({"method": "workspace/didChangeConfiguration", "params": {"settings": settings}})

    def ask(self, method: str, params: object) -> tuple[Any, float]:
        """The answer to a request, and the seconds that it took."""
        self.version += 1
        identity = f"ask {self.version}"
        sent = time.perf_counter()
        self.send({"id": identity, "method": method, "params": params})
        while True:
            message, arrived = self.receive()
            if message.get("id") == identity and "method" not in message:
                return message.get("result"), arrived - sent

    def show(self, file: Path, data: bytes) -> None:
        """Open a document."""
        self.uri = file.as_uri()
        self.version += 1
        item = {"uri": self.uri, "languageId": "json", "version": self.version}
        document = {"textDocument": {**item, "text": data.decode()}}
        self.send({"method": "textDocument/didOpen", "params": document})

    def replace(self, start: Mapping[str, int], end: Mapping[str, int], new: str) -> None:
        """Type something."""
        self.version += 1
        change = {"range": {"start": start, "end": end}, "text": new}
        document = {"uri": self.uri, "version": self.version}
        params = {"textDocument": document, "contentChanges": [change]}
        self.send({"method": "textDocument/didChange", "params": params})

    def hide(self) -> None:
        """Close the document."""
        document = {"textDocument": {"uri": self.uri}}
        self.send({"method": "textDocument/didClose", "params": document})

    def proposals(self, position: Mapping[str, int]) -> tuple[list[dict[str, Any]], float]:
        """What is proposed at a position, and the seconds until it was there."""
        params = {"textDocument": {"uri": self.uri}, "position": position}
        answer, seconds = self.ask("textDocument/completion", params)
        items = answer.get("items", []) if isinstance(answer, dict) else answer
        return items or [], seconds


def position_of(data: bytes, offset: int) -> dict[str, int]:
    """A byte offset as a client names it."""
    line, character = Text.from_data(data).to_position(offset, Encoding.UTF16)
    return {"line": line, "character": character}


def first_of(items: list[dict[str, Any]], typed: str, count: int = 10) -> list[str]:
    """What the first proposals would write, once an editor has sorted them and left out what does
    not fit what is typed."""
    wanted = re.compile(".*?".join(map(re.escape, typed)), re.IGNORECASE | re.DOTALL)
    fitting = [one for one in items if wanted.match(one.get("filterText") or one["label"])]
    fitting.sort(key=lambda one: one.get("sortText") or one["label"])
    return [_written(one) for one in fitting[:count]]


def _written(item: Mapping[str, Any]) -> str:
    edit = item.get("textEdit") or {}
    text = edit.get("newText") or item.get("insertText") or item["label"]
    return str(text)


def installed(folder: Path) -> Path:
    """The JSON server that editors use, put into a folder by npm."""
    package = "vscode-langservers-extracted"
    (folder / "package.json").write_text(json.dumps({"private": True}))
    subprocess.run(["npm", "install", "--silent", package], cwd=folder, check=True)
    return folder / "node_modules" / ".bin" / "vscode-json-language-server"
