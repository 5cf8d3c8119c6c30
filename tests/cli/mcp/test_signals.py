"""An agent's tools that are told to end while they write."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows ends a process at once")

_SCRIPT = """
import os, signal, sys, time
from pathlib import Path

replace = Path.replace

def interrupted(path, target):
    os.kill(os.getpid(), signal.{signal})
    time.sleep(0.5)
    return replace(path, target)

Path.replace = interrupted
from docs_lsp.cli import main
sys.exit(main(["mcp", "."]))
"""
_INITIALIZE = {
    "protocolVersion": "2025-06-18",
    "capabilities": {},
    "clientInfo": {"name": "test", "version": "1"},
}
_CALL = {"name": "redirect", "arguments": {"source": "/old", "destination": "/a"}}
_MESSAGES = (
    {"id": 1, "method": "initialize", "params": _INITIALIZE},
    {"method": "notifications/initialized"},
    {"id": 2, "method": "tools/call", "params": _CALL},
)


@pytest.mark.parametrize(("name", "number"), [("SIGTERM", 15), ("SIGHUP", 1)])
def test_what_has_begun_is_written_to_the_end(tmp_path: Path, name: str, number: int) -> None:
    docs = {
        "theme": "mint",
        "name": "Quay",
        "colors": {"primary": "#0a7d5c"},
        "navigation": {"pages": ["a"]},
    }
    (tmp_path / "docs.json").write_text(json.dumps(docs), "utf-8")
    (tmp_path / "a.mdx").write_text("# A\n", "utf-8")
    process = subprocess.Popen(
        [sys.executable, "-c", _SCRIPT.format(signal=name)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
    )
    assert process.stdin is not None
    for message in _MESSAGES:
        process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
    process.stdin.flush()
    process.wait(timeout=60)
    process.communicate()

    assert process.returncode == 128 + number
    assert {path.name for path in tmp_path.iterdir()} == {"docs.json", "a.mdx"}
    written = json.loads((tmp_path / "docs.json").read_text("utf-8"))
    assert written["redirects"] == [{"source": "/old", "destination": "/a"}]
