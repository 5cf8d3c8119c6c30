"""Runs real editors: each in a home of its own, on a copy of a small site."""

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
PATIENCE = 120.0
"""Seconds in which an editor has to be done, on a machine that has much else to do."""


def site(folder: Path, last: str = "\U0010ffff") -> Path:
    """A copy of the site, with letters of two and of four bytes before most of its three findings.

    Letters after the `last` one are replaced, for editors that miscount them.
    """
    copy = Path(shutil.copytree(HERE / "site", folder / "site"))
    docs = copy / "docs.json"
    text = "".join("o" if letter > last else letter for letter in docs.read_text("utf-8"))
    docs.write_text(text, "utf-8")
    return copy


def environment(name: str, home: Path, **more: str) -> dict[str, str]:
    """Nothing of the user's own editor; `docs-lsp` on the PATH, as the set-ups ask for.

    The name is that of the editor's recording.
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


def run(command: Sequence[str], folder: Path, given: Mapping[str, str], typed: str = "") -> Any:
    """Run an editor to its end; what its script has seen, which is what it wrote to `$SEEN`.

    What is `typed` is there for an editor that asks for something.
    """
    seen = Path(given["SEEN"])
    ended = subprocess.run(
        command,
        cwd=folder,
        env=dict(given),
        input=typed.encode(),
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    said = (ended.stdout + ended.stderr).decode("utf-8", "replace")
    assert seen.exists(), said
    found = json.loads(seen.read_text("utf-8"))
    assert "fault" not in found, f"{found['fault']}\n{json.dumps(found, indent=1)}\n{said[-3000:]}"
    return found


def missing(program: str) -> NoReturn:
    """Skip a test for want of an editor; where CI=true it fails instead."""
    if os.environ.get("CI") == "true":
        pytest.fail(f"needs {program}")
    pytest.skip(f"needs {program}")


def blocks(readme: Path, language: str) -> list[str]:
    """The code of a language in a README."""
    text = readme.read_text("utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
