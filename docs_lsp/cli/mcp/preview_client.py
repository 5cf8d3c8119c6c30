"""The preview process, started by the first search and stopped with the server."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import anyio
import mcp_types as types
from anyio.abc import TaskGroup, TaskStatus
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.shared.exceptions import MCPError

from docs_lsp.cli.preview_process import build_preview_command
from docs_lsp.core.usage_fault import UsageFault

_SECONDS = 120
"""The maximum number of seconds for an answer: the first waits for a large site."""


class PreviewClient:
    """Calls the search tool of the preview of one site."""

    def __init__(self, folder: Path, tasks: TaskGroup) -> None:
        """Take the folder of docs.json, and the task group that ends with the server."""
        self._folder = folder
        self._tasks = tasks
        self._client: Client | None = None
        self._starting = anyio.Lock()

    async def search(self, arguments: Mapping[str, str]) -> str:
        """Return the text of the answer. Raises `UsageFault` if there is none."""
        try:
            with anyio.fail_after(_SECONDS):
                client = await self._ensure_client()
                name = await _find_search_tool(client)
                answer = await client.call_tool(name, dict(arguments))
        except TimeoutError:
            raise UsageFault("the preview has not answered in time. Ask once more.") from None
        except (MCPError, OSError, anyio.ClosedResourceError, anyio.BrokenResourceError) as error:
            self._client = None
            raise UsageFault(f"the preview cannot be asked: {error}") from error
        texts = (one.text for one in answer.content if isinstance(one, types.TextContent))
        text = "\n\n".join(texts)
        if answer.is_error:
            raise UsageFault(text)
        return text

    async def _ensure_client(self) -> Client:
        async with self._starting:
            if self._client is None:
                self._client = await self._tasks.start(self._run_preview)
            return self._client

    async def _run_preview(self, *, task_status: TaskStatus[Client]) -> None:
        """Run the process and its client until the server ends, or the process does."""
        program, *given = build_preview_command("stdio", str(self._folder))
        server = StdioServerParameters(command=program, args=given)
        async with Client(stdio_client(server)) as client:
            task_status.started(client)
            await anyio.sleep_forever()


async def _find_search_tool(client: Client) -> str:
    """Return the name of the tool that takes a query; it depends on the site's name.

    Raises `UsageFault` if there is none.
    """
    listed = await client.list_tools()
    for tool in listed.tools:
        if "query" in tool.input_schema.get("properties", {}):
            return tool.name
    raise UsageFault("the preview has no search tool.")
