"""Makes what is released, and tries each of it in an environment that has nothing else.

    make dist
    make dist DIST="--python FOLDER"    # another Python for the extension to bring

The source distribution is made from the working tree and the wheel from that; then come two
extensions for VS Code, for this machine: one without a Python, and one that brings the Python at
hand, which is tried without any other (`tests/try_extension.py`).
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import venv
import zipfile
from argparse import ArgumentParser
from collections.abc import Iterable
from pathlib import Path

from editors.vscode.scripts.bundle import PYTHONS
from editors.vscode.scripts.package import package, package_with_python, this_machine
from editors.vscode.scripts.vsix import Source
from tests.try_extension import try_extension as try_without_python

ROOT = Path(__file__).parents[1]
SITE = ROOT / "tests/sites/broken"
WITHOUT_PYTHON = "-without-python"
FINDINGS = "17 problems (14 errors, 2 warnings, 1 information); "


def main() -> None:
    """Run the command line."""
    parser = ArgumentParser(description="Make what is released, and try it.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--python", type=Path, default=Path(sys.base_prefix))
    parser.add_argument("--notices", type=Path)
    given = parser.parse_args()
    make_all(given.folder.resolve(), given.python, given.notices)


def make_all(folder: Path, python: Path, notices: Path | None) -> None:
    """Make everything in a folder, and try it."""
    with tempfile.TemporaryDirectory() as temporary:
        sdist, wheel = make_packages(folder)
        print(f"{sdist}\n{wheel}", flush=True)
        try_wheel(wheel, Path(temporary) / "environment")
        if extension := make_extension(folder, PYTHONS):
            print(extension, flush=True)
            try_extension(extension, Path(temporary) / "extension")
            target = extension.stem.removesuffix(WITHOUT_PYTHON).removeprefix("docs-lsp-")
            whole = folder / f"docs-lsp-{target}.vsix"
            package_with_python(target, python, whole, find_source(), notices=notices)
            print(f"{whole}\n{try_without_python(whole)}", flush=True)
    print("Each checks a site.")


def make_packages(folder: Path) -> tuple[Path, Path]:
    """Make the source distribution, and from that the wheel."""
    run(sys.executable, "-m", "build", "--outdir", folder, ROOT)
    return newest(folder, "*.tar.gz"), newest(folder, "*.whl")


def make_extension(folder: Path, pythons: Iterable[str]) -> Path | None:
    """Make the extension that brings no Python; nothing on a machine that it is not made for."""
    target = this_machine()
    if target is None:
        return None
    return package(
        target, pythons, folder / f"docs-lsp-{target}{WITHOUT_PYTHON}.vsix", find_source()
    )


def find_source() -> Source | None:
    """Where the source of a release is, as the workflow of GitHub says; None outside of one."""
    server, repository = (os.environ.get(f"GITHUB_{name}") for name in ("SERVER_URL", "REPOSITORY"))
    revision = os.environ.get("GITHUB_REF_NAME")
    if not (server and repository and revision):
        return None
    return Source(f"{server}/{repository}", revision)


def try_wheel(wheel: Path, folder: Path) -> None:
    """Install the wheel as a writer does, and run both of its programs."""
    venv.create(folder, with_pip=True)
    programs = folder / ("Scripts" if os.name == "nt" else "bin")
    install = ("-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    run(programs / "python", *install, f"{wheel}[preview]")
    expect_findings(programs / "docs-lsp", "check", SITE)
    assert "Pages: 2 indexed" in run(programs / "mcp-preview", "report", SITE)


def try_extension(extension: Path, folder: Path) -> None:
    """Run the server that the extension brings with what it brings, and no other packages."""
    with zipfile.ZipFile(extension) as packed:
        packed.extractall(folder)
    bundled = folder / "extension/bundled"
    compiled = f"cp{sys.version_info.major}{sys.version_info.minor}"
    parts = [str(bundled / part) for part in ("common", "abi3", compiled)]
    script = (
        f"import sys; sys.path[:0] = {parts!r}; from docs_lsp.cli import main; sys.exit(main())"
    )
    expect_findings(sys.executable, "-I", "-S", "-c", script, "check", SITE)


def expect_findings(*command: str | Path) -> None:
    """Run a command that checks the site. Raises AssertionError if it does not find all."""
    printed = run(*command, codes=(1,))
    assert printed.splitlines()[-1].startswith(FINDINGS), printed


def run(*command: str | Path, codes: tuple[int, ...] = (0,)) -> str:
    """Run a command away from the sources; what it prints."""
    with tempfile.TemporaryDirectory() as elsewhere:
        done = subprocess.run(
            [str(part) for part in command],
            cwd=elsewhere,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            check=False,
        )
    assert done.returncode in codes, f"{command[0]} ended with {done.returncode}:\n{done.stdout}"
    return done.stdout


def newest(folder: Path, pattern: str) -> Path:
    """The file that was made last."""
    return max(folder.glob(pattern), key=lambda path: path.stat().st_mtime)


if __name__ == "__main__":
    main()
