"""The stateless MCP server on the official SDK: two tools and the skills."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import mcp_types as types
from mcp.server.caching import CacheHint
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError

from docs_lsp.site.access_mode import AccessMode
from docs_lsp.site.visibility import ANONYMOUS, Viewer
from mcp_preview.content.skills import Skill
from mcp_preview.live.first_states import render_progress, wait_for_pages, wait_for_site
from mcp_preview.live.server_state import ServerState
from mcp_preview.mcp.tool_calls import ToolCalls, UnknownTool
from mcp_preview.mcp.tools import build_tool_definitions

VERSION = "1.0.0"
"""The version of the servers of the service (docs_lsp/SERVICE.md, transport)."""
_Context: TypeAlias = ServerRequestContext[Any, Any]
# Everything may change with the next edit and is specific to the caller: no caching.
_FRESH = CacheHint(ttl_ms=0, scope="private")


def get_anonymous_viewer(_request: Any) -> Viewer:
    """Return the anonymous viewer for any request."""
    return ANONYMOUS


def create_server(
    current_state: Callable[[], ServerState],
    calls: ToolCalls,
    base: str | None = None,
    viewer_of: Callable[[Any], Viewer] = get_anonymous_viewer,
) -> Server[Any]:
    """Return a server of the current state, which is that of the owner.

    Clients get what their viewer can see: `viewer_of` returns the viewer of a request. `base` is
    the address of the site; without one it is the address that the request was sent to.
    """
    handlers = _Handlers(current_state, calls, base, viewer_of)
    return _SiteServer(
        current_state,
        on_list_tools=handlers.list_tools,
        on_call_tool=handlers.call_tool,
        on_list_resources=handlers.list_resources,
        on_list_resource_templates=handlers.list_resource_templates,
        on_read_resource=handlers.read_resource,
        cache_hints={
            "tools/list": _FRESH,
            "resources/list": _FRESH,
            "resources/templates/list": _FRESH,
            "resources/read": _FRESH,
            "server/discover": _FRESH,
        },
        get_tool_input_schema=handlers.get_input_schema,
    )


class _SiteServer(Server[Any]):
    """A server with the current name of the site, which may change in docs.json."""

    def __init__(self, current_state: Callable[[], ServerState], **handlers: Any) -> None:
        self._current_state = current_state
        super().__init__("", version=VERSION, **handlers)

    @property
    def name(self) -> str:
        """The name of the site, or a default."""
        return self._current_state().name or "docs"

    @name.setter
    def name(self, _given: str) -> None:
        """Ignore what the SDK records of its start."""

    @property
    def instructions(self) -> str | None:
        """The instructions for the tools, which are named after the site."""
        return _render_instructions(self._current_state())

    @instructions.setter
    def instructions(self, _given: str | None) -> None:
        """Ignore what the SDK records of the instructions."""

    @property
    def server_info_stamp(self) -> dict[str, Any]:
        """The information about the server in each response; the SDK would compute it only once."""
        return self.server_info.model_dump(by_alias=True, mode="json", exclude_none=True)


class _Handlers:
    """The handlers of the requests of the protocol."""

    def __init__(
        self,
        current_state: Callable[[], ServerState],
        calls: ToolCalls,
        base: str | None,
        viewer_of: Callable[[Any], Viewer],
    ) -> None:
        self._current_state = current_state
        self._calls = calls
        self._base = base
        self._viewer_of = viewer_of

    def _get_viewer_state(self, context: _Context) -> ServerState:
        """Return the site as the sender of a request can see it."""
        return self._current_state().restrict_to_viewer(self._viewer_of(context.request))

    async def _get_viewer_skills(self, context: _Context) -> Sequence[Skill]:
        """Return the skills for the sender of a request. Raises `MCPError` during indexing."""
        owner = await wait_for_pages(self._current_state)
        if owner.indexing is not None:
            raise MCPError(types.INTERNAL_ERROR, render_progress(owner.indexing))
        return self._get_viewer_state(context).skills

    async def list_tools(
        self, context: _Context, params: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        """Return the sender's tools, after docs.json is read. Raises `MCPError` for a cursor."""
        _require_no_cursor(params)
        # Over HTTP the request was delayed before; over standard input nothing else waits.
        await wait_for_site(self._current_state)
        if self._current_state().access.mode is not AccessMode.PUBLIC:
            # The pages determine the languages and versions that a viewer can know.
            await wait_for_pages(self._current_state)
        definitions = build_tool_definitions(self._get_viewer_state(context))
        tools = [types.Tool.model_validate(tool) for tool in definitions]
        return types.ListToolsResult(tools=tools)

    async def call_tool(
        self, context: _Context, params: types.CallToolRequestParams
    ) -> types.CallToolResult:
        """Call a tool. Raises `MCPError` if it does not exist."""
        base = self._base or _get_base_url(context)
        try:
            answer = await self._calls.call_tool(
                params.name,
                params.arguments or {},
                base,
                _get_client_name(context),
                self._viewer_of(context.request),
            )
        except UnknownTool as error:
            raise MCPError(types.INVALID_PARAMS, str(error)) from None
        content: list[types.ContentBlock] = [
            types.TextContent(type="text", text=text) for text in answer.texts
        ]
        return types.CallToolResult(content=content, is_error=answer.is_error)

    async def list_resources(
        self, context: _Context, params: types.PaginatedRequestParams | None
    ) -> types.ListResourcesResult:
        """Return the skills as resources. Raises `MCPError` for a cursor, or during indexing."""
        _require_no_cursor(params)
        skills = await self._get_viewer_skills(context)
        return types.ListResourcesResult(resources=[_build_resource(skill) for skill in skills])

    async def list_resource_templates(
        self, _context: _Context, params: types.PaginatedRequestParams | None
    ) -> types.ListResourceTemplatesResult:
        """Return an empty list. Raises `MCPError` for a cursor."""
        _require_no_cursor(params)
        return types.ListResourceTemplatesResult(resource_templates=[])

    async def read_resource(
        self, context: _Context, params: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        """Return the text of a skill. Raises `MCPError` if it is missing, or during indexing."""
        for skill in await self._get_viewer_skills(context):
            if skill.uri == params.uri:
                return types.ReadResourceResult(
                    contents=[
                        types.TextResourceContents(
                            uri=skill.uri, mime_type="text/markdown", text=skill.text
                        )
                    ]
                )
        raise MCPError(
            _choose_missing_resource_code(context.protocol_version),
            f"There is no resource {params.uri[:200]}.",
            {"uri": params.uri[:2000]},
        )

    def get_input_schema(self, name: str) -> dict[str, Any] | None:
        """Return the schema of a tool for anonymous viewers, or None."""
        for tool in build_tool_definitions(self._current_state().restrict_to_viewer(ANONYMOUS)):
            if tool["name"] == name:
                schema: dict[str, Any] = tool["inputSchema"]
                return schema
        return None


def _build_resource(skill: Skill) -> types.Resource:
    """Return a skill as a resource."""
    return types.Resource(
        uri=skill.uri,
        name=skill.name,
        description=skill.description or None,
        mime_type="text/markdown",
        size=len(skill.data),
    )


def _render_instructions(state: ServerState) -> str:
    """Return the instructions for the tools."""
    names = state.tool_names
    return (
        f"The documentation of {state.name or 'this site'}. Find what you need with "
        f"`{names.search}`, then read whole pages with `{names.filesystem}`."
    )


def _require_no_cursor(params: types.PaginatedRequestParams | None) -> None:
    """Raise `MCPError` if a list is requested from a cursor on."""
    if params is not None and params.cursor is not None:
        raise MCPError(types.INVALID_PARAMS, "The list has one page, so no cursor is valid.")


def _choose_missing_resource_code(protocol: str) -> int:
    # Since revision 2026-07-28 a missing resource is a wrong parameter (SEP-2164).
    """Return the error code for a missing resource in this version of MCP."""
    return types.INVALID_PARAMS if protocol >= "2026-07-28" else -32002


def _get_client_name(context: _Context) -> str:
    """Return the name of the client, or its user agent; may be empty."""
    client = context.session.client_params
    if client is not None and client.client_info.name:
        return client.client_info.name
    if context.request is None:
        return ""
    headers = context.request.headers
    # Set by browsers; requests of other sites were rejected before.
    is_own_page = headers.get("sec-fetch-site") == "same-origin"
    return "this page" if is_own_page else headers.get("user-agent", "")


def _get_base_url(context: _Context) -> str:
    """Return the address that a request was sent to; empty without HTTP."""
    request = context.request
    return str(request.base_url).rstrip("/") if request is not None else ""
