"""The plugin for Claude Code: its parts name what there is, and its hook tells of mistakes."""

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
    "started",
    [_read(".lsp.json")["docs-lsp"], _read(".mcp.json")["mcpServers"]["docs-lsp"]],
    ids=["lsp", "mcp"],
)
def test_its_commands_are_those_of_the_program(started: dict[str, Any]) -> None:
    assert started["command"] == "docs-lsp"
    assert parse_arguments(started["args"]).command in (None, "mcp")


def test_the_skill_names_tools_that_there_are() -> None:
    text = SKILL.read_bytes()
    values = read_frontmatter(text).values
    named = set(re.findall(rb"`(\w+)`", text)) - {b"under"}

    assert values["name"] == SKILL.parent.name
    assert {name.decode() for name in named} <= {tool.name for tool in TOOLS}


def _hooked(file: Path | str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
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


def test_the_hook_tells_of_the_file_that_was_written(sites: Path, tmp_path: Path) -> None:
    site = Path(shutil.copytree(sites / "ferry", tmp_path / "ferry"))
    good, bad = site / "lines/index.mdx", site / "lines/new.mdx"
    bad.write_text("---\ntitle: New\n---\n\nLess than <5 minutes.\n", "utf-8")

    told, quiet = _hooked(bad, tmp_path), _hooked(good, tmp_path)

    assert told.returncode == 2
    assert told.stderr.startswith("lines/new.mdx:5:11 error mdx-syntax")
    assert (quiet.returncode, quiet.stderr) == (0, "")


def test_the_hook_tells_of_docs_json_and_of_no_other_file(sites: Path, tmp_path: Path) -> None:
    site = Path(shutil.copytree(sites / "ferry", tmp_path / "ferry"))
    (site / "lines/new.mdx").write_text("Less than <5 minutes.\n", "utf-8")
    docs = site / "docs.json"
    docs.write_text(docs.read_text("utf-8").replace('"theme"', '"thmee"', 1), "utf-8")

    told = _hooked(docs, tmp_path)

    assert told.returncode == 2
    assert {line.partition(":")[0] for line in told.stderr.splitlines()} == {"docs.json"}


def test_the_hook_says_that_a_file_was_not_checked(sites: Path, tmp_path: Path) -> None:
    site = Path(shutil.copytree(sites / "ferry", tmp_path / "ferry"))
    page = site / "lines/index.mdx"
    late = _hooked(page, tmp_path, DOCS_LSP_HOOK_SECONDS="0.001")

    assert late.returncode == 2
    assert late.stderr.startswith("index.mdx was not checked: it took more than 0.001 s.")

    program = tmp_path / "docs-lsp"
    program.write_text("#!/bin/sh\necho docs-lsp: no room >&2; exit 2\n", "utf-8")
    program.chmod(0o755)
    broken = _hooked(page, tmp_path, PATH=f"{tmp_path}:/usr/bin:/bin")
    assert (broken.returncode, broken.stderr) == (
        2,
        "index.mdx was not checked: docs-lsp: no room\n",
    )


@pytest.mark.parametrize("file", ["nothing.mdx", "outside.mdx"])
def test_the_hook_leaves_other_files_in_peace(file: str, tmp_path: Path) -> None:
    (tmp_path / "outside.mdx").write_text("Less than <5 minutes.\n", "utf-8")

    done = _hooked(tmp_path / file, tmp_path)

    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
