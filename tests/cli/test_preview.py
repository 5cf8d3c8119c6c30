"""`docs-lsp preview` is `mcp-preview serve`."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path


def test_it_becomes_the_preview(sites: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "docs_lsp", "preview", str(sites / "plain"), "--ready-json"],
        stdout=subprocess.PIPE,
    )
    assert process.stdout
    ready = json.loads(process.stdout.readline())
    process.terminate()
    process.stdout.close()
    process.wait(10)

    assert ready["site"] == str(sites / "plain")
    assert ready["pid"] == process.pid


def test_a_module_of_the_working_folder_is_not_run(tmp_path: Path) -> None:
    for name in ("mcp_preview", "tantivy", "mcp"):
        (tmp_path / f"{name}.py").write_text("print('run')", "utf-8")
    done = subprocess.run(
        [sys.executable, "-P", "-m", "docs_lsp", "preview", "."],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )

    assert done.returncode == 2
    assert "run" not in done.stdout
    assert "there is no docs.json" in done.stderr


def test_its_help_is_that_of_the_preview() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "docs_lsp", "preview", "--help"], capture_output=True, text=True
    )

    assert done.returncode == 0
    assert "--ready-json" in done.stdout
    assert done.stdout.endswith("\nexample: mcp-preview serve docs --open\n")
