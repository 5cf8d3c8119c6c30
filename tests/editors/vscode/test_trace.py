"""Traces enabled by `docsLsp.trace.server` are written at any log level.

VS Code's log needs a compiled module that is not installed for the tests, so a stub replaces it.
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
  constructor() { this.listeners = []; this.event = (listener) => this.listeners.push(listener); }
  fire(value) { this.listeners.forEach((listener) => listener(value)); }
  dispose() {}
};
exports.set = { value: 'off', listeners: [] };
exports.workspace = {
  getConfiguration: () => ({ get: () => exports.set.value }),
  onDidChangeConfiguration: (listener) => exports.set.listeners.push(listener),
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
vscode.set.listeners.forEach((listener) => listener({ affectsConfiguration: () => true }));
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


def test_traces_are_written_at_any_log_level(script: Path) -> None:
    done = node.run(script)

    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {"written": ["after"], "levels": [3, 1]}
