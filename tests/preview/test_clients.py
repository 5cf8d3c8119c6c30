"""The official clients of the protocol, against a preview that runs."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters
from mcp_types import TextContent, TextResourceContents

from tests.preview import node
from tests.preview.running import Running, running

SEARCH = "search_hill_observatory"
FILESYSTEM = "query_docs_filesystem_hill_observatory"
# How a client finds out what the server speaks, and the revision that comes of it.
REVISIONS = {"auto": "2026-07-28", "legacy": "2025-11-25"}
SCRIPT = Path(__file__).with_name("client.mjs")


@pytest.fixture(scope="module")
def preview(sites: Path) -> Iterator[Running]:
    with running(sites / "observatory") as started:
        yield started


@pytest.mark.parametrize("mode", REVISIONS)
def test_the_python_client_gets_all_there_is(preview: Running, mode: str) -> None:
    _expect(asyncio.run(_asked(preview.ready["mcp"], mode)), mode)


@pytest.mark.parametrize("mode", REVISIONS)
def test_the_typescript_client_gets_all_there_is(preview: Running, mode: str) -> None:
    module = node.modules() / "@modelcontextprotocol/client/dist/index.mjs"
    done = node.run(SCRIPT, module, preview.ready["mcp"], mode, seconds=60)

    assert done.returncode == 0, done.stderr
    _expect(json.loads(done.stdout), mode)


@pytest.mark.parametrize("mode", REVISIONS)
def test_the_python_client_gets_the_same_over_stdio(sites: Path, mode: str) -> None:
    command = ["-m", "mcp_preview", "stdio", str(sites / "observatory")]
    server = StdioServerParameters(command=sys.executable, args=command)

    _expect(asyncio.run(_asked(server, mode)), mode)


def test_a_client_that_goes_before_its_answer_comes_is_no_fault(sites: Path) -> None:
    command = [sys.executable, "-m", "mcp_preview", "stdio", str(sites / "observatory")]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe) as process:
        assert process.stdin and process.stdout and process.stderr
        process.stdout.close()
        process.stdin.write(b'{"jsonrpc": "2.0", "id": 1, "method": "ping"}\n')
        process.stdin.close()

        assert process.stderr.read() == b""


async def _asked(server: str | StdioServerParameters, mode: Any) -> dict[str, Any]:
    """What a client gets of each kind."""
    async with Client(server, mode=mode) as client:
        tools = (await client.list_tools()).tools
        found = await client.call_tool(SEARCH, {"query": "red light at night"})
        read = await client.call_tool(FILESYSTEM, {"command": "cat /visit/red-light.mdx"})
        (skill,) = (await client.list_resources()).resources
        (content,) = (await client.read_resource(skill.uri)).contents
        assert isinstance(content, TextResourceContents)
        return {
            "revision": client.protocol_version,
            "server": client.server_info.name if client.server_info else None,
            "tools": [tool.name for tool in tools],
            "found": [one.text for one in found.content if isinstance(one, TextContent)],
            "read": [one.text for one in read.content if isinstance(one, TextContent)],
            "resource": skill.uri,
            "skill": content.text,
        }


def _expect(got: dict[str, Any], mode: str) -> None:
    assert got["revision"] == REVISIONS[mode]
    assert got["server"] == "Hill Observatory"
    assert got["tools"] == [SEARCH, FILESYSTEM]
    assert any("Page: visit/red-light" in text for text in got["found"][:3])
    assert len(got["read"]) == 1 and got["read"][0].startswith("# ")
    assert got["resource"] == "mintlify://skills/hill-observatory"
    assert got["skill"].startswith("---\nname: hill-observatory\n")
