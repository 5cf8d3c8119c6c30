"""Ways to connect a client to the server: the options of the site's contextual menu, and the
settings of common clients (docs_lsp/SERVICE.md, connecting)."""

from __future__ import annotations

import base64
import shlex
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple
from urllib.parse import quote, urlencode

import orjson

_TOKEN = "DOCS_TOKEN"
"""The variable of the environment in which a client gets its token."""


class ClientOption(NamedTuple):
    """One way to connect: something to copy, or a link to open."""

    identifier: str
    """As in `contextual.options`; for a client's settings, a name of its own."""
    label: str
    text: str
    """What to copy."""
    link: str | None = None
    """What to open; None where there is nothing but text."""


def menu_options(name: str, url: str, chosen: Sequence[str]) -> tuple[ClientOption, ...]:
    """Those of the options that a site has chosen which connect to its server, in its order."""
    return tuple(_MENU[option](name, url) for option in chosen if option in _MENU)


def first_options(name: str, url: str) -> tuple[ClientOption, ...]:
    """The command that connects one client, and the links that connect others."""
    return next(_settings(name, url)), _cursor(name, url), _vscode(name, url)


def client_settings(name: str, url: str) -> tuple[ClientOption, ...]:
    """Commands to run, and settings of clients to write, without any menu."""
    return tuple(_settings(name, url))


def token_settings(name: str, url: str) -> tuple[ClientOption, ...]:
    """Settings of clients that send a token, which the environment has or somebody types."""
    return tuple(_token_settings(name, url))


def _copy_url(name: str, url: str) -> ClientOption:
    return ClientOption("mcp", "Copy MCP server URL", url)


def _add_mcp(name: str, url: str) -> ClientOption:
    return ClientOption("add-mcp", "Copy MCP install command", f"npx add-mcp {url}")


def _cursor(name: str, url: str) -> ClientOption:
    config = base64.b64encode(orjson.dumps({"url": url})).decode()
    query = urlencode({"name": name, "config": config}, quote_via=quote)
    link = f"cursor://anysphere.cursor-deeplink/mcp/install?{query}"
    return ClientOption("cursor", "Connect to Cursor", link, link)


def _vscode(name: str, url: str) -> ClientOption:
    config = orjson.dumps({"name": name, "type": "http", "url": url}).decode()
    # The form that opens the editor without a page of another host in between.
    link = f"vscode:mcp/install?{quote(config, safe='')}"
    return ClientOption("vscode", "Connect to VS Code", link, link)


_MENU: dict[str, Callable[[str, str], ClientOption]] = {
    "mcp": _copy_url,
    "add-mcp": _add_mcp,
    "cursor": _cursor,
    "vscode": _vscode,
}


def _settings(name: str, url: str) -> Iterator[ClientOption]:
    quoted = shlex.quote(name)
    yield ClientOption(
        "claude-code", "Claude Code", f"claude mcp add --transport http {quoted} {url}"
    )
    yield ClientOption(
        "cursor-json", "Cursor, mcp.json", _json({"mcpServers": {name: {"url": url}}})
    )
    server = {"type": "http", "url": url}
    yield ClientOption(
        "vscode-json", "VS Code, .vscode/mcp.json", _json({"servers": {name: server}})
    )
    table = f"[mcp_servers.{orjson.dumps(name).decode()}]\nurl = {orjson.dumps(url).decode()}\n"
    yield ClientOption("codex", "Codex, config.toml", table)


def _token_settings(name: str, url: str) -> Iterator[ClientOption]:
    header = f'"Authorization: Bearer ${_TOKEN}"'
    yield ClientOption(
        "claude-code-token",
        "Claude Code",
        f"claude mcp add --transport http {shlex.quote(name)} {url} --header {header}",
    )
    from_environment = {"Authorization": f"Bearer ${{env:{_TOKEN}}}"}
    cursor = {"mcpServers": {name: {"url": url, "headers": from_environment}}}
    yield ClientOption("cursor-token", "Cursor, mcp.json", _json(cursor))
    asked = {"id": "token", "type": "promptString", "description": "Token", "password": True}
    server = {"type": "http", "url": url, "headers": {"Authorization": "Bearer ${input:token}"}}
    vscode = {"inputs": [asked], "servers": {name: server}}
    yield ClientOption("vscode-token", "VS Code, .vscode/mcp.json", _json(vscode))
    table = f"[mcp_servers.{orjson.dumps(name).decode()}]\nurl = {orjson.dumps(url).decode()}\n"
    yield ClientOption(
        "codex-token", "Codex, config.toml", f'{table}bearer_token_env_var = "{_TOKEN}"\n'
    )


def _json(content: object) -> str:
    return orjson.dumps(content, option=orjson.OPT_INDENT_2).decode()
