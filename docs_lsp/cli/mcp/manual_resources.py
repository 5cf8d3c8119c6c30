"""The manual as MCP resources, so that an agent can read how to use the tools."""

from __future__ import annotations

from typing import Any, TypeAlias

import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.shared.exceptions import MCPError

from docs_lsp.cli.manual_pages import RULES, list_groups, list_topics, read_page

Context: TypeAlias = ServerRequestContext[Any, Any]
_PREFIX = "docs-lsp://manual/"
_MARKDOWN = "text/markdown"


def build_manual_uri(path: str) -> str:
    """Return the URI of a page of the manual."""
    return _PREFIX + path


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
        uri_template=f"{_PREFIX}rules/{{rule}}",
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
    path = uri.removeprefix(_PREFIX)
    if not uri.startswith(_PREFIX) or path not in list_topics().values():
        raise MCPError(types.INVALID_PARAMS, f"There is no resource {uri[:200]}.")
    text = types.TextResourceContents(uri=uri, mime_type=_MARKDOWN, text=read_page(path).markdown)
    return types.ReadResourceResult(contents=[text])
