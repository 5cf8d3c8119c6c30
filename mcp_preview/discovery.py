"""The documents by which clients find the server (search-server.md, Discovery document and Server
card): exactly the specified fields, true to the running server."""

from __future__ import annotations

from docs_lsp.site.names import tool_suffix
from mcp_preview.protocol import VERSION
from mcp_preview.served import Served
from mcp_preview.tools import Json, tools_of


def discovery(base: str) -> Json:
    """The discovery document; `base` is the site's address without a `/` at its end."""
    url = f"{base}/mcp"
    public = {"name": "public", "url": url, "transport": "http", "authentication": "none"}
    return {"version": VERSION, "transport": "http", "url": url, "servers": [public]}


def server_card(served: Served, base: str) -> Json:
    """The card of the public server."""
    return {
        "name": f"{tool_suffix(served.name).replace('_', '-')}-search",
        "version": VERSION,
        "url": f"{base}/mcp",
        "transport": "http",
        "description": served.description or f"Searches the documentation of {served.name}.",
        "capabilities": {"tools": True, "resources": True},
        "authentication": "none",
        "tools": list(tools_of(served)),
    }


def server_cards(served: Served, base: str) -> Json:
    """The cards of all servers: the public one alone."""
    return {"servers": [server_card(served, base)]}
