"""What the setting `docsLsp.trace.server` asks for is written, whatever the level of the log is.

VS Code's log needs a compiled module that the tests do without, so a stub takes its place.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from editors.vscode.scripts.bundle import HOME
from editors.vscode.scripts.package import build
from tests.preview import node

_STUB = """
exports.LogLevel = { Trace: 1, Info: 3 };
exports.EventEmitter = class {
  constructor() { this.listeners = []; this.event = (one) => this.listeners.push(one); }
  fire(value) { this.listeners.forEach((one) => one(value)); }
  dispose() {}
};
exports.set = { value: 'off', listeners: [] };
exports.workspace = {
  getConfiguration: () => ({ get: () => exports.set.value }),
  onDidChangeConfiguration: (one) => exports.set.listeners.push(one),
};
"""
_SCRIPT = """
const vscode = require('vscode');
const { TraceLog } = require(TRACE);
const written = [];
const log = {
  logLevel: vscode.LogLevel.Info,
  onDidChangeLogLevel: () => undefined,
  info: (text) => written.push(text),
  trace: () => undefined,
};
const { channel } = new TraceLog(log);
const levels = [channel.logLevel];
channel.onDidChangeLogLevel((level) => levels.push(level));
channel.trace('before');
vscode.set.value = 'messages';
vscode.set.listeners.forEach((one) => one({ affectsConfiguration: () => true }));
channel.trace('after');
console.log(JSON.stringify({ written, levels }));
"""


@pytest.fixture
def script(tmp_path: Path) -> Path:
    """The script, with the module compiled beside it."""
    node.node()  # Skips where there is none.
    build()
    stub = tmp_path / "node_modules/vscode"
    stub.mkdir(parents=True)
    (stub / "index.js").write_text(_STUB)
    done = node.run(
        HOME / "node_modules/esbuild/bin/esbuild",
        HOME / "src/server/trace.ts",
        *("--bundle", "--platform=node", "--external:vscode", f"--outfile={tmp_path / 'trace.js'}"),
    )
    assert done.returncode == 0, done.stderr
    file = tmp_path / "script.js"
    file.write_text(_SCRIPT.replace("TRACE", json.dumps(str(tmp_path / "trace.js"))))
    return file


def test_what_the_setting_asks_for_is_written_at_any_log_level(script: Path) -> None:
    done = node.run(script)

    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {"written": ["after"], "levels": [3, 1]}
