"""The programs that stand beside ours, installed once into the user's cache."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "docs-lsp-benchmarks"
_JSON_SERVER = "vscode-langservers-extracted@4.10.0"


def json_server() -> tuple[str, ...]:
    """The command of the JSON server that most editors use."""
    folder = CACHE / _JSON_SERVER
    program = folder / "node_modules/.bin/vscode-json-language-server"
    if not program.exists():
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "package.json").write_text(json.dumps({"private": True}), "utf-8")
        subprocess.run(["npm", "install", "--silent", _JSON_SERVER], cwd=folder, check=True)
    return (str(program), "--stdio")
