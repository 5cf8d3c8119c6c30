"""The floor: a server of the official SDK with one tool that answers with nothing."""

from __future__ import annotations

import socket

import mcp_types as types
import uvicorn
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.streamable_http_manager import StreamableHTTPASGIApp, StreamableHTTPSessionManager
from starlette.applications import Starlette
from starlette.routing import Route

TOOL = "nothing"


async def tools(
    _context: ServerRequestContext[object, object], _params: types.PaginatedRequestParams | None
) -> types.ListToolsResult:
    tool = types.Tool(name=TOOL, input_schema={"type": "object"})
    return types.ListToolsResult(tools=[tool])


async def call(
    _context: ServerRequestContext[object, object], _params: types.CallToolRequestParams
) -> types.CallToolResult:
    return types.CallToolResult(content=[types.TextContent(type="text", text="")])


def main() -> None:
    server = Server("floor", on_list_tools=tools, on_call_tool=call)
    manager = StreamableHTTPSessionManager(server, json_response=True, stateless=True)
    app = Starlette(
        routes=[Route("/mcp", StreamableHTTPASGIApp(manager))], lifespan=lambda _app: manager.run()
    )
    listening = socket.create_server(("127.0.0.1", 0))
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    print(listening.getsockname()[1], flush=True)
    config = uvicorn.Config(app, http="h11", log_config=None)
    uvicorn.Server(config).run([listening])


if __name__ == "__main__":
    main()
