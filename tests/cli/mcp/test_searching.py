"""The tool `search`: pages of the manual among its answers, and its progress."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Mapping
from pathlib import Path

import anyio
import pytest
from anyio.abc import TaskStatus
from mcp.client.client import Client
from mcp_types import CallToolResult, ListToolsResult, TextContent, Tool

from docs_lsp.cli.mcp import agent_server, searching
from docs_lsp.cli.mcp.agent_server import build_server
from docs_lsp.cli.mcp.searching import PreviewClient
from docs_lsp.cli.mcp.workspace import AgentWorkspace
from mcp_preview.live.first_states import render_progress
from mcp_preview.live.server_state import IndexingProgress

Progress = Callable[[float, float | None, str | None], None]


def search(
    root: Path, query: str, answer: Callable[[Mapping[str, str]], str], advance: Progress
) -> CallToolResult:
    async def report(progress: float, total: float | None, message: str | None) -> None:
        advance(progress, total, message)

    async def ask() -> CallToolResult:
        async with Client(build_server(AgentWorkspace(root, answer))) as client:
            return await client.call_tool("search", {"query": query}, progress_callback=report)

    return asyncio.run(ask())


def read_text(result: CallToolResult) -> str:
    (content,) = result.content
    assert isinstance(content, TextContent)
    return content.text


def test_pages_of_the_manual_come_first_and_are_marked(sites: Path) -> None:
    result = search(
        sites / "ferry",
        "How do I accept findings in a baseline?",
        lambda _: "Page: days/sunday",
        lambda *_: None,
    )
    first, hit, *rest = read_text(result).splitlines()

    assert first == "From the manual of docs-lsp, not from this site (resources):"
    assert hit.startswith("- docs-lsp://manual/tasks/baseline  ")
    assert "Page: days/sunday" in rest
    assert result.structured_content == {}


def test_a_question_about_the_site_has_the_answer_of_the_site_alone(sites: Path) -> None:
    result = search(
        sites / "ferry",
        "When does the ferry run on Sundays?",
        lambda _: "Page: days/sunday",
        lambda *_: None,
    )

    assert [line for line in read_text(result).splitlines() if "data " not in line] == [
        "Page: days/sunday"
    ]


def test_a_search_that_waits_reports_its_progress(
    sites: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(agent_server, "PAUSE", 0.01)
    is_reported = threading.Event()
    messages = []

    def advance(done: float, _total: float | None, message: str | None) -> None:
        messages.append((done, message))
        if len(messages) == 2:
            is_reported.set()

    def wait_for_index(_asked: Mapping[str, str]) -> str:
        assert is_reported.wait(30)
        return "Page: days/sunday"

    result = search(sites / "ferry", "Sundays", wait_for_index, advance)

    assert "Page: days/sunday" in read_text(result)
    assert messages[0][0] < messages[1][0]
    assert all("first search waits" in str(message) for _, message in messages)


def test_the_first_search_waits_for_the_index(sites: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching, "_PAUSE", 0)
    answers = [
        (render_progress(None), True),
        (render_progress(IndexingProgress(done=1, total=3)), True),
        ("Page: days/sunday", False),
    ]

    class Preview:
        async def list_tools(self) -> ListToolsResult:
            schema = {"type": "object", "properties": {"query": {"type": "string"}}}
            return ListToolsResult(tools=[Tool(name="search_ferry", input_schema=schema)])

        async def call_tool(self, name: str, arguments: Mapping[str, str]) -> CallToolResult:
            assert (name, arguments) == ("search_ferry", {"query": "Sundays"})
            text, is_error = answers.pop(0)
            return CallToolResult(content=[TextContent(text=text)], is_error=is_error)

    async def ask() -> str:
        async with anyio.create_task_group() as tasks:
            client = PreviewClient(sites / "ferry", tasks)
            monkeypatch.setattr(client, "_client", Preview())
            answer = await client.search({"query": "Sundays"})
        return answer

    assert anyio.run(ask) == "Page: days/sunday"
    assert answers == []


def test_a_preview_that_has_ended_is_started_again(
    sites: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class EndedPreview:
        async def list_tools(self) -> ListToolsResult:
            raise anyio.ClosedResourceError

    class NewPreview:
        async def list_tools(self) -> ListToolsResult:
            schema = {"type": "object", "properties": {"query": {"type": "string"}}}
            return ListToolsResult(tools=[Tool(name="search_ferry", input_schema=schema)])

        async def call_tool(self, name: str, arguments: Mapping[str, str]) -> CallToolResult:
            return CallToolResult(content=[TextContent(text="Page: days/sunday")])

    async def ask() -> str:
        async with anyio.create_task_group() as tasks:
            client = PreviewClient(sites / "ferry", tasks)

            async def start(*, task_status: TaskStatus[object]) -> None:
                task_status.started(NewPreview())

            monkeypatch.setattr(client, "_client", EndedPreview())
            monkeypatch.setattr(client, "_run_preview", start)
            answer = await client.search({"query": "Sundays"})
        return answer

    assert anyio.run(ask) == "Page: days/sunday"
