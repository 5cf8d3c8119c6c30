"""The official conformance suite of the protocol, against the agents' tools over HTTP.

They are served over stdio, which the suite does not speak; the SDK serves the very same server.
"""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import uvicorn

from docs_lsp.cli.mcp.agent_server import build_server
from docs_lsp.cli.mcp.workspace import AgentWorkspace
from tests.preview import node

# What applies to a server that has tools alone, and of each scenario how many checks pass.
APPLY = {
    "2025-11-25": {"server-initialize": 2, "ping": 2, "tools-list": 3},
    "2026-07-28": {"server-stateless": 21, "tools-list": 4},
}
_LINE = re.compile(r"^. ([\w.-]+): (\d+) passed, \d+ failed", re.MULTILINE)


@pytest.fixture(scope="module")
def address(sites: Path) -> Iterator[str]:
    workspace = AgentWorkspace(sites / "ferry", lambda _: "")
    app = build_server(workspace).streamable_http_app(stateless_http=True, json_response=True)
    config = uvicorn.Config(app, host="127.0.0.1", port=0, log_level="error")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    yield f"http://127.0.0.1:{port}/mcp"
    server.should_exit = True
    thread.join()


@pytest.mark.parametrize("revision", sorted(APPLY))
def test_all_scenarios_that_apply_pass(revision: str, address: str, tmp_path: Path) -> None:
    suite = node.modules() / "@modelcontextprotocol/conformance/dist/index.js"
    done = node.run(
        *(suite, "server", "--url", address, "--requirements", revision),
        *("--output-dir", tmp_path),
    )

    passed = {name: int(count) for name, count in _LINE.findall(done.stdout)}
    assert {name: passed.get(name, 0) for name in APPLY[revision]} == APPLY[revision], done.stdout
