"""Two states of the code that can be run side by side, and what one command of theirs prints."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import NamedTuple

_PACKAGES = ("docs_lsp", "mcp_preview")
_OUTSIDE = ("PYTHONPATH", "PYTHONSAFEPATH", "PYTHONDONTWRITEBYTECODE", "GITHUB_WORKSPACE")
"""Variables that would have one build read the code of another, or change what it prints."""


class Build(NamedTuple):
    """A folder with the packages of docs-lsp."""

    folder: Path
    cache: Path
    """Its folder for cached pages: no build reads those of another."""


class Printed(NamedTuple):
    """The outcome of one command."""

    code: int
    output: str
    messages: str
    seconds: float
    """Seconds of processor time, with those of all processes that it started."""


def extract_revision(repository: Path, revision: str, folder: Path) -> None:
    """Write the packages of a revision into a folder. Raises `ValueError` for an unknown one."""
    command = ("git", "archive", revision, "--", *_PACKAGES)
    result = subprocess.run(command, cwd=repository, capture_output=True)
    if result.returncode:
        raise ValueError(result.stderr.decode(errors="replace").strip())
    with tarfile.open(fileobj=io.BytesIO(result.stdout)) as archive:
        archive.extractall(folder, filter="data")


def compile_modules(build: Build) -> None:
    """Compile all modules beforehand, so that neither build spends its time on that."""
    packages = [str(build.folder / name) for name in _PACKAGES if (build.folder / name).is_dir()]
    subprocess.run((sys.executable, "-m", "compileall", "-q", *packages), check=True)


def run_command(build: Build, folder: Path, *arguments: str) -> Printed:
    """Run `docs-lsp` with the code of a build in a folder, from which the paths in diffs start."""
    outside = {name: value for name, value in os.environ.items() if name not in _OUTSIDE}
    environment = {
        **outside,
        "PYTHONPATH": str(build.folder),
        "DOCS_LSP_CACHE": str(build.cache),
    }
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as messages:
        process = subprocess.Popen(
            (sys.executable, "-P", "-m", "docs_lsp", *arguments),
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=messages,
        )
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        return Printed(
            process.returncode,
            _read(output),
            _read(messages),
            usage.ru_utime + usage.ru_stime,
        )


def _read(file: io.BufferedRandom | tempfile._TemporaryFileWrapper[bytes]) -> str:
    file.seek(0)
    return file.read().decode("utf-8", "surrogateescape")
