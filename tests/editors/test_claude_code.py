"""The plugin for Claude Code: its parts are consistent, and its hook reports mistakes."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from docs_lsp import __version__
from docs_lsp.cli.arguments import parse_arguments
from docs_lsp.cli.mcp.agent_server import TOOLS
from docs_lsp.site.mdx.frontmatter import read_frontmatter

PLUGIN = Path(__file__).parents[2] / "editors/claude-code"
SKILL = PLUGIN / "skills/docs-site/SKILL.md"
HOOK = PLUGIN / "hooks/check_changed.py"


def _read(name: str) -> Any:
    return json.loads((PLUGIN / name).read_text("utf-8"))


def test_the_plugin_has_the_version_of_the_program() -> None:
    assert _read(".claude-plugin/plugin.json")["version"] == __version__


@pytest.mark.parametrize(
    "server",
    [_read(".lsp.json")["docs-lsp"], _read(".mcp.json")["mcpServers"]["docs-lsp"]],
    ids=["lsp", "mcp"],
)
def test_its_commands_are_those_of_the_program(server: dict[str, Any]) -> None:
    assert server["command"] == "docs-lsp"
    assert parse_arguments(server["args"]).command in (None, "mcp")


def test_the_skill_names_existing_tools() -> None:
    text = SKILL.read_bytes()
    values = read_frontmatter(text).values
    named = set(re.findall(rb"`(\w+)`", text)) - {b"under"}

    assert values["name"] == SKILL.parent.name
    assert {name.decode() for name in named} <= {tool.name for tool in TOOLS}


def _run_hook(
    file: Path | str, folder: Path, **environment: str
) -> subprocess.CompletedProcess[str]:
    event = {"tool_name": "Write", "tool_input": {"file_path": str(file)}, "cwd": str(folder)}
    scripts = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    return subprocess.run(
        [sys.executable, str(HOOK)],
        input=json.dumps(event),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        cwd=folder,
        env={**os.environ, "PATH": scripts, **environment},
    )


def test_the_hook_reports_findings_in_the_written_file(sites: Path, tmp_path: Path) -> None:
    site = Path(shutil.copytree(sites / "ferry", tmp_path / "ferry"))
    good, bad = site / "lines/index.mdx", site / "lines/new.mdx"
    bad.write_text("---\ntitle: New\n---\n\nLess than <5 minutes.\n", "utf-8")

    reported, quiet = _run_hook(bad, tmp_path), _run_hook(good, tmp_path)

    assert reported.returncode == 2
    assert reported.stderr.startswith("lines/new.mdx:5:11 error mdx-syntax")
    assert (quiet.returncode, quiet.stderr) == (0, "")


def test_the_hook_reports_only_docs_json(sites: Path, tmp_path: Path) -> None:
    site = Path(shutil.copytree(sites / "ferry", tmp_path / "ferry"))
    (site / "lines/new.mdx").write_text("Less than <5 minutes.\n", "utf-8")
    docs = site / "docs.json"
    docs.write_text(docs.read_text("utf-8").replace('"theme"', '"thmee"', 1), "utf-8")

    reported = _run_hook(docs, tmp_path)

    assert reported.returncode == 2
    assert {line.partition(":")[0] for line in reported.stderr.splitlines()} == {"docs.json"}


def test_the_hook_reports_that_a_file_was_not_checked(sites: Path, tmp_path: Path) -> None:
    site = Path(shutil.copytree(sites / "ferry", tmp_path / "ferry"))
    page = site / "lines/index.mdx"
    late = _run_hook(page, tmp_path, DOCS_LSP_HOOK_SECONDS="0.001")

    assert late.returncode == 2
    assert late.stderr.startswith("index.mdx was not checked: it took more than 0.001 s.")

    program = tmp_path / "docs-lsp"
    program.write_text("#!/bin/sh\necho docs-lsp: no room >&2; exit 2\n", "utf-8")
    program.chmod(0o755)
    broken = _run_hook(page, tmp_path, PATH=f"{tmp_path}:/usr/bin:/bin")
    assert (broken.returncode, broken.stderr) == (
        2,
        "index.mdx was not checked: docs-lsp: no room\n",
    )


@pytest.mark.parametrize("file", ["nothing.mdx", "outside.mdx"])
def test_the_hook_ignores_other_files(file: str, tmp_path: Path) -> None:
    (tmp_path / "outside.mdx").write_text("Less than <5 minutes.\n", "utf-8")

    process = _run_hook(tmp_path / file, tmp_path)

    assert (process.returncode, process.stdout, process.stderr) == (0, "", "")
