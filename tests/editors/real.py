"""Runs real editors, each with its own home folder, on a copy of a small site."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

import pytest

ROOT = Path(__file__).parents[2]
EDITORS = ROOT / "editors"
HERE = Path(__file__).parent
TIMEOUT = 120.0
"""Timeout of an editor in seconds, long enough for a busy machine."""


def copy_site(folder: Path, last: str = "\U0010ffff") -> Path:
    """Copy the site, which has letters of two and four bytes before most of its three findings.

    Letters after `last` are replaced, for editors that miscount them.
    """
    copy = Path(shutil.copytree(HERE / "site", folder / "site"))
    docs = copy / "docs.json"
    text = "".join("o" if letter > last else letter for letter in docs.read_text("utf-8"))
    docs.write_text(text, "utf-8")
    return copy


def make_environment(name: str, home: Path, **more: str) -> dict[str, str]:
    """Create an environment without the user's own settings, and with `docs-lsp` on the PATH.

    `name` is the name of the editor's recording.
    """
    home.mkdir(exist_ok=True)
    programs = home / "bin"
    programs.mkdir(exist_ok=True)
    program = programs / "docs-lsp"
    line = f'exec "{sys.executable}" -m docs_lsp "$@"'
    if os.environ.get("RECORD"):
        line = f'exec "{sys.executable}" "{HERE}/record.py" "{HERE}/recordings/{name}.jsonl"'
    program.write_text(f"#!/bin/sh\n{line}\n")
    program.chmod(0o755)
    return {
        "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
        "HOME": str(home),
        "LC_ALL": "C.UTF-8",
        "TERM": "xterm-256color",
        "PYTHONPATH": str(ROOT),
        **more,
    }


def run_editor(
    command: Sequence[str], folder: Path, environment: Mapping[str, str], typed: str = ""
) -> Any:
    """Run an editor to completion. Return the results that its script wrote to `$SEEN`.

    `typed` is its standard input, for prompts.
    """
    results_file = Path(environment["SEEN"])
    process = subprocess.run(
        command,
        cwd=folder,
        env=dict(environment),
        input=typed.encode(),
        capture_output=True,
        timeout=TIMEOUT,
        check=False,
    )
    output = (process.stdout + process.stderr).decode("utf-8", "replace")
    assert results_file.exists(), output
    results = json.loads(results_file.read_text("utf-8"))
    dump = json.dumps(results, indent=1)
    assert "fault" not in results, f"{results['fault']}\n{dump}\n{output[-3000:]}"
    return results


def skip_missing(program: str) -> NoReturn:
    """Skip a test because a program is missing; fail it if CI=true."""
    if os.environ.get("CI") == "true":
        pytest.fail(f"needs {program}")
    pytest.skip(f"needs {program}")


def read_code_blocks(readme: Path, language: str) -> list[str]:
    """Read the code blocks of a language in a README."""
    text = readme.read_text("utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
