"""Ways to connect a client: options of the contextual menu, and settings of common clients.

See docs_lsp/SERVICE.md, connecting.
"""

from __future__ import annotations

import base64
import shlex
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple
from urllib.parse import quote, urlencode

import orjson

_TOKEN = "DOCS_TOKEN"
"""The environment variable with the token of a client."""


class ClientOption(NamedTuple):
    """One way to connect: something to copy, or a link to open."""

    identifier: str
    """The name in `contextual.options`; settings of clients have other names."""
    label: str
    text: str
    """The text to copy."""
    link: str | None = None
    """The link to open; None if there is only text."""


def build_menu_options(name: str, url: str, chosen: Sequence[str]) -> tuple[ClientOption, ...]:
    """Return the chosen menu options of a site that connect to its server, in order."""
    return tuple(_MENU[option](name, url) for option in chosen if option in _MENU)


def build_first_options(name: str, url: str) -> tuple[ClientOption, ...]:
    """Return the command that connects Claude Code, and the links for Cursor and VS Code."""
    return (
        next(iter_client_settings(name, url)),
        _build_cursor_option(name, url),
        _build_vscode_option(name, url),
    )


def _build_cursor_option(name: str, url: str) -> ClientOption:
    """Return the option to connect Cursor by a link."""
    config = base64.b64encode(orjson.dumps({"url": url})).decode()
    query = urlencode({"name": name, "config": config}, quote_via=quote)
    link = f"cursor://anysphere.cursor-deeplink/mcp/install?{query}"
    return ClientOption("cursor", "Connect to Cursor", link, link)


def _build_vscode_option(name: str, url: str) -> ClientOption:
    """Return the option to connect VS Code by a link."""
    config = orjson.dumps({"name": name, "type": "http", "url": url}).decode()
    # This form opens the editor without a page of another host in between.
    link = f"vscode:mcp/install?{quote(config, safe='')}"
    return ClientOption("vscode", "Connect to VS Code", link, link)


_MENU: dict[str, Callable[[str, str], ClientOption]] = {
    "mcp": lambda _, url: ClientOption("mcp", "Copy MCP server URL", url),
    "add-mcp": lambda _, url: ClientOption(
        "add-mcp", "Copy MCP install command", f"npx add-mcp {url}"
    ),
    "cursor": _build_cursor_option,
    "vscode": _build_vscode_option,
}


def iter_client_settings(name: str, url: str) -> Iterator[ClientOption]:
    """Yield commands and settings that connect common clients, without a token."""
    quoted = shlex.quote(name)
    yield ClientOption(
        "claude-code", "Claude Code", f"claude mcp add --transport http {quoted} {url}"
    )
    yield ClientOption(
        "cursor-json", "Cursor, mcp.json", _render_json({"mcpServers": {name: {"url": url}}})
    )
    server = {"type": "http", "url": url}
    yield ClientOption(
        "vscode-json", "VS Code, .vscode/mcp.json", _render_json({"servers": {name: server}})
    )
    table = f"[mcp_servers.{orjson.dumps(name).decode()}]\nurl = {orjson.dumps(url).decode()}\n"
    yield ClientOption("codex", "Codex, config.toml", table)


def iter_token_settings(name: str, url: str) -> Iterator[ClientOption]:
    """Yield settings for clients that send a token, from the environment or typed in."""
    header = f'"Authorization: Bearer ${_TOKEN}"'
    yield ClientOption(
        "claude-code-token",
        "Claude Code",
        f"claude mcp add --transport http {shlex.quote(name)} {url} --header {header}",
    )
    from_environment = {"Authorization": f"Bearer ${{env:{_TOKEN}}}"}
    cursor = {"mcpServers": {name: {"url": url, "headers": from_environment}}}
    yield ClientOption("cursor-token", "Cursor, mcp.json", _render_json(cursor))
    asked = {"id": "token", "type": "promptString", "description": "Token", "password": True}
    server = {"type": "http", "url": url, "headers": {"Authorization": "Bearer ${input:token}"}}
    vscode = {"inputs": [asked], "servers": {name: server}}
    yield ClientOption("vscode-token", "VS Code, .vscode/mcp.json", _render_json(vscode))
    table = f"[mcp_servers.{orjson.dumps(name).decode()}]\nurl = {orjson.dumps(url).decode()}\n"
    yield ClientOption(
        "codex-token", "Codex, config.toml", f'{table}bearer_token_env_var = "{_TOKEN}"\n'
    )


def _render_json(content: object) -> str:
    """Return indented JSON."""
    return orjson.dumps(content, option=orjson.OPT_INDENT_2).decode()
