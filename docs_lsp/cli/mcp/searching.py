"""The tool `search`: what the site's own search server finds, and the preview process behind it.

Pages of the manual that answer the question come first, marked as such. They are MCP resources as
well, so that an agent can read how to use the tools.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeAlias

import anyio
import mcp_types as types
from anyio.abc import TaskGroup, TaskStatus
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.server.context import ServerRequestContext
from mcp.shared.exceptions import MCPError
from pydantic import Field

from docs_lsp.cli.manual_pages import RULES, list_groups, list_topics, read_page, search_manual
from docs_lsp.cli.mcp.tool import AgentToolArguments, AgentToolResult, Tool, quote_data
from docs_lsp.cli.mcp.workspace import AgentWorkspace
from docs_lsp.cli.preview_process import build_preview_command
from docs_lsp.core.usage_fault import UsageFault

_SECONDS = 120
"""The maximum number of seconds for an answer: the first waits for a large site."""
INDEXING = "The preview is still reading "
"""The beginning of an answer, after some seconds of waiting, that there is no index yet."""
_PAUSE = 0.2
"""Seconds before the preview is asked again, which waits by itself."""
_CONNECTION_FAULTS = (
    MCPError,
    OSError,
    anyio.ClosedResourceError,
    anyio.BrokenResourceError,
)
"""The errors of a client whose server has ended."""
Context: TypeAlias = ServerRequestContext[Any, Any]
_MANUAL_PREFIX = "docs-lsp://manual/"
_MARKDOWN = "text/markdown"


class SearchArguments(AgentToolArguments):
    """The query."""

    query: str = Field(min_length=1, description="The question of a reader or an agent.")
    language: str = Field(default="", description="Only pages of this language, such as `fr`.")
    version: str = Field(default="", description="Only pages of this version.")


class SearchResult(AgentToolResult):
    """The search results."""


def _search_preview(workspace: AgentWorkspace, arguments: SearchArguments) -> SearchResult:
    """Answer the tool that searches the site as the preview does, and the manual."""
    workspace.require_docs_json()
    asked = arguments.model_dump(exclude_defaults=True)
    lines = [
        f"- {build_manual_uri(page.path)}  {page.title}: {page.description}"
        for page in search_manual(arguments.query)
    ]
    if lines:
        heading = "From the manual of docs-lsp, not from this site (resources):"
        lines = [heading, *lines, "From this site:"]
    return SearchResult(lines=[*lines, *quote_data(workspace.search(asked))])


SEARCH = Tool(
    "search",
    "Search as readers' agents do",
    "Queries the search server of this site as it will be published, over the files as they are "
    "now. Use it to see whether a question finds the page you have written. Questions about "
    "docs-lsp itself also find pages of its manual.",
    SearchArguments,
    SearchResult,
    _search_preview,
)


class PreviewClient:
    """Calls the search tool of the preview of one site."""

    def __init__(self, folder: Path, tasks: TaskGroup) -> None:
        """Take the folder of docs.json, and the task group that ends with the server."""
        self._folder = folder
        self._tasks = tasks
        self._client: Client | None = None
        self._starting = anyio.Lock()

    async def search(self, arguments: Mapping[str, str]) -> str:
        """Search in the preview, started if needed, for at most 120 s. Raises `UsageFault`."""
        try:
            with anyio.fail_after(_SECONDS):
                text, is_error = await self._search_running_preview(arguments)
        except TimeoutError:
            raise UsageFault("the preview has not answered in time. Ask once more.") from None
        except _CONNECTION_FAULTS as error:
            self._client = None
            raise UsageFault(f"the preview cannot be asked: {error}") from error
        if is_error:
            raise UsageFault(text)
        return text

    async def _search_running_preview(self, arguments: Mapping[str, str]) -> tuple[str, bool]:
        """Search in the preview; if it has ended since the last search, in a new one."""
        earlier = self._client
        if earlier is not None:
            try:
                return await _search_when_indexed(earlier, arguments)
            except _CONNECTION_FAULTS:
                if self._client is earlier:
                    self._client = None
        return await _search_when_indexed(await self._ensure_client(), arguments)

    async def _ensure_client(self) -> Client:
        async with self._starting:
            if self._client is None:
                self._client = await self._tasks.start(self._run_preview)
            return self._client

    async def _run_preview(self, *, task_status: TaskStatus[Client]) -> None:
        """Start the preview, pass its client to `task_status`, and keep both until cancelled."""
        program, *given = build_preview_command("stdio", str(self._folder))
        server = StdioServerParameters(command=program, args=given)
        async with Client(stdio_client(server)) as client:
            task_status.started(client)
            await anyio.sleep_forever()


async def _search_when_indexed(client: Client, arguments: Mapping[str, str]) -> tuple[str, bool]:
    """Call the search tool, again while pages are indexed; return as `_call_tool` does."""
    name = await _find_search_tool(client)
    text, is_error = await _call_tool(client, name, arguments)
    while is_error and text.startswith(INDEXING):
        await anyio.sleep(_PAUSE)
        text, is_error = await _call_tool(client, name, arguments)
    return text, is_error


async def _call_tool(client: Client, name: str, arguments: Mapping[str, str]) -> tuple[str, bool]:
    """Call a tool; return the text of its answer, and whether it is an error."""
    answer = await client.call_tool(name, dict(arguments))
    texts = (part.text for part in answer.content if isinstance(part, types.TextContent))
    return "\n\n".join(texts), bool(answer.is_error)


async def _find_search_tool(client: Client) -> str:
    """Return the name of the tool that takes a query. Raises `UsageFault` if there is none.

    It depends on the site's name.
    """
    listed = await client.list_tools()
    for tool in listed.tools:
        if "query" in tool.input_schema.get("properties", {}):
            return tool.name
    raise UsageFault("the preview has no search tool.")


def build_manual_uri(path: str) -> str:
    """Return the URI of a page of the manual."""
    return _MANUAL_PREFIX + path


async def list_resources(
    _context: Context, _params: types.PaginatedRequestParams | None
) -> types.ListResourcesResult:
    """Return the pages of the manual, except those of the rules, which have a template."""
    paths = [path for group, paths in list_groups().items() if group != RULES for path in paths]
    return types.ListResourcesResult(
        resources=[
            types.Resource(
                uri=build_manual_uri(page.path),
                name=page.path,
                title=page.title,
                description=page.description,
                mime_type=_MARKDOWN,
            )
            for page in map(read_page, paths)
        ]
    )


async def list_templates(
    _context: Context, _params: types.PaginatedRequestParams | None
) -> types.ListResourceTemplatesResult:
    """Return the template of the pages of the rules."""
    template = types.ResourceTemplate(
        uri_template=f"{_MANUAL_PREFIX}rules/{{rule}}",
        name="rule",
        title="A rule: why it matters, an example, and the fix",
        mime_type=_MARKDOWN,
    )
    return types.ListResourceTemplatesResult(resource_templates=[template])


async def read_resource(
    _context: Context, params: types.ReadResourceRequestParams
) -> types.ReadResourceResult:
    """Return a page of the manual. Raises `MCPError` if there is none with this URI."""
    uri = params.uri
    path = uri.removeprefix(_MANUAL_PREFIX)
    if not uri.startswith(_MANUAL_PREFIX) or path not in list_topics().values():
        raise MCPError(types.INVALID_PARAMS, f"There is no resource {uri[:200]}.")
    text = types.TextResourceContents(uri=uri, mime_type=_MARKDOWN, text=read_page(path).markdown)
    return types.ReadResourceResult(contents=[text])
