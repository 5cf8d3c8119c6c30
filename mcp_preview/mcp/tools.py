"""Definitions of the two tools of the search server of a site: names, descriptions, schemas."""

from __future__ import annotations

import shlex
from typing import Any

from mcp_preview.live.server_state import ServerState

Json = dict[str, Any]

SEARCH_TITLE = "Search documentation"
FILESYSTEM_TITLE = "Query docs filesystem"
# docs_lsp/SERVICE.md, search-tools: both tools have the same four.
ANNOTATIONS: Json = {
    "readOnlyHint": True,
    "destructiveHint": False,
    "idempotentHint": True,
    "openWorldHint": False,
}
COMMANDS = (
    *("rg", "grep", "find", "tree", "ls", "cat", "head", "tail", "stat", "wc"),
    *("sort", "uniq", "cut", "sed", "awk", "jq", "yq"),
)
"""The supported commands of the filesystem tool, in the order of its description."""


def build_tool_definitions(state: ServerState) -> tuple[Json, Json]:
    """Return the definitions of both tools, for `tools/list` and the server card."""
    return _define_search_tool(state), _define_filesystem_tool(state)


def _define_search_tool(state: ServerState) -> Json:
    """Return the definition of the search tool."""
    properties: Json = {
        "query": {"type": "string", "description": "What to search for, in words."},
    }
    if len(state.versions) > 1:
        properties["version"] = {
            "type": "string",
            "enum": list(state.versions),
            "description": "Only content of this version, or of all versions.",
        }
    if len(state.languages) > 1:
        properties["language"] = {
            "type": "string",
            "enum": list(state.languages),
            "description": "Only content in this language, or in all languages.",
        }
    return _build_definition(
        state.tool_names.search,
        SEARCH_TITLE,
        f"Searches the documentation of {_get_label(state)}. Use it to find out what the "
        "documentation says about something: how a feature works, what an option means, what an "
        "API call looks like. Returns the best matching sections, each with the title of its "
        f"page, a link and its text. To read a whole page, use `{state.tool_names.filesystem}` "
        "with the page's path: `cat /<path>.mdx`.",
        properties,
        "query",
    )


def _define_filesystem_tool(state: ServerState) -> Json:
    """Return the definition of the filesystem tool."""
    examples = ["`tree / -L 2`", '`rg -il "rate limit" /`']
    if state.example_page:
        examples.append(f"`head -80 {shlex.quote(f'/{state.example_page}.mdx')}`")
    return _build_definition(
        state.tool_names.filesystem,
        FILESYSTEM_TITLE,
        "Runs a shell-style command in a read-only filesystem with the documentation of "
        f"{_get_label(state)}: every page is a file `/<path>.mdx`. OpenAPI specifications "
        "and skills, if there are any, are under `/openapi/` and `/skills/`; it contains nothing "
        f"else. Each call starts in `/`. Commands: {', '.join(COMMANDS)}; they can be joined by "
        f"pipes, `&&` and `;`. For example {', '.join(examples)}. `jq` reads JSON, `yq` YAML. "
        "The output is limited to 30 KB: read long files in parts, with `head`, `sed -n` or "
        "`rg -C 3`.",
        {"command": {"type": "string", "description": "The command to run."}},
        "command",
    )


def _get_label(state: ServerState) -> str:
    """Return the name of the site, or a default."""
    return state.name or "this site"


def _build_definition(
    name: str, title: str, description: str, properties: Json, required: str
) -> Json:
    """Return the definition of a tool with one required argument."""
    return {
        "name": name,
        "title": title,
        "description": description,
        "inputSchema": {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "type": "object",
            "properties": properties,
            "required": [required],
            "additionalProperties": False,
        },
        "annotations": {"title": title, **ANNOTATIONS},
    }
