"""An editor for tests: pytest-lsp's client, and a wire without any client at all."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.protocol import default_converter
from pytest_lsp import LanguageClient, client_capabilities
from pytest_lsp.client import register_lsp_features

SERVER = [sys.executable, "-m", "docs_lsp", "server"]
PATIENCE = 15.0
"""Seconds to wait for what should come at once, on a machine that has much else to do."""

HEAD = '"$schema": "https://mintlify.com/docs.json", "theme": "mint", "name": "Quay", '
HEAD += '"colors": {"primary": "#0a7d5c"}'
NO_PAGES = '"anchors": [{"anchor": "Shop", "href": "https://example.com"}]'
"""A navigation may have none."""


def docs(*pages: str, extra: str = "") -> str:
    """A docs.json that lists pages, with further members."""
    listed = ", ".join(f'"{page}"' for page in pages)
    inside = f'"pages": [{listed}]' if pages else NO_PAGES
    return f'{{{HEAD}, "navigation": {{{inside}}}{extra}}}'


_find_capabilities = cache(client_capabilities)
# It writes code for every type of the protocol that it meets, which takes longer than most tests.
_make_converter = cache(default_converter)


class Editor:
    """A client with documents, which edits them as an editor does and checks what it is told."""

    def __init__(self, client: LanguageClient, root: Path) -> None:
        self.client = client
        self.root = root
        self.texts: dict[str, str] = {}
        self.versions: dict[str, int] = {}
        self.encoding = "utf-16"
        self.answer: types.InitializeResult

    @classmethod
    async def start(
        cls,
        root: Path,
        profile: str | types.ClientCapabilities = "visual-studio-code",
        options: Any = None,
        configuration: Any = None,
        folders: Sequence[Path] | None = None,
    ) -> Editor:
        """Start a server and introduce oneself as the editor of a profile."""
        client = LanguageClient(converter_factory=_make_converter)
        register_lsp_features(client)
        client.set_configuration({"docsLsp": configuration or {}})
        await client.start_io(*SERVER)
        editor = cls(client, root)
        folders = [root] if folders is None else folders
        capabilities = _find_capabilities(profile) if isinstance(profile, str) else profile
        editor.answer = await client.initialize_session(
            types.InitializeParams(
                capabilities=capabilities,
                root_uri=root.as_uri() if folders else None,
                workspace_folders=[
                    types.WorkspaceFolder(uri=folder.as_uri(), name=folder.name)
                    for folder in folders
                ],
                initialization_options=options,
            )
        )
        chosen = editor.answer.capabilities.position_encoding
        editor.encoding = str(getattr(chosen, "value", chosen))
        return editor

    async def stop(self) -> int:
        """Say goodbye as the protocol asks for; the server's exit code."""
        await self.client.shutdown_session()
        process = self.client._server
        assert process is not None
        code = await asyncio.wait_for(process.wait(), PATIENCE)
        await self.client.stop()  # type: ignore[no-untyped-call]  # pytest-lsp's
        assert self.client.error is None, self.client.error
        assert self.client.messages == [], "no pop-ups"
        return code

    def uri(self, name: str) -> str:
        return name if ":" in name else (self.root / name).as_uri()

    def open(self, name: str, text: str | None = None, language: str = "json") -> None:
        """Open a document, with the text on the disk or another."""
        text = (self.root / name).read_bytes().decode() if text is None else text
        self.texts[name], self.versions[name] = text, 1
        document = types.TextDocumentItem(self.uri(name), language, 1, text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(document))

    def close(self, name: str) -> None:
        del self.texts[name]
        document = types.TextDocumentIdentifier(self.uri(name))
        self.client.text_document_did_close(types.DidCloseTextDocumentParams(document))

    def replace(self, name: str, old: str, new: str) -> None:
        """Type over the only place where a text stands."""
        text = self.texts[name]
        assert text.count(old) == 1, f"{old!r} stands in the text {text.count(old)} times"
        start = text.index(old)
        span = types.Range(self.position(name, start), self.position(name, start + len(old)))
        self.texts[name] = text.replace(old, new)
        self._change(name, types.TextDocumentContentChangePartial(text=new, range=span))

    def set(self, name: str, text: str) -> None:
        """Replace the whole text."""
        self.texts[name] = text
        self._change(name, types.TextDocumentContentChangeWholeDocument(text=text))

    def _change(self, name: str, change: types.TextDocumentContentChangeEvent) -> None:
        self.versions[name] += 1
        document = types.VersionedTextDocumentIdentifier(self.versions[name], self.uri(name))
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(document, [change]))

    def position(self, name: str, index: int) -> types.Position:
        """Where a character stands, in the units that server and editor have agreed on.

        Counts lines by hand, as LSP defines them, and shares no code with the server.
        """
        before = self.texts[name][:index].replace("\r\n", "\n").replace("\r", "\n")
        lines = before.split("\n")
        units = {"utf-8": 1, "utf-16": 2, "utf-32": 4}[self.encoding]
        codec = "utf-8" if units == 1 else f"{self.encoding}-le"
        return types.Position(len(lines) - 1, len(lines[-1].encode(codec)) // units)

    def marked(self, name: str, diagnostic: types.Diagnostic) -> str:
        """The text that a diagnostic is shown under."""
        text = self.texts[name]
        places = {
            (position.line, position.character): index
            for index in range(len(text) + 1)
            for position in [self.position(name, index)]
        }
        start, end = diagnostic.range.start, diagnostic.range.end
        first = places.get((start.line, start.character))
        last = places.get((end.line, end.character))
        return "nothing" if first is None or last is None else text[first:last]

    async def marks(self, *words: str, name: str = "docs.json") -> None:
        """Wait until findings are shown under these words, quotes aside, and no others."""

        def marked() -> list[str]:
            found = self.client.diagnostics.get(self.uri(name), ())
            return [self.marked(name, diagnostic).strip('"') for diagnostic in found]

        await self.until(lambda: marked() == list(words))

    def shown(self, name: str = "docs.json") -> list[str]:
        """The rules whose findings the editor has been sent for a file."""
        return [str(found.code) for found in self.client.diagnostics.get(self.uri(name), ())]

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait until something is so."""
        try:
            async with asyncio.timeout(PATIENCE):
                while not condition():
                    assert self.client.error is None, self.client.error
                    await asyncio.sleep(0.005)
        except TimeoutError:
            found = {uri: [d.code for d in found] for uri, found in self.client.diagnostics.items()}
            raise AssertionError(f"it never came; shown is {found}") from None

    async def shows(self, *rules: str, name: str = "docs.json") -> list[types.Diagnostic]:
        """Wait until the editor has been sent these findings for a file, and no others."""
        await self.until(
            lambda: self.uri(name) in self.client.diagnostics and self.shown(name) == list(rules)
        )
        return list(self.client.diagnostics[self.uri(name)])

    async def pull(self, name: str, previous: str | None = None) -> Any:
        return await self.client.text_document_diagnostic_async(
            types.DocumentDiagnosticParams(
                types.TextDocumentIdentifier(self.uri(name)), previous_result_id=previous
            )
        )

    async def pull_all(self, previous: dict[str, str]) -> dict[str, Any]:
        """Everything in the workspace, by URI."""
        answer = await self.client.workspace_diagnostic_async(
            types.WorkspaceDiagnosticParams(
                [types.PreviousResultId(uri, value) for uri, value in previous.items()]
            )
        )
        return {item.uri: item for item in answer.items}

    def happened(self, name: str, kind: types.FileChangeType) -> None:
        event = types.FileEvent(self.uri(name), kind)
        self.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([event]))


class Wire:
    """A server on the other end of two pipes, for messages that no client would send."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process

    @classmethod
    async def start(cls, *arguments: str, environment: dict[str, str] | None = None) -> Wire:
        command = [sys.executable, "-m", "docs_lsp", *(arguments or ("server",))]
        pipe = asyncio.subprocess.PIPE
        return cls(
            await asyncio.create_subprocess_exec(
                *command,
                stdin=pipe,
                stdout=pipe,
                stderr=pipe,
                limit=1 << 26,
                env={**os.environ, **(environment or {})},
            )
        )

    def write(self, data: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(data)

    def send(self, method: str, params: Any = None, id_: Any = None) -> None:
        message = {"jsonrpc": "2.0", "method": method, "params": params}
        self.write(frame(message if id_ is None else {**message, "id": id_}))

    async def read(self) -> Any:
        """The next message; None where the server has closed its end."""
        assert self.process.stdout is not None
        async with asyncio.timeout(PATIENCE):
            try:
                header = await self.process.stdout.readuntil(b"\r\n\r\n")
            except asyncio.IncompleteReadError as end:
                assert end.partial == b"", "nothing but messages on standard output"
                return None
            assert header.startswith(b"Content-Length: ")
            return json.loads(await self.process.stdout.readexactly(int(header[16:])))

    async def answer(self, id_: Any) -> Any:
        """The answer to a request; whatever the server asks meanwhile is answered with null."""
        while (message := await self.read()) is not None:
            if "method" in message and "id" in message:
                self.write(frame({"jsonrpc": "2.0", "id": message["id"], "result": None}))
            elif message.get("id") == id_ and "method" not in message:
                return message
        raise AssertionError("the server has closed its end")

    async def ask(self, method: str, params: Any = None, id_: Any = 1) -> Any:
        self.send(method, params, id_)
        return await self.answer(id_)

    async def initialize(self, root: Path | None = None, **params: Any) -> Any:
        uri = root.as_uri() if root else None
        whole = {"processId": os.getpid(), "rootUri": uri, "capabilities": {}, **params}
        answer = await self.ask("initialize", whole, "start")
        self.send("initialized", {})
        return answer["result"]

    async def ended(self) -> tuple[int, str]:
        """Wait for the end; the exit code, and what stands in the log."""
        assert self.process.stderr is not None
        async with asyncio.timeout(PATIENCE):
            log = await self.process.stderr.read()
            return await self.process.wait(), log.decode()

    async def hang_up(self) -> tuple[int, str]:
        assert self.process.stdin is not None
        self.process.stdin.close()
        return await self.ended()


def frame(message: Any) -> bytes:
    """A message as it travels."""
    body = json.dumps(message).encode()
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)
