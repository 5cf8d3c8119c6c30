"""Ways to connect a client to the server: the options of the site's contextual menu, and the
settings of common clients (docs_lsp/SERVICE.md, connecting)."""

from __future__ import annotations

import base64
import shlex
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple
from urllib.parse import quote, urlencode

import orjson


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


def client_settings(name: str, url: str) -> tuple[ClientOption, ...]:
    """Commands to run, and settings of clients to write, without any menu."""
    return tuple(_settings(name, url))


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


def _json(content: object) -> str:
    return orjson.dumps(content, option=orjson.OPT_INDENT_2).decode()
