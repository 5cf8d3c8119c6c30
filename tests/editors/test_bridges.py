"""Programs that offer a language server to agents as MCP tools, run with this server."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp_types import TextContent

from tests.preview import node

CCLSP = {"cclsp": "0.7.0"}
PAGE = '---\ntitle: "Überblick"\n---\n\n“ça” 😀 [Nichts](/fehlt) [Lotse](/lotse)\n'
DOCS = {
    "$schema": "https://mintlify.com/docs.json",
    "theme": "mint",
    "name": "Hafen",
    "colors": {"primary": "#0b3954"},
    "navigation": {"groups": [{"group": "Häfen", "pages": ["index", "lotse", "übersicht"]}]},
}
PAUSE = 3
"""Seconds until findings about a change arrive, on a busy machine."""
CALLS = tuple[tuple[str, dict[str, Any]], ...]


@pytest.fixture
def harbour(tmp_path: Path) -> Path:
    (tmp_path / "docs.json").write_text(json.dumps(DOCS, indent=2, ensure_ascii=False), "utf-8")
    (tmp_path / "index.mdx").write_text("---\ntitle: Hafen\n---\n\nText.\n", "utf-8")
    (tmp_path / "lotse.mdx").write_text("---\ntitle: Lotse\n---\n\nText.\n", "utf-8")
    (tmp_path / "übersicht.mdx").write_text(PAGE, "utf-8")
    return tmp_path


async def _call_tools(
    command: Sequence[str | Path], folder: Path, calls: CALLS, **environment: str
) -> list[str]:
    """Call tools in order. Return the texts of their results."""
    program, *options = map(str, command)
    scripts = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    server = StdioServerParameters(
        command=program,
        args=options,
        env={**os.environ, "PATH": scripts, **environment},
        cwd=folder,
    )
    with Path(os.devnull).open("w", encoding="utf-8") as silence:
        async with Client(stdio_client(server, errlog=silence), mode="legacy") as client:
            texts: list[str] = []
            for name, arguments in calls:
                if name == "write":
                    Path(arguments["file"]).write_text(arguments["text"], "utf-8")
                    continue
                texts.append(await _call_tool(client, name, arguments))
                if name == "get_diagnostics":
                    # Some return only the findings received so far.
                    await asyncio.sleep(PAUSE)
                    texts[-1] = await _call_tool(client, name, arguments)
            return texts


async def _call_tool(client: Client, name: str, arguments: dict[str, Any]) -> str:
    answer = await asyncio.wait_for(client.call_tool(name, arguments), 60)
    return "\n".join(part.text for part in answer.content if isinstance(part, TextContent))


def test_cclsp_finds_its_way_by_names(harbour: Path) -> None:
    settings = harbour / "cclsp.json"
    servers = [{"extensions": ["json", "mdx"], "command": ["docs-lsp"], "rootDir": str(harbour)}]
    settings.write_text(json.dumps({"servers": servers}), "utf-8")
    command = (node.node(), node.modules(CCLSP) / "cclsp/dist/index.js")
    page, docs = str(harbour / "übersicht.mdx"), str(harbour / "docs.json")
    calls: CALLS = (
        ("get_diagnostics", {"file_path": page}),
        ("write", {"file": page, "text": PAGE.replace("/fehlt", "/lotse")}),
        ("restart_server", {"extensions": ["mdx"]}),
        ("get_diagnostics", {"file_path": page}),
        ("find_definition", {"file_path": docs, "symbol_name": "Überblick"}),
        ("find_references", {"file_path": docs, "symbol_name": "Lotse"}),
        ("find_workspace_symbols", {"query": "Überblick"}),
        ("rename_symbol", {"file_path": docs, "symbol_name": "Lotse", "new_name": "pilot"}),
    )

    before, _, after, definition, references, symbols, renamed = asyncio.run(
        _call_tools(command, harbour, calls, CCLSP_CONFIG_PATH=str(settings))
    )

    assert "[dead-link]" in before and "/fehlt" in before
    assert "Line 5, Column 18 to Line 5, Column 24" in before  # It counts UTF-16 units.
    assert "dead-link" not in after
    assert f"{page}:2:9" in definition
    assert f"{page}:5:" in references and f"{docs}:14:" in references
    assert "Überblick" in symbols
    # It can edit files but not move them, so its result names a command that can.
    assert "docs-lsp move lotse pilot" in renamed
    assert (harbour / "lotse.mdx").exists()


@pytest.mark.skipif(sys.platform != "linux", reason="the package has a program for Linux alone")
def test_agent_lsp_finds_its_way_by_places(harbour: Path) -> None:
    command = (Path(sys.executable).with_name("agent-lsp"), "json:docs-lsp")
    docs = str(harbour / "docs.json")
    at = {"file_path": docs, "language_id": "json", "line": 14, "column": 13}
    calls: CALLS = (
        ("start_lsp", {"root_dir": str(harbour), "language_id": "json"}),
        ("open_document", {"file_path": docs, "language_id": "json"}),
        ("go_to_definition", at),
        ("find_references", at),
        ("list_symbols", {"file_path": docs, "language_id": "json"}),
        ("safe_apply_edit", {"file_path": docs, "old_text": '"lotse"', "new_text": '"lotze"'}),
        ("write", {"file": docs, "text": json.dumps(DOCS).replace('"lotse"', '"lotze"')}),
        ("get_diagnostics", {"file_path": docs}),
    )

    _, _, definition, references, symbols, applied, diagnostics = asyncio.run(
        _call_tools(command, harbour, calls)
    )

    assert "lotse.mdx" in definition
    assert "übersicht.mdx" in references
    assert "navigation" in symbols
    # It rejects an edit that causes an error.
    assert "applied=false" in applied and "The page `lotze` does not exist" in applied
    assert "missing-page" in diagnostics
