"""The preview as an editor starts, feeds, watches and stops it."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import signal
import urllib.request
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from lsprotocol import types

from docs_lsp.features._commands import (
    PREVIEW_OPEN,
    PREVIEW_RESTART,
    PREVIEW_START,
    PREVIEW_STATUS,
    PREVIEW_STOP,
)
from tests.e2e.editor import PATIENCE, Editor
from tests.preview.club import write_club


class Writer:
    """Somebody at an editor, who answers questions with the button that is prepared."""

    def __init__(self, editor: Editor) -> None:
        self.editor = editor
        self.asked: list[tuple[str, list[str]]] = []
        self.button: str | None = None
        listen: Any = editor.client.feature(types.WINDOW_SHOW_MESSAGE_REQUEST)
        listen(lambda params: self._answer(params))

    def _answer(self, params: types.ShowMessageRequestParams) -> types.MessageActionItem | None:
        titles = [action.title for action in params.actions or ()]
        self.asked.append((params.message, titles))
        pressed, self.button = self.button, None
        return types.MessageActionItem(title=pressed) if pressed in titles else None

    @property
    def opened(self) -> list[str]:
        """The pages that the editor was asked to open in a browser."""
        return [shown.uri for shown in self.editor.client.shown_documents if shown.external]

    async def do(self, command: str, *arguments: object) -> Any:
        params = types.ExecuteCommandParams(command=command, arguments=list(arguments))
        return await self.editor.client.workspace_execute_command_async(params)

    async def start(self) -> Any:
        return await self.do(PREVIEW_START, self.editor.root.joinpath("docs.json").as_uri())


async def until(true: Callable[[], bool]) -> None:
    for _ in range(int(PATIENCE / 0.05)):
        if true():
            return
        await asyncio.sleep(0.05)
    raise AssertionError("it never came true")


def found(status: Any, query: str) -> str:
    """What a search in the preview gives."""
    message = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": {"name": value(status, "tools")[0], "arguments": {"query": query}},
    }
    request = urllib.request.Request(
        value(status, "mcp"),
        json.dumps(message).encode(),
        {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"},
    )
    with urllib.request.urlopen(request, timeout=10) as answer:
        return str(json.load(answer)["result"]["content"])


def value(status: Any, name: str) -> Any:
    """A field of an answer, which the client may have made an object of."""
    return status[name] if isinstance(status, dict) else getattr(status, name)


def lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{pid}/stat")
    return not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] != "Z"


@pytest_asyncio.fixture
async def writer(tmp_path: Path, sites: Path) -> AsyncIterator[Writer]:
    root = Path(shutil.copytree(sites / "observatory", tmp_path / "observatory"))
    editor = await Editor.start(root)
    editor.open("docs.json")
    yield Writer(editor)
    if editor.client._server and editor.client._server.returncode is None:
        await editor.stop()


@pytest.mark.asyncio
async def test_a_preview_is_started_shown_and_stopped(writer: Writer) -> None:
    writer.button = "Open page"
    status = await writer.start()
    pid = value(status, "pid")
    await until(lambda: bool(writer.opened))
    (listed,) = await writer.do(PREVIEW_STATUS)
    again = await writer.start()

    assert value(status, "tools")[0] == "search_hill_observatory"
    assert writer.opened == [value(status, "page")]
    assert value(status, "page").startswith(f"{value(status, 'url')}/#secret=")
    message, titles = writer.asked[0]
    assert "secret" not in message
    assert value(status, "mcp") in message
    # On a slow machine the preview is announced before its pages have been read.
    assert re.search(r"pages: 28 indexed, 1 excluded|its pages are still being read", message)
    counts = value(listed, "pages")
    async with asyncio.timeout(PATIENCE):
        while value(counts, "indexed") == 0:
            await asyncio.sleep(0.05)
            counts = value((await writer.do(PREVIEW_STATUS))[0], "pages")
    assert (value(counts, "indexed"), value(counts, "leftOut")) == (28, 1)
    assert titles == ["Open page", "Copy URL"]
    assert value(listed, "pid") == value(again, "pid") == pid

    assert await writer.do(PREVIEW_STOP) is True
    assert not lives(pid)
    assert await writer.do(PREVIEW_STATUS) == []
    assert await writer.do(PREVIEW_STOP) is False


@pytest.mark.asyncio
async def test_lenses_say_that_a_preview_runs(writer: Writer) -> None:
    async def words() -> set[str]:
        client, uri = writer.editor.client, writer.editor.uri("docs.json")
        document = types.TextDocumentIdentifier(uri)
        found = await client.text_document_code_lens_async(types.CodeLensParams(document))
        resolved = [await client.code_lens_resolve_async(lens) for lens in found or ()]
        return {lens.command.title for lens in resolved if lens.command}

    async with asyncio.timeout(PATIENCE):
        while "Preview MCP server" not in await words():
            await asyncio.sleep(0.05)
    await writer.start()
    running = await words()
    await writer.do(PREVIEW_STOP)

    assert {"MCP preview is running: open", "stop"} <= running
    assert "Preview MCP server" not in running
    assert "Preview MCP server" in await words()


@pytest.mark.asyncio
async def test_the_page_can_be_asked_for_at_once(writer: Writer) -> None:
    assert await writer.do(PREVIEW_OPEN) is True
    (status,) = await writer.do(PREVIEW_STATUS)

    assert writer.opened == [value(status, "page")]
    assert writer.asked == [], "what to open has been said"


@pytest.mark.asyncio
async def test_the_button_that_copies_is_on_the_page(writer: Writer) -> None:
    writer.button = "Copy URL"
    status = await writer.start()
    await until(lambda: bool(writer.opened))

    assert writer.opened == [f"{value(status, 'page')}&show=connect"]


@pytest.mark.asyncio
async def test_an_editor_that_opens_nothing_is_told_what_shows_the_page(
    tmp_path: Path, sites: Path
) -> None:
    root = Path(shutil.copytree(sites / "observatory", tmp_path / "observatory"))
    editor = await Editor.start(root, profile=types.ClientCapabilities())
    editor.open("docs.json")
    writer = Writer(editor)

    assert await writer.do(PREVIEW_OPEN) is False
    (status,) = await writer.do(PREVIEW_STATUS)

    await until(lambda: bool(editor.client.messages))
    message = editor.client.messages.pop().message
    assert value(status, "mcp") in message and "`docs-lsp preview --open`" in message
    assert "secret" not in message
    await editor.stop()


@pytest.mark.asyncio
async def test_who_may_see_the_site_is_said_once_where_that_is_assumed(
    tmp_path: Path,
) -> None:
    editor = await Editor.start(write_club(tmp_path / "club"))
    try:
        editor.open("docs.json")
        writer = Writer(editor)

        def said() -> list[str]:
            shown = [message.message for message in editor.client.messages]
            asked = [message for message, _ in writer.asked]
            return [text for text in (*shown, *asked) if "preview.auth is not set" in text]

        await writer.start()
        await until(lambda: len(said()) == 1)
        await writer.do(PREVIEW_RESTART)
        await until(lambda: len(writer.asked) == 2)
        notice = ""
        async with asyncio.timeout(PATIENCE):
            while not notice:  # Until all pages have been read.
                (status,) = await writer.do(PREVIEW_STATUS)
                notice = value(status, "notice")

        assert "`preview.auth` is not set" in notice
        assert len(said()) == 1
        editor.client.messages.clear()
    finally:
        await editor.stop()


@pytest.mark.asyncio
async def test_the_preview_listens_where_the_editor_was_set_up_to(
    tmp_path: Path, sites: Path
) -> None:
    root = Path(shutil.copytree(sites / "plain", tmp_path / "plain"))
    options = {"docsLsp": {"previewServer": {"host": "0.0.0.0"}}}
    editor = await Editor.start(root, options=options)
    try:
        editor.open("docs.json")
        status = await Writer(editor).start()

        assert value(status, "url").startswith("http://0.0.0.0:")
        assert value(status, "page") == f"{value(status, 'url')}/#"
    finally:
        await editor.stop()


@pytest.mark.asyncio
async def test_what_is_not_saved_is_found(writer: Writer) -> None:
    writer.editor.open("sky/moon.mdx", "---\ntitle: Moon\n---\nA wombat before the start.\n")
    status = await writer.start()
    await until(lambda: "wombat" in found(status, "wombat"))

    writer.editor.replace("sky/moon.mdx", "wombat before", "quokka after")

    await until(lambda: "quokka" in found(status, "quokka"))
    writer.editor.close("sky/moon.mdx")
    await until(lambda: "quokka after" not in found(status, "quokka"))


@pytest.mark.asyncio
async def test_a_restart_gives_another_process(writer: Writer) -> None:
    before = await writer.start()
    after = await writer.do(PREVIEW_RESTART)

    assert value(before, "pid") != value(after, "pid")
    assert not lives(value(before, "pid"))


@pytest.mark.asyncio
async def test_a_preview_that_is_killed_is_told_and_can_be_started_again(writer: Writer) -> None:
    status = await writer.start()
    writer.button = "Restart"
    os.kill(
        value(status, "pid"), getattr(signal, "SIGKILL", signal.SIGTERM)
    )  # Windows has no other.
    await until(lambda: any("stopped unexpectedly" in said for said, _ in writer.asked))

    for _ in range(200):
        running = await writer.do(PREVIEW_STATUS)
        if running:
            break
        await asyncio.sleep(0.05)
    assert value(running[0], "pid") != value(status, "pid")


@pytest.mark.asyncio
async def test_a_preview_ends_with_an_editor_that_is_killed(writer: Writer) -> None:
    status = await writer.start()
    server = writer.editor.client._server
    assert server is not None

    server.kill()
    begun = asyncio.get_running_loop().time()
    await until(lambda: not lives(value(status, "pid")))

    assert asyncio.get_running_loop().time() - begun < 3
    await server.wait()
    await writer.editor.client.stop()  # type: ignore[no-untyped-call]  # pytest-lsp's


@pytest.mark.asyncio
async def test_a_site_that_cannot_be_previewed_is_told(tmp_path: Path) -> None:
    editor = await Editor.start(tmp_path)
    try:
        assert await Writer(editor).do(PREVIEW_START) is None
        await until(lambda: bool(editor.client.messages))
        assert "no docs.json" in editor.client.messages.pop().message
    finally:
        await editor.stop()


@pytest.mark.asyncio
async def test_of_several_sites_the_writer_chooses_one(tmp_path: Path, sites: Path) -> None:
    for name in ("one", "two"):
        shutil.copytree(sites / "notebook", tmp_path / name)
    editor = await Editor.start(tmp_path)
    writer = Writer(editor)
    try:
        for name in ("one", "two"):
            editor.open(f"{name}/docs.json")
        writer.button = "two"
        status = await writer.do(PREVIEW_START)

        assert writer.asked[0][1] == ["one", "two"]
        assert value(status, "site") == (tmp_path / "two").as_uri()
    finally:
        await editor.stop()
