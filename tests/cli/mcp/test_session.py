"""What an agent did with the tools, played once more over stdio: a site made from nothing."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp_types import CallToolResult, TextContent

STEPS: list[dict[str, Any]] = json.loads(
    Path(__file__).with_name("agent_session.json").read_text("utf-8")
)


def test_an_agent_makes_a_site_from_nothing(tmp_path: Path) -> None:
    asyncio.run(_play(tmp_path))

    assert (tmp_path / "fr/visitors/mooring.mdx").read_text("utf-8").count("(/fr/visitors/tides)")


async def _play(folder: Path) -> None:
    command = ["-P", "-m", "docs_lsp", "mcp", "--site", str(folder)]
    server = StdioServerParameters(command=sys.executable, args=command)
    async with Client(stdio_client(server)) as client:
        for step in STEPS:
            for file, text in step.get("write", {}).items():
                (folder / file).parent.mkdir(parents=True, exist_ok=True)
                (folder / file).write_text(text, "utf-8")
            if "call" in step:
                _expect(step, await client.call_tool(step["call"], step.get("arguments", {})))


def _expect(step: dict[str, Any], answer: CallToolResult) -> None:
    content = answer.content[0]
    assert isinstance(content, TextContent)
    assert str(step.get("says", step.get("refuses"))) in content.text, step
    assert answer.is_error == ("refuses" in step), step
    # What is refused has no result, and what has one has the text of it too.
    assert (answer.structured_content is None) == answer.is_error, step
